// Package claudecode reads and writes the sessions of Claude Code: JSON Lines files that are
// only appended to, with one record a line, a tree of records by parentUuid, and compactions
// that hide what stands before them without deleting it.
//
// A file is read once. Every record is skimmed into a few words and the pieces of a row, and no
// text is kept (skimmer); then it is decided which records the agent would send next (plan)
// and what the session is (build). Read decodes what it measures, Index samples it.
package claudecode

import "github.com/tidwall/gjson"

// Name is the stable name of the format.
const Name = "claude-code"

// wantObjects is how many objects Looks judges by, at most.
const wantObjects = 50

// known are the types of records that this package understands or knows to be no part of the
// conversation. Others are counted, so that a new kind of record is noticed.
var known = map[string]kind{
	"user": user, "assistant": assistant, "system": system, "attachment": attachment, "progress": progress,
	"summary": quiet, "file-history-snapshot": quiet, "queue-operation": quiet, "last-prompt": quiet,
	"custom-title": quiet, "ai-title": quiet, "agent-name": quiet, "mode": quiet, "permission-mode": quiet,
	"pr-link": quiet, "frame-link": quiet, "worktree-state": quiet, "bridge-session": quiet, "relocated": quiet,
	"started": quiet, "result": quiet, "atis-latch": quiet, "tag": quiet,
}

// Looks scores how much the first objects of a JSON Lines file look like this format: the
// share of them that do, from 0 to 100. One message of another agent that uses the same
// envelope is enough for 0.
func Looks(objects [][]byte) int {
	objects = objects[:min(len(objects), wantObjects)]
	hits := 0
	for _, raw := range objects {
		v := gjson.ParseBytes(raw)
		if v.Get("message.parts").Exists() || v.Get("payload").IsObject() {
			return 0
		}
		if _, ok := known[v.Get("type").Str]; ok && evidence(v) {
			hits++
		}
	}
	if len(objects) == 0 {
		return 0
	}
	return 100 * hits / len(objects)
}

// evidence reports whether an object has one of the keys that go with this format's types.
func evidence(v gjson.Result) bool {
	for _, k := range []string{"sessionId", "session_id", "uuid", "leafUuid", "messageId"} {
		if v.Get(k).Type == gjson.String {
			return true
		}
	}
	return v.Get("message.role").Type == gjson.String
}

// IsRecord reports whether an object that was found inside a damaged line is a whole record
// and no piece of one.
func IsRecord(raw []byte) bool {
	typ, marked := false, false
	gjson.ParseBytes(raw).ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "type":
			typ = v.Type == gjson.String && v.Str != ""
		case "uuid", "timestamp", "leafUuid", "sessionId", "messageId":
			marked = marked || v.Type == gjson.String
		}
		return true
	})
	return typ && marked
}

// Value gives the bytes of a record that are its message: the value of message, for a queued
// prompt that of attachment. It is nil when the record has neither. The slice is part of raw.
func Value(raw []byte) []byte {
	var message, queued []byte
	members(raw, func(m member) {
		switch m.key {
		case "message":
			message = raw[m.from:m.to]
		case "attachment":
			queued = raw[m.from:m.to]
		}
	})
	if message != nil {
		return message
	}
	return queued
}
