package prime

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// entry is what the tree and the context need of one record; the text stays in the file.
type entry struct {
	src       model.Source
	kind      string // its type
	role      string // message: who speaks
	id        string
	parent    string // empty for a root
	model     string // model_change, assistant: the model
	name      string // session_info: the session's name
	firstKept string // compaction: the first entry that it kept
	keptIndex int    // compaction of version 1: the same as a position in the file, -1 when it says nothing
	before    int    // compaction: tokens before
	est       int    // tokens of its message as the agent estimates them
	usage     usage  // assistant
	broken    bool
	hidden    bool // never sent to the model
	empty     bool // a summary without text
	fromHook  bool // a compaction that an extension made
	failed    bool // assistant: the answer failed or was aborted
	overflow  bool // assistant: it failed because the request was too long
	over      int  // assistant: the largest window that its request did not fit, by its numbers
	known     bool // its type is known
}

// usage is what the server said about one answer, in tokens.
type usage struct {
	there                                bool
	input, output, cacheRead, cacheWrite int
	total                                int // as the server adds it up, 0 when it does not
}

// all is the tokens of the request and its answer.
func (u usage) all() int {
	if u.total != 0 {
		return u.total
	}
	return u.input + u.output + u.cacheRead + u.cacheWrite
}

// over is the largest window that the request of an answer did not fit although nobody said so: more
// was read than it holds, or it was so full that the answer ended before its first token.
func (u usage) over(stop string) int {
	const share = 99 // percent of a window that counts as full
	sum := u.input + u.cacheRead
	switch {
	case stop == "stop" && sum > 0:
		return sum - 1
	case stop == "length" && u.output == 0:
		return sum * 100 / share
	}
	return 0
}

// entryTypes are the types of entries that are known; the value says whether they can make
// a message.
var entryTypes = map[string]bool{
	"message": true, "compaction": true, "branch_summary": true, "custom_message": true,
	"custom": false, "model_change": false, "thinking_level_change": false, "service_tier_change": false, "label": false,
	"session_info": false, "session_state": false, "agent_status": false, "git_state": false, "child_usage_attributed": false,
	"session": false,
}

// hiddenTypes are the custom messages that the agent shows and never sends.
var hiddenTypes = map[string]bool{
	"compaction_outcome": true, "session_slash_command": true, "session_slash_command_result": true, "refinement_outcome": true,
}

// The roles of messages, as the file spells them.
const (
	roleUser       = "user"
	roleAssistant  = "assistant"
	roleToolResult = "toolResult"
	roleBash       = "bashExecution"
	roleCustom     = "custom"
	roleHook       = "hookMessage" // custom, before version 3
	roleBranch     = "branchSummary"
	roleCompaction = "compactionSummary"
)

// parse reads one record.
func parse(raw string, src model.Source, broken bool) entry {
	f := js.Fields(gjson.Parse(raw))
	e := entry{src: src, broken: broken, kind: f.Text("type"), id: f.Text("id"), parent: f.Text("parentId"), keptIndex: -1}
	_, e.known = entryTypes[e.kind]
	switch e.kind {
	case "message":
		m := js.Fields(f.Get("message"))
		e.message(m)
		e.est = estimate(m)
	case "compaction":
		e.firstKept, e.before, e.fromHook = f.Text("firstKeptEntryId"), int(f.Get("tokensBefore").Int()), f.Get("fromHook").Bool()
		e.summary(f)
		if v := f.Get("firstKeptEntryIndex"); v.Type == gjson.Number {
			e.keptIndex = int(v.Int())
		}
	case "branch_summary":
		e.summary(f)
	case "custom_message":
		e.est = tokensOf(content(f.Get("content"), imageUnits))
		e.hidden = hiddenTypes[f.Text("customType")]
	case "model_change":
		e.model = f.Text("modelId")
	case "session_info":
		e.name = strings.TrimSpace(f.Text("name"))
	}
	return e
}

// summary reads the size of an entry's summary.
func (e *entry) summary(f js.Object) {
	text := f.Text("summary")
	e.empty, e.est = text == "", tokensOf(js.Units(text))
}

// message reads what an entry's message says about it.
func (e *entry) message(m js.Object) {
	e.role = m.Text("role")
	switch e.role {
	case roleUser, roleToolResult, roleBranch, roleCompaction:
	case roleAssistant:
		e.model = m.Text("model")
		stop := m.Text("stopReason")
		e.failed = stop == "error" || stop == "aborted"
		e.overflow = overflowed(m)
		e.usage = usageOf(m.Get("usage"))
		e.over = e.usage.over(stop)
	case roleBash:
		e.hidden = m.Get("excludeFromContext").Bool()
	case roleCustom, roleHook:
		e.hidden = hiddenTypes[m.Text("customType")]
	default:
		e.hidden = true
	}
}

func usageOf(v gjson.Result) usage {
	u := js.Fields(v)
	n := func(key string) int { return int(u.Get(key).Int()) }
	return usage{u != nil, n("input"), n("output"), n("cacheRead"), n("cacheWrite"), n("totalTokens")}
}

// produces reports whether an entry makes a message when it is in the context. A compaction
// makes one only as the last of its path.
func (e *entry) produces() bool {
	return e.kind == "message" || e.kind == "custom_message" || e.kind == "branch_summary" && !e.empty
}
