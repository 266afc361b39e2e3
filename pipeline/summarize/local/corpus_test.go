package local

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/claudecode"
	"cutline/model/js"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// corpus is the folder of real sessions: $CUTLINE_SHARED, else ../shared beside the project.
func corpus(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("CUTLINE_SHARED")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared")
	}
	dir = filepath.Join(dir, "testdata", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the real sessions are not here (%v); set CUTLINE_SHARED", err)
	}
	return dir
}

func TestRealSessions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus(t), "claude__*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
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
