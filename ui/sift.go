package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/query"
	"cutline/render/text"
)

// sieve is one of the filters on the list: the messages that a reason touches, or what was typed.
type sieve struct {
	crumb  string
	rows   []int // the messages; nil when it was typed
	filter query.Filter
	holds  []int // messages that hold the words of the filter, as far as they were read
}

// sifting are the filters, and the page on which one is chosen.
type sifting struct {
	job
	sieves  []sieve
	at, of  int // bytes that were read for the words of the last one, of how many
	busy    bool
	choices []query.Choice // what the page offers
	count   []int          // how many messages each of them shows
	shown   []int          // which of them the page shows
	picked  bool           // a choice was gone to
	would   string         // what the filter that is typed would show, or why it is none
	wrong   string         // why what is typed is no filter, empty when it is one
	ctx     context.Context
}

// passing are the messages that the terms of a filter let through; its words are not looked at.
func (a *App) passing(f query.Filter) []int {
	var out []int
	for i := range a.s.Rows {
		if f.Is(query.Subject{Session: a.s, Index: i, Fate: a.list.Fate(i)}) {
			out = append(out, i)
		}
	}
	return out
}

// siftBy puts one more filter on the list, which esc lifts.
func (a *App) siftBy(f query.Filter) tea.Cmd {
	a.showList()
	return a.addSieve(sieve{crumb: text.CleanLine(f.String()), filter: f})
}

// showList closes what is open over the list.
func (a *App) showList() {
	a.shut()
	a.view, a.page, a.line, a.query, a.focus, a.zoom = planView, nil, nil, "", 0, false
	a.arrange()
}

func (a *App) addSieve(s sieve) tea.Cmd {
	a.sift.sieves = append(a.sift.sieves, s)
	cmd := a.sieveWords(0)
	a.refilter()
	if a.sift.busy {
		return tea.Batch(cmd, a.follow())
	}
	return tea.Batch(cmd, a.follow(), a.say(a.siftWords()))
}

// sieveWords reads the messages from one on, when the words of the last filter ask for it. One filter is
// read for at a time: the words of the others are known by then, or were given up.
func (a *App) sieveWords(from int) tea.Cmd {
	f := &a.sift
	ctx, _ := f.start()
	f.busy = false
	n := len(f.sieves)
	if n == 0 || f.sieves[n-1].rows != nil || !f.sieves[n-1].filter.Reads() {
		return nil
	}
	filter := f.sieves[n-1].filter
	rows := a.passing(filter)
	at, _ := slices.BinarySearch(rows, from)
	f.busy, f.ctx = true, ctx
	c := scan{s: a.s, holds: filter.Holds, rows: rows, at: at, left: len(rows) - at}
	f.at, f.of = 0, c.whole()
	return a.readWords(c)
}

// readWords reads the next part of the messages, beside the screen.
func (a *App) readWords(c scan) tea.Cmd {
	ctx, gen := a.sift.ctx, a.sift.gen
	return apart(func() tea.Msg {
		hits, rest, err := c.next(ctx)
		return siftedMsg{gen, hits, rest, err}
	})
}

// siftedMsg is what a part of the messages holds of the words of a filter.
type siftedMsg struct {
	gen  int
	hits []int
	rest scan
	err  error
}

// sifted takes what a part of the messages holds, and lets the reading go on.
func (a *App) sifted(msg siftedMsg) tea.Cmd {
	f := &a.sift
	if msg.gen != f.gen || msg.err != nil || len(f.sieves) == 0 {
		return nil
	}
	last := &f.sieves[len(f.sieves)-1]
	last.holds = slices.Compact(slices.Sorted(slices.Values(slices.Concat(last.holds, msg.hits))))
	a.refilter()
	f.busy = msg.rest.left > 0
	f.at = msg.rest.read
	cmds := []tea.Cmd{a.follow(), a.say(a.siftWords())}
	if f.busy {
		cmds = append(cmds, a.readWords(msg.rest))
	}
	return tea.Batch(cmds...)
}

// lift takes the last filter away.
func (a *App) lift() {
	f := &a.sift
	f.stop()
	f.busy = false
	if n := len(f.sieves); n > 0 {
		f.sieves = f.sieves[:n-1]
	}
	a.refilter()
}

// liftAll takes every filter away.
func (a *App) liftAll() {
	a.sift.stop()
	if a.sift.busy = false; len(a.sift.sieves) > 0 {
		a.sift.sieves = nil
		a.list.Filter(nil, "")
	}
}

// refilter shows what passes all filters, as the plan is now.
func (a *App) refilter() {
	f := &a.sift
	if len(f.sieves) == 0 {
		a.list.Filter(nil, "")
		return
	}
	var crumbs []string
	rows := make([]int, len(a.s.Rows))
	for i := range rows {
		rows[i] = i
	}
	for _, s := range f.sieves {
		crumbs = append(crumbs, s.crumb)
		rows = slices.DeleteFunc(rows, func(i int) bool { return !a.passes(&s, i) })
	}
	a.list.Filter(rows, strings.Join(crumbs, " › "))
}

func (a *App) passes(s *sieve, i int) bool {
	if s.rows != nil {
		_, ok := slices.BinarySearch(s.rows, i)
		return ok
	}
	if s.filter.Reads() {
		if _, ok := slices.BinarySearch(s.holds, i); !ok {
			return false
		}
	}
	return s.filter.Is(query.Subject{Session: a.s, Index: i, Fate: a.list.Fate(i)})
}

// siftWords say how many messages are shown.
func (a *App) siftWords() string {
	shown := fmt.Sprintf("%s of %s", text.Num(a.list.Shown()), count(len(a.s.Rows)))
	if a.sift.busy {
		return fmt.Sprintf("%s so far, %d%% read; esc gives it up", shown, 100*a.sift.at/max(1, a.sift.of))
	}
	return shown + "; esc lifts the filter, s sorts"
}

// siftAgain takes the filters over to what a followed file has become.
func (a *App) siftAgain(c *Growth) tea.Cmd {
	moved := func(rows []int) []int {
		out := make([]int, 0, len(rows))
		for _, i := range rows {
			if i < len(c.to) && c.to[i] >= 0 {
				out = append(out, c.to[i])
			}
		}
		slices.Sort(out)
		return out
	}
	f := &a.sift
	if len(f.sieves) == 0 {
		return nil
	}
	from := c.before
	if f.busy || c.gone > 0 {
		from = 0
	}
	for k := range f.sieves {
		s := &f.sieves[k]
		if s.holds = moved(s.holds); s.rows != nil {
			s.rows = moved(s.rows)
		}
	}
	cmd := a.sieveWords(from)
	a.refilter()
	return cmd
}
