// Package ui is the inspector: keys in, panes out. The root is the only tea.Model; panes are
// pointers with four verbs, and know neither each other nor the root.
package ui

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/theme"
	"cutline/ui/compare"
	"cutline/ui/contents"
	"cutline/ui/detail"
	"cutline/ui/dials"
	"cutline/ui/layout"
	"cutline/ui/page"
	"cutline/ui/picker"
	"cutline/ui/transcript"
)

// view is what fills the body of the screen.
type view uint8

const (
	planView view = iota
	sidesView
	diffView
)

// App is the root model.
type App struct {
	engine   Engine
	th       *theme.Theme
	path     string // what is open, for the header
	params   pipeline.Params
	began    pipeline.Params     // the parameters that the program was started with
	effects  map[string]string   // what changed parameters do, by name, as far as it was worked out
	other    planBeside          // with the default of the parameter that is turned
	safe     safeStops           // that the split goes over
	allStops map[string][]string // that a parameter goes over, by name
	lens     pipeline.Lens

	w, h  int
	frame layout.Frame
	focus int // 0 list, 1 message, 2 reasons
	zoom  bool
	shift layout.Shift // of the border beside the list
	drag  drag         // what the mouse holds
	held  bar          // the scroll bar, when it is that
	view  view
	stage int // the selected one, from 0

	s        *model.Session
	closer   io.Closer
	preview  bool // s is only the beginning of the file
	err      error
	sized    *atomic.Int64 // bytes of the file that were measured, while its sizes are approximate
	counted  int           // exact tokens, 0 until they are known
	report   pipeline.Report
	shares   []slim.Allocation // the plan's, small to large; nil until they are drawn
	lensed   string            // name of the lens, for the header
	result   *pipeline.Result
	from     *model.Session // what the result was made of; it is not always what is open
	source   io.Closer      // its file, when that is not closer
	atOnce   int            // messages, up to which a plan comes before the frame of a key
	plans    int            // that were shown so far
	owed     *owed          // a plan that is made once the frame of the key is there, nil when none is
	stale    bool           // the parameters changed since the result was made
	written  string
	farewell string   // what is printed when the screen is gone
	bank     *Deposit // what was agreed to be added to a memory bank, until the session is written
	editing  string   // the file that the editor has
	scraps   []string // copies of records that editors were given
	resume   string   // the command that resumes what was written
	copying  bool     // the next key says what is copied

	dials    *dials.Pane // the parameters, nil until they are asked for
	list     *transcript.Pane
	msg      *detail.Pane
	both     *compare.Pane
	page     *page.Page
	in       *room // the room that is open, nil when none is
	came     *room // where esc leads from the message that it showed
	fill     *contents.Pane
	live     live // the live state
	labs     laboratory
	lines    lineage
	loss     losses
	rescue   rescuing
	mode     detail.Mode
	unfolded bool // long arguments of calls are unfolded

	picks   *picker.Pane // the list of sessions, nil until it is asked for
	picking bool         // it has the screen

	several  *model.SeveralError // the sessions of the file, nil when it is one
	inside   bool                // the list is that of the file, not that of the machine
	fromList bool                // the file was opened from the list of the machine

	line     *textinput.Model          // the find and command line, nil when closed
	typing   *typing                   // what the line is for, when it is for something of its own
	writing  bool                      // the line holds the path to write to
	into     func(path string) tea.Cmd // what is written there, nil for the result
	query    string                    // what the page of keys is filtered by
	palette  palette                   // that page
	asking   *question
	notice   notice
	past     notice // the answer that went with the key that is taken
	load     job
	run      job
	find     finding
	sift     sifting
	light    job // highlighting
	hunt     job // looking for sessions
	weigh    job // reading what fills the context
	weighed  weighed
	around   around
	tail     follower
	running  *progress
	send     sending // what is asked before a prompt is sent
	ahead    ahead   // a summary that is made before it is wanted
	mouse    bool
	hovering bool // the terminal tells where the mouse is, also without a button
	quit     bool
}

// notice is a sentence over the footer. It fades; what was written and an error stay.
type notice struct {
	text string
	kind render.NoticeKind
	err  error // that it is about, nil when there is none
	gen  int

	answers bool // it answers a key, and goes with the next one
}

// noticeTime is how long good news stays.
const noticeTime = 4 * time.Second

// New makes an inspector for one session; nothing is read before Init.
func New(engine Engine, dark bool, path string, params pipeline.Params) *App {
	th := engine.Theme(dark)
	return &App{
		engine: engine, th: th, path: path, params: params, began: params, mouse: true, stage: 3, atOnce: planAtOnce,
		list: transcript.New(th), msg: detail.New(th), both: compare.New(th),
	}
}

// Init starts reading, or looking for sessions when none is named.
func (a *App) Init() tea.Cmd {
	if a.engine.Open == nil {
		return a.pick()
	}
	return a.begin()
}

// begin reads the session, and looks after it when it is followed.
func (a *App) begin() tea.Cmd {
	if a.tail.on && a.engine.Stat != nil {
		return tea.Batch(a.open(), a.look())
	}
	return a.open()
}

// Err is what kept the session from opening, for the exit status.
func (a *App) Err() error {
	if a.s != nil {
		return nil
	}
	return a.err
}

// Farewell is what is said when the screen is gone: what was written, and how to resume it.
func (a *App) Farewell() string {
	if a.farewell == "" && a.result != nil {
		return "the compacted session was not written; cutline compact writes it without the screen\n"
	}
	return a.farewell
}

// Close gives the session's file back.
func (a *App) Close() error {
	for _, j := range a.jobs() {
		j.stop()
	}
	a.ahead.off()
	a.forget()
	a.sweep()
	if a.closer != nil {
		return a.closer.Close()
	}
	return nil
}

// scope is where keys are looked up.
func (a *App) scope() keymap.Scope {
	switch {
	case a.copying:
		return keymap.Clip
	case a.page != nil:
		return keymap.Page
	case a.picking:
		return keymap.Picker
	case a.asksToSend():
		return keymap.Ask
	case a.in != nil:
		return a.in.scope
	case a.view != planView:
		return keymap.After
	case a.focus == 1:
		return keymap.Detail
	case a.focus == 2:
		return keymap.Page
	}
	return keymap.List
}

// current is the report that the strip shows: of the run in the after views, else the plan's.
func (a *App) current() *pipeline.Report {
	if a.after() {
		return &a.result.Report
	}
	return &a.report
}

// after reports whether the screen is about the result.
func (a *App) after() bool { return a.result != nil && (a.view != planView || a.ofResult()) }

// arrange gives every pane its place.
func (a *App) arrange() {
	a.frame = layout.Arrange(a.shape())
	f := a.frame
	if f.TooSmall {
		return
	}
	r := f.Inner(f.List)
	a.list.SetSize(r.Dx(), r.Dy())
	a.list.SetFocus(a.focus == 0 && a.in == nil)
	r = f.Inner(f.Detail)
	a.msg.SetSize(r.Dx(), r.Dy())
	r = f.Inner(f.Body)
	a.both.SetSize(r.Dx(), r.Dy())
	if a.in != nil {
		r = f.Inner(a.roomRect())
		a.in.SetSize(r.Dx(), r.Dy())
	}
	if a.running != nil && a.running.answer != nil {
		r = f.Inner(a.answerRect())
		a.running.answer.SetSize(r.Dx(), r.Dy())
	}
	if a.send.page != nil {
		r = f.Inner(a.bodyRect())
		a.send.page.SetSize(r.Dx(), r.Dy())
	}
	if a.page != nil {
		r = f.Inner(a.bodyRect())
		a.page.SetSize(r.Dx(), r.Dy())
	}
	if a.picks != nil {
		r = f.Inner(a.pickerRect())
		a.picks.SetSize(r.Dx(), r.Dy())
	}
}
