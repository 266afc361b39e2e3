package lint

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
)

// byLocal is a session's local summary as a run asks for it.
func byLocal(tb testing.TB, s *model.Session) (Input, bool) {
	tb.Helper()
	split := partition.Run(partition.Input{Rows: s.Rows, Links: s.Links, Params: partition.Defaults()})
	list := split.Read()
	if len(list) == 0 {
		return Input{}, false
	}
	replaced := 0
	for _, i := range list {
		replaced += s.Rows[i].Rendered
	}
	params := slim.Defaults()
	params.Refill = true
	budget := local.Budget(200_000, replaced)
	req := summarize.Request{
		Source: s, Rows: s.Rows, Links: s.Links, List: list, Tail: split.Tail, Params: params, Todos: s.Todos, CWD: s.CWD,
		Slim: slim.Run(slim.Input{Rows: s.Rows, List: list, Budget: budget, Suffix: local.Suffix(budget), Params: params}),
	}
	answer, err := local.New(200_000).Summarize(context.Background(), req, nil)
	if err != nil {
		tb.Fatal(err)
	}
	in := sessionInput(s)
	in.List, in.Tail, in.Summary, in.Sections = list, split.Tail, answer.Text, summarize.Sections[:]
	for _, a := range req.Slim.Rows {
		in.Quotes = max(in.Quotes, a.Allocation)
	}
	return in, true
}

// TestDemo: the local summary of the built-in session is clean.
func TestDemo(t *testing.T) {
	t.Parallel()
	text := sessiontest.Fixtures(t, "claudecode")["demo.jsonl"]
	s, err := load.Read(model.Input{Path: "demo.jsonl", Reader: strings.NewReader(text), Size: int64(len(text))}, "")
	if err != nil {
		t.Fatal(err)
	}
	in, _ := byLocal(t, s)
	found := Run(context.Background(), in)
	for _, f := range found {
		t.Errorf("%s %s, line %d: %s", f.Rule, f.Name, f.Line, f.Message)
	}
}

// TestRealSessions counts what the local summaries of real sessions have.
func TestRealSessions(t *testing.T) {
	t.Parallel()
	for _, path := range sessiontest.Shared(t, "testdata/corpus/*") {
		if strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".tsv") || strings.HasSuffix(path, ".db") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := load.Read(model.Input{Path: path, Reader: strings.NewReader(string(b)), Size: int64(len(b))}, "")
			if err != nil {
				return
			}
			report := func(what string, in Input) {
				found := Run(context.Background(), in)
				sound(t, in, found)
				counts := map[string]int{}
				for _, f := range found {
					counts[f.Name]++
					if os.Getenv("LINTDUMP") != "" {
						t.Logf("%s %d line %d: %s\n      | %.200q", f.Rule, f.Index, f.Line, f.Message, in.Summary[f.From:f.To])
					}
				}
				t.Logf("%s of %d messages, %d chars: %v", what, len(in.Rows), js.Units(in.Summary), counts)
			}
			if in, ok := byLocal(t, s); ok {
				report("local", in)
			}
			for k := range s.Replacements {
				if in, ok := past(t, s, k); ok {
					report("its own", in)
				}
			}
		})
	}
}

// past is a compaction that the agent itself made: what it replaced, and what it wrote.
func past(t *testing.T, s *model.Session, k int) (Input, bool) {
	t.Helper()
	text, err := s.CompactionText(k)
	if err != nil || text == "" || len(s.Replacements[k].Out) == 0 {
		return Input{}, false
	}
	var m messages
	in := Input{}
	for _, i := range s.Replacements[k].Out {
		x, err := s.Past(int(i))
		if err != nil {
			t.Fatal(err)
		}
		in.List = append(in.List, len(m))
		m = append(m, x)
		in.Rows = append(in.Rows, model.Row{Role: x.Role, Origin: x.Origin, Rendered: js.Units(x.Transcript())})
	}
	in.Source = m
	from, to, sections := Body(text)
	if sections {
		in.Sections = summarize.Sections[:]
	}
	in.Summary = text[from:to]
	return in, true
}
