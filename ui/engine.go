package ui

import (
	"context"
	"io"
	"iter"
	"os/exec"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/discover"
	"cutline/pipeline"
	"cutline/pipeline/lab"
	"cutline/pipeline/pick"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
	"cutline/render/theme"
)

// Engine is what the inspector needs of the world; tests hand in another one.
type Engine struct {
	// Open reads the session; nil when none is named and one is to be picked. Preview reads
	// only its beginning, to show something while a large one is read; it may be nil.
	Open    func() (*model.Session, io.Closer, error)
	Preview func() (*model.Session, error)
	// Index reads a large session quickly, with sizes that Measure makes exact; nil when Open
	// is quick enough.
	Index   func() (*model.Session, io.Closer, error)
	Measure Measure
	// World is what a run with these parameters may use beside the session. It is asked at every key
	// press, so it is quick and calls nobody.
	World func(s *model.Session, p pipeline.Params) pipeline.World
	// Writers lists who could write the summary of the session, and what is missing for the others. It is
	// quick and calls nobody. It may be nil: then only the local summarizer is listed.
	Writers func(s *model.Session, p pipeline.Params) []pick.Writer
	// Note keeps a record of a run, however it ended; nil keeps none.
	Note func(s *model.Session, p pipeline.Params, w pipeline.World, res *pipeline.Result, err error, began time.Time) error
	// Strategies are those that can be followed, the built-in ones first; nil: only these. Source says
	// where a parameter's value was given before the screen opened: "flag" or "settings", empty for
	// neither; it may be nil.
	Strategies []pipeline.Strategy
	Source     func(param string) string
	// Settings is the settings file as it is now, and where; the text is empty when it is not there.
	// SaveSettings writes another text in the place of that one. They may be nil.
	Settings     func() (path string, text []byte, err error)
	SaveSettings func(old, text []byte) error
	// SetState makes later worlds of this session, and of later readings of it, have what a person
	// made of the live state; nil when that cannot be changed.
	SetState func(changes []reassemble.Change)
	// SetPins makes later worlds of the session have what a person pinned, and keeps it for the next time. The
	// pins hold also when they could not be kept, and the error says why. Nil when nothing can be pinned.
	SetPins func(s *model.Session, pins []pin.Pin) error
	// Lab says what is compared of the session with a person's parameters; nil: the built-in strategies,
	// at unknown prices. World is not asked of it.
	Lab func(s *model.Session, p pipeline.Params) lab.Input
	// Stat looks at the file, to follow it; nil when there is none.
	Stat func() (Stamp, error)
	// Written waits until something happens to that file, at most so long; nil is the clock.
	Written func(most time.Duration)
	// Suggest names the file that a result is written to when nobody says otherwise.
	Suggest func(s *model.Session, res *pipeline.Result) string
	// Save writes a result and says how to resume it. It answers ErrExists when the file
	// exists and force is not set.
	Save func(s *model.Session, res *pipeline.Result, path string, force bool) (Saved, error)
	// Export writes a text to a new file, never over the session. It answers ErrExists when the file exists
	// and force is not set; nil where nothing can be written.
	Export func(path, body string, force bool) error
	// Inspect is the plan as the command inspect prints it for programs; it may be nil.
	Inspect func(s *model.Session, r *pipeline.Report) (string, error)
	// Rescue reads what a compaction lost that the session records. SuggestRescue names the file of what is
	// given back, and SaveRescue writes it, with ErrExists as its answer as Save's. Nil where that is not to be had.
	Rescue        func(ctx context.Context, s *model.Session, o pipeline.RescueOptions) (*pipeline.Rescue, error)
	SuggestRescue func(s *model.Session, done *pipeline.Rescued) string
	SaveRescue    func(r *pipeline.Rescue, p *pipeline.Preview, done *pipeline.Rescued, path string, force bool) error
	// Score scores a result against what it was made of; nil: with its baselines beside it.
	Score func(ctx context.Context, s *model.Session, res *pipeline.Result) (retention.Output, error)
	// Bank is what a result would add to a memory bank; nil when none was asked for and none is suggested.
	// It reads files. It may be nil.
	Bank func(s *model.Session, res *pipeline.Result) (*Deposit, error)
	// Edit gives the command that edits a file.
	Edit func(path string) *exec.Cmd
	// Show gives the command that shows a file at a line and cannot write to it, nil when the editor
	// cannot be told that. It may be nil.
	Show func(path string, line int) *exec.Cmd
	// Copy puts a text on the clipboard. It may take its time.
	Copy func(text string) error
	// Later sends a message after a while; nil is the clock.
	Later func(d time.Duration, msg tea.Msg) tea.Cmd
	// Sessions finds the sessions of this machine and goes on to say more of them; At is the
	// engine for one of them, and session names it when its file holds several.
	Sessions func(ctx context.Context) iter.Seq[discover.Entry]
	At       func(path, session string) Engine
	// Leaf is the engine for another branch of the same session, by the id of its leaf; Choose is
	// that for another session of the same file, when that holds several. Kin finds the files of
	// sub-agents around it, which is read by a format. They may be nil.
	Leaf   func(id string) Engine
	Choose func(session string) Engine
	Kin    func(ctx context.Context, format string) discover.Kin
	Home   string           // the home folder, for short paths
	Now    func() time.Time // what ages are counted from; nil is the clock
	// Warned is what of the settings could not be used, a sentence each.
	Warned []string
	// Theme gives the colours for a dark or a light background.
	Theme func(dark bool) *theme.Theme
}

// Saved says what was written.
type Saved struct {
	Path   string
	Resume string // the agent's own command, empty when it has none
	Note   string // what keeps the agent from finding it, empty when nothing does
}

// reading is the quickest way to read all of the session.
func (e *Engine) reading() func() (*model.Session, io.Closer, error) {
	if e.Index != nil {
		return e.Index
	}
	return e.Open
}

// load reads the session.
func (e *Engine) load(gen int, read func() (*model.Session, io.Closer, error)) loadedMsg {
	msg := loadedMsg{gen: gen}
	if e.Stat != nil { // before reading: what is written meanwhile makes it another one
		msg.stamp, _ = e.Stat() // what is wrong with the file is said by reading it
	}
	msg.s, msg.closer, msg.err = read()
	return msg
}
