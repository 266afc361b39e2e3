package ui

import (
	"context"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// play runs commands beside the test, as the program does.
func play(cmd tea.Cmd, to chan<- tea.Msg, all *sync.WaitGroup) {
	if cmd == nil {
		return
	}
	all.Add(1)
	go func() {
		defer all.Done()
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				play(c, to, all)
			}
		default:
			to <- msg
		}
	}()
}

// The newest progress is never lost and putting it in never waits.
func TestMailbox(t *testing.T) {
	t.Parallel()
	b := newMailbox()
	for i := range 1000 {
		b.put(summarize.Progress{Done: i})
	}
	if at, ok := b.take(); !ok || at.Done != 999 {
		t.Errorf("took %d", at.Done)
	}
	b.put(summarize.Progress{Done: 1})
	b.put(summarize.Progress{Done: 2})
	b.close()
	b.put(summarize.Progress{Done: 3}) // of an attempt that does not know that it is over
	b.close()
	if at, ok := b.take(); !ok || at.Done != 2 {
		t.Errorf("the last one was lost: %d, %t", at.Done, ok)
	}
	if _, ok := b.take(); ok {
		t.Error("there is more after the end")
	}
}

// Whatever is pressed, however the screen is sized and whatever comes while an answer streams, the
// frame fits the screen.
func TestAnythingWhileItStreams(outer *testing.T) {
	outer.Parallel()
	var keys []string
	for _, r := range keymap.Table {
		for _, k := range r.Keys {
			if k != "q" && k != "ctrl+c" && k != "E" {
				keys = append(keys, k)
			}
		}
	}
	rapid.Check(outer, func(t *rapid.T) {
		w, h := 80, 24
		a := chosen(outer, plain, w, h, answers(wrote))
		press(a, "c")
		if rapid.Bool().Draw(t, "agreed") {
			_ = a.keys(keyMsg("y"))
		}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				w, h = rapid.IntRange(1, 220).Draw(t, "w"), rapid.IntRange(1, 70).Draw(t, "h")
				settle(a, a.resized(tea.WindowSizeMsg{Width: w, Height: h}))
			case 1, 2:
				p := summarize.Progress{
					Rung: rapid.SampledFrom([]string{"external", "local", "self"}).Draw(t, "rung"), Model: rapid.String().Draw(t, "model"),
					Try: rapid.IntRange(0, 3).Draw(t, "try"), Tries: 3, Done: rapid.IntRange(0, 1000).Draw(t, "done"), Of: rapid.IntRange(0, 1000).Draw(t, "of"),
					Text: strings.Repeat(rapid.String().Draw(t, "text"), rapid.IntRange(0, 300).Draw(t, "times")), Why: rapid.String().Draw(t, "why"),
				}
				if rapid.Bool().Draw(t, "waits") {
					p.Until = noon.Add(time.Duration(rapid.IntRange(-5, 60).Draw(t, "left")) * time.Second)
				}
				for range rapid.IntRange(0, 3).Draw(t, "tried") {
					p.Tried = append(p.Tried, trace.Attempt{Rung: "external", Model: rapid.String().Draw(t, "m"), Error: "Other", Detail: rapid.String().Draw(t, "detail")})
				}
				a.Update(progressMsg{a.run.gen, p}) // the next one is not waited for: the run itself was not begun
			case 3:
				a.Update(tickMsg{a.run.gen})
			case 4:
				x, y := rapid.IntRange(0, 230).Draw(t, "x"), rapid.IntRange(0, 80).Draw(t, "y")
				b := rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}).Draw(t, "button")
				settle(a, a.moused(tea.MouseMsg{X: x, Y: y, Button: b, Action: tea.MouseActionPress}))
			default:
				press(a, rapid.SampledFrom(keys).Draw(t, "key"))
			}
			if a.quit {
				return
			}
			checkFrame(t, a, w, h)
		}
	})
}

// Runs that end, fail or are stopped in the middle leave no goroutine and no file behind.
func TestLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	m := answers(wrote)
	a := chosenIn(t, &world{path: small, models: []*asked{m}}, plain, 80, 24)
	press(a, "c", "y")
	before := runtime.NumGoroutine()
	for i := range 200 {
		m.calls.Store(0)
		m.script = [][]any{{wrote}, {summarize.Fail(summarize.Refused, "it would not")}, {summarize.Fail(summarize.Overloaded, "busy"), wrote}, {wrote}}[i%4]
		began := make(chan struct{}, 1)
		stop := i%4 == 3
		m.each = func(ctx context.Context, _ int, on func(summarize.Progress)) {
			for k := range 20 {
				on(summarize.Progress{Rung: summarize.External, Text: strings.Repeat("word ", k), Done: 5 * k})
			}
			if stop {
				began <- struct{}{}
				<-ctx.Done()
			}
		}
		msgs := make(chan tea.Msg)
		var all sync.WaitGroup
		play(a.keys(keyMsg("c")), msgs, &all)
		if a.running == nil {
			t.Fatalf("run %d does not begin:\n%s", i, a.View())
		}
		if stop {
			<-began
			a.Update(keyMsg("esc"))
		}
		for after := []tea.Cmd{nil}; len(after) > 0; { // the run, and then what its end begins
			for _, cmd := range after {
				play(cmd, msgs, &all)
			}
			after = nil
			over := make(chan struct{})
			go func() {
				all.Wait()
				close(over)
			}()
			for open := true; open; {
				select {
				case msg := <-msgs:
					_, cmd := a.Update(msg)
					if a.running != nil {
						play(cmd, msgs, &all)
					} else if cmd != nil {
						after = append(after, cmd)
					}
					a.View()
				case <-over:
					open = false
				}
			}
		}
		if a.running != nil {
			t.Fatalf("run %d goes on:\n%s", i, a.View())
		}
	}
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before && time.Now().Before(end); { // the last ones are on their way out
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > before {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}
