// Package replay walks a session message by message: how full the context was, when each
// signal of the trigger would have fired, and what the compactions did that the file records.
// A number of a point is what the gauge would have shown had the file ended there.
package replay

import (
	"cutline/model"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// Input is all that a replay looks at.
type Input struct {
	History      []model.Point
	Compactions  []model.Compaction
	Replacements []model.Replacement // by compaction
	Window       int                 // tokens; 0 or less when unknown
	WindowSource string
	AnyTurn      bool  // injected messages count as turns too
	Asked        []int // live messages in which a person asked for a compaction
	Params       trigger.Params
}

// Set is a set of signals, by their places in Output.Signals.
type Set uint8

// Has reports whether signal k is in the set.
func (s Set) Has(k int) bool { return s&(1<<k) != 0 }

// Point is the state of the context behind one point of the history. It is small: there are
// as many as messages.
type Point struct {
	Used      int32 // tokens, as the trigger takes them
	Turns     int32
	Images    int32
	Estimated bool // no server has reported Used
	Fires     Set  // the signals that fire
}

// Signal is one line of the trigger, over the whole session.
type Signal struct {
	Name  string // tokens, turns, images, reserve, background-start, background-persist, Asked
	Op    string
	Limit int
	First int // the point at which it fired first, -1 when it never did
	Times int // how often it began to fire
	Peak  int // its highest value
	At    int // the point of the highest value, -1 without points
	Early bool
}

// Crossing is a point at which a signal began to fire.
type Crossing struct {
	Signal int
	Point  int
	Value  int
}

// Output is a replayed session.
type Output struct {
	Window       int
	WindowSource string
	Points       []Point
	Signals      []Signal
	Crossings    []Crossing // in the order of the points
	Compactions  []Compaction
	Thrash       []string // what makes the compactions thrashing, a clause each; nil when nothing does
	Verdict      string   // the same in one sentence; says so too when nothing does; empty without compactions
	Decisions    []trace.Decision
}

// Run replays a session.
func Run(in Input) Output {
	out := Output{Window: in.Window, WindowSource: in.WindowSource, Points: make([]Point, len(in.History))}
	out.lines(in)
	w := walk{in: in, out: &out}
	w.run()
	out.compactions(in)
	out.thrash()
	out.decide(in)
	return out
}

// lines takes the limits from the trigger itself, so that both cannot differ.
func (out *Output) lines(in Input) {
	t := trigger.Run(trigger.Input{Window: in.Window, Params: in.Params})
	for _, s := range t.Signals {
		if of(s.Name, Point{Used: 1, Turns: 1, Images: 1}) > 0 || s.Name == Asked && len(in.Asked) > 0 {
			out.Signals = append(out.Signals, Signal{Name: s.Name, Op: s.Op, Limit: s.Limit, First: -1, At: -1})
		}
	}
	if l := t.Background.Start; l.Set {
		out.Signals = append(out.Signals, Signal{Name: backgroundStart, Op: ">=", Limit: l.Threshold, First: -1, At: -1, Early: true})
	}
	if l := t.Background.Persist; l.Set {
		out.Signals = append(out.Signals, Signal{Name: backgroundPersist, Op: ">=", Limit: l.Threshold, First: -1, At: -1, Early: true})
	}
}

// Asked is the signal of a message in which a person asked for a compaction: it fires there and nowhere
// else. It is known of live messages only.
const Asked = "phrase"

// The lines at which a summary would be computed early, and applied. They compact nothing by
// themselves.
const (
	backgroundStart   = "background-start"
	backgroundPersist = "background-persist"
)

// of is the value that a signal looks at, 0 for one that no replay can follow.
func of(name string, p Point) int {
	switch name {
	case "tokens", "reserve", backgroundStart, backgroundPersist:
		return int(p.Used)
	case "turns":
		return int(p.Turns)
	case "images":
		return int(p.Images)
	}
	return 0
}

// fires reports whether a signal fires at a value.
func (s *Signal) fires(value int) bool {
	if s.Op == ">" {
		return value > s.Limit
	}
	return value >= s.Limit
}

// load is what a context holds.
type load struct {
	used   int  // tokens, as the server reported them last
	known  bool // it has
	est    int  // estimated tokens
	turns  int
	images int
}

// walk is the state of the context while the history goes by. A branch that was left later
// begins with what the context holds and leaves nothing in it.
type walk struct {
	in   Input
	out  *Output
	main load
	said map[int]bool // the live messages that ask for a compaction
	open []branch     // the branches that are walked on, the later ones began on the earlier ones
	last Set
}

// branch is the context of a branch that is left later.
type branch struct {
	load
	number uint16
}

func (w *walk) run() {
	w.said = make(map[int]bool, len(w.in.Asked))
	for _, row := range w.in.Asked {
		w.said[row] = true
	}
	for i := range w.in.History {
		p := &w.in.History[i]
		now := &w.main
		switch {
		case p.Is() && w.compacts(int(p.Compaction)):
			if p.Tokens > 0 {
				w.main.used, w.main.known = int(p.Tokens), true
			}
			w.open = w.open[:0]
		case p.Gone:
			now = w.aside(p.Branch)
			w.add(now, p)
		default:
			w.add(now, p)
			w.open = w.open[:0]
		}
		w.point(i, now)
	}
}

// aside is the context of a branch. One that was left before it has come to its end; one that was
// left after it is the one it began on.
func (w *walk) aside(number uint16) *load {
	n := len(w.open)
	for n > 0 && w.open[n-1].number < number {
		n--
	}
	w.open = w.open[:n]
	switch {
	case n == 0:
		w.open = append(w.open, branch{w.main, number})
	case w.open[n-1].number != number:
		w.open = append(w.open, branch{w.open[n-1].load, number})
	}
	return &w.open[len(w.open)-1].load
}

// add puts a message into the context.
func (w *walk) add(l *load, p *model.Point) {
	l.est += int(p.Est)
	l.images += int(p.Images)
	if w.turn(p) {
		l.turns++
	}
	if p.Tokens > 0 {
		l.used, l.known = int(p.Tokens), true
	}
}

// turn reports whether a message counts as a turn.
func (w *walk) turn(p *model.Point) bool {
	return p.Typed() || w.in.AnyTurn && p.Role == model.User && p.Origin != model.FromSummary
}

// compacts replaces the context, and reports false when nothing is known of what was
// replaced: then the compaction is a message like any other.
func (w *walk) compacts(k int) bool {
	if k >= len(w.in.Replacements) {
		return false
	}
	r := &w.in.Replacements[k]
	if r.Out == nil {
		if w.in.Compactions[k].Micro && r.Left > 0 { // what the server reported last holds all the same
			w.main.est, w.main.images = r.Left, r.Images
		}
		return false
	}
	w.main = load{est: r.Left, turns: r.Turns, images: r.Images}
	if w.in.AnyTurn {
		w.main.turns = 0
		for _, n := range r.Kept {
			if w.turn(&w.in.History[n]) {
				w.main.turns++
			}
		}
	}
	return true
}

// point notes the state behind point i.
func (w *walk) point(i int, l *load) {
	p := Point{Used: int32(l.est), Turns: int32(l.turns), Images: int32(l.images), Estimated: !l.known}
	if l.known {
		p.Used = int32(l.used)
	}
	for k := range w.out.Signals {
		s := &w.out.Signals[k]
		value := of(s.Name, p)
		if row := int(w.in.History[i].Row); s.Name == Asked && w.said[row] {
			value = 1
		}
		if s.At < 0 || value > s.Peak {
			s.Peak, s.At = value, i
		}
		if !s.fires(value) {
			continue
		}
		p.Fires |= 1 << k
		if w.last.Has(k) && s.Name != Asked { // which is another one each time
			continue
		}
		s.Times++
		if s.First < 0 {
			s.First = i
		}
		w.out.Crossings = append(w.out.Crossings, Crossing{k, i, value})
	}
	w.last = p.Fires
	w.out.Points[i] = p
}
