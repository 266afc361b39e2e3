package claudecode

import (
	"cmp"
	"fmt"
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// trigger is what a boundary says of who asked for the compaction, when the draft does not.
const trigger = "manual"

// envelope begins a new line with what every record has.
func (w *writer) envelope(parent string) *object {
	b := &object{}
	b.raw("parentUuid", quoteOrNull(parent))
	b.raw("isSidechain", "false")
	return b
}

// finish ends a new line with an id, and makes it the parent of the next.
func (w *writer) finish(b *object, id string) {
	w.prev = id
	b.str("uuid", id)
	b.str("timestamp", w.now())
	b.str("userType", "external")
	b.known("cwd", w.s.CWD)
	b.str("sessionId", w.session)
	b.known("version", w.st.version)
	b.known("gitBranch", w.st.branch)
	w.out.Rope.AppendString(b.String() + "\n")
}

func (w *writer) now() string { return w.o.Now.UTC().Format("2006-01-02T15:04:05.000Z") }

func (w *writer) boundary() {
	b := &object{}
	b.raw("parentUuid", "null")
	b.raw("logicalParentUuid", quoteOrNull(cmp.Or(w.prev, w.st.leaf)))
	b.raw("isSidechain", "false")
	b.str("type", "system")
	b.str("subtype", "compact_boundary")
	b.str("content", "Conversation compacted")
	b.raw("isMeta", "false")
	b.str("level", "info")
	b.raw("compactMetadata", fmt.Sprintf(`{"trigger":%s,"preTokens":%d%s}`, js.Quote(cmp.Or(w.d.Trigger, trigger)), w.d.TokensBefore, w.named()))
	w.finish(b, w.o.NewID())
}

func (w *writer) summary(text string) {
	b := w.envelope(w.prev)
	b.str("type", "user")
	b.raw("message", `{"role":"user","content":`+js.Quote(valid(text))+`}`)
	b.raw("isVisibleInTranscriptOnly", "true")
	b.raw("isCompactSummary", "true")
	w.finish(b, cmp.Or(w.segment.anchor, w.o.NewID()))
	w.prev = cmp.Or(w.segment.tail(), w.prev) // what follows continues the tail
}

func (w *writer) result(p model.Part) {
	b := w.envelope(w.prev)
	b.str("type", "user")
	b.raw("message", fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":%s,"content":%s,"is_error":true}]}`,
		js.Quote(p.ID), js.Quote(valid(p.OutputText()))))
	w.finish(b, w.o.NewID())
}

// title writes the record that gives the session its title, which stands outside the tree.
func (w *writer) title() {
	b := &object{}
	switch w.st.named {
	case customTitle:
		b.str("type", customTitle)
		b.str("customTitle", w.s.Title)
		b.str("sessionId", w.session)
	case aiTitle:
		b.str("type", aiTitle)
		b.str("aiTitle", w.s.Title)
		b.str("sessionId", w.session)
	case summaryTitled: // of a conversation that it names by its last record
		b.str("type", summaryTitled)
		b.str("summary", w.s.Title)
		b.str("leafUuid", w.prev)
	default:
		return
	}
	w.out.Rope.AppendString(b.String() + "\n")
}

// valid is s without bytes that are no UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// object is a JSON object being written.
type object struct{ strings.Builder }

func (b *object) raw(key, value string) {
	open := ","
	if b.Len() == 0 {
		open = "{"
	}
	b.WriteString(open + js.Quote(key) + ":" + value)
}

func (b *object) str(key, value string) { b.raw(key, js.Quote(value)) }

func (b *object) known(key, value string) {
	if value != "" {
		b.str(key, value)
	}
}

// String is the finished object.
func (b *object) String() string { return b.Builder.String() + "}" }

func quoteOrNull(s string) string {
	if s == "" {
		return "null"
	}
	return js.Quote(s)
}

// Resume is the agent's command that goes on with a session. Sessions are kept by folder, so
// it has to be given in the one of the session.
func Resume(cwd, id string) string { return model.InFolder(cwd, "claude --resume "+id) }
