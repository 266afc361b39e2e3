package ui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/discover"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/render/theme"
)

// world is an engine without a clock, a network or a random number. Files go to memory.
type world struct {
	mu      sync.Mutex
	path    string
	saved   map[string]string
	state   []reassemble.Change
	pins    []pin.Pin
	copied  string
	opened  []string      // paths of sessions that were picked
	leaves  []string      // branches that were asked for
	kin     *discover.Kin // what lies beside the session
	slow    chan struct{} // when set, a summary waits for it
	started chan struct{}
	models  []*asked // that can be called
	late    func() *model.Input
}

func demoPath(tb testing.TB) string {
	tb.Helper()
	return filepath.Join("..", "testdata", "sessions", "claudecode", "demo.jsonl")
}

// demo is the demo session, read once for all tests.
var demo = sync.OnceValues(func() (*model.Session, error) {
	path := filepath.Join("..", "testdata", "sessions", "claudecode", "demo.jsonl")
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return load.From(bytes.NewReader(b), filepath.Base(path), load.Choice{})
})

func (w *world) engine(tb testing.TB, th func(bool) *theme.Theme) Engine {
	tb.Helper()
	e := w.engineAt(tb, th, "")
	if w.kin != nil {
		e.Kin = func(context.Context, string) discover.Kin { return *w.kin }
	}
	return e
}

// engineAt is an engine for one branch of the session.
func (w *world) engineAt(tb testing.TB, th func(bool) *theme.Theme, leaf string) Engine {
	tb.Helper()
	var b []byte
	shared := w.path == demoPath(tb) && leaf == ""
	if !shared {
		var err error
		if b, err = os.ReadFile(w.path); err != nil {
			tb.Fatal(err)
		}
	}
	w.saved = map[string]string{}
	return Engine{
		Open: func() (*model.Session, io.Closer, error) {
			if shared {
				s, err := demo()
				if err != nil {
					return nil, nil, err
				}
				own := *s // what a test makes of it is its own
				own.Rows = slices.Clone(s.Rows)
				return &own, io.NopCloser(nil), nil
			}
			s, err := load.From(bytes.NewReader(b), filepath.Base(w.path), load.Choice{Leaf: leaf})
			return s, io.NopCloser(nil), err
		},
		World:    w.world,
		SetState: func(c []reassemble.Change) { w.state = c },
		SetPins: func(_ *model.Session, pins []pin.Pin) error {
			w.pins = pins
			return nil
		},
		Suggest: func(_ *model.Session, res *pipeline.Result) string {
			return res.Written.Name
		},
		Save: func(_ *model.Session, res *pipeline.Result, path string, force bool) (Saved, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if _, there := w.saved[path]; there && !force {
				return Saved{}, ErrExists
			}
			var out bytes.Buffer
			if _, err := res.Written.Rope.WriteTo(&out); err != nil {
				return Saved{}, err
			}
			w.saved[path] = out.String()
			return Saved{Path: path, Resume: res.Written.Resume}, nil
		},
		Rescue: func(ctx context.Context, s *model.Session, o pipeline.RescueOptions) (*pipeline.Rescue, error) {
			o.Count = func(s string) int { return len(s) / 4 }
			return pipeline.ReadRescue(ctx, s, o)
		},
		SuggestRescue: func(_ *model.Session, done *pipeline.Rescued) string { return done.Written.Name },
		SaveRescue: func(_ *pipeline.Rescue, _ *pipeline.Preview, done *pipeline.Rescued, path string, force bool) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if _, there := w.saved[path]; there && !force {
				return ErrExists
			}
			var out bytes.Buffer
			_, err := done.Written.Rope.WriteTo(&out)
			w.saved[path] = out.String()
			return err
		},
		Inspect: inspected, Score: scored,
		Export: func(path, body string, force bool) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if _, there := w.saved[path]; there && !force {
				return ErrExists
			}
			w.saved[path] = body
			return nil
		},
		Sessions: sessions, Home: "/home/dev",
		Now: func() time.Time { return noon },
		At:  w.at(tb, th),
		Leaf: func(id string) Engine {
			w.leaves = append(w.leaves, id)
			return w.engineAt(tb, th, id)
		},
		Edit:  w.editor,
		Copy:  func(s string) error { w.copied = s; return nil },
		Theme: th,
		Later: func(time.Duration, tea.Msg) tea.Cmd { return nil },
	}
}

func (w *world) world(s *model.Session, _ pipeline.Params) pipeline.World {
	n := 0
	var sum summarize.Summarizer = local.New(pipeline.Window(s, pipeline.Defaults()))
	if w.slow != nil {
		sum = waiting{sum, w}
	}
	env, all := pipeline.Env{Blocks: reassemble.Collect(s, reassemble.State{}), Changes: w.state, Pins: w.pins}, []summarize.Summarizer{sum}
	for _, m := range w.models {
		env.Rungs, all = append(env.Rungs, m.Info()), append(all, m)
	}
	return pipeline.World{
		Env: env, Summarizers: all, Late: w.late,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		NewID: func() string {
			n++
			return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
		},
		Now: func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) },
		Count: func(_ context.Context, s *model.Session) (int, error) {
			total := 0
			for i := range s.Rows {
				total += s.Rows[i].Tokens
			}
			return total, nil
		},
	}
}

// waiting is a summarizer that takes as long as the test wants.
type waiting struct {
	summarize.Summarizer
	w *world
}

func (s waiting) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	on(summarize.Progress{Rung: summarize.Local, Done: 40, Of: len(req.List)})
	select {
	case s.w.started <- struct{}{}:
	default:
	}
	select {
	case <-ctx.Done():
		return summarize.Answer{}, ctx.Err()
	case <-s.w.slow:
	}
	return s.Summarizer.Summarize(ctx, req, on)
}

// opened is an inspector of the demo session at a size, with everything that Init starts done.
func opened(tb testing.TB, w *world, th func(bool) *theme.Theme, width, height int) *App {
	tb.Helper()
	return openedWith(tb, w, th, width, height, pipeline.Defaults())
}

// openedWith is opened with other parameters than the defaults.
func openedWith(tb testing.TB, w *world, th func(bool) *theme.Theme, width, height int, p pipeline.Params) *App {
	tb.Helper()
	if w.path == "" {
		w.path = demoPath(tb)
	}
	a := New(w.engine(tb, th), true, filepath.Base(w.path), p)
	a.Update(tea.WindowSizeMsg{Width: width, Height: height})
	settle(a, a.Init())
	return a
}

func init() { highlightTime = time.Minute } // a golden does not depend on how busy the machine is

func plain(bool) *theme.Theme       { return theme.Plain() }
func colour(dark bool) *theme.Theme { return theme.Colour(dark) }

// settle runs commands one after the other until none is left.
func settle(a *App, cmd tea.Cmd) {
	queue := []tea.Cmd{cmd}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		if c == nil {
			continue
		}
		msg := c()
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		if msg == nil {
			continue
		}
		if b, ok := msg.(benchMsg); ok && b.err == nil {
			b.run = remembered(a, b.run)
			msg = b
		}
		_, next := a.Update(msg)
		queue = append(queue, next)
	}
}

// press sends keys, named as the terminal library names them.
func press(a *App, keys ...string) {
	for _, k := range keys {
		settle(a, a.keys(keyMsg(k)))
	}
}

func keyMsg(k string) tea.KeyMsg {
	named := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "pgdown": tea.KeyPgDown,
		"pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd, " ": tea.KeySpace, "shift+tab": tea.KeyShiftTab, "ctrl+c": tea.KeyCtrlC,
		"backspace": tea.KeyBackspace, "left": tea.KeyLeft, "right": tea.KeyRight, "shift+left": tea.KeyShiftLeft, "shift+right": tea.KeyShiftRight, "ctrl+u": tea.KeyCtrlU, "ctrl+d": tea.KeyCtrlD, "ctrl+g": tea.KeyCtrlG,
	}
	if t, ok := named[k]; ok {
		return tea.KeyMsg{Type: t}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
}

func leftClick(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
}
