package codex

import (
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// kind is what an item is to the conversation.
type kind uint8

const (
	unknown   kind = iota // a type that nobody knows
	quiet                 // known, and never sent to the model
	system                // words of the agent or its harness to the model
	user                  // words in the user's role
	answer                // words of the model
	reasoning             // thinking that belongs to the answer or call behind it
	call                  // a call of a tool
	output                // what a tool gave back
	opaque                // a summary that only the server can read
)

// made reports whether the model made an item of that kind.
func (k kind) made() bool { return k == answer || k == reasoning || k == call }

// role is that of the message of an item.
func (k kind) role() model.Role {
	switch k {
	case system:
		return model.System
	case user:
		return model.User
	case output:
		return model.Tool
	case unknown, quiet, opaque, answer, reasoning, call:
	}
	return model.Assistant
}

// callTypes are the types of calls. The value says whether what the tool gave back is part of
// the same item, or not in the file at all: no other item answers it.
var callTypes = map[string]bool{
	"function_call": false, "custom_tool_call": false, "local_shell_call": false, "tool_search_call": false,
	"web_search_call": true, "image_generation_call": true,
}

// outputTypes are the types of results by those of their calls.
var outputTypes = map[string]string{
	"function_call": "function_call_output", "local_shell_call": "function_call_output",
	"custom_tool_call": "custom_tool_call_output", "tool_search_call": "tool_search_output",
}

func isOutput(t string) bool {
	return t == "function_call_output" || t == "custom_tool_call_output" || t == "tool_search_output"
}

// item is one item of the conversation; its text stays in the file.
type item struct {
	src    model.Source // of the line, or of the item itself inside a compaction's list
	sum    uint64       // user: of the words
	live   *live        // nil when it is not in the context, or an event
	est    int32        // tokens, estimated, images included
	images uint16
	kind   kind
	origin model.Origin // user
	broken bool
	event  bool // the line is an event of the screen, in a file that has no items
	digest bool // the line is a compaction whose words are the message
}

// classify says what an item is. Words are those of a user message.
func classify(f js.Object) (it item, words string) {
	switch t := f.Text("type"); {
	case t == "message":
		switch f.Text("role") {
		case "developer", "system":
			it.kind = system
		case "assistant":
			it.kind = answer
		case "user":
			m := model.Message{Role: model.User, Parts: blocks(f.Get("content"))}
			words = m.Text()
			it = item{kind: user, origin: measure.OriginOf(m, measure.Wrappers), sum: hash(words)}
		}
	case t == "agent_message": // what another agent says to this one
		it = item{kind: user, origin: model.Injected}
	case t == "reasoning":
		it.kind = reasoning
	case isOutput(t):
		it.kind = output
	case t == "compaction", t == "compaction_summary", t == "context_compaction":
		it.kind = quiet
		if f.Text("encrypted_content") != "" {
			it.kind = opaque
		}
	case t == "ghost_snapshot", t == "compaction_trigger":
		it.kind = quiet
	default:
		if _, ok := callTypes[t]; ok {
			it.kind = call
		}
	}
	return it, words
}

func hash(words string) uint64 { return xxhash.Sum64String(plain(words)) }

// replacement reads the list of a compaction. The last user message in it that holds the
// compaction's own words is its summary; summary is its position, -1 when nobody can read it.
func replacement(list gjson.Result, src model.Source, message string, broken bool) (items []item, summary, strange int) {
	summary = -1
	message = plain(message)
	own, sealed := -1, false // own: the last that ends in the compaction's words
	list.ForEach(func(_, v gjson.Result) bool {
		it, words := classify(js.Fields(v))
		switch it.kind {
		case unknown:
			strange++
			return true
		case quiet:
			return true
		default:
		}
		it.src = model.Source{Off: src.Off + int64(v.Index), Len: int64(len(v.Raw)), Line: src.Line}
		it.broken = broken && jsonl.Damaged(v.Raw)
		if it.kind != opaque {
			it.weigh(decode([]string{v.Raw}))
		}
		switch {
		case it.kind != user:
		case it.origin == model.FromSummary:
			summary = len(items)
		case message != "" && strings.HasSuffix(plain(words), message):
			own = len(items)
		}
		sealed = sealed || it.kind == opaque
		items = append(items, it)
		return true
	})
	if own > summary && !sealed { // otherwise the server wrote the summary
		summary = own
		items[own].origin = model.FromSummary
	}
	return items, summary, strange
}
