package codex

import (
	"slices"

	"cutline/model"
)

// history is what the agent would send, as the lines so far have made it.
type history struct {
	items   []item
	reports []reported
	typed   map[uint64]bool // words that an event shows to have been typed by a person
	told    map[uint64]bool // words of earlier summaries
	past    []compaction
	earlier int  // messages that stood before the last compaction
	dropped int  // messages that were taken back
	rolls   int  // how often turns were taken back
	made    bool // the model has made an item
	// behind says that the numbers of an answer stand before its items: older agents wrote an
	// answer down only when it was complete.
	behind, known bool
	whole         track
}

// reported is one report of the server, and how many items stood before it.
type reported struct {
	usage
	at int
}

// compaction is one that the file records.
type compaction struct {
	line, before int
	after        int // tokens that the agent itself put down right behind it, 0 when it did not
	list         int // items that it left
	kept         int // messages among them that stand as they did
	summary      int // position of its summary among the items while it is the last, -1 when nobody can read it
}

// initialTokens is how much of the user's messages the agent keeps when a compaction has no
// list: it rebuilds the history from its rules, and this is one of them.
const initialTokens = 20_000 // tokens, counted as bytes ÷ 4

// toldLength is the least length of a summary that is known again elsewhere: a shorter text
// may be a person's own.
const toldLength = 40 // bytes

// apply takes one line.
func (h *history) apply(e *entry) {
	switch e.class {
	case spoken:
		if e.item.kind == quiet {
			return
		}
		h.items = append(h.items, e.item)
		e.item.live = nil
		h.whole.items = append(h.whole.items, e.item)
		h.made = h.made || e.item.kind.made()
	case said:
		if e.item.kind == user {
			h.typed[e.item.sum] = true
		}
	case report:
		if n := len(h.past) - 1; n >= 0 && e.usage.input == 0 && len(h.reports) == 0 && h.past[n].after == 0 {
			h.past[n].after = e.usage.context
		}
		if e.usage.input > 0 {
			if !h.known {
				h.known, h.behind = true, !h.made
			}
			h.reports = append(h.reports, reported{e.usage, len(h.items)})
			h.whole.reports = append(h.whole.reports, reported{e.usage, len(h.whole.items)})
		}
	case rolled:
		h.rollBack(e.turns)
	case compacted:
		h.compact(e)
	default:
	}
}

// origin says who wrote a user message. Words that look like the harness's are a person's
// when an event shows that they were typed, and words that a compaction wrote are a summary
// wherever they stand.
func (h *history) origin(it *item) model.Origin {
	switch {
	case h.told[it.sum]:
		return model.FromSummary
	case it.origin == model.Injected && h.typed[it.sum]:
		return model.Person
	}
	return it.origin
}

// turn reports whether an item begins a turn of the user, as the agent counts them.
func (h *history) turn(it *item) bool {
	return it.kind == user && h.origin(it) != model.Injected
}

// context reports whether an item is what the harness tells the model beside the conversation.
func (h *history) context(it *item) bool {
	return it.kind == system || it.kind == user && h.origin(it) == model.Injected
}

// rollBack takes back the last n turns of the user, with the context that was told right
// before them. What stands before the first turn stays.
func (h *history) rollBack(n int) {
	cut, first := len(h.items), -1
	for i := range h.items {
		if h.turn(&h.items[i]) {
			first = i
			break
		}
	}
	if n == 0 || first < 0 {
		return
	}
	for i := len(h.items) - 1; i >= first && n > 0; i-- {
		if h.turn(&h.items[i]) {
			cut = i
			n--
		}
	}
	for cut > first && h.context(&h.items[cut-1]) {
		cut--
	}
	h.rolls++
	h.dropped += len(group(h.items[cut:]))
	leave(h.items[cut:])
	h.whole.takeBack(h.items[cut:])
	h.items = h.items[:cut:cut]
	h.reports = slices.DeleteFunc(h.reports, func(r reported) bool { return r.at > cut })
}

// compact replaces the history.
func (h *history) compact(e *entry) {
	c := compaction{line: e.src.Line, summary: e.summary}
	if n := len(h.reports); n > 0 {
		c.before = h.reports[n-1].input
	}
	from := 0
	if n := len(h.past); n > 0 { // what its list holds is a copy of what was counted before
		from = min(h.past[n-1].list, len(h.items))
	}
	h.earlier += len(group(h.items[from:]))
	next := slices.Clone(e.list)
	if !e.listed {
		next = h.rebuild()
		if plain(e.words) != "" {
			c.summary = len(next)
			it := item{src: e.src, kind: user, origin: model.FromSummary, sum: hash(e.words), broken: e.broken, digest: true}
			it.weigh(model.Message{Role: model.User, Parts: []model.Part{{Kind: model.Text, Text: e.words}}})
			next = append(next, it)
		}
	}
	if len(plain(e.words)) >= toldLength {
		h.told[hash(e.words)] = true
	}
	left := slices.Clone(next)
	leave(left)
	h.whole.cuts = append(h.whole.cuts, cut{src: e.src, at: len(h.whole.items), reports: len(h.whole.reports), was: traces(h.items), left: left, summary: c.summary})
	h.items, h.reports = next, nil
	c.list = len(next)
	for _, g := range group(next) {
		if it := &next[g[len(g)-1]]; !h.context(it) && h.origin(it) != model.FromSummary {
			c.kept++
		}
	}
	h.past = append(h.past, c)
}

// rebuild is the history that the agent makes of a compaction without a list: the context
// before the first turn, and the newest messages of the user.
func (h *history) rebuild() []item {
	var out, turns []item
	first := slices.IndexFunc(h.items, func(it item) bool { return h.turn(&it) })
	if first < 0 {
		first = len(h.items)
	}
	for _, it := range h.items[:first] {
		if h.context(&it) {
			out = append(out, it)
		}
	}
	left := initialTokens
	for i := len(h.items) - 1; i >= first && left > 0; i-- {
		if it := h.items[i]; h.turn(&it) && h.origin(&it) == model.Person {
			turns = append(turns, it)
			left -= int(it.src.Len) / 4
		}
	}
	slices.Reverse(turns)
	return append(out, turns...)
}
