package ui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
)

// written opens the screen of a session with these lines.
func written(t *testing.T, lines ...string) *App {
	t.Helper()
	w := &world{path: filepath.Join(t.TempDir(), "small.jsonl")}
	if err := os.WriteFile(w.path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := New(w.engine(t, plain), true, "small.jsonl", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	settle(a, a.Init())
	return a
}

// A session without messages says so where they would stand.
func TestNoMessages(t *testing.T) {
	t.Parallel()
	const snapshot = `{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m","trackedFileBackups":{}},"isSnapshotUpdate":false}`
	a := written(t, snapshot, snapshot)
	see(t, a, "0 messages", "No messages: 2 lines were read, and none of them holds one.", "o opens another")
}

// The page of problems names a line once, and a stage as the strip does.
func TestProblemPage(t *testing.T) {
	t.Parallel()
	const one = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"Look, please."}}`
	const two = `{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]}}`
	a := written(t, one, "no JSON", two)
	press(a, "!")
	a.Update(tea.WindowSizeMsg{Width: 80, Height: 24}) // the cursor stays, however often the page is drawn
	see(t, a, "▌ 3 split", "1 call without a result", "line 2 ", " is not")
	if v := a.View(); strings.Count(v, "line 2") != 1 || strings.Contains(v, "partition") {
		t.Errorf("a line named twice, or a stage by another name:\n%s", v)
	}
}

// Why a session could not be opened is told to its end.
func TestNotOpened(t *testing.T) {
	t.Parallel()
	a := written(t)
	a.s, a.err = nil, errors.New(strings.Repeat("a long reason, ", 12)+"and its end")
	see(t, a, "could not be opened", "and its end", "q quits")
}
