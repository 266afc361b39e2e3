package codex

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// facts are what was counted by hand in a real session.
type facts struct {
	Messages, Turns, Tools, Failed, Earlier int
	Compactions, Kept                       int // Kept: of the last
	Problems, Unanswered, Unknown           int
	Used, Window, Context                   int // Context: chars of the instructions
	Model, Version                          string
}

// corpus is by name, without "codex__" and ".jsonl".
var corpus = map[string]facts{
	"EntityProcess__agentv__0.140-3compactions": {
		Messages: 269, Turns: 9, Tools: 126, Failed: 5, Earlier: 872, Compactions: 3, Kept: 9, Problems: 1,
		Used: 186947, Window: 258400, Context: 21335, Model: "gpt-5.5", Version: "0.140.0",
	},
	"EntityProcess__agentv__0.140-small": {
		Messages: 43, Turns: 2, Tools: 21, Failed: 3, Unanswered: 2, Used: 29162, Window: 258400, Context: 14732, Model: "gpt-5.4", Version: "0.140.0",
	},
	"Monotoba__OpenPrintKit__0.34-long":           {Messages: 926, Turns: 63, Tools: 400, Failed: 2, Used: 270589, Window: 272000, Version: "0.34.0"},
	"jazzyalex__agent-sessions__0.50-legacy-mini": {Version: "0.50.0"},
	"jazzyalex__agent-sessions__item-type-zoo": {
		Messages: 15, Turns: 9, Tools: 1, Earlier: 15, Compactions: 6, Kept: 9, Problems: 1, Window: 258400, Context: 21, Model: "gpt-5.6-sol", Version: "0.146.0",
	},
}

func TestCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/codex__*.jsonl") {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "codex__"), ".jsonl")
		t.Run(name, func(t *testing.T) {
			want, ok := corpus[name]
			if !ok {
				t.Fatal("not in the table")
			}
			s := open(t, string(sessiontest.Bytes(t, f)))
			p := model.Mismatched(s.Links, nil)
			if len(p.Doubled)+len(p.Orphans) > 0 {
				t.Errorf("second results %v, results without a call %v", p.Doubled, p.Orphans)
			}
			got := facts{
				Messages: len(s.Rows), Turns: s.Turns(), Tools: strings.Count(sessiontest.Letters(s), "t"), Earlier: s.Earlier, Compactions: len(s.Compactions),
				Problems: len(s.Problems), Unanswered: len(p.Unanswered), Unknown: s.Unknown, Used: s.Usage.Input, Window: s.Window, Model: s.Model, Version: s.AgentVersion,
			}
			for _, c := range s.Compactions {
				got.Kept = c.Kept
			}
			for _, a := range s.Attachments {
				got.Context += a.Chars
			}
			for i, r := range s.Rows {
				if r.Is(model.Failed) {
					got.Failed++
				}
				sessiontest.Message(t, s, i)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
