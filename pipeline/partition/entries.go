package partition

import (
	"cutline/model"
	"cutline/model/js"
)

const (
	unitsPerToken = 4    // of an estimate, rounded up once a message: Prime Agent's own arithmetic
	imageUnits    = 4800 // of an image in a tool result; a user's images count nothing
)

// Entries are messages in the form in which a format with a tree of entries has them, for the
// rules that work on entries. A list names the messages that take part, in order; nil is all.
func Entries(rows []model.Row, links []model.Link, list []int) []model.Entry {
	names := make([]int, len(rows)) // chars of the names of a message's calls
	for _, l := range links {
		if !l.Result {
			names[l.Row] += js.Units(l.Name)
		}
	}
	if list == nil {
		list = make([]int, len(rows))
		for i := range list {
			list[i] = i
		}
	}
	out := make([]model.Entry, len(list))
	for k, i := range list {
		r := &rows[i]
		e := model.Entry{ID: r.ID, Type: "message", Row: i, Source: -1, Flags: model.Speaks | model.Weighs}
		units := r.Chars + names[i]
		switch {
		case r.Origin == model.FromSummary:
			e.Type, e.Flags = "summary", model.Recounts
		case r.Role == model.User:
			e.Flags |= model.Leads | model.Opens | model.Asks
		case r.Role == model.Assistant:
			e.Flags |= model.Leads
			if r.Is(model.Failed) {
				e.Flags |= model.Fails
			}
		case r.Role == model.Tool:
			units += imageUnits * r.Images
		}
		e.Est = (units + unitsPerToken - 1) / unitsPerToken
		out[k] = e
	}
	return out
}

// Load is how full a context is as Prime Agent counts it.
type Load struct {
	Tokens int  // what the server counted last, and the estimates of all that came after
	Since  int  // the estimated part
	From   int  // position of the answer that the server counted with, -1 when there is none
	Stale  bool // that answer stands before the last compaction: its number is of another context
	Failed bool // the last answer failed or was aborted
	// Overflow: the last answer failed because the request was too long, after the last compaction.
	Overflow bool
	Over     int // the largest window that the last answer's request did not fit, by its numbers; 0: any may do
}

// Context measures the context of a session: the summary of the last compaction, what it kept,
// and what followed. Without any number of a server all of it is estimated.
func Context(s *model.Session) Load {
	entries := s.Entries
	if len(entries) == 0 {
		entries = Entries(s.Rows, s.Links, nil)
		if u := s.Usage; u.Known && u.Row >= 0 && u.Row < len(entries) {
			e := &entries[u.Row]
			e.Used, e.Flags = u.Input+u.Output, e.Flags|model.Answers
		}
		return load(entries, liveRows(len(entries)), -1)
	}
	order, last := live(entries)
	return load(entries, order, last)
}

func liveRows(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// live lists the positions of the entries that are in the context, in the model's order, and
// the position of the last compaction, -1 when there is none.
func live(entries []model.Entry) (order []int, last int) {
	last, from := lastCompaction(entries), 0
	if last >= 0 {
		order = append(order, last)
		from = keptBy(entries, last)
		if from < 0 || from > last {
			from = last
		}
	}
	for k := from; k < len(entries); k++ {
		if entries[k].Is(model.Speaks) {
			order = append(order, k)
		}
	}
	return order, last
}

// load adds up a context whose last compaction is at that position.
func load(entries []model.Entry, order []int, last int) Load {
	out := Load{From: -1}
	seen := false // an answer of any kind
	for n := len(order) - 1; n >= 0; n-- {
		e := &entries[order[n]]
		if !seen && e.Flags&(model.Answers|model.Fails) != 0 {
			seen, out.Failed, out.Overflow = true, e.Is(model.Fails), e.Is(model.Overflows) && order[n] > last
			if order[n] > last {
				out.Over = e.Over
			}
		}
		if e.Is(model.Answers) {
			out.From, out.Stale = order[n], order[n] < last
			out.Tokens = e.Used + out.Since
			return out
		}
		out.Since += e.Est
	}
	out.Tokens = out.Since
	return out
}

// lastCompaction is the position of the last compaction, -1 when there is none.
func lastCompaction(entries []model.Entry) int {
	for k := len(entries) - 1; k >= 0; k-- {
		if entries[k].Type == "compaction" {
			return k
		}
	}
	return -1
}

// keptBy is the position of the entry that a compaction names as the first it kept, wherever
// on the path it stands; -1 when it is not there.
func keptBy(entries []model.Entry, compaction int) int {
	id := entries[compaction].FirstKept
	for k := range entries {
		if id != "" && entries[k].ID == id {
			return k
		}
	}
	return -1
}
