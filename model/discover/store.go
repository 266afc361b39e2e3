package discover

import (
	"slices"

	"cutline/model/load"
)

// stored are the sessions of a database, those of sub-agents left out, or the database itself when
// nothing here reads it. One query tells all that is known of them; the messages of a session count
// those that a compaction has replaced.
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
		e.Session, e.ID, e.Format, e.Title, e.ModTime, e.Messages, e.Approx, e.Size = b.ID, b.ID, format, b.Title, b.Updated, b.Messages, true, 0
		if b.Dir != "" {
			e.Project = b.Dir
		}
		out = append(out, e)
	}
	return out
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
