// Package cli is the command line: the same walk as the inspector's without a terminal, for
// scripts, CI and bug reports. It knows no pane: what draws on a screen is given to it, so
// that a plan can be printed without loading any of it.
package cli

import (
	"context"
	"io"
	"log/slog"
	"os"

	"cutline/pipeline"
	"cutline/render/theme"
)

// The exit statuses.
const (
	Done   = 0 // warnings and a degraded summary allowed
	Failed = 1 // the operation failed, nothing was written
	Usage  = 2 // wrong usage, or an input that cannot be understood
)

// IO is where the command reads and writes.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	InTTY    bool // In is a terminal
	OutTTY   bool // Out is a terminal: colour is allowed, the inspector can run
	Width    int  // columns of that terminal, 0 when they are not known
	Env      func(string) string
}

// Key is what a person wants the keys of an action to be.
type Key struct {
	Scope  string // the place, empty for every one that has the action
	Action string
	Keys   []string
}

// App is what the command line cannot do itself because it needs a screen. Inspector and Shot
// read the session with Open.Read, whose errors end with status Usage; any other error
// ends with Failed.
type App struct {
	// Keys takes a person's own keys. It gives those that hold now, each with its place, and a sentence
	// for each that is left out; nil when there are no keys.
	Keys      func([]Key) ([]Key, []error)
	Inspector func(ctx context.Context, o Open) error
	Shot      func(ctx context.Context, o Open, w, h int, s ShotOptions) (string, error)
}

// Looks are the choices of form that a person made; the zero value makes none.
type Looks struct {
	ASCII  bool   // shapes from ASCII only
	Plain  bool   // no colour, and no screen: the inspector tells line by line
	Theme  string // dark, light, or empty: what the terminal says
	Colors theme.Colors
	Still  bool // the mouse is off at first
}

// Options are the looks as a theme takes them.
func (l Looks) Options() theme.Options { return theme.Options{ASCII: l.ASCII, Colors: l.Colors} }

// ShotOptions say which picture of the inspector is printed.
type ShotOptions struct {
	View  string // one of Views
	Color bool   // with escape sequences for colour
}

// Open says which session to open, and how.
type Open struct {
	Path    string // the file; empty for Demo and for Stdin
	Format  string // overrides detection when it is not empty
	Session string // id of one of several sessions in the file; empty: the only one
	Leaf    string // id of the record that the wanted branch ends with; empty: the active one
	Latest  bool   // Path was found as the newest session of the project
	Pick    bool   // no session is named: it is picked from a list of those on this machine
	Stdin   bool   // the session is read from IO.In
	Demo    bool   // the built-in sample session
	To      string // compact: the format to convert to; empty: the session's own
	Offline bool
	Follow  bool     // what is appended to the file appears
	State   string   // folder in which runs are noted down and pins kept, empty for none
	Pin     []string // what is pinned beside what was saved: indices of messages, and words
	Saved   bool     // the pins that were saved for the session are used
	Log     *slog.Logger
	Params  pipeline.Params
	// Strategies are those that there are, the built-in ones first; nil: only these.
	Strategies []pipeline.Strategy
	// Given says which parameters were given as flags or settings, and stay whatever a strategy sets; nil:
	// none. Source says which of the two: "flag", "settings" or empty; it may be nil.
	Given  func(param string) bool
	Source func(param string) string
	Warned []string // what of the settings is not used, a sentence each
	Config string   // the settings file, which need not be there; empty: there is no place for one
	Looks  Looks
}

// Logger is the log of --debug-log, and one that takes nothing when there is none.
func (o Open) Logger() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// Execute runs the command line and gives its exit status. Args are without the program's
// name. An error is one line on stderr.
func Execute(ctx context.Context, args []string, std IO, app App) int {
	if std.Env == nil {
		std.Env = os.Getenv
	}
	c := &command{IO: std, app: app}
	root := c.root()
	root.SetArgs(args)
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	err := root.ExecuteContext(ctx)
	if err != nil {
		c.say("%s", err)
	}
	c.endLog(err)
	return status(err)
}
