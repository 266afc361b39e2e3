package claudecode

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// content takes out of a record's content what cannot stay, and reports whether anything is
// left. A content that can stay as it is needs no edit.
func (w *writer) content(p *piece, raw []byte) (edits []edit, left bool) {
	var content, repeated gjson.Result
	var all []member
	members(raw, func(m member) {
		all = append(all, m)
		switch m.key {
		case "message":
			m.value.ForEach(func(k, v gjson.Result) bool {
				if k.Str == "content" {
					content = v
				}
				return true
			})
		case "attachment":
			content = m.value.Get("prompt")
		case "toolUseResult":
			repeated = m.value
		}
	})
	if content.Type == gjson.String && blank(content) {
		w.repair(p, "it is blank and is left out")
		return nil, false
	}
	if !content.IsArray() {
		return nil, true
	}
	reasons := map[string]bool{}
	var kept []string
	n, results, masked := 0, false, false
	content.ForEach(func(_, b gjson.Result) bool {
		n++
		reason := p.unfit(b)
		if reason == "" && p.mask != "" && b.Get("type").Str == "tool_result" {
			masked = true
			kept = append(kept, js.Set(b.Raw, "content", js.Quote(p.mask)))
			return true
		}
		if reason == "" {
			kept = append(kept, b.Raw)
			return true
		}
		results = results || b.Get("type").Str == "tool_result"
		if !reasons[reason] {
			reasons[reason] = true
			w.repair(p, reason)
		}
		return true
	})
	if len(kept) == n && !masked {
		return nil, n > 0
	}
	if len(kept) == 0 {
		return nil, false
	}
	edits = []edit{{content.Index, content.Index + len(content.Raw), "[" + strings.Join(kept, ",") + "]"}}
	if (results || masked) && repeated.Exists() { // it says again what has just been taken out
		edits = append(edits, cut(all, "toolUseResult")...)
	}
	return edits, true
}

// unfit says why a block cannot stay; it is empty for one that can.
func (p *piece) unfit(b gjson.Result) string {
	typ := b.Get("type").Str
	switch {
	case typ == "text" && blank(b.Get("text")):
		return "a blank block of text is left out"
	case typ == "tool_result" && p.drop[text(b.Get("tool_use_id"))]:
		return "the result of a call that is not kept is left out"
	case p.split && typ == "tool_result" && p.subs&1 == 0:
		return "the results that stood in the same record are not kept"
	case p.split && typ != "tool_result" && p.subs&2 == 0:
		return "the words that stood in the same record are not kept"
	}
	return ""
}

func blank(v gjson.Result) bool { return strings.TrimSpace(text(v)) == "" }

// cut removes a key from an object, with one of the commas around it.
func cut(all []member, key string) []edit {
	var out []edit
	for i, m := range all {
		if m.key != key {
			continue
		}
		switch {
		case i+1 < len(all):
			out = append(out, edit{from: m.at, to: all[i+1].at})
		case i > 0:
			out = append(out, edit{from: all[i-1].to, to: m.to})
		}
	}
	return out
}
