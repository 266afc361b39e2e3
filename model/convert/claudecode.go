package convert

import (
	"cmp"
	"fmt"

	"cutline/model"
	"cutline/model/claudecode"
	"cutline/model/js"
	"cutline/model/pattern"
)

// claudeVersion is the version that the lines name: one whose form of lines this is.
const claudeVersion = "2.1.0"

// synthetic is the model of answers that did not come from Anthropic's API in this session; the
// agent counts no tokens by them.
const synthetic = "<synthetic>"

// writeClaudeCode writes a boundary, the summary, and the turns, each line the child of the one
// before. Answers have a line for each block and one for all results, as the API wants them: in
// the next message of the user.
func writeClaudeCode(c *talk) {
	w := &claudeWriter{talk: c}
	meta := fmt.Sprintf(`{"trigger":%s,"preTokens":%d}`, js.Quote(cmp.Or(c.d.Trigger, "manual")), c.d.TokensBefore)
	w.put(nil, "system", "subtype", `"compact_boundary"`, "content", `"Conversation compacted"`, "isMeta", "false", "level", `"info"`, "compactMetadata", meta)
	for _, t := range c.turns {
		if t.role == model.Assistant {
			w.answer(t)
			continue
		}
		digest := flag(t.origin == model.FromSummary)
		w.put(t, "user", "message", object("role", `"user"`, "content", content(t.parts, anthropicBlock)),
			"isMeta", flag(t.origin == model.Injected), "isVisibleInTranscriptOnly", digest, "isCompactSummary", digest)
	}
	c.out.Name = c.out.ID + ".jsonl"
	c.out.Resume = claudecode.Resume(c.s.CWD, c.out.ID)
	if c.s.CWD != "" {
		c.out.Home = "~/.claude/projects/" + notWord.ReplaceAllString(c.s.CWD, "-")
	}
}

// notWord is what the agent replaces in the name of a project's folder.
var notWord = pattern.New(`[^A-Za-z0-9]`)

type claudeWriter struct {
	*talk
	prev string // the id of the line before
}

// put writes a line in its envelope.
func (w *claudeWriter) put(t *turn, kind string, pairs ...string) {
	id, parent := w.o.NewID(), "null"
	if w.prev != "" {
		parent = js.Quote(w.prev)
	}
	all := append([]string{
		"parentUuid", parent, "isSidechain", "false", "userType", `"external"`, "cwd", js.Quote(w.s.CWD), "sessionId", js.Quote(w.out.ID),
		"version", js.Quote(claudeVersion), "type", js.Quote(kind),
	}, pairs...)
	w.line(object(append(all, "uuid", js.Quote(id), "timestamp", w.stamp(t))...))
	w.prev = id
}

// answer writes the lines of an answer. They share an id, by which the agent puts them together.
func (w *claudeWriter) answer(t *turn) {
	id := "msg_" + w.o.NewID()
	say := func(block, reason string) {
		w.put(t, "assistant", "message", object(
			"id", js.Quote(id), "type", `"message"`, "role", `"assistant"`, "model", js.Quote(synthetic), "content", "["+block+"]",
			"stop_reason", reason, "stop_sequence", "null", "usage", `{"input_tokens":0,"output_tokens":0}`,
		))
	}
	reason := `"end_turn"`
	if len(t.calls) > 0 {
		reason = `"tool_use"`
	}
	for _, p := range t.parts {
		say(anthropicBlock(p), reason)
	}
	for _, k := range t.calls {
		say(toolUse(k), reason)
	}
	if len(t.calls) > 0 {
		w.put(t, "user", "message", object("role", `"user"`, "content", toolResults(t.calls)), "sourceToolAssistantUUID", js.Quote(w.prev))
	}
}
