package ui

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/theme"
)

var overloaded = trace.Attempt{Rung: summarize.External, Model: "a-model", Budget: 800_000, Error: "Overloaded", Millis: 2100, Detail: "the server is overloaded (529)", InputTokens: 12_000}

// The answer appears as it comes, with who writes it, how far it is and how long it has taken; the
// list goes on working.
func TestStreams(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	now := noon
	clock(a, &now)
	a.running.since = now
	now = now.Add(7 * time.Second)
	shows(t, a, "attempt 1 of 3", "0 chars", "7 s", "esc stops it", "nothing of an answer has come yet")
	goes(a, summarize.Progress{Try: 1, Done: 1234, Text: "The person wants \x1b[2Jevery screen"})
	shows(t, a, "external a-model · attempt 1 of 3 · 1,234 chars · 7 s · esc stops it", "The person wants every screen", "answer · external a-model")
	press(a, "g", "j", "j")
	if a.list.Selected() != 2 {
		t.Errorf("the cursor stands on %d", a.list.Selected())
	}
	settle(a, a.resized(tea.WindowSizeMsg{Width: 120, Height: 40}))
	shows(t, a, "The person wants every screen", "1,234 chars")
	press(a, "t")
	shows(t, a, "1,234 chars · 7 s")
	press(a, "esc")
	if a.running == nil || a.time != nil {
		t.Error("esc on a page stops the run")
	}
	press(a, "c")
	if !strings.Contains(a.notice.text, "under way") {
		t.Errorf("c says %q", a.notice.text)
	}
	a.notice.text = ""
	settle(a, a.keys(keyMsg("q")))
	if !a.quit {
		t.Error("q does not leave")
	}
}

// What came of a failed attempt is gone when the next one begins, also when nobody saw it begin.
func TestNeverContinued(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	goes(a, summarize.Progress{Try: 1, Done: 5, Text: "what came first"})
	press(a, "tab", "k") // and it is held
	goes(a, summarize.Progress{Try: 2, Done: 40, Text: "second attempt, longer than the one before", Tried: []trace.Attempt{overloaded}})
	if frame := a.View(); strings.Contains(frame, "what came first") || !strings.Contains(frame, "second attempt") {
		t.Errorf("shows\n%s", frame)
	}
}

// While it waits the screen says why and how long, counts down once a second, and esc ends it within
// the same Update.
func TestWaits(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	now := noon
	clock(a, &now)
	a.engine.Later = func(d time.Duration, msg tea.Msg) tea.Cmd {
		if _, tick := msg.(tickMsg); tick != (d == time.Second) {
			t.Errorf("%T after %s", msg, d)
		}
		return func() tea.Msg { return msg }
	}
	goes(a, summarize.Progress{Try: 2, Until: now.Add(4 * time.Second), Why: "the server is overloaded (529)", Tried: []trace.Attempt{overloaded}})
	for left := 4; left > 0; left-- {
		shows(t, a, fmt.Sprintf("attempt 2 of 3 in %d s", left), "the server is overloaded (529)", fmt.Sprintf("begins in %d s", left))
		now = now.Add(time.Second)
		_, cmd := a.Update(tickMsg{a.run.gen})
		if cmd == nil {
			t.Fatal("it does not look again")
		}
		if msg, ok := cmd().(tickMsg); !ok || msg.gen != a.run.gen {
			t.Fatal("it looks again for another run")
		}
	}
	gen := a.run.gen
	a.Update(keyMsg("esc"))
	if a.running != nil || a.run.gen == gen || a.run.cancel != nil {
		t.Error("esc does not stop it")
	}
	if _, cmd := a.Update(tickMsg{gen}); cmd != nil {
		t.Error("the clock of a run goes on after it")
	}
}

// Stage 5 lists the attempts while it runs and afterwards, and a degraded run is told in words.
func TestAttemptsShow(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 100, 40)
	press(a, "5")
	shows(t, a, "attempts", "1 external a-model  under way")
	goes(a, summarize.Progress{Try: 2, Until: noon, Why: "overloaded", Tried: []trace.Attempt{overloaded}})
	shows(t, a, "1 external a-model  ✗ Overloaded  2.1 s  12,000 tokens in, 0 out  budget 800,000", "the server is overloaded (529)", "2 external a-model  is waited for", "if it fails")

	m := answers(summarize.Fail(summarize.Overloaded, "the server is overloaded (529)"))
	a = chosen(t, plain, 120, 40, m)
	press(a, "c", "y")
	if m.calls.Load() != 3 || a.result == nil {
		t.Fatalf("%d calls:\n%s", m.calls.Load(), a.View())
	}
	shows(t, a, "degraded: external gave Overloaded three times; local wrote it; ")
	press(a, "5")
	shows(t, a, "3 external a-model  ✗ Overloaded", "4 local  ✓", "who writes")
	press(a, "5", "v", "5")
	shows(t, a, "3 external a-model  ✗ Overloaded")

	a = chosen(t, plain, 120, 40, answers(summarize.Fail(summarize.Empty, "nothing came"), wrote))
	press(a, "c", "y")
	shows(t, a, "external gave EmptyContent; external wrote it")
}

// A run that is stopped in the middle of an answer leaves everything as it was, and the next one begins
// anew.
func TestStopMidStream(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c", "y")
	first, from := a.result, a.from
	m.each = func(ctx context.Context, _ int, on func(summarize.Progress)) {
		on(summarize.Progress{Rung: summarize.External, Text: "half", Done: 4})
		close(began)
		<-ctx.Done()
	}
	for _, keys := range [][]string{{"5", "5"}, {"v"}} { // after view, and plan
		press(a, keys...)
		a.notice.text = ""
		before, report := a.View(), a.report
		began = make(chan struct{})
		cmd := a.keys(keyMsg("c"))
		msgs := make(chan tea.Msg, 8)
		var all sync.WaitGroup
		play(cmd, msgs, &all)
		<-began
		a.Update(keyMsg("esc"))
		all.Wait()
		close(msgs)
		for msg := range msgs {
			a.Update(msg)
		}
		a.notice.text = ""
		if a.View() != before || a.result != first || a.from != from || a.running != nil || a.stale {
			t.Errorf("something is left:\n%s\nbefore:\n%s", a.View(), before)
		}
		if a.report.Pick.Summarizer != report.Pick.Summarizer {
			t.Error("another report")
		}
	}
	m.each = nil
	press(a, "c")
	if a.result == first || a.result == nil {
		t.Error("the next run gave nothing")
	}
}

// What would put an end to an answer is asked about, or waits for esc.
func TestAnswerIsNotLost(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	press(a, "R")
	if a.running == nil || !strings.Contains(a.notice.text, "a model is writing") {
		t.Errorf("R says %q", a.notice.text)
	}
	press(a, "o", "esc")
	if a.running == nil || a.picking {
		t.Error("esc in the list of sessions stops the answer")
	}
	press(a, "o", "enter")
	if a.asking == nil {
		t.Fatalf("another session is opened unasked:\n%s", a.View())
	}
	press(a, "n")
	if a.running == nil || a.s == nil {
		t.Error("no stops it")
	}
}

// A picture of a result sends nothing.
func TestShotSendsNothing(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	p := pipeline.Defaults()
	p.Pick.Summarizer = summarize.External
	w := &world{path: demoPath(t), models: []*asked{m}}
	if _, err := New(w.engine(t, plain), true, "demo.jsonl", p).Shot(context.Background(), 80, 24, "after"); err == nil || !strings.Contains(err.Error(), "sends nothing") {
		t.Errorf("error %v", err)
	}
	if _, err := New(w.engine(t, plain), true, "demo.jsonl", pipeline.Defaults()).Shot(context.Background(), 80, 24, "after"); err != nil {
		t.Error(err)
	}
	if m.calls.Load() != 0 {
		t.Error("a model was called")
	}
}

// With shapes from ASCII these screens draw nothing else either.
func TestModelScreensInASCII(t *testing.T) {
	t.Parallel()
	ascii := func(bool) *theme.Theme { return theme.PlainASCII() }
	check := func(a *App) {
		t.Helper()
		for i, line := range a.Lines() {
			if strings.Contains(line, "messages") || i == 0 {
				continue
			}
			if at := strings.IndexFunc(line, func(r rune) bool { return r > 0x7e }); at >= 0 {
				t.Errorf("%q in %q", line[at:min(len(line), at+4)], line)
			}
		}
	}
	w := &world{path: "../testdata/cases/ren-14/input.json", models: []*asked{answers(wrote)}}
	p := pipeline.Defaults()
	p.Pick.Summarizer = summarize.External
	a := openedWith(t, w, ascii, 120, 40, p)
	press(a, "M")
	check(a)
	press(a, "esc", "c")
	if !a.asksToSend() {
		t.Fatalf("not asked:\n%s", a.View())
	}
	check(a)
	press(a, "P")
	check(a)
	press(a, "esc")
	_ = a.keys(keyMsg("y"))
	for _, at := range []summarize.Progress{
		{Try: 1, Text: "The person wants", Done: 16},
		{Try: 2, Until: noon.Add(time.Second), Why: "busy", Tried: []trace.Attempt{overloaded}},
	} {
		goes(a, at)
		check(a)
		press(a, "5")
		check(a)
		press(a, "5")
	}
}

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

// A file that grew during the run: the screen says so and how to read it again; what is open stays what
// was read.
func TestGrewMeanwhile(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 100, 30)
	press(a, "c")
	rows := len(a.s.Rows)
	for _, c := range []struct {
		carried, missed int
		want            string
	}{
		{2, 0, "the file grew by 2 lines meanwhile, carried over; R reads it again"},
		{0, 1, "the file grew by 1 line meanwhile, not carried over; R reads it again"},
		{2, 1, "the file grew by 3 lines meanwhile, 2 carried over; R reads it again"},
	} {
		res := *a.result
		written := *res.Written
		written.Carried, written.Missed = c.carried, c.missed
		res.Written = &written
		settle(a, a.compacted(compactedMsg{gen: a.run.gen, result: &res}))
		if !strings.Contains(a.notice.text, c.want) || a.gatesNote() != c.want {
			t.Errorf("says %q and %q, want %q", a.notice.text, a.gatesNote(), c.want)
		}
	}
	if len(a.s.Rows) != rows {
		t.Error("other messages than were read")
	}
	press(a, "R")
	if a.result != nil || !strings.Contains(a.notice.text, "read again") {
		t.Errorf("R says %q", a.notice.text)
	}
}

// The same with a real file.
func TestGrewInFact(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := dir + "/live.jsonl"
	write(t, path, lines(0, 8))
	w := &world{path: path, late: func() *model.Input {
		f, err := os.Open(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		t.Cleanup(func() { _ = f.Close() })
		info, err := f.Stat()
		if err != nil {
			t.Error(err)
			return nil
		}
		return &model.Input{Path: path, Reader: f, Size: info.Size()}
	}}
	a := opened(t, w, plain, 100, 30)
	write(t, path, lines(0, 10))
	press(a, "c")
	if a.result == nil {
		t.Fatalf("no result: %s", a.notice.text)
	}
	if !strings.Contains(a.notice.text, "the file grew by 2 lines meanwhile") {
		t.Errorf("says %q", a.notice.text)
	}
	if len(a.s.Rows) != 8 {
		t.Errorf("%d messages", len(a.s.Rows))
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
	a := chosen(t, plain, 80, 24, m)
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
		over := make(chan struct{})
		go func() {
			all.Wait()
			close(over)
		}()
		for open := true; open; {
			select {
			case msg := <-msgs:
				_, cmd := a.Update(msg)
				play(cmd, msgs, &all)
				a.View()
			case <-over:
				open = false
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

func TestStreamingScreens(t *testing.T) {
	for _, c := range []struct {
		name  string
		theme func(bool) *theme.Theme
	}{{"plain", plain}, {"colour", colour}} {
		for _, size := range sizes {
			for name, p := range map[string]summarize.Progress{
				"streaming": {Try: 1, Done: 312, Text: strings.Repeat("The person wants every screen to be 80 cells wide, and says why:\n- golden files show what changed\n- a frame that is too wide breaks the terminal\n\n", 4) + "Next is the diff view, which"},
				"waiting":   {Try: 2, Until: noon.Add(4 * time.Second), Why: "the server is overloaded (529)", Tried: []trace.Attempt{overloaded}},
				"attempts":  {Try: 2, Done: 40, Text: "The person wants", Tried: []trace.Attempt{overloaded}},
			} {
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, c.name, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					a := begun(t, c.theme, size[0], size[1])
					a.running.since = noon.Add(-12 * time.Second)
					goes(a, p)
					if name == "attempts" {
						press(a, "5")
					}
					frame := a.View()
					exact(t, frame, size[0], size[1])
					golden.RequireEqual(t, []byte(frame))
				})
			}
		}
	}
}
