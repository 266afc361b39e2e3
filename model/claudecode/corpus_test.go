package claudecode

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
	Messages, Turns, Tools, Earlier        int
	Branches, BranchRows, Sidechains       int
	Compactions, Missing, Micro, Unknown   int
	Attachments, Problems, Unanswered, Sum int // Sum: row of the summary, -1
	Used, Orphans                          int
}

// corpus is by name, without "claude__" and ".jsonl". No result of a live context is without
// its call in any of them, but one whose calls and results have no ids at all.
var corpus = map[string]facts{
	"EntityProcess__agentv__progress-first":                   {Messages: 33, Turns: 1, Tools: 17, Sum: -1, Used: 43491},
	"JanDeDobbeleer__oh-my-posh__1M-window-dangling-tail":     {Messages: 1232, Turns: 27, Tools: 591, Compactions: 1, Missing: 16, Attachments: 142, Problems: 1, Used: 554096},
	"JanDeDobbeleer__oh-my-posh__preserved-tail":              {Messages: 184, Turns: 2, Tools: 85, Earlier: 271, Compactions: 1, Attachments: 29, Used: 229012},
	"PackmindHub__context-evaluator__small-branches":          {Messages: 23, Turns: 2, Tools: 12, Unanswered: 2, Sum: -1, Used: 45694},
	"d-kimuson__claude-code-viewer__1.0.98-sidechains-inline": {Messages: 23, Turns: 2, Tools: 11, Sidechains: 322, Sum: -1, Used: 21552},
	"d-kimuson__claude-code-viewer__1.0.98-small":             {Messages: 21, Tools: 12, Sum: -1, Used: 17437},
	"daaain__claude-code-log__edge-cases-malformed":           {Messages: 14, Turns: 5, Tools: 1, Unknown: 1, Problems: 6, Unanswered: 2, Sum: -1, Used: 168},
	"entireio__cli__3compactions":                             {Messages: 12, Tools: 6, Earlier: 474, Compactions: 3, Used: 62661},
	"entireio__cli__branches-microcompact":                    {Messages: 101, Turns: 5, Tools: 46, Earlier: 312, Compactions: 4, Micro: 2, Used: 106043},
	"entireio__cli__giant-line-image":                         {Messages: 107, Turns: 2, Tools: 58, Sum: -1, Used: 108926},
	"entireio__cli__glued-line-small":                         {Messages: 119, Turns: 4, Tools: 55, Branches: 1, BranchRows: 2, Problems: 1, Sum: -1, Used: 71519},
	"entireio__cli__many-summary-lines":                       {Messages: 88, Turns: 5, Tools: 41, Sum: -1, Used: 117664},
	"entireio__cli__two-session-ids":                          {Messages: 46, Turns: 1, Tools: 24, Branches: 1, BranchRows: 72, Sum: -1, Used: 85974},
	"jazzyalex__agent-sessions__entry-type-zoo":               {Messages: 8, Turns: 2, Earlier: 8, Sidechains: 7, Compactions: 2, Attachments: 22, Unanswered: 1, Sum: -1},
	"jazzyalex__agent-sessions__subagent-child":               {Messages: 3, Turns: 1, Tools: 1, Attachments: 1, Unanswered: 1, Orphans: 1, Sum: -1},
	"jazzyalex__agent-sessions__subagent-parent":              {Messages: 2, Turns: 1, Unanswered: 1, Sum: -1},
	"obra__episodic-memory__1.0.117-large":                    {Messages: 350, Turns: 21, Tools: 152, Problems: 1, Sum: -1, Used: 534859},
	"obra__episodic-memory__snapshots-only":                   {Sum: -1},
}

func TestCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/claude__*.jsonl") {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "claude__"), ".jsonl")
		t.Run(name, func(t *testing.T) {
			want, ok := corpus[name]
			if !ok {
				t.Fatal("not in the table")
			}
			s := open(t, sessiontest.Bytes(t, f))
			p := model.Mismatched(s.Links, nil)
			if len(p.Doubled) > 0 {
				t.Errorf("second results %v", p.Doubled)
			}
			if d := cmp.Diff(want, factsOf(s, p)); d != "" {
				t.Error(d)
			}
			for i := range s.Rows {
				if _, err := s.Message(i); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func factsOf(s *model.Session, p model.Pairs) facts {
	f := facts{
		Messages: len(s.Rows), Turns: s.Turns(), Tools: strings.Count(sessiontest.Letters(s), "t"), Earlier: s.Earlier,
		Branches: s.Branches, BranchRows: s.BranchRows, Sidechains: s.Sidechains,
		Compactions: len(s.Compactions), Unknown: s.Unknown, Attachments: len(s.Attachments),
		Problems: len(s.Problems), Unanswered: len(p.Unanswered), Orphans: len(p.Orphans), Sum: -1, Used: s.Usage.Input,
	}
	for _, c := range s.Compactions {
		f.Missing += c.Missing
		if c.Micro {
			f.Micro++
		}
		f.Sum = max(f.Sum, c.Summary)
	}
	return f
}
