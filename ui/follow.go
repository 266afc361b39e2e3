package ui

import (
	"fmt"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/render/text"
)

// Stamp tells one state of a file from another.
type Stamp struct{ Info os.FileInfo }

// same reports whether two stamps are of one file, and not of one that took its place.
func (s Stamp) same(o Stamp) bool {
	return s.Info != nil && o.Info != nil && os.SameFile(s.Info, o.Info)
}

const (
	// followEvery is how often a followed file is looked at.
	followEvery = 400 * time.Millisecond
	// followRest keeps reading a large file again to a fifth of the time.
	followRest = 4
)

// follower watches the file of a session that grows.
type follower struct {
	on   bool
	gen  int
	seen Stamp
	took time.Duration // of the last reading
	busy bool
}

type (
	lookMsg   struct{ gen int } // it is time to look at the file
	lookedMsg struct {
		gen   int
		stamp Stamp
		err   error
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
		return a.say("the file is not followed any more")
	}
	return tea.Batch(a.look(), a.say("following: what the agent appends appears; F stops it"))
}

// notFollowed answers following what is no file that grows.
const notFollowed = "this session is out of a store of the agent's, which is not followed; R reads it again"

// look looks at the file, beside the screen.
func (a *App) look() tea.Cmd {
	gen, stat := a.tail.gen, a.engine.Stat
	return func() tea.Msg {
		st, err := stat()
		return lookedMsg{gen, st, err}
	}
}

// looked reads the file again when it is another than the one that was read.
func (a *App) looked(msg lookedMsg) tea.Cmd {
	t := &a.tail
	if msg.gen != t.gen || !t.on {
		return nil
	}
	if a.s != nil && a.s.Copied {
		t.on = false
		return a.say(notFollowed)
	}
	wait := a.later(max(followEvery, followRest*t.took), lookMsg{t.gen})
	if msg.err != nil {
		return tea.Batch(wait, a.say("the file cannot be seen: "+msg.err.Error()+"; it is looked for again"))
	}
	was := t.seen
	t.seen = msg.stamp
	size := msg.stamp.Info.Size()
	replaced := was.Info != nil && !was.same(msg.stamp)
	if a.s == nil || a.running != nil || t.busy || size == a.s.OnDisk() && !replaced {
		return wait
	}
	t.busy = true
	note := ""
	switch {
	case replaced:
		note = "another file took its place; it is read from the beginning"
	case size < a.s.OnDisk():
		note = "the file became shorter; it is read from the beginning"
	}
	return tea.Batch(wait, a.again(note))
}

// again reads the session once more, to follow it.
func (a *App) again(note string) tea.Cmd {
	_, gen := a.load.start()
	read := a.reading()
	return func() tea.Msg {
		start := time.Now()
		s, closer, err := read()
		return followedMsg{loadedMsg{gen, s, closer, err}, time.Since(start), note}
	}
}

// followedMsg is a session that was read again because its file grew.
type followedMsg struct {
	loadedMsg
	took time.Duration
	note string
}

// followed takes the grown session; the cursor stays on its message, or at the end.
func (a *App) followed(msg followedMsg) tea.Cmd {
	a.tail.busy, a.tail.took = false, msg.took
	if msg.gen != a.load.gen {
		if msg.closer != nil {
			_ = msg.closer.Close() // nobody wants it any more
		}
		return nil
	}
	if msg.err != nil {
		return a.say("the file cannot be read now: " + msg.err.Error())
	}
	before, fired := len(a.s.Rows), a.report.Trigger.Fires
	at, atEnd := a.list.Selected(), a.list.Selected() == len(a.s.Rows)-1
	if a.closer != nil {
		_ = a.closer.Close() // it was only read
	}
	a.s, a.closer, a.counted = msg.s, msg.closer, 0
	a.unfinished()
	a.replan()
	if atEnd {
		at = len(a.s.Rows) - 1
	}
	a.list.Select(min(at, len(a.s.Rows)-1))
	cmds := []tea.Cmd{a.settle(), a.follow(), a.readFill()}
	switch {
	case msg.note != "":
		cmds = append(cmds, a.say(msg.note))
	case !fired && a.report.Trigger.Fires:
		cmds = append(cmds, a.complain("a compaction would fire now: "+a.report.Stages()[0].Headline))
	case len(a.s.Rows) > before:
		cmds = append(cmds, a.say(fmt.Sprintf("%s new, %s in all", count(len(a.s.Rows)-before), text.Num(len(a.s.Rows)))))
	}
	return tea.Batch(cmds...)
}

func count(n int) string {
	if n == 1 {
		return "1 message"
	}
	return text.Num(n) + " messages"
}

// unfinished drops the problem of a last line that is still being written: while the file is
// followed it is no problem.
func (a *App) unfinished() {
	if n := len(a.s.Problems); a.tail.on && n > 0 && a.s.Problems[n-1].Unfinished {
		a.s.Problems = a.s.Problems[:n-1]
	}
}
