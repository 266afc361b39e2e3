package gemini

import (
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// checkpoint replaces the list by the one that a line holds. The agent writes one when it has
// compacted, and when it has blanked old results.
func (h *history) checkpoint(o js.Object, r jsonl.Record) {
	list := o.Get("messages")
	if !list.IsArray() {
		return
	}
	was := make(map[string]item, len(h.items)) // what is said again, by its id
	for i := range h.items {
		if id := h.items[i].id; id != "" {
			was[id] = h.items[i]
		}
	}
	now := make([]item, 0, len(h.items))
	at := make(map[string]int, len(h.items)) // where they stand in it
	summary := -1                            // the last one that is new
	list.ForEach(func(_, e gjson.Result) bool {
		if !e.IsObject() {
			return true
		}
		src := model.Source{Off: r.Off + int64(e.Index), Len: int64(len(e.Raw)), Line: r.Line}
		it := parse(e.Raw, src, r.Broken)
		if i, twice := at[it.id]; twice {
			now[i] = it
			return true
		}
		if it.id != "" {
			at[it.id] = len(now)
		}
		if _, known := was[it.id]; !known && it.summary {
			summary = len(now)
		}
		now = append(now, it)
		return true
	})
	gone := func(it item) bool { _, kept := at[it.id]; return !kept }
	c, cut := h.compare(gone)
	c.line, cut.Source = r.Line, r.Source
	for i := range now {
		if w, known := was[now[i].id]; known && w.n >= 0 {
			cut.Left = append(cut.Left, measure.Held{N: w.n, Sources: []model.Source{now[i].src}})
		}
	}
	lost := len(cut.Was) - len(cut.Left)
	end := h.items[len(h.items)-tail(h.items, gone):]
	stale := false
	switch {
	case summary >= 0:
		it := &now[summary]
		c.id, cut.Source, cut.Text = it.id, it.src, true
		h.compact(it, c, cut)
		h.earlier, stale = h.earlier+lost, true
	case lost > 0 && said(end) == lost: // only the end is gone
		h.takeBack(end)
		h.rewinds++
		h.dropped += lost
	case lost > 0:
		h.compact(&item{}, c, cut)
		h.earlier, stale = h.earlier+lost, true
	case h.shorter(cut.Left):
		cut.Unknown, c.micro = true, true
		h.compact(&item{}, c, cut)
	}
	h.items, h.at = nil, make(map[string]int, len(now))
	for i := range now {
		h.again(now[i], was, i == summary, stale)
	}
}

// compare says what was in the list, and how much of it is still there.
func (h *history) compare(gone func(item) bool) (compaction, measure.Cut) {
	var c compaction
	cut := measure.Cut{Measured: true}
	for i := range h.items {
		it := &h.items[i]
		if it.n >= 0 {
			cut.Was = append(cut.Was, measure.Held{N: it.n, Sources: []model.Source{it.src}})
		}
		if !gone(*it) {
			c.kept += said(h.items[i : i+1])
		}
		if !it.usage.zero() {
			c.before = it.usage.input
		}
	}
	return c, cut
}

// tail is how many items at the end of the list are gone.
func tail(items []item, gone func(item) bool) int {
	n := 0
	for n < len(items) && gone(items[len(items)-1-n]) {
		n++
	}
	return n
}

// again puts an item of a checkpoint into the list. What was answered before a compaction says
// nothing of the context behind it.
func (h *history) again(it item, was map[string]item, summary, stale bool) {
	w, known := was[it.id]
	switch {
	case summary:
		h.add(it)
	case known && w.n >= 0:
		if it.n, it.usage = w.n, w.usage; stale {
			it.usage = usage{}
		}
		h.add(it)
	default:
		h.put(it)
	}
}

// shorter reports whether things are said in fewer words than before.
func (h *history) shorter(left []measure.Held) bool {
	now, before := 0, 0
	for _, p := range left {
		if p.Sources[0].Len < h.whole[p.N].src.Len {
			now += h.weigh(p.Sources[0])
			before += h.weigh(h.whole[p.N].src)
		}
	}
	return now < before
}

// weigh gives the estimated tokens of a record, 0 for one that cannot be read again.
func (h *history) weigh(src model.Source) int {
	raw, err := model.ReadSource(h.reader, src)
	if err != nil {
		return 0
	}
	sum := 0
	for _, m := range decode(string(raw), nil) {
		toks, _ := measure.Weigh(m)
		sum += toks
	}
	return sum
}
