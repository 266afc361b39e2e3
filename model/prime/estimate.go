package prime

import (
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

const (
	unitsPerToken = 4    // of an estimate: UTF-16 code units, rounded up once a message
	imageUnits    = 4800 // of an image in a result or a custom message, whatever its size; a user's count nothing
)

// tokensOf turns units into the tokens of an estimate.
func tokensOf(units int) int { return (units + unitsPerToken - 1) / unitsPerToken }

// estimate is the tokens of a message as the agent estimates them. Ids, signatures and error
// texts count nothing, and neither does a role that it does not know.
func estimate(m js.Object) int {
	switch m.Text("role") {
	case roleUser:
		return tokensOf(content(m.Get("content"), 0))
	case roleToolResult, roleCustom, roleHook:
		return tokensOf(content(m.Get("content"), imageUnits))
	case roleAssistant:
		return tokensOf(answer(m.Get("content")))
	case roleBash:
		return tokensOf(js.Units(m.Text("command")) + js.Units(m.Text("output")))
	case roleBranch, roleCompaction:
		return tokensOf(js.Units(m.Text("summary")))
	}
	return 0
}

// content is the units of a text, or of the text blocks of a list; each image counts what it says.
func content(v gjson.Result, image int) int {
	if v.Type == gjson.String {
		return js.Units(js.Text(v))
	}
	n := 0
	each(v, func(b js.Object) {
		switch b.Text("type") {
		case "text":
			n += js.Units(b.Text("text"))
		case "image":
			n += image
		}
	})
	return n
}

// answer is the units of an assistant's blocks: words, thinking, names and arguments of calls.
func answer(v gjson.Result) int {
	n := 0
	each(v, func(b js.Object) {
		switch b.Text("type") {
		case "text":
			n += js.Units(b.Text("text"))
		case "thinking":
			n += js.Units(b.Text("thinking"))
		case "toolCall":
			args, _ := js.Compact(b.Get("arguments").Raw)
			n += js.Units(b.Text("name")) + js.Units(args)
		}
	})
	return n
}

func each(list gjson.Result, f func(js.Object)) {
	if !list.IsArray() {
		return
	}
	list.ForEach(func(_, b gjson.Result) bool {
		f(js.Fields(b))
		return true
	})
}

// flags is what an entry is to the search for a cut point.
func (e *entry) flags() model.EntryFlags {
	var f model.EntryFlags
	switch e.kind {
	case "compaction":
		if !e.empty {
			f = model.Recounts
		}
	case "branch_summary", "custom_message":
		f = model.Speaks | model.Leads | model.Opens
	case "message":
		f = model.Speaks | model.Weighs
		switch e.role {
		case roleUser:
			f |= model.Leads | model.Opens | model.Asks
		case roleBash:
			f |= model.Leads | model.Opens
		case roleAssistant, roleCustom, roleHook, roleBranch, roleCompaction:
			f |= model.Leads
		}
		if e.role == roleAssistant && e.failed {
			f |= model.Fails
			if e.overflow {
				f |= model.Overflows
			}
		} else if e.role == roleAssistant && e.usage.there {
			f |= model.Answers
		}
	}
	return f
}

// unsaid takes back that answers of another model than the last one overflowed: its window says
// nothing of the one that goes on.
func unsaid(s *model.Session, f *file) {
	for k := range s.Entries {
		if f.entries[f.path[k]].model != s.Model {
			s.Entries[k].Flags &^= model.Overflows
			s.Entries[k].Over = 0
		}
	}
}

// entryOf is what the session says of an entry.
func entryOf(e *entry, row, source int) model.Entry {
	return model.Entry{
		ID: e.id, Type: e.kind, FirstKept: e.firstKept, Row: row, Source: source, Est: e.est, Used: e.usage.all(), Over: e.over, Flags: e.flags(),
	}
}
