// Package openhands reads the events of an OpenHands conversation: of version 0, in which an
// action and an observation are named by their kind, and of the kit of version 1, in which they
// are events of a class. A condensation forgets events by their ids; nothing is taken out of the
// list. The format is only read.
package openhands

import (
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/records"
)

// Name is the stable name of the format.
const Name = "openhands"

// The dialects.
const (
	first = "v0"
	kit   = "v1"
)

// Looks reports whether a file that is one JSON value is a list of events.
func Looks(doc []byte) bool { return list(gjson.ParseBytes(doc)).Exists() }

// LooksLines scores the first objects of a JSON Lines file, from 0 to 100: the share of them
// that are events.
func LooksLines(objects [][]byte) int {
	hits := 0
	for _, o := range objects {
		if IsRecord(o) {
			hits++
		}
	}
	return 100 * hits / max(1, len(objects))
}

// list gives the events of a document: it is the list, or keeps it under a key.
func list(doc gjson.Result) gjson.Result {
	const most = 50 // percent
	f := js.Fields(doc)
	for _, v := range []gjson.Result{doc, f.Get("events"), f.Get("trajectory"), f.Get("history")} {
		if v.IsArray() && records.Share(v, isEvent) > most {
			return v
		}
	}
	return gjson.Result{}
}

// IsRecord reports whether an object is an event.
func IsRecord(raw []byte) bool { return isEvent(js.Fields(gjson.ParseBytes(raw))) }

func isEvent(f js.Object) bool {
	if f.Get("source").Type != gjson.String || f.Has("role", "uuid", "payload") || !f.Has("id") {
		return false
	}
	return f.Get("action").Type == gjson.String || f.Get("observation").Type == gjson.String || f.Get("kind").Type == gjson.String
}

// Read reads a conversation. Of the usage, Input is the whole request, what came from a cache
// included; a response that several events repeat is counted once.
func Read(in model.Input) (*model.Session, error) {
	f, err := records.Open(in, list, IsRecord)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	var events []event
	for _, r := range f.Records {
		e := parse(r)
		if e.class == strange {
			b.S.Unknown++
			continue
		}
		events = append(events, e)
	}
	c := view(events)
	b.S.Compactions, b.S.Earlier, b.S.Dialect = c.past, c.earlier, first
	before, live := newPast(events), measure.Live{}
	told := make(map[string]bool) // responses whose words were said
	for i := 0; i < len(c.live); {
		e, n := c.live[i], i+1
		for e.class == act && n < len(c.live) && c.live[n].class == act && e.response != "" && c.live[n].response == e.response {
			n++
		}
		var group []records.Record
		for _, g := range c.live[i:n] {
			group = append(group, g.record)
		}
		i = n
		if e.kit {
			b.S.Dialect = kit
		}
		if e.model != "" {
			b.S.Model = e.model
		}
		hint := 0
		if told[e.response] {
			hint = again
		}
		row := b.Add(hint, group...)[0]
		live[before.number[e.place]] = []int{row}
		switch {
		case e.class == forget:
			b.S.Compactions[c.summary].Summary = row
		case b.S.Rows[row].Role == model.Assistant && hint == 0:
			told[e.response] = e.response != ""
			b.Reported(row, e.input, e.cached, e.output)
		}
	}
	s, err := b.Finish()
	if err != nil {
		return nil, err
	}
	if err := b.History(&before.track, live, func(n int) int { return before.hints[n] }); err != nil {
		return nil, err
	}
	kept(s)
	return s, nil
}
