// Package wire puts a session, the commands' desk and the terminal's tools together into the engine that the inspector
// asks, with a screen or without.
package wire

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
	"runtime/debug"
	"time"

	"cutline/model"
	"cutline/model/discover"
	"cutline/model/load"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/lab"
	"cutline/render/theme"
	"cutline/ui"
	"cutline/ui/cli"
	"cutline/ui/tty"
)

// DemoName is what the built-in session is called on the screen.
const DemoName = "demo.jsonl"

// Source is what an engine needs beside the session that is named.
type Source struct {
	Demo   []byte                       // the built-in session
	Stdin  func() ([]byte, error)       // all of standard input, the same bytes at each call
	Themes func(dark bool) *theme.Theme // for the background
	Edit   func(path string) *exec.Cmd  // opens a file in the editor
}

// Engine wires a session to the inspector.
func Engine(o cli.Open, from Source) ui.Engine {
	desk := cli.NewDesk(o)
	branch := branchReader(o)
	open := func() (*model.Session, io.Closer, error) {
		switch {
		case o.Demo:
			s, err := load.From(bytes.NewReader(from.Demo), DemoName, load.Choice{Leaf: o.Leaf})
			return desk.Opened(s, io.NopCloser(nil), err)
		case o.Stdin:
			piped, err := from.Stdin()
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
		Theme: from.Themes, Copy: tty.Copy, Edit: from.Edit, Show: tty.Viewer, Inspect: desk.Inspect,
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
		return Engine(o, from)
	}
	e.Choose = func(session string) ui.Engine {
		o := o
		o.Session = session
		return Engine(o, from)
	}
	sessions(&e, o, from)
	return e
}

// previewBytes is how much of a large file is read to show something while all of it is read.
const previewBytes = 512 << 10

// While a large session is read, garbage is collected early enough that the program stays at a
// tenth of its size: it needs some ten megabytes of its own beside these. No limit is
// harder than what the tables of the session need.
const (
	leastMemory = 96 << 20
	memoryShare = 13
)

// indexBytes is the size from which on a file is indexed before it is read as a whole: what is
// smaller is read in the blink of an eye.
const indexBytes = 8 << 20

// sessions wires those of this machine, and how one of them is opened instead of the one
// that o names.
func sessions(e *ui.Engine, o cli.Open, from Source) {
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
		return Engine(o, from)
	}
	if o.Pick {
		e.Open = nil
	}
}
