package gemini

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// facts are what was counted in a real session by other means.
type facts struct {
	Messages, Turns, Tools, Thoughts, Problems, Lines int
	Used, Output, Total                               int
	Dialect, Model                                    string
}

var corpus = map[string]facts{
	"gemini__entireio__cli__chat-in-jsonl-name.jsonl": {
		Messages: 21, Turns: 1, Tools: 9, Thoughts: 10, Lines: 521, Used: 14200, Output: 69, Total: 1812, Dialect: Document, Model: "gemini-2.5-flash",
	},
	"gemini__entireio__cli__tiny-523B.jsonl": {Lines: 14, Dialect: Document},
	"gemini__jazzyalex__agent-sessions__v0.40-jsonl.jsonl": {
		Messages: 4, Turns: 1, Tools: 1, Lines: 5, Used: 12069, Output: 147, Total: 228, Dialect: Lines, Model: "gemini-3-flash-preview",
	},
}

func TestCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/gemini__*") {
		name := filepath.Base(f)
		t.Run(name, func(t *testing.T) {
			want, ok := corpus[name]
			if !ok {
				t.Fatal("not in the table")
			}
			s := open(t, sessiontest.Text(t, f))
			got := facts{
				Messages: len(s.Rows), Turns: s.Turns(), Problems: len(s.Problems), Lines: s.Lines,
				Used: s.Usage.Input, Output: s.Usage.Output, Total: s.Usage.Total, Dialect: s.Dialect, Model: s.Model,
			}
			for i, r := range s.Rows {
				sessiontest.Message(t, s, i)
				if r.Role == model.Tool {
					got.Tools++
				}
				if r.Is(model.HasThinking) {
					got.Thoughts++
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if p := model.Mismatched(s.Links, nil); len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
				t.Errorf("%+v", p)
			}
		})
	}
}
