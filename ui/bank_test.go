package ui

import (
	"errors"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"
)

// bank is an engine's bank that counts what is written.
func bank(written *int, d *Deposit, err error) func(*model.Session, *pipeline.Result) (*Deposit, error) {
	return func(*model.Session, *pipeline.Result) (*Deposit, error) {
		if d != nil {
			d.Write = func() (string, error) {
				*written++
				return "activeContext.md: 1 session added", nil
			}
		}
		return d, err
	}
}

// compactedApp is an inspector with a result, and the line for the path is open.
func compactedApp(t *testing.T, w *world) *App {
	t.Helper()
	a := opened(t, w, plain, 100, 30)
	press(a, "c")
	press(a, "w")
	if a.line == nil {
		t.Fatalf("no path is asked for: %s", a.View())
	}
	return a
}

func TestBankIsAsked(t *testing.T) {
	t.Parallel()
	diff := "--- /dev/null\n+++ m/activeContext.md\n@@ -0,0 +1,80 @@\n" + strings.Repeat("+a line\n", 79) + "+the \x1b[31mlast\n"
	for _, tt := range []struct {
		name    string
		deposit *Deposit
		err     error
		keys    []string
		sees    string // before the keys
		written int
		saved   int
	}{
		{"yes", &Deposit{Dir: "/w/m", Diff: diff, Says: "1 session added"}, nil, []string{"y"}, "+++ m/activeContext.md", 1, 1},
		{"no", &Deposit{Dir: "/w/m", Diff: diff, Says: "1 session added"}, nil, []string{"n"}, "memory bank /w/m: 1 session added", 0, 1},
		{"neither", &Deposit{Dir: "/w/m", Diff: diff, Says: "1 session added"}, nil, []string{"esc"}, "memory bank /w/m: 1 session added", 0, 0},
		{"read to the end, then yes", &Deposit{Dir: "/w/m", Diff: diff}, nil, []string{"down", "pgdown", "G", "y"}, "+++ m/activeContext.md", 1, 1},
		{"there already", &Deposit{Dir: "/w/m"}, nil, nil, "written; how to resume", 0, 1},
		{"none", nil, nil, nil, "written; how to resume", 0, 1},
		{"it cannot be written, the session alone", nil, errors.New("it is a link"), []string{"y"}, "No memory bank: it is a link. Write the session alone?", 0, 1},
		{"it cannot be written, nothing then", nil, errors.New("it is a link"), []string{"esc"}, "No memory bank: it is a link.", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := short(t)
			a := compactedApp(t, w)
			n := 0
			a.engine.Bank = bank(&n, tt.deposit, tt.err)
			press(a, "enter")
			if !strings.Contains(a.View(), tt.sees) {
				t.Fatalf("the screen does not say %q:\n%s", tt.sees, a.View())
			}
			if n > 0 || tt.keys != nil && len(w.saved) > 0 {
				t.Fatal("something is written before the answer")
			}
			for _, k := range tt.keys {
				if k == "y" && tt.name == "read to the end, then yes" && !strings.Contains(a.View(), "+the last") {
					t.Errorf("the end of the diff is not shown, or not cleaned:\n%s", a.View())
				}
				press(a, k)
			}
			if n != tt.written || len(w.saved) != tt.saved {
				t.Errorf("the bank is written %d times, %d sessions are", n, len(w.saved))
			}
			if tt.written > 0 && !strings.Contains(a.Farewell(), "bank     activeContext.md: 1 session added") {
				t.Errorf("the farewell is %q", a.Farewell())
			}
			if a.page != nil || a.asking != nil {
				t.Error("the question stays")
			}
		})
	}
}

// TestPhrasesStartIt: under the strategy that listens to them a phrase in the line, or in the list of
// commands, runs a compaction; under another it is looked for.
func TestPhrasesStartIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, strategy string
		keys           []string
		instructions   string
		runs           bool
	}{
		{"a phrase", "memory", []string{"/", "clean memory", "enter"}, "", true},
		{"with more words", "memory", []string{"/", "context full, keep the fees", "enter"}, "context full, keep the fees", true},
		{"the command", "memory", []string{"/", "compact keep the fees", "enter"}, "keep the fees", true},
		{"in the list of commands", "memory", []string{"?", "/", "token limit", "enter"}, "", true},
		{"quoted", "memory", []string{"/", `"token limit"`, "enter"}, "", false},
		{"another strategy", "fair", []string{"/", "token limit", "enter"}, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := opened(t, short(t), plain, 100, 30)
			if err := a.params.SetParam("strategy", tt.strategy); err != nil {
				t.Fatal(err)
			}
			a.replan()
			for _, k := range tt.keys {
				press(a, k)
			}
			if (a.result != nil) != tt.runs {
				t.Fatalf("a compaction has run: %v\n%s", a.result != nil, a.View())
			}
			if !tt.runs {
				return
			}
			if r := a.result.Report; !r.Trigger.Fires || r.Params.Instructions != tt.instructions || a.params.Said != "" {
				t.Errorf("fires %v, instructions %q", r.Trigger.Fires, r.Params.Instructions)
			}
		})
	}
}

// TestAskedForHere: the timeline marks the messages in which a person asked for a compaction.
func TestAskedForHere(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	if err := p.SetParam("strategy", "memory"); err != nil {
		t.Fatal(err)
	}
	a := openedWith(t, &world{}, plain, 100, 30, p)
	world := a.engine.World
	a.engine.World = func(s *model.Session, p pipeline.Params) pipeline.World {
		w := world(s, p)
		w.Asked = []int{20}
		return w
	}
	press(a, "t", "down")
	if !strings.Contains(a.View(), "asked for here") || !strings.Contains(a.View(), "a person asked for a compaction here") {
		t.Errorf("the timeline has no mark:\n%s", a.View())
	}
}
