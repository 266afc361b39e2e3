// Package copilot reads the sessions of Copilot CLI: events.jsonl, a log of what happened, one
// event a line, in which the messages that the model sees stand among starts and ends of
// everything. The agent keeps what it needs to go on with a session in other files as well, so
// none is written.
package copilot

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// Name is the stable name of the format.
const Name = "copilot"

// families are the first words of the types of events that are known. Others are counted.
var families = map[string]bool{
	"session": true, "system": true, "user": true, "assistant": true, "tool": true, "hook": true, "subagent": true,
	"permission": true, "skill": true, "abort": true, "pending_messages": true, "external_tool": true, "user_input": true,
	"elicitation": true, "command": true, "mcp": true, "exit_plan_mode": true, "sampling": true, "model": true,
}

// Looks scores the first objects of a JSON Lines file, from 0 to 100: the share of them that are
// events.
func Looks(objects [][]byte) int {
	hits := 0
	for _, raw := range objects {
		if IsRecord(raw) {
			hits++
		}
	}
	if len(objects) == 0 {
		return 0
	}
	return 100 * hits / len(objects)
}

// IsRecord reports whether an object is an event: a type of two words and its data.
func IsRecord(raw []byte) bool {
	f := js.Fields(gjson.ParseBytes(raw))
	kind := f.Text("type")
	family, _, dotted := strings.Cut(kind, ".")
	return f.Get("data").IsObject() && families[family] && (dotted || kind == "abort") && f.Has("id", "timestamp")
}

// event is one line.
type event struct {
	kind, id, time string
	data           js.Object
	agent          bool // of a sub-agent
}

func parse(raw string) event {
	f := js.Fields(gjson.Parse(raw))
	e := event{kind: f.Text("type"), id: f.Text("id"), time: f.Text("timestamp"), data: js.Fields(f.Get("data"))}
	e.agent = e.data.Text("parentToolCallId") != "" || f.Text("agentId") != ""
	return e
}

// message reports whether an event is a message of the model's context. A summary is one too.
func (e event) message() bool {
	switch e.kind {
	case "system.message", "user.message", "assistant.message", "tool.execution_complete", "system.notification":
		return true
	}
	return false
}

// count is a number of tokens; what is no sensible number is none.
func (e event) count(key string) int {
	return int(min(max(e.data.Get(key).Int(), 0), 1<<40))
}

// media is the kind of a part with that media type.
func media(mime string) model.Kind {
	if strings.HasPrefix(mime, "image/") {
		return model.Image
	}
	return model.File
}
