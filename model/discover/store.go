package discover

import (
	"slices"

	"cutline/model"
	"cutline/model/load"
)

// stored are the sessions of a database, those of sub-agents left out, or the database itself when
// nothing here reads it. A query or two tell all that is known of them; the messages of a session
// count those that a compaction has replaced, and how full it is may be from before one.
func (a *Agent) stored(file Entry) []Entry {
	file.Read = true
	if f, ok := load.ByName(a.Format); !ok || f.Sessions == nil {
		file.Why = "no reader: it is a database of many sessions"
		return []Entry{file}
	}
	list, format, err := load.Sessions(file.Path)
	if err != nil {
		file.Why = plain(err)
		return []Entry{file}
	}
	var out []Entry
	for _, b := range list {
		if b.Parent != "" {
			continue
		}
		e := file
		e.Format, e.Size = format, 0
		e.Tell(b)
		out = append(out, e)
	}
	return out
}

// Tell sets what is known of one of several sessions in a file.
func (e *Entry) Tell(b model.Brief) {
	e.Read, e.Session, e.ID, e.Title, e.ModTime, e.Messages, e.Approx = true, b.ID, b.ID, b.Title, b.Updated, b.Messages, true
	e.Used, e.Window = b.Used, window(&model.Session{Model: b.Model, Usage: model.Usage{Known: b.Used > 0, Input: b.Used}})
	if b.Dir != "" {
		e.Project = b.Dir
	}
}

// once leaves out the files of sessions that stand in a database as well: an agent that has moved
// to one leaves its old files where they are.
func once(entries []Entry) []Entry {
	type key struct{ agent, id string }
	in := make(map[key]bool)
	for _, e := range entries {
		if e.Session != "" {
			in[key{e.Agent, e.ID}] = true
		}
	}
	return slices.DeleteFunc(entries, func(e Entry) bool { return e.Session == "" && in[key{e.Agent, e.ID}] })
}
