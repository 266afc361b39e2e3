package sweagent

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/records"
	"cutline/model/sessiontest"
)

func TestFixtures(t *testing.T) {
	files := sessiontest.Fixtures(t, Name)
	for _, c := range []struct {
		file, model, version string
		says, problems       []string
	}{
		{"no-function-calls.traj", "gpt-x", "1.0.0", []string{
			"s You are in a shell.", "i A demonstration.", "u Fix the issue.", "a I list.\n\n bash(call-1){\"command\":\"ls\"}", "t call-1=a.txt\nbash-$",
			"a Nothing to do.", "i Your output held no command.",
		}, []string{"9 shape"}},
		{"tool-call-ids.traj", "", "", []string{"u Fix it.", `a I look. find_file(c1){"name":"a"}`, "t c1=Found none."}, nil},
		{"mini.traj.json", "m-1", "1.14.0", []string{
			"s One command at a time.", "u Solve it.", "a THOUGHT: I look.\n\n bash(call-1){\"command\":\"ls -la\"}",
			"t call-1=<returncode>2</returncode>\n<output>\nno\n</output>!", "a I have no command.", "i Please give one.",
		}, nil},
	} {
		t.Run(c.file, func(t *testing.T) {
			s := sessiontest.Recognised(t, Looks, Read, files[c.file], c.says, c.problems)
			if s.Model != c.model || s.AgentVersion != c.version {
				t.Errorf("model %s, version %s", s.Model, s.AgentVersion)
			}
		})
	}
	s := sessiontest.Open(t, Read, files["mini.traj.json"])
	if d := cmp.Diff(model.Usage{Known: true, Input: 120, Cached: 100, Output: 9, Row: 2, Total: 9}, s.Usage); d != "" || s.CWD != "/testbed" {
		t.Errorf("cwd %s: %s", s.CWD, d)
	}
}

func TestLooks(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"history":[{"role":"user","content":"a"}]}`:                           true,
		`{"history":[{"action":"message"}]}`:                                    false,
		`{"messages":[{"role":"user","content":"a"}]}`:                          false,
		`{"messages":[{"role":"user","content":"a"}],"info":{"id":"x"}}`:        false,
		`{"messages":[{"role":"user","content":"a"}],"info":{"exit_status":1}}`: true,
		`[{"role":"user","content":"a"}]`:                                       false,
		`[]`:                                                                    false,
	} {
		if got := Looks([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
	if _, err := Read(model.Input{Reader: strings.NewReader("[]"), Size: 2}); !errors.Is(err, records.ErrNone) {
		t.Errorf("no trajectory was read as one: %v", err)
	}
}

func TestCorpus(t *testing.T) {
	s := sessiontest.Open(t, Read, sessiontest.Corpus(t, "swe-agent__SWE-agent__SWE-agent__history-only.traj"))
	if got := sessiontest.Roles(s); got != "suatatatatat" || s.Turns() != 1 || len(s.Problems) > 0 {
		t.Errorf("%s, %d turns, %v", got, s.Turns(), s.Problems)
	}
	if p := model.Mismatched(s.Links, nil); len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
		t.Errorf("%+v", p)
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
