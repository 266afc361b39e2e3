package claudecode

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// trigger is what a boundary says of who asked for the compaction, when the draft does not.
const trigger = "manual"

// envelope begins a new line with what every record has.
func (w *writer) envelope(parent string) *object {
	b := &object{}
	if parent == "" {
		b.raw("parentUuid", "null")
		b.raw("logicalParentUuid", quoteOrNull(w.st.leaf))
	} else {
		b.str("parentUuid", parent)
	}
	b.raw("isSidechain", "false")
	return b
}

// finish ends a new line: it gets a new id and becomes the parent of the next.
func (w *writer) finish(b *object) {
	w.prev = w.o.NewID()
	b.str("uuid", w.prev)
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
	b := w.envelope("")
	b.str("type", "system")
	b.str("subtype", "compact_boundary")
	b.str("content", "Conversation compacted")
	b.raw("isMeta", "false")
	b.str("level", "info")
	b.raw("compactMetadata", fmt.Sprintf(`{"trigger":%s,"preTokens":%d}`, js.Quote(cmp.Or(w.d.Trigger, trigger)), w.d.TokensBefore))
	w.finish(b)
}

func (w *writer) summary(text string) {
	b := w.envelope(w.prev)
	b.str("type", "user")
	b.raw("message", `{"role":"user","content":`+js.Quote(valid(text))+`}`)
	b.raw("isVisibleInTranscriptOnly", "true")
	b.raw("isCompactSummary", "true")
	w.finish(b)
}

func (w *writer) result(p model.Part) {
	b := w.envelope(w.prev)
	b.str("type", "user")
	b.raw("message", fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":%s,"content":%s,"is_error":true}]}`,
		js.Quote(p.ID), js.Quote(valid(p.OutputText()))))
	w.finish(b)
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

// plain are the words that a shell takes as they are.
var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Resume is the agent's command that goes on with a session. Sessions are kept by folder, so
// it has to be given in the one of the session.
func Resume(cwd, id string) string {
	cmd := "claude --resume " + id
	if cwd == "" {
		return cmd
	}
	if !plain.MatchString(cwd) {
		cwd = "'" + strings.ReplaceAll(cwd, "'", `'\''`) + "'"
	}
	return "cd " + cwd + " && " + cmd
}
