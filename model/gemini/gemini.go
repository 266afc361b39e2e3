// Package gemini reads and writes the chats of Gemini CLI. Older versions keep a session as one
// JSON document, newer ones as JSON Lines: a first line about the session, messages, and lines
// that change what stands before them. A message record holds the calls of tools and their
// results together; here they are two messages.
package gemini

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/pattern"
)

// Name is the stable name of the format.
const Name = "gemini"

// The keys of lines that change what stands before them.
const (
	keySet    = "$set"      // data of the session; a list of messages in it replaces all of them
	keyRewind = "$rewindTo" // takes back a message and all that follow it
)

// kinds are the types of records. Those that are no message are notes of the screen.
var kinds = map[string]kind{"user": user, "gemini": answer, "info": note, "error": note, "warning": note}

type kind uint8

const (
	unknown kind = iota
	user
	answer
	note
)

// Looks scores the first objects of a JSON Lines file, from 0 to 100.
func Looks(objects [][]byte) int {
	hits := 0
	for _, raw := range objects {
		f := js.Fields(gjson.ParseBytes(raw))
		if f.Get(keySet).IsObject() || f.Get(keyRewind).Type == gjson.String || isHeader(f) ||
			isMessage(f) && f.Has("content") && kinds[f.Text("type")] != unknown && !f.Has("message", "data", "uuid") {
			hits++
		}
	}
	if len(objects) == 0 {
		return 0
	}
	return 100 * hits / len(objects)
}

// LooksDocument recognises a file that is one JSON value.
func LooksDocument(doc []byte) bool {
	f := js.Fields(gjson.ParseBytes(doc))
	return isHeader(f) && f.Get("messages").IsArray()
}

func isHeader(f js.Object) bool {
	return f.Get("sessionId").Type == gjson.String && f.Get("projectHash").Type == gjson.String
}

func isMessage(f js.Object) bool { return f.Get("id").Type == gjson.String }

// IsRecord reports whether an object found inside a damaged line is a whole line. The calls
// inside a message have an id too, but no content.
func IsRecord(raw []byte) bool {
	f := js.Fields(gjson.ParseBytes(raw))
	return isHeader(f) || f.Get(keySet).IsObject() || f.Get(keyRewind).Type == gjson.String ||
		isMessage(f) && f.Has("type") && f.Has("content")
}

// Value gives the bytes of a record that are its message: all of them.
func Value(record []byte) []byte { return record }

// wrappers are what the agent itself says in the user's role.
var wrappers = append([]measure.Wrapper{
	{Open: "<session_context>", Close: "</session_context>"},
	{Open: "<hook_context>", Close: "</hook_context>"},
	{Open: "<loaded_context>", Close: "</loaded_context>"},
	{Open: "This is the Gemini CLI. We are setting up the context for our chat"},
	{Open: "Here is the user's editor context"},
	{Open: "Here is a summary of changes in the user's editor context"},
	{Open: "System: Please continue."},
	{Open: "System: Potential loop detected"},
}, measure.Wrappers...)

// command is a command to the agent. It is recorded like a prompt, and left out when the agent
// goes on with the session.
var command = pattern.New(`^/[a-z][a-z:-]*(?:[ \t][^\n]*)?$`)

// The blocks of the agent's own summaries. The second may stand in front of the first.
const (
	snapshot   = "<state_snapshot>"
	scratchpad = "<scratchpad>"
)

// origin says who wrote a message in the user's role. Shown is what the screen showed of it.
func origin(m model.Message, shown string) model.Origin {
	text := strings.TrimSpace(m.Text())
	o := measure.OriginOf(m, wrappers)
	switch {
	case o == model.FromSummary, strings.HasPrefix(text, snapshot), strings.HasPrefix(text, scratchpad) && strings.Contains(text, snapshot):
		return model.FromSummary
	case strings.TrimSpace(shown) != "" && !command.MatchString(text):
		return model.Person
	case command.MatchString(text):
		return model.Injected
	}
	return o
}

// when is the time of a record, zero when it has none.
func when(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}
	}
	return t
}
