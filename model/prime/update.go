package prime

import (
	"strconv"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// update writes a record of an old file as the agent would after opening it: with an id and a
// parent, the kept entry named by its id, and the newer name of a role.
func (f *file) update(raw string, i int) string {
	e := &f.entries[i]
	if i == 0 {
		return js.Set(raw, "version", strconv.Itoa(max(version, f.version)))
	}
	if e.kind == "session" {
		return raw
	}
	if v := js.Fields(gjson.Parse(raw)); v.Text("id") != e.id || v.Text("parentId") != e.parent || !v.Has("parentId") {
		raw = js.Set(js.Set(raw, "id", js.Quote(e.id)), "parentId", parentOf(e.parent))
	}
	if e.keptIndex > 0 && e.firstKept != "" {
		raw = js.Set(raw, "firstKeptEntryId", js.Quote(e.firstKept))
	}
	if e.role == roleHook {
		m := js.Fields(gjson.Parse(raw)).Get("message")
		raw = js.Set(raw, "message", js.Set(m.Raw, "role", js.Quote(roleCustom)))
	}
	return raw
}

// parentOf is a parent as JSON: null for a root.
func parentOf(id string) string {
	if id == "" {
		return "null"
	}
	return js.Quote(id)
}
