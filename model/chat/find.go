package chat

import (
	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// list is where the messages of a document are.
type list struct {
	messages gjson.Result   // the array
	around   js.Object      // the object that holds it, nil when the document is the array
	several  []gjson.Result // the values that hold a conversation each, when there is more than one
}

// listKeys are the keys under which a document keeps its messages.
var listKeys = []string{"messages", "traj"}

// find looks for the list of messages in a document; false when there is none.
func find(doc gjson.Result) (list, bool) {
	if doc.IsObject() {
		f := js.Fields(doc)
		for _, k := range listKeys {
			v := f.Get(k)
			if !v.IsArray() {
				continue
			}
			if l, ok := findIn(v, f); ok {
				return l, true
			}
			if v.Get("0").Exists() {
				continue
			}
			if f.Has("model", "system", "tools", "max_tokens") { // a request without a message
				return list{messages: v, around: f}, true
			}
		}
		return list{}, false
	}
	if doc.IsArray() {
		return findIn(doc, nil)
	}
	return list{}, false
}

// findIn looks at an array: it is the list when at least half of it are messages, and holds
// conversations when at least half of it are lists.
func findIn(v gjson.Result, around js.Object) (list, bool) {
	n, messages := 0, 0
	var lists []gjson.Result
	var first list
	v.ForEach(func(_, e gjson.Result) bool {
		n++
		if isMessage(e) {
			messages++
			return true
		}
		if inner, ok := find(e); ok {
			if len(lists) == 0 {
				first = inner
			}
			if len(inner.several) > 0 {
				lists = append(lists, inner.several...)
			} else {
				lists = append(lists, e)
			}
		}
		return true
	})
	switch {
	case messages > 0 && 2*messages >= n:
		return list{messages: v, around: around}, true
	case len(lists) > 1 && 2*len(lists) >= n:
		return list{several: lists}, true
	case len(lists) == 1 && n == 1:
		return first, true
	}
	return list{}, false
}

// isMessage reports whether a value looks like a message of a model API: a role that one of
// them knows, and something said.
func isMessage(v gjson.Result) bool {
	if !v.IsObject() {
		return false
	}
	role := v.Get("role")
	if role.Type != gjson.String {
		return false
	}
	if _, ok := roleOf(role.Str); !ok {
		return false
	}
	content := v.Get("content")
	if v.Get("type").Str == "message" { // an item of another API, which has other calls
		switch content.Get("0.type").Str {
		case "input_text", "output_text":
			return false
		}
	}
	return content.Exists() || v.Get("parts").IsArray() || v.Get("tool_calls").IsArray() || v.Get("function_call").IsObject() || !v.Get("message").Exists()
}

// LooksDocument reports whether a file that is one JSON value holds a list of messages, or
// several.
func LooksDocument(doc []byte) bool {
	_, ok := find(gjson.ParseBytes(doc))
	return ok
}

// LooksLines scores the first objects of a JSON Lines file: how many of them are messages,
// from 0 to 80. Formats that know their own records score higher.
func LooksLines(objects [][]byte) int {
	const most = 80
	messages, lists := 0, 0
	for _, o := range objects {
		v := gjson.ParseBytes(o)
		if isMessage(v) {
			messages++
		} else if _, ok := find(v); ok {
			lists++
		}
	}
	return max(messages, lists) * most / max(1, len(objects))
}
