package codex

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

const (
	summaryOpen  = "<conversation_summary>"
	summaryClose = "</conversation_summary>"
)

// compaction writes the line that replaces the history.
func (w *writer) compaction() error {
	var summary string
	for _, it := range w.d.Items {
		if it.Kind == model.NewSummary {
			summary = it.Text
		}
	}
	order := ""
	if w.f.ordinal >= 0 {
		order = fmt.Sprintf(`"ordinal":%d,`, w.f.ordinal+1)
	}
	w.added++
	w.out.Rope.AppendString(`{"timestamp":` + js.Quote(w.now()) + `,` + order + `"type":"compacted","payload":{"message":` + js.Quote(inner(summary)) + `,"replacement_history":[`)
	if err := w.history(); err != nil {
		return err
	}
	w.out.Rope.AppendString(words("user", summary) + "]}}\n")
	n, _ := measure.Weigh(model.Message{Role: model.User, Parts: []model.Part{{Kind: model.Text, Text: summary}}})
	w.left += n
	return w.report()
}

// inner is the summary without the frame and the state around it: what the line itself says
// must not look like a second summary.
func inner(text string) string {
	if _, rest, ok := strings.Cut(text, summaryOpen); ok {
		if end := strings.LastIndex(rest, summaryClose); end >= 0 {
			return plain(rest[:end])
		}
	}
	return text
}

// words is a new message item.
func words(role, text string) string {
	kind := "input_text"
	if role == "assistant" {
		kind = "output_text"
	}
	return `{"type":"message","role":"` + role + `","content":[{"type":"` + kind + `","text":` + js.Quote(strings.ToValidUTF8(text, "\ufffd")) + `}]}`
}

// history writes the items in front of the summary, each with a comma behind it: the context
// of the session, what only the server can read, and what the draft keeps.
func (w *writer) history() error {
	kept, front := make(map[int]bool), make(map[int]bool)
	for _, it := range w.d.Items {
		switch {
		case it.Row < 0 || it.Kind == model.NewResult:
		case it.Kind == model.KeptTail:
			kept[it.Row] = true
			if it.Mask != "" {
				w.masks[it.Row] = it.Mask
			}
		default:
			front[it.Row] = true
		}
	}
	first := slices.IndexFunc(w.s.Rows, func(r model.Row) bool { return r.Typed() })
	for row := range w.s.Rows {
		if front[row] || !kept[row] && w.context(row, first) {
			if err := w.message(row); err != nil {
				return err
			}
		}
	}
	for _, it := range w.f.opaque {
		if err := w.item(piece{w.s.Reader, it.src}, -1); err != nil {
			return err
		}
	}
	before := -1 // the row written last
	for _, it := range w.d.Items {
		switch it.Kind {
		case model.KeptTail:
			if it.Row < 0 || it.Row >= len(w.s.Rows) {
				return fmt.Errorf("keep message %d of %d", it.Row, len(w.s.Rows))
			}
			if len(it.Drop) > 0 { // a message of a tool is one result
				w.repair(it.Row, "the result of a call that is not kept is left out")
				continue
			}
			if before >= 0 && w.calls(before) && w.calls(it.Row) {
				const reason = "what stood between two messages of calls is not kept, so they are read as one"
				w.repair(before, reason)
				w.repair(it.Row, reason)
			}
			if err := w.message(it.Row); err != nil {
				return err
			}
			before = it.Row
		case model.NewResult:
			if err := w.result(it); err != nil {
				return err
			}
			before = -1
		case model.KeptSystem, model.KeptUserInfo, model.NewSummary:
		}
	}
	return nil
}

// calls reports whether a message is calls and nothing else, so that a neighbour of the same
// kind is read as part of it.
func (w *writer) calls(row int) bool {
	r := &w.s.Rows[row]
	return r.Role == model.Assistant && r.Is(model.HasCall) && !r.Is(model.HasText)
}

// contexts begin the messages by which the agent tells the model about the project and the
// machine.
var contexts = []string{"# AGENTS.md instructions", "<user_instructions>", "<environment_context>"}

// context reports whether a message is context of the session: it stands before the first
// words of a person, which are message first, or an earlier compaction put it into its list.
func (w *writer) context(row, first int) bool {
	r := &w.s.Rows[row]
	switch {
	case r.Role == model.User && r.Origin == model.Injected:
		if !slices.ContainsFunc(contexts, func(c string) bool { return strings.HasPrefix(r.Label, c) }) {
			return false
		}
	case r.Role != model.System:
		return false
	}
	return first < 0 || row < first || w.s.Sources[r.Source].Line == w.f.list
}

// message writes the items of a message.
func (w *writer) message(row int) error {
	r := w.s.Rows[row]
	w.left += r.Tokens
	if mask := w.masks[row]; mask != "" {
		n, _ := measure.Weigh(model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Text, Text: mask}}})
		w.left += n - r.Tokens
	}
	for _, src := range w.s.Sources[r.Source : r.Source+r.Sources] {
		if err := w.item(piece{w.s.Reader, src}, row); err != nil {
			return err
		}
	}
	return nil
}

// nearby is the length up to which an item is copied: pointing at it would cost more.
const nearby = 512 // bytes

// item writes one item. Where nothing in it changes, its bytes stay in the file and the rope
// points at them.
func (w *writer) item(p piece, row int) error {
	b, err := read(p)
	if err != nil {
		return err
	}
	if _, kind, _ := body(string(b)); kind != typeItem { // there is no item to keep
		m, err := w.s.Message(row)
		if err != nil {
			return err
		}
		w.repair(row, "its words stand in the file without an item of their own; one is written")
		w.out.Rope.AppendString(words(m.Role.String(), m.Text()) + ",")
		return nil
	}
	raw := Value(b)
	if mask := w.masks[row]; mask != "" {
		w.out.Rope.AppendString(masked(jsonl.Mend(string(raw)), mask) + ",")
		return nil
	}
	switch sound := jsonl.Mend(string(raw)); {
	case sound != string(raw):
		w.repair(row, "it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now")
		w.out.Rope.AppendString(sound)
	case len(raw) > nearby:
		w.out.Rope.AppendFrom(p.reader, p.src.Off+int64(bytes.Index(b, raw)), int64(len(raw)))
	default:
		w.out.Rope.AppendString(string(raw))
	}
	w.out.Rope.AppendString(",")
	return nil
}

// masked is an item with another text in the place of what a tool gave back. A list of tools that
// were found stays a list.
func masked(item, text string) string {
	switch t := js.Fields(gjson.Parse(item)).Text("type"); {
	case t == "tool_search_output":
		return js.Set(item, "tools", "[]")
	case isOutput(t):
		return js.Set(item, "output", js.Quote(text))
	}
	return item
}

// result writes the result of a call of the tail that has none there: the one that came
// meanwhile, or the new one of the draft, in the form that answers a call of that type.
func (w *writer) result(it model.Item) error {
	if late, ok := w.results[it.Part.ID]; ok {
		w.repair(it.Row, fmt.Sprintf("the result of call %q came while the session was compacted; it stands behind the call", it.Part.ID))
		return w.item(late, -1)
	}
	t, id, err := w.callOf(it)
	if err != nil {
		return err
	}
	if t == "tool_search_call" { // the agent itself answers one by an empty list
		w.out.Rope.AppendString(`{"type":"tool_search_output","call_id":` + id + `,"status":"completed","execution":"client","tools":[]},`)
		return nil
	}
	w.out.Rope.AppendString(`{"type":"` + outputTypes[t] + `","call_id":` + id + `,"output":` + js.Quote(it.Part.OutputText()) + `},`)
	return nil
}

// callOf is the type of the call that a new result answers, and its id as JSON.
func (w *writer) callOf(it model.Item) (kind, id string, err error) {
	row := it.Row
	for _, l := range w.s.Links {
		if row < 0 && !l.Result && l.ID == it.Part.ID {
			row = l.Row
		}
	}
	if row >= 0 {
		raws, err := w.s.Raw(row)
		if err != nil {
			return "", "", err
		}
		for _, raw := range raws {
			f, _, _ := body(string(raw))
			t := f.Text("type")
			if out := outputTypes[t]; out == "" || callID(t, f) != it.Part.ID {
				continue
			}
			if t == "tool_search_call" && f.Text("call_id") == "" {
				return t, "null", nil
			}
			return t, js.Quote(it.Part.ID), nil
		}
	}
	return "function_call", js.Quote(it.Part.ID), nil
}
