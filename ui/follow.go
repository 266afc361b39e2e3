package ui

import (
	"errors"
	"io"
	"io/fs"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/render/text"
)

const (
	// followEvery is how often a followed file is looked at when the system tells of nothing.
	followEvery = 400 * time.Millisecond
	// followLeast is how long a file is let alone that is written to all the time: as many
	// pictures a second as somebody can make use of.
	followLeast = 50 * time.Millisecond
	// followRest keeps reading a large file again to a fifth of the time.
	followRest = 4
)

// follower watches the file of a session that grows.
type follower struct {
	on    bool
	gen   int
	read  Stamp         // of what is open, taken before it was read
	tried Stamp         // of what could not be opened at all
	took  time.Duration // the last reading
	busy  bool
	lost  string // what keeps the file from being seen or read, empty when nothing does
	chat  int    // the notice that says what was appended, which the next one may replace
	owed  bool   // the tokens are counted once the file rests
}

type (
	lookMsg   struct{ gen int } // it is time to look at the file
	lookedMsg struct {
		gen   int
		stamp Stamp
		err   error
	}
	// followedMsg is a session that was read again because its file was written to.
	followedMsg struct {
		of     *model.Session // what was open then
		s      *model.Session
		closer io.Closer
		stamp  Stamp
		err    error
		took   time.Duration
	}
)

// Follow switches following on before the program starts.
func (a *App) Follow() { a.tail.on = true }

// toggleFollow switches following on and off.
func (a *App) toggleFollow() tea.Cmd {
	if a.engine.Stat == nil {
		return a.say("there is no file to follow")
	}
	if a.s != nil && a.s.Copied {
		return a.say(notFollowed)
	}
	a.tail.on = !a.tail.on
	a.tail.gen++
	if !a.tail.on {
		a.tail.lost = ""
		a.ahead.off()
		return a.say("the file is not followed any more")
	}
	return tea.Batch(a.look(), a.say("following: what the agent appends appears; F stops it"))
}

// notFollowed answers following what is no file that grows.
const notFollowed = "this session is out of a store of the agent's, which is not followed; R reads it again"

// lookAgain looks at the file when following was not switched off, and on again, meanwhile.
func (a *App) lookAgain(msg lookMsg) tea.Cmd {
	if msg.gen != a.tail.gen {
		return nil
	}
	return a.look()
}

// look looks at the file, beside the screen.
func (a *App) look() tea.Cmd {
	gen, stat := a.tail.gen, a.engine.Stat
	return func() tea.Msg {
		st, err := stat()
		return lookedMsg{gen, st, err}
	}
}

// looked reads the file again when it is not as it was when it was read.
func (a *App) looked(msg lookedMsg) tea.Cmd {
	t := &a.tail
	if msg.gen != t.gen || !t.on {
		return nil
	}
	if a.s != nil && a.s.Copied {
		t.on = false
		a.ahead.off()
		return a.say(notFollowed)
	}
	wait := a.wait(max(followLeast, followRest*t.took), lookMsg{t.gen})
	switch {
	case msg.err != nil:
		return tea.Batch(wait, a.lose(msg.err))
	case a.s == nil && a.err != nil && !msg.stamp.Same(t.tried): // it could not be opened before
		return tea.Batch(wait, a.open())
	case a.s == nil || a.preview || a.running != nil || a.send.busy() || t.busy:
		return wait
	case msg.stamp.Same(t.read):
		return tea.Batch(wait, a.rest())
	}
	t.busy = true
	return tea.Batch(wait, a.again())
}

// wait lets the file alone for a while, and then until it is written to or it is time to look.
func (a *App) wait(rest time.Duration, msg lookMsg) tea.Cmd {
	written := a.engine.Written
	if written == nil {
		return a.later(max(followEvery, rest), msg)
	}
	return func() tea.Msg {
		time.Sleep(rest)
		written(followEvery)
		return msg
	}
}

// lose says once what keeps the file from being followed; what was read of it stays.
func (a *App) lose(err error) tea.Cmd {
	words := "the file cannot be read now: " + err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		words = "the file is gone"
	}
	if a.tail.lost == words {
		return nil
	}
	a.tail.lost = words
	return a.say(words + "; what was read stays, and the file is looked for again")
}

// rest is what there is to do while nothing is written: the session is measured and counted,
// which a file that grows would not leave the time for.
func (a *App) rest() tea.Cmd {
	var cmds []tea.Cmd
	if a.tail.lost != "" {
		a.tail.lost = ""
		cmds = append(cmds, a.say("the file is back, as it was"))
	}
	if a.tail.owed {
		a.tail.owed = false
		cmds = append(cmds, a.settle())
	}
	return tea.Batch(append(cmds, a.watch())...)
}

// again reads the session once more, to follow it.
func (a *App) again() tea.Cmd {
	of, stat, read := a.s, a.engine.Stat, a.engine.reading()
	return func() tea.Msg {
		start := time.Now()
		stamp, err := stat() // before reading: what is written meanwhile makes it another one
		if err != nil {
			return followedMsg{of: of, err: err}
		}
		s, closer, err := read()
		return followedMsg{of, s, closer, stamp, err, time.Since(start)}
	}
}

// followed takes the session as it is now. The cursor stays on its message; at the end it stays
// at the end.
func (a *App) followed(msg followedMsg) tea.Cmd {
	t := &a.tail
	t.busy, t.took = false, msg.took
	switch {
	case msg.of != a.s || a.running != nil || a.send.busy() || !t.on: // nobody wants it any more; a run needs what it began with
		if msg.closer != nil {
			_ = msg.closer.Close() // it was only read
		}
		return nil
	case msg.err != nil:
		return a.lose(msg.err)
	}
	old, was := a.s, a.report
	c := Grew(old, msg.s, t.read, msg.stamp)
	c.back = t.lost != ""
	t.lost, t.read, t.owed = "", msg.stamp, true
	a.load.stop() // the tokens of the old one
	atEnd := a.list.Selected() == len(old.Rows)-1
	a.exchange(msg.s, msg.closer)
	c.Carry(&a.params)
	a.list.Adopt(a.s, c.to)
	stale, sieves := a.stale, a.sift.sieves
	a.sift.sieves = nil // until they are taken over
	a.replan()
	a.sift.sieves = sieves
	sift := a.siftAgain(&c)
	a.stale = stale // a result is still what can be made of what was read
	if atEnd {
		a.list.Select(len(a.s.Rows) - 1)
	}
	return tea.Batch(a.follow(), a.announce(&c, &was), a.readFill(), a.scorePast(), a.findAgain(&c), sift, a.watch())
}

// problems are those of the session, without that of a last line that is still being written:
// while the file is followed it is no problem.
func (a *App) problems() []model.Problem {
	all := a.s.Problems
	if n := len(all); a.tail.on && n > 0 && all[n-1].Unfinished {
		return all[:n-1]
	}
	return all
}

// following is what the header says of the file.
func (a *App) following() string {
	if a.tail.lost != "" {
		return "following, " + text.CleanLine(a.tail.lost)
	}
	return "following" + a.earlyPart()
}
