package gemini

import (
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// item is what is kept of a message record while the list is made.
type item struct {
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
}

// compaction is one that the file records: a summary that came into the list.
type compaction struct {
	line, before, kept int
	id                 string // of the summary
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
		h.items[at] = it
		return
	}
	if it.summary {
		h.past = append(h.past, compaction{line: it.src.Line, id: it.id})
	}
	h.add(it)
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
	for i := range h.items[at:] {
		delete(h.at, h.items[at+i].id)
	}
	h.items = h.items[:at]
}

// said is how many of the records are messages.
func said(items []item) int {
	n := 0
	for i := range items {
		if items[i].kind == user || items[i].kind == answer {
			n++
		}
	}
	return n
}

// checkpoint replaces the list by the one that a line holds. The agent writes one when it has
// compacted, and when it has blanked old results.
func (h *history) checkpoint(o js.Object, r jsonl.Record) {
	list := o.Get("messages")
	if !list.IsArray() {
		return
	}
	old, was := h.items, h.at
	h.items, h.at = nil, map[string]int{}
	past := len(h.past)
	list.ForEach(func(_, e gjson.Result) bool {
		if !e.IsObject() {
			return true
		}
		src := model.Source{Off: r.Off + int64(e.Index), Len: int64(len(e.Raw)), Line: r.Line}
		it := parse(e.Raw, src, r.Broken)
		if _, known := was[it.id]; known && it.summary {
			h.add(it) // it is no new one
		} else {
			h.put(it)
		}
		return true
	})
	if len(h.past) == past {
		return
	}
	c := &h.past[len(h.past)-1]
	for i := range old {
		if _, kept := h.at[old[i].id]; kept {
			c.kept += said(old[i : i+1])
		} else {
			h.earlier += said(old[i : i+1])
		}
		if !old[i].usage.zero() {
			c.before = old[i].usage.input
		}
	}
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
		out := model.Compaction{Line: c.line, Before: c.before, Kept: c.kept, Summary: -1}
		if i, ok := h.at[c.id]; ok && h.items[i].summary {
			out.Summary = rows[i]
		}
		s.Compactions = append(s.Compactions, out)
	}
}
