package rules

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
)

// primeEntry is a line of a session of Prime Agent or pi.
type primeEntry struct {
	raw       []byte
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Parent    *string         `json:"parentId"`
	Time      string          `json:"timestamp"`
	Version   int             `json:"version"`
	Summary   *string         `json:"summary"`
	FirstKept *string         `json:"firstKeptEntryId"`
	Before    *int            `json:"tokensBefore"`
	Hook      *bool           `json:"fromHook"`
	Message   json.RawMessage `json:"message"`
	Details   json.RawMessage `json:"details"`
}

// shortID is the shape of an entry's id; fullID that when every short one is taken.
var (
	shortID = regexp.MustCompile(`^[0-9a-f]{8}$`)
	fullID  = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// Prime reads a compacted session: the path from the last entry to the root, the last compaction
// on it, and what it keeps.
func Prime(b []byte) Context {
	c := Context{Summary: -1}
	var list []*primeEntry
	by := map[string]*primeEntry{}
	for n, l := range c.text(b) {
		e := &primeEntry{raw: []byte(l)}
		if !c.object(n, l, e) {
			continue
		}
		switch {
		case n == 0:
			if c.ID = e.ID; e.Type != "session" || e.ID == "" {
				c.bad("line 1 is no header")
			}
		case e.Type == "session": // ignored by the agent
		default:
			list = append(list, e)
			by[e.ID] = e
		}
	}
	if len(list) == 0 {
		c.bad("there are no entries")
		return c
	}
	var path []*primeEntry
	for at := list[len(list)-1]; at != nil && !slices.Contains(path, at); {
		path = append(path, at)
		if at.Parent == nil {
			break
		}
		at = by[*at.Parent]
	}
	slices.Reverse(path)
	last := -1
	for i, e := range path {
		if e.Type == "compaction" {
			last = i
		}
	}
	if last < 0 {
		c.bad("no compaction is on the path")
		return c
	}
	c.primeEntry(list, path[last])
	c.primeContext(path, last)
	return c
}

// primeEntry checks the entry of the compaction that was written.
func (c *Context) primeEntry(list []*primeEntry, e *primeEntry) {
	var d struct {
		Read     []string `json:"readFiles"`
		Modified []string `json:"modifiedFiles"`
	}
	if json.Unmarshal(e.Details, &d) != nil || d.Read == nil || d.Modified == nil {
		c.bad("a compaction does not say which files it is about: %s", e.Details)
	}
	if e.Time == "" || e.Summary == nil || *e.Summary == "" || e.FirstKept == nil || e.Before == nil || e.Hook == nil || *e.Hook {
		c.bad("a compaction lacks something: %.300s", e.raw)
		return
	}
	if !shortID.MatchString(e.ID) && !fullID.MatchString(e.ID) {
		c.bad("the compaction has the id %q", e.ID)
	}
	c.Text = *e.Summary
	at := slices.Index(list, e)
	if at < 1 || e.Parent == nil || !slices.ContainsFunc(list[:at], func(x *primeEntry) bool { return x.ID == *e.Parent }) {
		c.bad("the compaction does not hang below an entry before it")
	}
	for i, x := range list {
		if i != at && x.ID == e.ID {
			c.bad("another entry has the id of the compaction")
		}
	}
	want := []string{"type", "id", "parentId", "timestamp", "summary", "firstKeptEntryId", "tokensBefore", "details", "fromHook", "customInstructions"}
	if keys := keysOf(e.raw); !slices.Equal(keys, want[:min(len(keys), len(want))]) || len(keys) < len(want)-1 {
		c.bad("the compaction has the keys %q", keys)
	}
}

// keysOf are the keys of an object, in order.
func keysOf(raw []byte) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return out
		}
		out = append(out, k.(string)) // a key is a string
		var skip json.RawMessage
		if d.Decode(&skip) != nil {
			return out
		}
	}
	return out
}

// primeContext lists the summary, and the messages of the path from the first kept entry on.
func (c *Context) primeContext(path []*primeEntry, last int) {
	c.Messages, c.Summary = append(c.Messages, path[last].raw), 0
	kept := *path[last].FirstKept == path[last].ID // nothing is
	for i, e := range path {
		if i < last && e.ID == *path[last].FirstKept {
			kept = true
			for _, x := range path[i:last] {
				c.primeMessage(x)
			}
			break
		}
	}
	if !kept {
		c.bad("the first kept entry %q is not on the path", *path[last].FirstKept)
	}
	for _, e := range path[last+1:] {
		c.primeMessage(e)
	}
}

func (c *Context) primeMessage(e *primeEntry) {
	switch e.Type {
	case "message":
		c.Messages = append(c.Messages, e.Message)
	case "custom_message", "branch_summary":
		c.Messages = append(c.Messages, e.raw)
	}
}
