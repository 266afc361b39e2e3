package convert

import (
	"fmt"
	"strconv"

	"cutline/model"
	"cutline/model/js"
)

// primeVersion is the version of the file format that is written.
const primeVersion = "3"

// writePrime writes a session of Prime Agent: a header, a compaction that keeps nothing of what
// stands before it, and the turns as entries, each the child of the one before. What stood before
// the summary follows it, because the agent reads a compaction first.
func writePrime(c *talk) {
	w := &primeWriter{talk: c}
	c.line(object("type", `"session"`, "version", primeVersion, "id", js.Quote(c.out.ID), "timestamp", c.now(), "cwd", js.Quote(c.s.CWD)))
	summary := c.d.Summary
	if c.d.State != "" {
		summary += "\n\n" + c.d.State
	}
	own := w.next()
	w.entry(nil, own, "compaction", "summary", js.Quote(sound(summary)), "firstKeptEntryId", js.Quote(own), "tokensBefore", strconv.Itoa(c.d.TokensBefore), "fromHook", "false")
	for _, t := range c.turns {
		switch {
		case t.row < 0:
		case t.role == model.Assistant:
			w.answer(t)
		case t.origin == model.Injected:
			w.entry(t, w.next(), "custom_message", "customType", `"converted"`, "content", content(t.parts, primePart), "display", "true")
		default:
			w.message(t, "role", `"user"`, "content", array(each(t.parts, primePart)))
		}
	}
	c.out.Name = c.out.ID + ".jsonl"
	c.out.Home = "~/.prime/agent/sessions"
}

type primeWriter struct {
	*talk
	count int
	prev  string
}

// next is an id that no entry has: eight hexadecimal digits.
func (w *primeWriter) next() string {
	w.count++
	return fmt.Sprintf("%08x", w.count)
}

func (w *primeWriter) entry(t *turn, id, kind string, pairs ...string) {
	parent := "null"
	if w.prev != "" {
		parent = js.Quote(w.prev)
	}
	w.line(object(append([]string{"type", js.Quote(kind), "id", js.Quote(id), "parentId", parent, "timestamp", w.stamp(t)}, pairs...)...))
	w.prev = id
}

func (w *primeWriter) message(t *turn, pairs ...string) {
	w.entry(t, w.next(), "message", "message", object(append(pairs, "timestamp", strconv.FormatInt(w.when(t).UnixMilli(), 10))...))
}

// noUsage are the numbers of an answer that nobody counted.
const noUsage = `{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`

// answer writes an answer and an entry for each of its results.
func (w *primeWriter) answer(t *turn) {
	parts := each(t.parts, primePart)
	reason := `"stop"`
	for _, k := range t.calls {
		parts = append(parts, object("type", `"toolCall"`, "id", js.Quote(k.id), "name", js.Quote(k.name), "arguments", k.args))
		reason = `"toolUse"`
	}
	name := t.model
	if name == "" {
		name = "unknown"
	}
	w.message(t, "role", `"assistant"`, "content", array(parts), "api", `"unknown"`, "provider", `"unknown"`, "model", js.Quote(sound(name)), "usage", noUsage, "stopReason", reason)
	for _, k := range t.calls {
		w.message(t, "role", `"toolResult"`, "toolCallId", js.Quote(k.id), "toolName", js.Quote(k.name),
			"content", array(each(k.result.Output, primePart)), "isError", strconv.FormatBool(k.result.Failed))
	}
}

func primePart(p model.Part) string {
	switch p.Kind {
	case model.Thinking:
		return object("type", `"thinking"`, "thinking", js.Quote(p.Text))
	case model.Image:
		return object("type", `"image"`, "data", js.Quote(p.Data), "mimeType", js.Quote(p.Media))
	default:
		return block("text", p.Text)
	}
}
