package ui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/model/bench"
	"cutline/model/load"
	"cutline/pipeline"
)

// indexed is an inspector of a session that is indexed; measuring it is given back.
func indexed(t *testing.T, broken string, measure Measure) (a *App, rest tea.Cmd) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	err = bench.Claude(f, 300_000, 1)
	_, err2 := f.WriteString(broken)
	if err := errors.Join(err, err2, f.Close()); err != nil {
		t.Fatal(err)
	}
	w := &world{path: path}
	e := w.engine(t, plain)
	e.Open = func() (*model.Session, io.Closer, error) { return load.Open(path, load.Choice{}) }
	e.Index = func() (*model.Session, io.Closer, error) { return load.Index(path, load.Choice{}) }
	e.Measure = measure
	a = New(e, true, "large.jsonl", pipeline.Defaults())
	t.Cleanup(func() { _ = a.Close() })
	a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	_, rest = a.Update(a.Init()()) // the index
	return a, rest
}

func TestStoryMeasure(t *testing.T) {
	t.Parallel()
	a, rest := indexed(t, "", load.Measure)
	if rest == nil || !strings.Contains(a.View(), "sizes ≈, 0% measured") {
		t.Fatalf("not indexed:\n%s", a.View())
	}
	press(a, "c")
	if a.result != nil || !strings.Contains(a.View(), "still being measured") {
		t.Errorf("compacted with sizes that are not exact:\n%s", a.View())
	}
	press(a, "g", "j", "j", "4")
	about := a.s.Rows[3].Chars
	settle(a, rest)
	if at := a.list.Selected(); at != 2 {
		t.Errorf("the cursor has gone to message %d", at)
	}
	if head, _, _ := strings.Cut(a.View(), "\n"); strings.Contains(head, "measured") || a.s.Approx {
		t.Errorf("not measured: %s", head)
	}
	whole, closer, err := a.engine.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }()
	for i := range whole.Rows {
		if got, want := a.s.Rows[i].Chars, whole.Rows[i].Chars; got != want {
			t.Fatalf("message %d has %d chars, want %d", i, got, want)
		}
	}
	if about == 0 || a.report.Slim.Chars == 0 {
		t.Errorf("%d chars, %d in all", about, a.report.Slim.Chars)
	}
	press(a, "c")
	if a.result == nil {
		t.Errorf("not compacted:\n%s", a.View())
	}
}

// A line that only decoding finds wrong: the file is read as a whole.
func TestStoryMeasureWhole(t *testing.T) {
	t.Parallel()
	const bad = `{"type":"user","uuid":"x","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"\q"}]}}` + "\n"
	a, rest := indexed(t, bad, load.Measure)
	n := len(a.s.Rows)
	settle(a, rest)
	if a.s.Approx || len(a.s.Rows) != n-1 || len(a.s.Problems) != 1 {
		t.Errorf("%d messages, then %d; problems %v", n, len(a.s.Rows), a.s.Problems)
	}
}

// What was measured of a session that was read again meanwhile is not wanted any more.
func TestStoryMeasureLate(t *testing.T) {
	t.Parallel()
	taken := 0
	a, rest := indexed(t, "", func(_ context.Context, s *model.Session, on func(int64)) (*model.Session, error) {
		on((s.Bytes + 1) / 2)
		taken++
		exact := *s
		exact.Approx = false
		return &exact, nil
	})
	msg := rest()
	if v := a.View(); !strings.Contains(v, "50% measured") {
		t.Errorf("no progress:\n%s", v)
	}
	press(a, "R")
	again := a.s
	if taken != 2 || again.Approx {
		t.Fatalf("measured %d times", taken)
	}
	if a.Update(msg); a.s != again {
		t.Error("it took the place of another session")
	}
}

// The cursor begins at the split of all of the session, not at that of its beginning, unless somebody has moved.
func TestCursorAfterTheBeginning(t *testing.T) {
	t.Parallel()
	for _, moved := range []bool{false, true} {
		w := &world{path: demoPath(t)}
		e := w.engine(t, plain)
		b, err := os.ReadFile(w.path)
		if err != nil {
			t.Fatal(err)
		}
		e.Preview = func() (*model.Session, error) {
			return load.From(bytes.NewReader(b[:bytes.LastIndexByte(b[:len(b)/3], '\n')+1]), "demo.jsonl", load.Choice{})
		}
		a := New(e, true, "demo.jsonl", pipeline.Defaults())
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		cmds, ok := a.Init()().(tea.BatchMsg)
		if !ok || len(cmds) != 2 {
			t.Fatalf("%d commands", len(cmds))
		}
		settle(a, cmds[1])
		some := len(a.s.Rows)
		want := 112
		if moved {
			press(a, "g", "j")
			want = a.list.Selected()
		}
		settle(a, cmds[0])
		if got := a.list.Selected(); got != want || some >= len(a.s.Rows) {
			t.Errorf("moved %v: the cursor is at message %d, want %d; %d of %d messages came first", moved, got, want, some, len(a.s.Rows))
		}
	}
}

// What is opened over the beginning of a session stays open, and shows all of it then.
func TestPageOverTheBeginning(t *testing.T) {
	t.Parallel()
	for key, open := range map[string]func(*App) bool{
		"u": func(a *App) bool { return a.at(keymap.Fill) && a.fill.Read() },
		"t": func(a *App) bool { return a.at(keymap.Time) },
		"?": func(a *App) bool { return a.page != nil },
	} {
		w := &world{path: demoPath(t)}
		e := w.engine(t, plain)
		e.Preview = func() (*model.Session, error) {
			s, closer, err := e.Open()
			if err == nil {
				err = closer.Close()
			}
			return s, err
		}
		a := New(e, true, "demo.jsonl", pipeline.Defaults())
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		cmds, ok := a.Init()().(tea.BatchMsg) // all of it, and its beginning
		if !ok || len(cmds) != 2 {
			t.Fatalf("%d commands", len(cmds))
		}
		settle(a, cmds[1])
		if !a.preview {
			t.Fatal("no beginning")
		}
		press(a, key)
		settle(a, cmds[0])
		if a.preview || !open(a) {
			t.Errorf("%s: still the beginning, or closed:\n%s", key, a.View())
		}
	}
}

// A session that has grown too large to be read as a whole is not measured before it rests.
func TestNotMeasuredYet(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	a.s.Approx = true
	see(t, a, "sizes ≈")
	press(a, "c")
	see(t, a, "still being measured")
}
