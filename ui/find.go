package ui

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline/query"
)

// finding is what is looked for, and how far it is.
type finding struct {
	job
	pattern query.Pattern
	bad     string // why what was typed is no pattern
	busy    bool
	at, of  int  // bytes that were looked into, of how many; lines of a page
	from    int  // where the cursor stood when the line was opened
	moved   bool // the cursor went to what was found
	quiet   bool // what is found is not said
	lines   lined
	ctx     context.Context
}

// quit stops the search; what was found stays.
func (f *finding) quit() {
	f.stop()
	f.busy = false
}

// foundMsg is what a part of the messages holds; the rest is looked into next.
type foundMsg struct {
	gen         int
	hits        []int
	began, rest scan
	err         error
}

// scanOn reads the next part, beside the screen.
func (a *App) scanOn(ctx context.Context, gen int, c scan) tea.Cmd {
	if c.read == 0 {
		a.find.of = c.whole()
	}
	a.find.at, a.find.busy = c.read, true
	return apart(func() tea.Msg {
		hits, rest, err := c.next(ctx)
		return foundMsg{gen, hits, c, rest, err}
	})
}

// search finds what was typed: in the page or the view that is open, else in the messages, beside the
// screen, from the cursor on.
func (a *App) search(what string) tea.Cmd {
	ctx, gen := a.find.start()
	f := &a.find
	p, err := query.Compile(what)
	f.bad, f.busy, f.of, f.moved, f.quiet, f.pattern = "", false, 0, false, false, p
	if err != nil {
		f.bad = err.Error()
	}
	if f.lines = a.lined(); f.lines != nil {
		return a.searchLines()
	}
	a.list.SetHits(nil)
	a.msg.Find(p)
	if p.Empty() || a.s == nil {
		return nil
	}
	f.ctx = ctx
	return a.scanOn(ctx, gen, scan{s: a.s, holds: p.In, n: len(a.s.Rows), at: max(0, f.from), left: len(a.s.Rows)})
}

// found takes what a part of the messages holds, and lets the search go on.
func (a *App) found(msg foundMsg) tea.Cmd {
	f := &a.find
	if msg.gen != f.gen || msg.err != nil {
		return nil
	}
	if msg.began.s != a.s { // the session was read again meanwhile, and begins with the same messages
		msg.began.s = a.s
		return a.scanOn(f.ctx, f.gen, msg.began)
	}
	all := slices.Concat(a.list.Hits(), msg.hits)
	slices.Sort(all)
	a.list.SetHits(slices.Compact(all))
	var cmds []tea.Cmd
	for _, i := range msg.hits {
		if !f.moved && a.list.Shows(i) {
			f.moved = true
			if a.in == nil { // in a room nobody sees the list; enter goes there
				a.list.Select(i)
				cmds = append(cmds, a.follow())
			}
		}
	}
	if msg.rest.left > 0 {
		return tea.Batch(append(cmds, a.scanOn(f.ctx, f.gen, msg.rest))...)
	}
	f.busy = false
	if n := msg.rest.n; n > 0 && n < len(a.s.Rows) {
		cmds = append(cmds, a.findNew(n))
	}
	if a.line == nil && !f.quiet {
		cmds = append(cmds, a.say(a.findWords()))
	}
	return tea.Batch(cmds...)
}

// keepFound ends typing: what was found stays marked, and the search goes on.
func (a *App) keepFound(value string) tea.Cmd {
	f := &a.find
	var cmd tea.Cmd
	if f.pattern.String() != value && f.bad == "" || f.lines != a.lined() {
		cmd = a.search(value)
	}
	switch {
	case strings.TrimSpace(value) == "":
		return cmd
	case f.bad != "":
		return tea.Batch(cmd, a.say(f.bad))
	case f.lines != nil:
		return tea.Batch(cmd, a.say(a.linesWords()))
	case a.in != nil:
		hits := a.list.Hits()
		if len(hits) == 0 {
			return tea.Batch(cmd, a.say(a.findWords()))
		}
		return tea.Batch(cmd, a.toHit(hits), a.say(a.findWords()))
	}
	return tea.Batch(cmd, a.say(a.findWords()))
}

// toHit leaves the room for the first of the hits from the cursor on.
func (a *App) toHit(hits []int) tea.Cmd {
	k, _ := slices.BinarySearch(hits, a.list.Selected())
	return a.toMessage(hits[k%len(hits)])
}

// dropFound takes the marks away, and what was typed.
func (a *App) dropFound() {
	a.find.quit()
	a.find.pattern, a.find.bad = query.Pattern{}, ""
	if a.find.lines != nil {
		a.find.lines.SetMarks(nil)
		a.find.lines = nil
		return
	}
	a.list.SetHits(nil)
	a.msg.Find(query.Pattern{})
}

// leaveFind leaves the line without wanting what was found: the cursor goes back to where it stood.
func (a *App) leaveFind() tea.Cmd {
	lines := a.find.lines != nil
	a.dropFound()
	if lines || a.s == nil || a.in != nil || a.find.from < 0 {
		return nil
	}
	a.list.Select(a.find.from)
	return a.follow()
}

// nextHit goes to the next message found, and in the message pane to the next place in the message first.
func (a *App) nextHit(action keymap.Action) tea.Cmd {
	d := +1
	if action == keymap.HitPrev {
		d = -1
	}
	switch {
	case len(a.list.Hits()) == 0 && a.find.busy:
		return a.say(a.findWords())
	case len(a.list.Hits()) == 0:
		return a.say(findFirst)
	case a.focus == 1 && a.msg.Step(d):
		return nil
	}
	was := a.list.Selected()
	a.list.Do(action)
	if a.list.Selected() == was {
		words := "found nowhere further down; N goes back"
		if d < 0 {
			words = "found nowhere further up; n goes on"
		}
		return a.say(words)
	}
	cmd := a.follow()
	if d < 0 && a.focus == 1 {
		a.msg.Last()
	}
	return cmd
}

// findFirst answers n and N before anything was found.
const findFirst = "find something first: /"

// findAgain looks into what a followed file has become. The cursor stays.
func (a *App) findAgain(c *Growth) tea.Cmd {
	f := &a.find
	switch {
	case f.pattern.Empty() || f.lines != nil:
		return nil
	case c.gone > 0:
		return a.findNew(0)
	case f.busy: // found goes on with what is new
		return nil
	}
	return a.findNew(c.before)
}

// findNew looks into the messages from one on.
func (a *App) findNew(from int) tea.Cmd {
	f, n := &a.find, len(a.s.Rows)
	if from >= n {
		return nil
	}
	ctx, gen := f.start()
	f.ctx, f.moved, f.quiet, f.of = ctx, true, true, 0
	return a.scanOn(ctx, gen, scan{s: a.s, holds: f.pattern.In, n: n, at: from, left: n - from})
}
