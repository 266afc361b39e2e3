package openhands

import (
	"slices"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/measure"
)

// past notes what every condensation found and left.
type past struct {
	track   measure.Track
	number  map[int]int // by the place of an event, its number in the track
	hints   []int       // by number, see decode
	said    [][]event   // by number, the events of a message
	gone    forgotten
	summary int // number of the condensation whose summary holds, -1 without one
}

// newPast walks the events in the order of the file. Calls that one response of the model asked
// for are one message.
func newPast(events []event) *past {
	p := &past{number: make(map[int]int, len(events)), summary: -1, gone: forgotten{ids: map[string]bool{}}}
	told := make(map[string]bool) // responses whose words were said
	last := -1                    // number of the message that the next call may belong to
	for i := range events {
		e := &events[i]
		switch {
		case e.class == silent:
		case e.class == forget:
			p.condensed(e)
			last = -1
		case e.class == act && last >= 0 && e.response != "" && p.said[last][0].response == e.response:
			p.said[last] = append(p.said[last], *e)
			p.number[i] = last
			p.track.Again(last, p.sources(last)...)
		default:
			n := p.track.Say(e.record.Source)
			p.number[i] = n
			hint := 0
			if told[e.response] {
				hint = again
			} else {
				p.track.Report(n, e.input)
			}
			p.add(hint, *e)
			told[e.response], last = e.response != "", -1
			if e.class == act {
				last = n
			}
		}
	}
	return p
}

// add keeps what is to be known of the last number.
func (p *past) add(hint int, events ...event) {
	p.hints, p.said = append(p.hints, hint), append(p.said, events)
}

// sources are the records of a message.
func (p *past) sources(n int) []model.Source {
	out := make([]model.Source, len(p.said[n]))
	for i := range out {
		out[i] = p.said[n][i].record.Source
	}
	return out
}

// condensed takes a condensation.
func (p *past) condensed(e *event) {
	cut := measure.Cut{Source: e.record.Source, Text: e.summary, Was: p.pieces()}
	p.gone.add(e)
	old := p.summary
	if e.summary {
		p.summary = -1
	}
	cut.Left = p.pieces()
	if p.summary = old; e.summary {
		p.summary = len(p.said)
	}
	p.number[e.place] = p.track.Compact(cut)
	p.add(0)
}

// pieces are what the agent would send of the events so far.
func (p *past) pieces() []measure.Held {
	var out []measure.Held
	for n, events := range p.said {
		if n == p.summary || slices.ContainsFunc(events, func(e event) bool { return !p.gone.has(&e) }) {
			out = append(out, measure.Held{N: n})
		}
	}
	return out
}

// kept counts the messages that each condensation kept.
func kept(s *model.Session) {
	for k := range s.Compactions {
		for _, n := range s.Replacements[k].Kept {
			if s.History[n].Role != model.System {
				s.Compactions[k].Kept++
			}
		}
	}
}

// forgotten are the events that condensations have named so far.
type forgotten struct {
	ids    map[string]bool
	ranges [][2]int64 // of version 0
}

func (f *forgotten) add(e *event) {
	for _, id := range e.gone {
		f.ids[id] = true
	}
	if e.first <= e.last {
		f.ranges = append(f.ranges, [2]int64{e.first, e.last})
	}
}

func (f *forgotten) has(e *event) bool {
	if f.ids[e.id] {
		return true
	}
	n := gjson.Parse(e.id).Int()
	return slices.ContainsFunc(f.ranges, func(r [2]int64) bool { return !e.kit && r[0] <= n && n <= r[1] })
}
