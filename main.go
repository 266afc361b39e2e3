// Cutline opens a session that a coding agent wrote, shows what context compaction would do
// to it and why, and runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	_ "embed"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"

	"cutline/keymap"
	"cutline/model/aside"
	"cutline/render/theme"
	"cutline/ui"
	"cutline/ui/cli"
	"cutline/ui/early"
	"cutline/ui/linear"
	"cutline/ui/tty"
	"cutline/ui/wire"
)

//go:embed testdata/sessions/claudecode/demo.jsonl
var demo []byte

func main() {
	early.Restore()
	app := cli.App{Keys: ownKeys, Inspector: inspect, Shot: shot}
	std := cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, InTTY: isTTY(os.Stdin), OutTTY: isTTY(os.Stdout), Width: tty.Width(os.Stdout)}
	os.Exit(cli.Execute(context.Background(), os.Args[1:], std, app))
}

func isTTY(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }

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
	d := linear.Dialogue{Engine: wire.Engine(o, wired(themes(termenv.Ascii, o.Looks), tty.Editor)), Params: o.Params, In: keys, Out: os.Stdout, Width: tty.Width(os.Stdout)}
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
	e := wire.Engine(o, wired(themes(profile, o.Looks), func(path string) *exec.Cmd {
		cmd := tty.Editor(path)
		// The editor gets the terminal itself: a copy of it would swallow the first key after it.
		cmd.Stdin, cmd.Stdout, cmd.Stderr = keys, os.Stdout, os.Stderr
		return cmd
	}))
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

// wired is what the inspector is wired with here.
func wired(themes func(bool) *theme.Theme, edit func(path string) *exec.Cmd) wire.Source {
	return wire.Source{Demo: demo, Stdin: wire.Once(os.Stdin), Themes: themes, Edit: edit}
}

// name is what the header calls the session.
func name(o cli.Open) string {
	switch {
	case o.Demo:
		return wire.DemoName
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
	e := wire.Engine(o, wired(themes(profile, o.Looks), tty.Editor))
	app := ui.New(e, o.Looks.Theme != "light", name(o), o.Params)
	frame, err := app.Shot(ctx, w, h, s.View)
	return frame, errors.Join(err, app.Close())
}
