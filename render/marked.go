package render

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

// Marked is a clean text in which facts or claims are marked: each stands between brackets, after a
// sign that says what became of it.
type Marked struct {
	Text   string
	Ranges []MarkedRange // in order and apart from each other
}

// MarkedRange is one marked piece, its brackets included.
type MarkedRange struct {
	From, To int // bytes of the text
	Of       int // as retention.Mark has it
	State    retention.State
}

// MarkMessage is a message whole, with what became of the facts that stand in it. A fact that was
// read from the arguments of a call is marked where it stands there word for word.
func MarkMessage(th *theme.Theme, m model.Message, o *retention.Output, index int) Marked {
	body := m.Full()
	var marks []retention.Mark
	part, at := -1, 0
	for _, k := range o.Marks(index) {
		if k.Part >= len(m.Parts) {
			continue
		}
		if k.Part != part {
			part, at = k.Part, m.FullAt(k.Part)
		}
		k.Span.Start, k.Span.End = at+k.Span.Start, at+k.Span.End
		marks = append(marks, k)
	}
	for i := range o.Facts {
		if f := &o.Facts[i]; f.Index == index && f.Span == (facts.Span{}) && f.Text != "" {
			marks = addFound(marks, body, f, i)
		}
	}
	return mark(th, body, marks)
}

// addFound marks a fact where its text stands in a body and nothing is marked yet.
func addFound(marks []retention.Mark, body string, f *retention.Fact, of int) []retention.Mark {
	from := strings.Index(body, f.Text)
	if from < 0 {
		return marks
	}
	to := from + len(f.Text)
	at, _ := slices.BinarySearchFunc(marks, from, func(m retention.Mark, from int) int { return m.Span.End - from - 1 })
	if at < len(marks) && marks[at].Span.Start < to {
		return marks
	}
	return slices.Insert(marks, at, retention.Mark{Span: facts.Span{Start: from, End: to}, Of: of, State: f.State()})
}

// MarkSummary is a summary with what it names: in the session, or invented.
func MarkSummary(th *theme.Theme, summary string, o *retention.Output) Marked {
	return mark(th, summary, o.NamedMarks())
}

// mark cleans a text and puts the brackets into it. Its pieces are steady, so that the places are those of the
// lines that are drawn.
func mark(th *theme.Theme, body string, marks []retention.Mark) Marked {
	places := make([]int, 0, 2*len(marks))
	for _, m := range marks {
		places = append(places, m.Span.Start, m.Span.End)
	}
	clean, at := text.CleanAt(body, places)
	var out Marked
	var b strings.Builder
	b.Grow(len(clean) + 8*len(marks))
	last := 0
	for i, m := range marks {
		from, to := at[2*i], at[2*i+1]
		if from == to { // nothing of it is drawn
			continue
		}
		b.WriteString(text.Steady(clean[last:from]))
		r := MarkedRange{From: b.Len(), Of: m.Of, State: m.State}
		b.WriteString(StateSign(th, m.State) + "[" + text.Steady(clean[from:to]) + "]")
		r.To, last = b.Len(), to
		out.Ranges = append(out.Ranges, r)
	}
	b.WriteString(text.Steady(clean[last:]))
	out.Text = b.String()
	return out
}

// StateSign is the sign that says what became of something; it needs no colour.
func StateSign(th *theme.Theme, s retention.State) string {
	switch s {
	case retention.Weakened, retention.Unfound:
		return th.Shapes.About
	case retention.Lost, retention.Invented:
		return th.Shapes.Cross
	case retention.Kept, retention.Supported:
	}
	return th.Shapes.Check
}

// The states that are marked in a message, in a summary, and in one of which most of the source is
// missing.
var (
	MessageStates = []retention.State{retention.Kept, retention.Weakened, retention.Lost}
	SummaryStates = []retention.State{retention.Supported, retention.Invented}
	PartialStates = []retention.State{retention.Supported, retention.Unfound}
)

// StateLegend says what the signs of states mean.
func StateLegend(th *theme.Theme, states []retention.State) string {
	words := make([]string, 0, len(states))
	for _, s := range states {
		words = append(words, StateSign(th, s)+"["+s.String()+"]")
	}
	return strings.Join(words, " ")
}

// Piece draws the bytes from to to of the text, which lie on one line. At is the marked piece that is
// looked at, -1 for none.
func (m *Marked) Piece(th *theme.Theme, from, to, at int) string {
	var b strings.Builder
	i, _ := slices.BinarySearchFunc(m.Ranges, from, func(r MarkedRange, from int) int { return r.To - from - 1 })
	for ; from < to; i++ {
		if i >= len(m.Ranges) || m.Ranges[i].From >= to {
			th.Text.To(&b, m.Text[from:to])
			break
		}
		r := m.Ranges[i]
		if r.From > from {
			th.Text.To(&b, m.Text[from:r.From])
			from = r.From
		}
		end := min(r.To, to)
		in := &th.Inks
		if i == at {
			in = &th.OnCursor
		}
		stateInk(in, r.State).To(&b, m.Text[from:end])
		from = end
	}
	return b.String()
}

func stateInk(in *theme.Inks, s retention.State) theme.Ink {
	switch s {
	case retention.Lost:
		return in.Cut
	case retention.Invented:
		return in.Error
	case retention.Weakened, retention.Unfound:
		return in.Warn
	case retention.Kept, retention.Supported:
	}
	return in.Good
}

// Place is where a fact or a claim is marked. What lies within another mark is looked for by its
// words; what is not found is at the beginning.
func (m *Marked) Place(of int, words string) int {
	if i := slices.IndexFunc(m.Ranges, func(r MarkedRange) bool { return r.Of == of }); i >= 0 {
		return m.Ranges[i].From
	}
	return max(0, strings.Index(m.Text, text.Steady(text.Clean(words))))
}

// At is the marked piece that begins at a place, -1 when none does.
func (m *Marked) At(place int) int {
	i, ok := slices.BinarySearchFunc(m.Ranges, place, func(r MarkedRange, p int) int { return r.From - p })
	if !ok {
		return -1
	}
	return i
}

// Where says which of the marks the one is that begins at a place, in a word or two; empty when none does.
func (m *Marked) Where(place int) string {
	i := m.At(place)
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("mark %d of %d", i+1, len(m.Ranges))
}

// Next is the marked piece after a place in the text, before it with d below 0, and round the ends;
// -1 when nothing is marked.
func (m *Marked) Next(place, d int) int {
	n := len(m.Ranges)
	if n == 0 {
		return -1
	}
	if d > 0 {
		return max(0, slices.IndexFunc(m.Ranges, func(r MarkedRange) bool { return r.From > place }))
	}
	i, _ := slices.BinarySearchFunc(m.Ranges, place, func(r MarkedRange, p int) int { return r.From - p })
	return (i - 1 + n) % n
}
