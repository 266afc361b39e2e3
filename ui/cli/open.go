package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"cutline/model"
	"cutline/model/dirs"
	"cutline/model/load"
)

// stdin is how the session on standard input is called where a file would be named.
const stdin = "standard input"

// target settles which session the arguments and flags mean.
func (c *command) target(args []string) (Open, error) {
	o := Open{Format: c.opts.format, Session: c.opts.session, Leaf: c.opts.leaf, Offline: c.opts.offline, Params: c.opts.p, Strategies: c.strategies, Given: c.given, Source: c.source, Config: c.config, Warned: c.warned, Looks: c.opts.form, Follow: c.opts.follow, State: dirs.State(c.Env), Pin: c.opts.pin, Saved: c.opts.pins == pinsSaved, Log: c.log.Logger}
	if o.Format != "" {
		if _, ok := load.ByName(o.Format); !ok {
			return o, usagef("--format: %q is none of %s", o.Format, formats())
		}
	}
	if len(args) > 0 && c.opts.latest {
		return o, usagef("--latest and %q: give one of the two", args[0])
	}
	dir := "."
	switch {
	case len(args) == 0:
		o.Latest = true
	case args[0] == "-":
		o.Stdin = true
		return o, nil
	case args[0] == "":
		return o, usagef("the name of the session file is empty")
	default:
		info, err := os.Stat(args[0])
		if err != nil || !info.IsDir() {
			o.Path = args[0]
			return o, nil
		}
		o.Latest, dir = true, args[0]
	}
	path, session, err := c.newest(context.Background(), dir) // an interrupt ends the program
	if o.Path = path; session != "" {
		o.Session = session
	}
	return o, err
}

// picked is what is opened when nobody says which session.
func (c *command) picked() (Open, error) {
	o, err := c.target([]string{"-"})
	o.Stdin, o.Pick = false, true
	return o, err
}

// inspector opens the inspector.
func (c *command) inspector(ctx context.Context, args []string) error {
	if len(args) == 0 && !c.opts.latest && !(c.InTTY && c.OutTTY) {
		return usagef("which session? Give a FILE, - for standard input or . for this project's newest; commands: %s", commands)
	}
	var o Open
	var err error
	if len(args) == 0 && !c.opts.latest {
		o, err = c.picked()
	} else if o, err = c.target(args); err == nil {
		err = missing(o.Path)
	}
	if err != nil {
		return err
	}
	o.Saved = c.opts.pins != pinsOff
	if c.Env("TERM") == "dumb" && !c.opts.form.Plain {
		return usagef("the inspector needs a terminal that can place the cursor, and TERM is dumb; --plain tells the session line by line, cutline inspect prints the plan")
	}
	if !c.OutTTY {
		return usagef("the inspector needs a terminal; without one: cutline inspect, or cutline shot for one frame")
	}
	return c.app.Inspector(ctx, o)
}

// Read reads the session that o names, from in when it is standard input. The session
// may be read from as long as the closer is not closed; it is never nil without an error. An
// error says what to do and ends with status Usage. Demo names no file: its session is the
// caller's.
func (o Open) Read(in io.Reader) (*model.Session, io.Closer, error) {
	var s *model.Session
	var closer io.Closer = io.NopCloser(nil)
	var err error
	if o.Stdin {
		s, err = load.From(in, stdin, o.Choice())
	} else {
		s, closer, err = load.Open(o.Path, o.Choice())
	}
	if err != nil {
		return nil, nil, openError(err)
	}
	return s, closer, nil
}

// Index is Read of a file with sizes that are approximate until load.Measure has made them
// exact.
func (o Open) Index() (*model.Session, io.Closer, error) {
	s, closer, err := load.Index(o.Path, o.Choice())
	if err != nil {
		return nil, nil, openError(err)
	}
	return s, closer, nil
}

// Choice is what o settles about the file itself.
func (o Open) Choice() load.Choice {
	return load.Choice{Format: o.Format, Session: o.Session, Leaf: o.Leaf}
}

// late gives the input as it stands now when it has grown since it was read, nil otherwise. A
// file that was unpacked is done with: what it grew by cannot be read by itself.
func late(s *model.Session) *model.Input {
	f, ok := s.Reader.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Size() <= s.Bytes {
		return nil
	}
	return &model.Input{Path: s.Path, Reader: f, Size: info.Size()}
}

// readText reads the file of a flag.
func readText(flag, path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", usageError{fmt.Errorf("--%s: %w", flag, err)}
	}
	return string(b), nil
}
