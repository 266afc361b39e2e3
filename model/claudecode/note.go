package claudecode

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"
)

// boundary is one compaction as the file records it.
type boundary struct {
	rec          int // its record
	micro        bool
	trigger      string
	before       int // tokens
	after, saved int // tokens; saved: of a micro compaction
	logical      string
	anchor       string // the record behind which the kept ones belong
	head, tail   string
	uuids, all   []string // kept records: those on the path, and with what hangs beside it
}

type summaryTitle struct{ text, leaf string }

// boundary takes one compaction.
func (k *skimmer) boundary(v gjson.Result, micro bool) {
	meta := v.Get("compactMetadata")
	if m := v.Get("microcompactMetadata"); m.Exists() {
		meta = m
	}
	kept := meta.Get("preservedMessages")
	seg := meta.Get("preservedSegment")
	b := boundary{
		rec: len(k.recs), micro: micro,
		trigger: strings.Clone(meta.Get("trigger").Str),
		before:  count(meta, "preTokens"), after: count(meta, "postTokens"), saved: count(meta, "tokensSaved"),
		logical: ident(v.Get("logicalParentUuid")),
		anchor:  ident(seg.Get("anchorUuid")),
		head:    ident(seg.Get("headUuid")), tail: ident(seg.Get("tailUuid")),
		uuids: list(kept.Get("uuids")), all: list(kept.Get("allUuids")),
	}
	b.anchor = cmp.Or(b.anchor, ident(kept.Get("anchorUuid")))
	k.boundaries = append(k.boundaries, b)
}

func list(v gjson.Result) []string {
	var out []string
	v.ForEach(func(_, e gjson.Result) bool {
		if id := ident(e); id != "" {
			out = append(out, id)
		}
		return true
	})
	return out
}

// note takes what a record without a place in the tree says of the session.
func (k *skimmer) note(typ string, raw []byte) {
	switch typ {
	case "custom-title":
		k.custom = cmp.Or(text(gjson.GetBytes(raw, "customTitle")), k.custom)
	case "ai-title":
		k.ai = cmp.Or(text(gjson.GetBytes(raw, "aiTitle")), k.ai)
	case "relocated":
		k.cwd = cmp.Or(text(gjson.GetBytes(raw, "relocatedCwd")), k.cwd)
	case "summary":
		v := gjson.ParseBytes(raw)
		k.summaries = append(k.summaries, summaryTitle{text(v.Get("summary")), text(v.Get("leafUuid"))})
	}
}
