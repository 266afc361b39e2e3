package qwen

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// rec is what the first look at a record keeps.
type rec struct {
	src          model.Source
	uuid, parent string
	kind         string
	subtype      string
	text         string // user: its only part, when that is a text
	usage        usage
	sum          uint64
	words        string // message: what it says, short; see words
	broken       bool
	message      bool
	held         int  // a compaction: contents that it replaces the history by
	side         bool // of a sub-agent
}

// usage is what the server reported with an answer, in tokens.
type usage struct{ input, cached, output int }

func (u usage) zero() bool { return u.input+u.cached+u.output == 0 }

func parse(raw string, src model.Source, broken bool) rec {
	f := js.Fields(gjson.Parse(raw))
	r := rec{
		src: src, broken: broken, sum: xxhash.Sum64String(raw),
		uuid: strings.Clone(f.Text("uuid")), parent: strings.Clone(f.Text("parentUuid")),
		kind: strings.Clone(f.Text("type")), subtype: strings.Clone(f.Text("subtype")),
	}
	r.side = f.Get("isSidechain").Type == gjson.True
	_, is := roles[r.kind]
	r.message = is && f.Get("message").IsObject() && !unsent[r.subtype]
	if r.message {
		r.words = words(js.Fields(f.Get("message")))
	}
	u := js.Fields(f.Get("usageMetadata"))
	r.usage = usage{count(u, "promptTokenCount"), count(u, "cachedContentTokenCount"), count(u, "candidatesTokenCount") + count(u, "thoughtsTokenCount")}
	if r.subtype == "chat_compression" {
		r.held = held(js.Fields(f.Get("systemPayload")))
	}
	if r.kind == "user" {
		if parts := js.Fields(f.Get("message")).Get("parts").Array(); len(parts) == 1 {
			r.text = strings.Clone(js.Fields(parts[0]).Text("text"))
		}
	}
	return r
}

// words stands for what a content says: a compacted history holds contents without their ids, and
// may leave out what the model thought.
func words(content js.Object) string {
	var b strings.Builder
	content.Get("parts").ForEach(func(_, p gjson.Result) bool {
		if js.Fields(p).Get("thought").Type != gjson.True {
			b.Write(binary.LittleEndian.AppendUint64(nil, xxhash.Sum64String(p.Raw)))
		}
		return true
	})
	return b.String()
}

// count is a number of tokens; what is no sensible number is none.
func count(f js.Object, key string) int {
	return int(min(max(f.Get(key).Int(), 0), 1<<40))
}

// node is the records with one id, in the order of the file.
type node struct {
	recs   []int
	parent string
	on     bool // on the path that the agent goes on with
	left   int  // line of the record with which the agent went on from before it
	way    int  // aside: its place on the way to the record before, from 1; 0 when it is not on it
}

// tree is the records of a file by their ids.
type tree struct {
	recs     []rec
	whole    bool // every message is of a sub-agent: the file is that agent's own
	nodes    map[string]*node
	problems []model.Problem
}

// grow makes the tree. A record that stands in the file twice counts once.
func grow(recs []rec) *tree {
	t := &tree{recs: recs, nodes: map[string]*node{}}
	t.whole = !slices.ContainsFunc(recs, func(r rec) bool { return r.message && !r.side })
	type key struct {
		uuid string
		sum  uint64
	}
	seen := map[key]bool{}
	for i := range recs {
		r := &recs[i]
		if seen[key{r.uuid, r.sum}] {
			continue
		}
		seen[key{r.uuid, r.sum}] = true
		n := t.nodes[r.uuid]
		if n == nil {
			n = &node{parent: r.parent}
			t.nodes[r.uuid] = n
		}
		n.recs = append(n.recs, i)
	}
	return t
}

// last is the node of the last record that the agent can go on from, nil when there is none.
func (t *tree) last() *node {
	for i := len(t.recs) - 1; i >= 0; i-- {
		if t.leads(&t.recs[i]) {
			return t.nodes[t.recs[i].uuid]
		}
	}
	return nil
}

// path lists the nodes from the root to a leaf. A parent that is not in the file is bridged by
// the order of the file.
func (t *tree) path(leaf *node) []*node {
	var out []*node
	for n := leaf; n != nil && !n.on; {
		n.on = true
		out = append(out, n)
		up := t.nodes[n.parent]
		if up == nil && n.parent != "" {
			up = t.bridge(n)
		}
		n = up
	}
	slices.Reverse(out)
	return out
}

// leads reports whether the agent could go on from a record.
func (t *tree) leads(r *rec) bool {
	return (t.whole || !r.side) && (r.kind != system || !beside(r.subtype))
}

// bridge is the node of the nearest earlier record that the agent could have gone on from.
func (t *tree) bridge(n *node) *node {
	first := n.recs[0]
	line := t.recs[first].src.Line
	t.problems = append(t.problems, model.Problem{Line: line, Kind: "missing-parent", Message: fmt.Sprintf("line %d continues the record %s, which is not in this file; the order of the file bridges the gap", line, n.parent)})
	for i := first - 1; i >= 0; i-- {
		r := &t.recs[i]
		if up := t.nodes[r.uuid]; !up.on && t.leads(r) {
			return up
		}
	}
	return nil
}

// aside lists the nodes of messages that lead off the path, in the order of the file, and says
// when each of them was left.
func (t *tree) aside() []*node {
	var out, way []*node // way: from the root to the record before
	for i := range t.recs {
		r := &t.recs[i]
		n := t.nodes[r.uuid]
		if n.recs[0] != i || !t.leads(r) {
			continue
		}
		if r.message && !n.on {
			out = append(out, n)
		}
		way = t.follow(way, n, r.src.Line)
	}
	return out
}

// seen stands for the place on the way of a node that gets one.
const seen = -1

// follow changes the way so that it leads to a node; what is on it no more was left at that line.
func (t *tree) follow(way []*node, n *node, line int) []*node {
	from := len(way) // behind a parent that is not in the file
	var more []*node // which were left before, the last first
	if up := t.nodes[n.parent]; up != nil || n.parent == "" {
		n.way, from = seen, 0
		for ; up != nil && up.way == 0; up = t.nodes[up.parent] {
			up.way = seen
			more = append(more, up)
		}
		if up != nil && up.way != seen { // else there is none, or they go round in a circle
			from = up.way
		}
	}
	for _, left := range way[from:] {
		left.left, left.way = line, 0
	}
	way = way[:from]
	slices.Reverse(more)
	for _, n := range append(more, n) {
		way = append(way, n)
		n.way = len(way)
	}
	return way
}

// beside counts the branches that lead off the path, the messages on them, and those of
// sub-agents.
func (t *tree) beside() (branches, messages, agents int) {
	for _, n := range t.nodes {
		r := &t.recs[n.recs[0]]
		switch {
		case n.on || !r.message:
		case r.side && !t.whole:
			agents++
		default:
			messages++
			if up := t.nodes[n.parent]; up == nil || up.on {
				branches++
			}
		}
	}
	return branches, messages, agents
}
