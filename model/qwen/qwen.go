// Package qwen reads the chats of Qwen Code: JSON Lines files that are only appended to, a tree
// of records by parentUuid in which a message is one record or several with one id, and in which
// system records take messages back, compact them, or say something of the session.
package qwen

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// Name is the stable name of the format.
const Name = "qwen"

// roles are the types of records that are messages.
var roles = map[string]model.Role{"user": model.User, "assistant": model.Assistant, "tool_result": model.Tool}

const system = "system"

// Looks scores the first objects of a JSON Lines file, from 0 to 100: the share of them that are
// records. Without a message in the form of this agent it is 0, since others have the same
// envelope.
func Looks(objects [][]byte) int {
	hits, parts := 0, false
	for _, raw := range objects {
		f := js.Fields(gjson.ParseBytes(raw))
		if !isRecord(f) {
			continue
		}
		hits++
		parts = parts || js.Fields(f.Get("message")).Get("parts").IsArray()
	}
	if !parts {
		return 0
	}
	return 100 * hits / len(objects)
}

// IsRecord reports whether an object found inside a damaged line is a whole record.
func IsRecord(raw []byte) bool { return isRecord(js.Fields(gjson.ParseBytes(raw))) }

func isRecord(f js.Object) bool {
	kind := f.Text("type")
	_, message := roles[kind]
	return (message || kind == system) && f.Text("uuid") != "" && f.Text("sessionId") != ""
}

// beside are the subtypes of system records that are no part of the conversation: the agent does
// not go on from them.
func beside(subtype string) bool {
	return strings.HasPrefix(subtype, "session_artifact_") || strings.HasPrefix(subtype, "managed_session_") || subtype == "session_sources_snapshot"
}

// known are the subtypes that system records are known to have. Others are counted.
var known = map[string]bool{
	"": true, "session_notes": true, "chat_compression": true, "slash_command": true, "ui_telemetry": true, "at_command": true,
	"attribution_snapshot": true, "notification": true, "background_task_completed": true, "cron": true, "custom_title": true,
	"parent_session": true, "session_source": true, "session_execution_engine": true, "omni_recall": true, "session_model": true,
	"session_approval_mode": true, "rewind": true, "agent_bootstrap": true, "agent_launch_prompt": true, "agent_retry": true,
	"agent_session_ready": true, "file_history_snapshot": true, "user_text_elements": true, "branch_checkpoint": true,
	"goal_state": true, "goal_runtime": true, "goal_turn_end": true, "turn_result": true, "turn_attempt": true,
}

// unsent are the subtypes of message records that the model never sees.
var unsent = map[string]bool{"realtime_message": true, "code_mode_tool_result": true}

// wrappers are what the agent itself says in the user's role.
var wrappers = append([]measure.Wrapper{
	{Open: "<qwen:user-prompt-submit-context>", Close: "</qwen:user-prompt-submit-context>"},
	{Open: "<session_context>", Close: "</session_context>"},
	{Open: "<hook_context>", Close: "</hook_context>"},
	{Open: "This is the Qwen Code. We are setting up the context for our chat"},
	{Open: "Here is the user's editor context"},
}, measure.Wrappers...)

const (
	snapshot   = "<state_snapshot>" // begins the agent's own summaries, or follows the next
	scratchpad = "<scratchpad>"
)

// origin says who wrote a message in the user's role. Provenance is what the record itself says.
func origin(m model.Message, provenance, subtype string) model.Origin {
	text := strings.TrimSpace(m.Text())
	o := measure.OriginOf(m, wrappers)
	switch {
	case o == model.FromSummary, strings.HasPrefix(text, snapshot), strings.HasPrefix(text, scratchpad) && strings.Contains(text, snapshot):
		return model.FromSummary
	case provenance == "real_user":
		return model.Person
	case provenance != "", subtype != "" && subtype != "mid_turn_user_message":
		return model.Injected
	}
	return o
}
