// Package codex reads and writes the rollouts of Codex: JSON Lines files that are only
// appended to, in which the items that the model sees stand among events that only the screen
// shows. A compaction is a line that replaces all history before it by a list of items; nothing
// is taken out of the file, so a compacted session is a copy with one line more.
package codex

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// Name is the stable name of the format.
const Name = "codex"

// The types of lines. Files of the first generation have no envelope: their items stand bare,
// behind a header and among records of state.
const (
	typeMeta      = "session_meta"
	typeItem      = "response_item"
	typeEvent     = "event_msg"
	typeContext   = "turn_context"
	typeCompacted = "compacted"
)

// envelopes are the types of lines that are known. Others are counted, and stay in a copy.
var envelopes = map[string]bool{
	typeMeta: true, typeItem: true, typeEvent: true, typeContext: true, typeCompacted: true,
	"world_state": true, "inter_agent_communication": true, "inter_agent_communication_metadata": true,
}

// Looks scores the first objects of a JSON Lines file, from 0 to 100: the share of them that
// are lines of a rollout.
func Looks(objects [][]byte) int {
	hits := 0
	for _, raw := range objects {
		f := js.Fields(gjson.ParseBytes(raw))
		switch {
		case envelopes[f.Text("type")] && f.Get("payload").IsObject(), f.Has("record_type"), isHeader(f), isBare(f):
			hits++
		}
	}
	if len(objects) == 0 {
		return 0
	}
	return 100 * hits / len(objects)
}

// isHeader recognises the first line of a file of the first generation.
func isHeader(f js.Object) bool {
	return !f.Has("type") && f.Get("id").Type == gjson.String && f.Get("timestamp").Type == gjson.String && f.Has("instructions", "git")
}

// isBare recognises an item without an envelope.
func isBare(f js.Object) bool {
	if f.Has("payload", "message", "uuid") {
		return false
	}
	switch kind := f.Text("type"); kind {
	case "message":
		return f.Get("role").Type == gjson.String && f.Get("content").IsArray()
	case "reasoning":
		return f.Has("summary", "encrypted_content")
	default:
		_, call := callTypes[kind]
		return call || isOutput(kind)
	}
}

// IsRecord reports whether an object found inside a damaged line is a whole line. An item of
// the first generation is none: a damaged compaction is full of objects that look the same.
func IsRecord(raw []byte) bool {
	v := gjson.ParseBytes(raw)
	return v.Get("type").Type == gjson.String && v.Get("timestamp").Type == gjson.String && v.Get("payload").IsObject()
}

// Value gives the bytes of a record that are its message: the payload of a line; an item that
// stands bare, or in a compaction's list, is its own.
func Value(record []byte) []byte {
	f := js.Fields(gjson.Parse(string(record)))
	if p := f.Get("payload"); enveloped(f) {
		return record[p.Index : p.Index+len(p.Raw)]
	}
	return record
}

func enveloped(f js.Object) bool {
	return f.Get("payload").IsObject() && f.Get("type").Type == gjson.String
}

// body is what a record says, without its envelope, with the type and time of that.
func body(raw string) (payload js.Object, kind, time string) {
	f := js.Fields(gjson.Parse(raw))
	if enveloped(f) {
		return js.Fields(f.Get("payload")), f.Text("type"), f.Text("timestamp")
	}
	return f, typeItem, ""
}

// plain is a text in the form in which two writings of the same words are equal.
func plain(s string) string { return strings.TrimSpace(s) }
