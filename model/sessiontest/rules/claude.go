package rules

import (
	"encoding/json"
	"slices"
	"strings"
)

// claudeRecord is a line of a session of Claude Code.
type claudeRecord struct {
	line    int
	UUID    string          `json:"uuid"`
	Parent  *string         `json:"parentUuid"`
	Logical *string         `json:"logicalParentUuid"`
	Session string          `json:"sessionId"`
	Type    string          `json:"type"`
	Subtype string          `json:"subtype"`
	Time    string          `json:"timestamp"`
	Side    bool            `json:"isSidechain"`
	Summary bool            `json:"isCompactSummary"`
	Visible bool            `json:"isVisibleInTranscriptOnly"`
	Message json.RawMessage `json:"message"`
	Attach  json.RawMessage `json:"attachment"`
	Meta    struct {
		Trigger *string `json:"trigger"`
		Before  *int    `json:"preTokens"`
		After   *int    `json:"postTokens"`
		Segment *struct {
			Head   string `json:"headUuid"`
			Anchor string `json:"anchorUuid"`
			Tail   string `json:"tailUuid"`
		} `json:"preservedSegment"`
		Kept struct {
			Anchor string   `json:"anchorUuid"`
			UUIDs  []string `json:"uuids"`
			All    []string `json:"allUuids"`
		} `json:"preservedMessages"`
	} `json:"compactMetadata"`
}

// Claude reads a compacted session of Claude Code: one boundary, the summary below it, and a tail
// that continues the summary or is named by the boundary.
func Claude(b []byte) Context {
	c := Context{Summary: -1}
	var list []*claudeRecord // those of the tree
	by := map[string]*claudeRecord{}
	var boundary *claudeRecord
	for n, l := range c.text(b) {
		r := &claudeRecord{line: n + 1}
		if !c.object(n, l, r) {
			continue
		}
		switch r.Type {
		case "custom-title", "ai-title", "summary": // outside the tree
			continue
		case "user", "assistant", "system", "attachment":
		default:
			c.bad("line %d has the type %q", r.line, r.Type)
		}
		if r.UUID == "" || by[r.UUID] != nil {
			c.bad("line %d: the id %q is empty or doubled", r.line, r.UUID)
		}
		if r.Session == "" || c.ID != "" && r.Session != c.ID {
			c.bad("line %d: session %q, not %q", r.line, r.Session, c.ID)
		}
		if r.Side {
			c.bad("line %d is of a sub-agent", r.line)
		}
		if r.Parent != nil && by[*r.Parent] == nil {
			c.bad("line %d continues %q, which does not stand before it", r.line, *r.Parent)
		}
		if r.Subtype == "compact_boundary" {
			if boundary != nil {
				c.bad("line %d is a second boundary", r.line)
			}
			boundary = r
		}
		c.ID, by[r.UUID] = r.Session, r
		list = append(list, r)
	}
	if boundary == nil {
		c.bad("there is no boundary")
		return c
	}
	if boundary.Type != "system" || boundary.Parent != nil || boundary.Meta.Trigger == nil || boundary.Meta.Before == nil {
		c.bad("the boundary has a parent, or does not say what it is")
	}
	c.claudeMessages(claudeChain(&c, list, by, boundary))
	return c
}

// claudeChain is the conversation from the boundary on: what the boundary names is put behind the
// summary, and every other record has the one before it as its parent.
func claudeChain(c *Context, list []*claudeRecord, by map[string]*claudeRecord, boundary *claudeRecord) []*claudeRecord {
	var segment []*claudeRecord
	seg := boundary.Meta.Segment
	if seg != nil {
		for at := by[seg.Tail]; at != nil; {
			segment = append(segment, at)
			if at.UUID == seg.Head || at.Parent == nil {
				break
			}
			at = by[*at.Parent]
		}
		slices.Reverse(segment)
		ids := make([]string, len(segment))
		for i, r := range segment {
			ids[i] = r.UUID
			if r.line >= boundary.line {
				c.bad("line %d is named as kept and stands behind the boundary", r.line)
			}
		}
		k := boundary.Meta.Kept
		if len(ids) == 0 || ids[0] != seg.Head || !slices.Equal(ids, k.UUIDs) || !slices.Equal(ids, k.All) || k.Anchor != seg.Anchor {
			c.bad("from %q to %q stand %q, the boundary names %q", seg.Head, seg.Tail, ids, k.UUIDs)
		}
		if boundary.Logical == nil || *boundary.Logical != seg.Tail || boundary.Meta.After == nil {
			c.bad("the boundary does not follow the tail that it names, or does not say what is left")
		}
	}
	if n := boundary.line - 1; n != len(segment) {
		c.bad("%d lines stand in front of the boundary, %d are kept", n, len(segment))
	}
	prev := boundary
	chain := []*claudeRecord{boundary}
	for _, r := range list {
		if r.line <= boundary.line {
			continue
		}
		if r.Parent == nil || *r.Parent != prev.UUID {
			c.bad("line %d does not continue line %d", r.line, prev.line)
		}
		chain, prev = append(chain, r), r
		if !r.Summary {
			continue
		}
		if !r.Visible || r.Type != "user" || seg != nil && r.UUID != seg.Anchor {
			c.bad("line %d is no summary, or not the one that the kept tail belongs to", r.line)
		}
		if len(segment) > 0 {
			chain, prev = append(chain, segment...), segment[len(segment)-1]
		}
	}
	return chain
}

// claudeMessages lists the messages of a conversation and holds its calls and results to what the
// server accepts.
func (c *Context) claudeMessages(chain []*claudeRecord) {
	waits := calls{}
	for _, r := range chain {
		value := r.Message
		if r.Type == "attachment" {
			value = r.Attach
		}
		if r.Type == "system" || value == nil {
			continue
		}
		if r.Summary {
			if c.Summary >= 0 && tagged(value) {
				c.bad("line %d is a second summary", r.line)
			}
			if c.Summary < 0 {
				c.Summary = len(c.Messages)
			}
		}
		c.claudeBlocks(value, waits)
		c.Messages = append(c.Messages, value)
	}
	waits.end(c.bad)
	if c.Summary < 0 {
		c.bad("there is no summary")
	}
}

func (c *Context) claudeBlocks(value json.RawMessage, waits calls) {
	var m struct {
		Content json.RawMessage `json:"content"`
	}
	var blocks []struct {
		Type string `json:"type"`
		ID   string `json:"id"`
		Use  string `json:"tool_use_id"`
		Text string `json:"text"`
	}
	if json.Unmarshal(value, &m) != nil || json.Unmarshal(m.Content, &blocks) != nil {
		return
	}
	for _, b := range blocks {
		switch b.Type {
		case "text":
			if strings.TrimSpace(b.Text) == "" {
				c.bad("message %d: a blank block", len(c.Messages))
			}
		case "tool_use":
			waits[b.ID]++
		case "tool_result":
			waits.answer(len(c.Messages), b.Use, c.bad)
		}
	}
}
