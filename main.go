// Cutline opens a session that a coding agent wrote, shows what context compaction would do
// to it and why, and runs it.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	_ "embed"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"

	"cutline/keymap"
	"cutline/model"
	"cutline/model/aside"
	"cutline/model/discover"
	"cutline/model/load"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/lab"
	"cutline/render/theme"
	"cutline/ui"
	"cutline/ui/cli"
	"cutline/ui/early"
	"cutline/ui/linear"
	"cutline/ui/tty"
)

//go:embed testdata/sessions/claudecode/demo.jsonl
var demo []byte

// demoName is what the built-in session is called on the screen.
const demoName = "demo.jsonl"

func main() {
	early.Restore()
	app := cli.App{Keys: ownKeys, Inspector: inspect, Shot: shot}
	std := cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, InTTY: isTTY(os.Stdin), OutTTY: isTTY(os.Stdout), Width: tty.Width(os.Stdout)}
	os.Exit(cli.Execute(context.Background(), os.Args[1:], std, app))
}

func isTTY(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }

// previewBytes is how much of a large file is read to show something while all of it is read.
const previewBytes = 512 << 10

// indexBytes is the size from which on a file is indexed before it is read as a whole: what is
// smaller is read in the blink of an eye.
const indexBytes = 8 << 20

// While a large session is read, garbage is collected early enough that the program stays at a
// tenth of its size: it needs some ten megabytes of its own beside these. No limit is
// harder than what the tables of the session need.
const (
	leastMemory = 96 << 20
	memoryShare = 13
)

// engine wires a session to the inspector.
func engine(o cli.Open, stdin func() ([]byte, error), themes func(bool) *theme.Theme) ui.Engine {
	desk := cli.NewDesk(o)
	branch := branchReader(o)
	open := func() (*model.Session, io.Closer, error) {
		switch {
		case o.Demo:
			s, err := load.From(bytes.NewReader(demo), demoName, load.Choice{Leaf: o.Leaf})
			return desk.Opened(s, io.NopCloser(nil), err)
		case o.Stdin:
			piped, err := stdin()
			if err != nil {
				return nil, nil, fmt.Errorf("read standard input: %w", err)
			}
			return desk.Opened(o.Read(bytes.NewReader(piped)))
		}
		return desk.Opened(branch(func(o cli.Open) (*model.Session, io.Closer, error) { return o.Read(nil) }))
	}
	e := ui.Engine{
		Open: open, World: desk.World, Note: desk.Note, Writers: desk.Writers, SetState: desk.SetState, SetPins: desk.SetPins, Suggest: desk.Suggest,
		Lab:   func(s *model.Session, p pipeline.Params) lab.Input { return desk.Lab(s, p, o.Given) },
		Theme: themes, Copy: tty.Copy, Edit: tty.Editor, Show: tty.Viewer, Inspect: desk.Inspect,
		Strategies: o.Strategies, Source: o.Source, Warned: o.Warned, Settings: desk.Settings, SaveSettings: desk.SaveSettings,
		Save: func(s *model.Session, res *pipeline.Result, path string, force bool) (ui.Saved, error) {
			err := desk.Save(s, res, path, force)
			if errors.Is(err, save.ErrExists) {
				err = ui.ErrExists
			}
			return ui.Saved{Path: path, Resume: res.Written.Command(path), Note: cli.Found(res.Written, path)}, err
		},
	}
	e.Rescue, e.SuggestRescue = desk.Rescue, desk.SuggestRescue
	e.SaveRescue = func(r *pipeline.Rescue, p *pipeline.Preview, done *pipeline.Rescued, path string, force bool) error {
		err := desk.SaveRescue(r, p, done, path, force)
		if errors.Is(err, save.ErrExists) {
			err = ui.ErrExists
		}
		return err
	}
	e.Export = func(path, body string, force bool) error {
		err := desk.Export(path, body, force)
		if errors.Is(err, save.ErrExists) {
			err = ui.ErrExists
		}
		return err
	}
	e.Bank = func(s *model.Session, res *pipeline.Result) (*ui.Deposit, error) {
		d, err := desk.Bank(s, res)
		if d == nil || err != nil {
			return nil, err
		}
		return &ui.Deposit{Dir: d.Dir, Diff: d.Diff, Says: d.Says, Write: d.Write}, nil
	}
	if o.Path != "" {
		e.Kin = func(ctx context.Context, format string) discover.Kin { return discover.KinOf(ctx, o.Path, format) }
		e.Stat = func() (ui.Stamp, error) { return ui.Stat(o.Path) }
		e.Written = func(most time.Duration) { ui.Written(o.Path, most) }
	}
	info, err := os.Stat(o.Path)
	if err != nil || !info.Mode().IsRegular() {
		info = nil
	}
	if info != nil && info.Size() > 4*previewBytes {
		e.Preview = func() (*model.Session, error) { return load.Preview(o.Path, o.Choice(), previewBytes) }
	}
	if info != nil && info.Size() > indexBytes {
		e.Index = func() (*model.Session, io.Closer, error) {
			if load.Indexes(o.Path, o.Choice()) {
				debug.SetMemoryLimit(max(leastMemory, info.Size()/memoryShare))
			}
			return desk.Opened(branch(cli.Open.Index))
		}
		e.Measure = func(ctx context.Context, s *model.Session, on func(int64)) (*model.Session, error) {
			defer debug.SetMemoryLimit(math.MaxInt64)
			return load.Measure(ctx, s, on)
		}
	}
	e.Leaf = func(id string) ui.Engine {
		o := o
		o.Leaf = id
		return engine(o, stdin, themes)
	}
	e.Choose = func(session string) ui.Engine {
		o := o
		o.Session = session
		return engine(o, stdin, themes)
	}
	sessions(&e, o, stdin, themes)
	return e
}

// branchReader reads the branch of a file that o names, in one way or another, again and again.
func branchReader(o cli.Open) func(read func(cli.Open) (*model.Session, io.Closer, error)) (*model.Session, io.Closer, error) {
	var was atomic.Bool // it was there
	return func(read func(cli.Open) (*model.Session, io.Closer, error)) (*model.Session, io.Closer, error) {
		s, closer, err := read(o)
		var gone *model.NotHereError
		if was.Load() && o.Leaf != "" && errors.As(err, &gone) {
			// The agent has gone on from the end of the branch: its end is now the last of the file.
			last := o
			last.Leaf = ""
			s, closer, err = read(last)
		}
		if err == nil {
			was.Store(true)
		}
		return s, closer, err
	}
}

// once reads a stream at the first call: reading a session again, or another one of the stream,
// is reading the same bytes.
func once(r io.Reader) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) { return io.ReadAll(r) })
}

// sessions wires those of this machine, and how one of them is opened instead of the one
// that o names.
func sessions(e *ui.Engine, o cli.Open, stdin func() ([]byte, error), themes func(bool) *theme.Theme) {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // then only what agents keep in projects is not found
	}
	env := discover.Here(dir, os.Getenv)
	e.Home = env.Home
	e.Sessions = func(ctx context.Context) iter.Seq[discover.Entry] { return discover.Find(ctx, env) }
	e.At = func(path, session string) ui.Engine {
		o := o
		o.Path, o.Session, o.Leaf, o.Latest, o.Pick, o.Stdin, o.Demo = path, session, "", false, false, false, false
		return engine(o, stdin, themes)
	}
	if o.Pick {
		e.Open = nil
	}
}

// keyboard is where keys come from: standard input, or the terminal itself when a session comes from there.
func keyboard(o cli.Open) (*os.File, error) {
	if !o.Stdin && isTTY(os.Stdin) {
		return os.Stdin, nil
	}
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("there is no terminal to take keys from: %w", err)
	}
	return f, nil
}

// dialogue tells the session line by line.
func dialogue(ctx context.Context, o cli.Open) error {
	keys, err := keyboard(o)
	if err != nil {
		return err
	}
	if keys != os.Stdin {
		defer func() { _ = keys.Close() }() // it was only read
	}
	d := linear.Dialogue{Engine: engine(o, once(os.Stdin), themes(termenv.Ascii, o.Looks)), Params: o.Params, In: keys, Out: os.Stdout, Width: tty.Width(os.Stdout)}
	return d.Run(ctx)
}

// inspect runs the inspector in the terminal.
func inspect(ctx context.Context, o cli.Open) error {
	if o.Looks.Plain {
		return dialogue(ctx, o)
	}
	// Background work gets its own processors, and stands aside, so that a key press never waits for it.
	runtime.GOMAXPROCS(runtime.NumCPU() + 2)
	aside.On()
	profile := termenv.NewOutput(os.Stdout, termenv.WithUnsafe()).EnvColorProfile()
	dark, known := tty.DarkByEnv(os.Getenv("COLORFGBG"))
	if o.Looks.Theme != "" {
		dark, known = o.Looks.Theme == "dark", true
	} else if !known {
		dark = true
	}
	keys, err := keyboard(o)
	if err != nil {
		return err
	}
	if keys != os.Stdin {
		defer func() { _ = keys.Close() }() // it was only read
	}
	in := &tty.In{File: keys}
	e := editing(engine(o, once(os.Stdin), themes(profile, o.Looks)), func(path string) *exec.Cmd {
		cmd := tty.Editor(path)
		// The editor gets the terminal itself: a copy of it would swallow the first key after it.
		cmd.Stdin, cmd.Stdout, cmd.Stderr = keys, os.Stdout, os.Stderr
		return cmd
	})
	app := ui.New(e, dark, name(o), o.Params)
	if o.Follow {
		app.Follow()
	}
	mouse := tea.WithMouseCellMotion()
	if o.Looks.Still {
		app.Still()
		mouse = func(*tea.Program) {}
	}
	screen := tty.NewScreen(os.Stdout)
	defer func() { _ = screen.Close() }() // it only stops to paint
	// The renderer has nothing to draw, so it looks as seldom as it can.
	p := tea.NewProgram(tty.Painted(tty.Guarded(app), screen), tea.WithAltScreen(), mouse, tea.WithInput(in), tea.WithOutput(screen), tea.WithContext(ctx), tea.WithFPS(1), tea.WithoutSignalHandler())
	if !known {
		unanswered := time.AfterFunc(answerWait, func() {
			looks := o.Looks.Options()
			looks.Either = true
			p.Send(ui.BackgroundMsg{Either: theme.New(renderer(profile), true, looks)})
		})
		defer unanswered.Stop()
		in.Background = func(dark bool) {
			unanswered.Stop()
			p.Send(ui.BackgroundMsg{Dark: dark})
		}
		if _, err := os.Stdout.WriteString(tty.AskBackground); err != nil {
			return fmt.Errorf("write to the terminal: %w", err)
		}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for sig := range signals {
			p.Send(ui.SignalMsg{Interrupt: sig == syscall.SIGINT})
		}
	}()
	_, err = p.Run()
	signal.Stop(signals)
	close(signals)
	if err == nil {
		_, err = os.Stdout.WriteString(app.Farewell())
		err = errors.Join(err, app.Err())
	}
	return errors.Join(err, app.Close())
}

// editing gives an engine, and those that come of it, another editor.
func editing(e ui.Engine, edit func(path string) *exec.Cmd) ui.Engine {
	at, leaf, choose := e.At, e.Leaf, e.Choose
	e.Edit = edit
	e.At = func(path, session string) ui.Engine { return editing(at(path, session), edit) }
	e.Choose = func(session string) ui.Engine { return editing(choose(session), edit) }
	e.Leaf = func(id string) ui.Engine { return editing(leaf(id), edit) }
	return e
}

// name is what the header calls the session.
func name(o cli.Open) string {
	switch {
	case o.Demo:
		return demoName
	case o.Stdin:
		return "standard input"
	}
	return o.Path[strings.LastIndexByte(o.Path, os.PathSeparator)+1:]
}

// ownKeys puts a person's own keys into the table, before anything is drawn from it, and gives the
// rows that differ now.
func ownKeys(keys []cli.Key) ([]cli.Key, []error) {
	changes := make([]keymap.Change, 0, len(keys))
	for _, k := range keys {
		changes = append(changes, keymap.Change{Scope: k.Scope, Action: keymap.Action(k.Action), Keys: k.Keys})
	}
	table, bad := keymap.With(keymap.Table, changes)
	var own []cli.Key
	for i, r := range table {
		if !slices.Equal(r.Keys, keymap.Table[i].Keys) {
			own = append(own, cli.Key{Scope: r.Scope.String(), Action: string(r.Action), Keys: r.Keys})
		}
	}
	keymap.Table = table
	return own, bad
}

// answerWait is how long a terminal has to say what its background is. A dark one is taken for granted until
// then, because most are; without an answer the colours are such that can be read on any.
const answerWait = 300 * time.Millisecond

// renderer makes colours and asks no terminal.
func renderer(profile termenv.Profile) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	return r
}

// themes builds the colours for a terminal.
func themes(profile termenv.Profile, looks cli.Looks) func(bool) *theme.Theme {
	r := renderer(profile)
	return func(dark bool) *theme.Theme {
		r.SetHasDarkBackground(dark)
		return theme.New(r, dark, looks.Options())
	}
}

// shot draws one frame.
func shot(ctx context.Context, o cli.Open, w, h int, s cli.ShotOptions) (string, error) {
	profile := termenv.Ascii
	if s.Color {
		profile = termenv.ANSI256
	}
	e := engine(o, once(os.Stdin), themes(profile, o.Looks))
	app := ui.New(e, o.Looks.Theme != "light", name(o), o.Params)
	frame, err := app.Shot(ctx, w, h, s.View)
	return frame, errors.Join(err, app.Close())
}
