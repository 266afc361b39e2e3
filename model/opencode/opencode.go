// Package opencode reads and writes the sessions of OpenCode. The agent keeps them in a database,
// and prints one as a JSON document with `opencode export`: data of the session, and messages that
// are lists of parts. A part of a tool holds the call and its result; here they are two messages.
package opencode

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// Name is the stable name of the format.
const Name = "opencode"

// The prefixes of the agent's ids; it refuses others.
const (
	sessionPrefix = "ses_"
	messagePrefix = "msg_"
	partPrefix    = "prt_"
)

// The types of parts. Those that are missing here are notes of the agent to itself.
const (
	partText       = "text"
	partReasoning  = "reasoning"
	partTool       = "tool"
	partFile       = "file"
	partSubtask    = "subtask"    // a task that a person's command hands to a sub-agent
	partCompaction = "compaction" // asks for a compaction; the answer is the summary
	partStep       = "step-start" // a request to the model begins
)

// notes are the types of parts that the model never sees.
var notes = map[string]bool{partStep: true, "step-finish": true, "snapshot": true, "patch": true, "agent": true, "retry": true}

// Looks recognises a file that is one JSON value: an exported session, or the data of one whose
// messages lie in other files.
func Looks(doc []byte) bool {
	f := js.Fields(gjson.ParseBytes(doc))
	if looksAlone(f) {
		return true
	}
	list := f.Get("messages")
	if js.Fields(f.Get("info")).Get("id").Type != gjson.String || !list.IsArray() {
		return false
	}
	first := list.Get("0")
	if !first.Exists() {
		return strings.HasPrefix(js.Fields(f.Get("info")).Text("id"), sessionPrefix)
	}
	return isRecord(js.Fields(first))
}

// isRecord reports whether an object is a message with its parts.
func isRecord(f js.Object) bool { return f.Get("info").IsObject() && f.Get("parts").IsArray() }

// identity are the members of a part that name it and what it belongs to. A copy has others.
var identity = map[string]bool{"id": true, "sessionID": true, "messageID": true, "tail_start_id": true}

// Value gives the bytes of a record that are its message: its parts, without the ids that a copy
// of the session cannot have, as {"parts":[…]}.
func Value(record []byte) []byte {
	f := js.Fields(gjson.ParseBytes(record))
	parts := []string{}
	for _, part := range list(f.Get("parts")) {
		if !part.IsObject() {
			parts = append(parts, part.Raw)
			continue
		}
		members := []string{}
		part.ForEach(func(k, v gjson.Result) bool {
			if !identity[k.Str] {
				members = append(members, k.Raw+":"+v.Raw)
			}
			return true
		})
		parts = append(parts, "{"+strings.Join(members, ",")+"}")
	}
	return []byte(`{"parts":[` + strings.Join(parts, ",") + "]}")
}
