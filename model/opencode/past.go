package opencode

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// past makes the history: every message of the file and what each compaction did, in the order of
// the file. A run that blanked old outputs stands where its time says.
func (f *file) past(s *model.Session, rows map[int][2]int) {
	h := &past{file: f, s: s, rows: rows, at: make(map[int][]int32)}
	answers := make(map[int]int) // by record, which pair it answers
	asks := make(map[int]bool)
	for k, p := range f.pairs {
		answers[p.answer] = k
		asks[p.ask] = true
	}
	runs := f.all.runs()
	used := 0 // tokens of the last request
	for i := range f.all {
		it := &f.all[i]
		for len(runs) > 0 && it.created > runs[0].at {
			h.blanked(runs[0], i)
			runs = runs[1:]
		}
		switch k, answer := answers[i]; {
		case answer:
			h.compaction(k, used)
			used = 0
		case !asks[i]:
			h.messages(i)
			if !it.usage.zero() && !it.failed && !it.gone {
				used = it.usage.input
			}
		}
	}
	for _, r := range runs {
		h.blanked(r, len(f.all))
	}
}

type past struct {
	*file
	s    *model.Session
	rows map[int][2]int
	at   map[int][]int32 // by record, the points it became; by the answer of a pair, its own
}

// messages adds the points of a record that is no compaction.
func (h *past) messages(i int) {
	it := &h.all[i]
	row, live := h.rows[i]
	last := -1
	for sub, m := range decode(it.raw) {
		pt := model.Point{Row: -1, Compaction: -1, Role: m.Role, Origin: m.Origin, Sub: uint8(min(sub, math.MaxUint8)), Gone: it.gone}
		if it.gone {
			pt.Branch = 1
		}
		if live {
			pt = measure.PointOf(h.s, row[0]+sub)
		} else {
			toks, images := measure.Weigh(m)
			pt.Est, pt.Images = measure.Small(toks), uint16(min(images, math.MaxUint16))
		}
		pt.Place(it.src)
		if m.Role == model.Assistant {
			last = len(h.s.History)
		}
		h.at[i] = append(h.at[i], int32(len(h.s.History)))
		h.s.History = append(h.s.History, pt)
	}
	if last >= 0 && !it.failed {
		h.s.History[last].Tokens = measure.Small(it.usage.input)
	}
}

// compaction adds the point of compaction k and says what it replaced. Used are the tokens of the
// request before it.
func (h *past) compaction(k, used int) {
	p := h.pairs[k]
	it := &h.all[p.answer]
	c := model.Compaction{Line: it.src.Line, Before: used, Summary: -1}
	pt := model.Point{Row: -1, Compaction: int32(len(h.s.Compactions)), Role: model.User, Origin: model.FromSummary}
	if row, live := h.rows[p.answer]; live {
		c.Summary, pt.Row = row[0], int32(row[0])
	}
	toks, _ := measure.Weigh(decode(it.raw)[0])
	pt.Est = measure.Small(toks)
	pt.Place(it.src)
	r := model.Replacement{Point: len(h.s.History), Text: it.src, Out: []int32{}, Left: toks, Measured: true}
	keep := p.answer
	if p.ask >= 0 {
		c.Trigger = "manual"
		if h.all[p.ask].auto {
			c.Trigger = "auto"
		}
		from, found := h.all.tail(p)
		if keep = from; !found {
			c.Missing = 1
			h.s.Problems = append(h.s.Problems, model.Problem{Line: h.all[p.ask].src.Line, Kind: "missing-target", Message: fmt.Sprintf(
				"the compaction at line %d keeps the messages from %s on, which is not in this file", h.all[p.ask].src.Line, h.all[p.ask].tail)})
		}
	}
	for _, g := range h.all.context(h.pairs[:k], p.answer) {
		last := g[len(g)-1]
		if last == p.ask {
			continue
		}
		for _, n := range h.at[last] {
			if g[0] < keep {
				if r.Out = append(r.Out, n); !h.s.History[n].Is() {
					h.s.Earlier++
				}
				continue
			}
			was := &h.s.History[n]
			r.Kept = append(r.Kept, n)
			r.Left += int(was.Est)
			r.Images += int(was.Images)
			if was.Typed() {
				r.Turns++
			}
		}
	}
	c.Kept = len(r.Kept)
	h.at[p.answer] = []int32{int32(len(h.s.History))}
	h.s.History, h.s.Compactions, h.s.Replacements = append(h.s.History, pt), append(h.s.Compactions, c), append(h.s.Replacements, r)
}

// run is one time that the agent has blanked old outputs.
type run struct {
	at     int64 // Unix milliseconds
	tokens int   // estimate of what they took
}

// apart is the least time between two runs: the outputs of one are marked one after the other.
const apart = 10_000 // milliseconds

// runs are the times at which outputs were blanked, oldest first.
func (all items) runs() []run {
	var marks []pruned
	for i := range all {
		marks = append(marks, all[i].pruned...)
	}
	slices.SortStableFunc(marks, func(a, b pruned) int { return cmp.Compare(a.at, b.at) })
	var out []run
	last := int64(0)
	for _, m := range marks {
		if len(out) == 0 || m.at-last > apart {
			out = append(out, run{at: m.at})
		}
		last = m.at
		toks, _ := measure.Weigh(model.Message{Parts: []model.Part{{Kind: model.Text, Text: m.output}}})
		out[len(out)-1].tokens += toks
	}
	return out
}

// blanked adds the point of a run that came before record i.
func (h *past) blanked(r run, i int) {
	line := 0
	if i > 0 {
		line = h.all[i-1].src.Line
	}
	k := len(h.s.Compactions)
	h.s.Compactions = append(h.s.Compactions, model.Compaction{Line: line, Summary: -1, Micro: true, SavedToks: r.tokens})
	h.s.Replacements = append(h.s.Replacements, model.Replacement{Point: len(h.s.History)})
	h.s.History = append(h.s.History, model.Point{Row: -1, Compaction: int32(k), Role: model.System, Line: int32(line)})
}
