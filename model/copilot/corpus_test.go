package copilot

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// facts are what was counted in a real session by other means.
type facts struct {
	Messages, Turns, Tools, Failed, Injected, Agents int
	Problems, Orphans, Unanswered                    int
	Used, Total, System                              int // System: chars of the system's message
	Model, Version                                   string
}

var corpus = map[string]facts{
	"copilot__EntityProcess__agentv__1.0.64-notifications.jsonl": {
		Messages: 125, Turns: 1, Tools: 68, Failed: 1, Injected: 1, Total: 19254, System: 46217, Model: "claude-sonnet-4.6", Version: "1.0.64",
	},
	"copilot__EntityProcess__agentv__1.0.64-one-turn.jsonl": {
		Messages: 3, Turns: 1, Used: 13225, Total: 101, System: 40731, Model: "gpt-5.3-codex-spark", Version: "1.0.64-1",
	},
	"copilot__jazzyalex__agent-sessions__event-zoo-1.0.80.jsonl": { // most of its texts and ids are one placeholder
		Messages: 11, Turns: 2, Tools: 3, Failed: 2, Injected: 1, Agents: 2, Orphans: 1, Unanswered: 1,
		Used: 120, Total: 15, System: 21, Model: "[trimmed for fixture]", Version: "1.0.77",
	},
}

func TestCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/copilot__*") {
		name := filepath.Base(f)
		t.Run(name, func(t *testing.T) {
			want, ok := corpus[name]
			if !ok {
				t.Fatal("not in the table")
			}
			s := open(t, sessiontest.Text(t, f))
			p := model.Mismatched(s.Links, nil)
			got := facts{
				Messages: len(s.Rows), Turns: s.Turns(), Agents: s.Sidechains, Problems: len(s.Problems), Orphans: len(p.Orphans), Unanswered: len(p.Unanswered),
				Used: s.Usage.Input, Total: s.Usage.Total, Model: s.Model, Version: s.AgentVersion,
			}
			for i, r := range s.Rows {
				sessiontest.Message(t, s, i)
				switch {
				case r.Role == model.Tool:
					got.Tools++
				case r.Role == model.System:
					got.System += r.Chars
				case r.Origin == model.Injected:
					got.Injected++
				}
				if r.Is(model.Failed) {
					got.Failed++
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
