package gemini

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// item is what is kept of a message record while the list is made.
type item struct {
	n       int // its number in the track, -1 for a note
	src     model.Source
	id      string
	kind    kind
	strange bool // of a type that nobody knows
	broken  bool
	summary bool // a summary of what stood before
	time    time.Time
	usage   usage
	results []string // ids of the results that it holds
}

// usage is what the server reported with an answer, in tokens.
type usage struct{ input, cached, output int }

func (u usage) zero() bool { return u.input+u.cached+u.output == 0 }

// parse looks at one message record.
func parse(raw string, src model.Source, broken bool) item {
	f := js.Fields(gjson.Parse(raw))
	it := item{src: src, broken: broken, id: strings.Clone(f.Text("id")), kind: kinds[f.Text("type")], time: when(f.Text("timestamp"))}
	it.strange = it.kind == unknown
	if t := js.Fields(f.Get("tokens")); it.kind == answer && t != nil {
		it.usage = usage{count(t, "input"), count(t, "cached"), count(t, "output") + count(t, "thoughts")}
	}
	if it.kind != user && it.kind != answer {
		return it
	}
	for _, m := range decode(raw, nil) {
		it.summary = it.summary || m.Origin == model.FromSummary
		for _, p := range m.Parts {
			if p.Kind == model.Result {
				it.results = append(it.results, strings.Clone(p.ID))
			}
		}
	}
	return it
}

// count is a number of tokens; what is no sensible number is none.
func count(f js.Object, key string) int {
	return int(min(max(f.Get(key).Int(), 0), 1<<40))
}

// history is the list of messages as the lines of the file make it.
type history struct {
	items    []item
	at       map[string]int // where the record with an id stands in the list
	output   map[string]int // output tokens of every answer, by its id
	loose    int            // output tokens of answers without one
	unknown  int
	earlier  int // messages that compactions took out of the list
	rewinds  int
	dropped  int // messages that were taken back
	past     []compaction
	problems []model.Problem
	track    measure.Track
	whole    []item // by number in the track, as it was written last
	live     measure.Live
	reader   io.ReaderAt
}

// compaction is one that the file records: a summary that came into the list, or a list that
// lacks something, or says it in fewer words.
type compaction struct {
	line, before, kept int
	id                 string // of the summary, empty without one
	micro              bool   // only old results were blanked
}

// put adds a record, or puts it in the place of the one with its id: an answer is written again
// whenever something of it has come.
func (h *history) put(it item) {
	if it.strange {
		h.unknown++
	}
	if !it.usage.zero() {
		if it.id == "" {
			h.loose += it.usage.output
		} else {
			h.output[it.id] = it.usage.output
		}
	}
	if at, ok := h.at[it.id]; ok {
		if it.n = h.items[at].n; it.n >= 0 && it.message() {
			h.track.Again(it.n, it.src)
			h.whole[it.n] = it
			h.report(&it)
		} else {
			h.say(&it)
		}
		h.items[at] = it
		return
	}
	if it.summary { // whatever it stands for is not in the file any more, or still in the list
		h.compact(&it, compaction{line: it.src.Line, id: it.id}, measure.Cut{Source: it.src, Text: true, Unknown: true})
	} else {
		h.say(&it)
	}
	h.add(it)
}

// message reports whether a record is a message.
func (it *item) message() bool { return it.kind == user || it.kind == answer }

// say gives a message its number.
func (h *history) say(it *item) {
	it.n = -1
	if it.message() {
		it.n = h.track.Say(it.src)
		h.whole = append(h.whole, *it)
		h.report(it)
	}
}

func (h *history) report(it *item) {
	if it.kind == answer {
		h.track.Report(it.n, it.usage.input)
	}
}

// compact notes a compaction; it is the summary, if there is one.
func (h *history) compact(it *item, c compaction, cut measure.Cut) {
	it.n = h.track.Compact(cut)
	h.whole = append(h.whole, *it)
	h.past = append(h.past, c)
}

func (h *history) add(it item) {
	if it.id != "" {
		h.at[it.id] = len(h.items)
	}
	h.items = append(h.items, it)
}

// rewind takes a message back, and all that follow it. When it is not there, the agent forgets
// the whole list.
func (h *history) rewind(id string, line int) {
	at, ok := h.at[id]
	if !ok {
		h.problems = append(h.problems, model.Problem{Line: line, Kind: "missing-target", Message: fmt.Sprintf("line %d goes back to the message %s, which is not there; the agent then forgets all messages before that line", line, id)})
	}
	if n := said(h.items[at:]); n > 0 {
		h.rewinds++
		h.dropped += n
	}
	h.takeBack(h.items[at:])
	for i := range h.items[at:] {
		delete(h.at, h.items[at+i].id)
	}
	h.items = h.items[:at]
}

func (h *history) takeBack(items []item) {
	var numbers []int
	for i := range items {
		if items[i].n >= 0 {
			numbers = append(numbers, items[i].n)
		}
	}
	h.track.TakeBack(numbers...)
}

// said is how many of the records are messages.
func said(items []item) int {
	n := 0
	for i := range items {
		if items[i].message() {
			n++
		}
	}
	return n
}

// tell sets what the list says of usage and compactions. Rows are the messages of the items.
// What was answered before the last summary was written says nothing of the context after it.
func (h *history) tell(s *model.Session, rows []int) {
	s.Earlier, s.Branches, s.BranchRows = h.earlier, h.rewinds, h.dropped
	last := -1
	for i := range h.items {
		if h.items[i].summary {
			last = i
		}
	}
	u := &s.Usage
	for i := last + 1; i < len(h.items); i++ {
		it := &h.items[i]
		if it.usage.zero() || last >= 0 && it.time.Before(h.items[last].time) {
			continue
		}
		u.Known, u.Input, u.Cached, u.Output, u.Row = true, it.usage.input, it.usage.cached, it.usage.output, rows[i]
	}
	u.Total = h.loose
	for _, n := range h.output {
		u.Total += n
	}
	for _, c := range h.past {
		out := model.Compaction{Line: c.line, Before: c.before, Kept: c.kept, Summary: -1, Micro: c.micro}
		if i, ok := h.at[c.id]; ok && h.items[i].summary {
			out.Summary = rows[i]
		}
		s.Compactions = append(s.Compactions, out)
	}
}
