package local

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/claudecode"
	"cutline/model/js"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

func TestRealSessions(t *testing.T) {
	files := sessiontest.Shared(t, "testdata/corpus/claude__*.jsonl")
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := claudecode.Read(model.Input{Path: path, Reader: strings.NewReader(string(data)), Size: int64(len(data))})
			if err != nil {
				t.Fatal(err)
			}
			split := partition.Run(partition.Input{Rows: s.Rows, Links: s.Links, Params: partition.Defaults()})
			replaced := 0
			for _, i := range split.Summarize {
				replaced += s.Rows[i].Rendered
			}
			params := slim.Defaults()
			params.Refill = true
			budget := Budget(200_000, replaced)
			req := summarize.Request{
				Source: s, Rows: s.Rows, Links: s.Links, List: split.Summarize, Tail: split.Tail, Params: params, Todos: s.Todos, CWD: s.CWD,
				Slim: slim.Run(slim.Input{Rows: s.Rows, List: split.Summarize, Budget: budget, Suffix: Suffix(budget), Params: params}),
			}
			text := write(t, req)
			if n := js.Units(text); n > budget {
				t.Errorf("%d chars, budget %d", n, budget)
			}
			if tag := frameTag.FindString(text); tag != "" {
				t.Errorf("%s stands in the summary", tag)
			}
			typed := 0
			for _, i := range split.Summarize {
				if s.Rows[i].Typed() {
					typed++
				}
			}
			if users := sectionOf(t, text, 6); (typed > 0) != strings.HasPrefix(users, "- ") && !strings.HasPrefix(users, "(") {
				t.Errorf("%d messages of persons, the section says:\n%.300s", typed, users)
			}
		})
	}
}
