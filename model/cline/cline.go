// Package cline reads what Cline, Roo Code and their relatives keep of a task: a list of
// messages in Anthropic's shape, in which the extension stores its own numbers, and, in the
// builds before tool calls had a place of their own, calls as XML in the model's words and
// results as text that the user seems to say. The format is only read.
package cline

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
	"cutline/model/records"
)

// Name is the stable name of the format.
const Name = "cline"

// The dialects.
const (
	core    = "core"    // an object around the list, with the system prompt in it
	classic = "classic" // the list alone
)

// Looks reports whether a file that is one JSON value is such a task.
func Looks(doc []byte) bool { return list(gjson.ParseBytes(doc)).Exists() }

// list gives the messages of a document; a value that does not exist when it is none of ours.
func list(doc gjson.Result) gjson.Result {
	if doc.IsObject() {
		f := js.Fields(doc)
		v := f.Get("messages")
		if v.IsArray() && f.Has("version") && f.Get("sessionId").Type == gjson.String && f.Has("agent", "system_prompt") {
			return v
		}
		return gjson.Result{}
	}
	if !doc.IsArray() {
		return gjson.Result{}
	}
	own := 0
	share := records.Share(doc, func(f js.Object) bool {
		if r := f.Text("role"); r != "user" && r != "assistant" || !f.Has("content") {
			return false
		}
		if f.Get("ts").Type == gjson.Number || f.Get("modelInfo").IsObject() || f.Has("isSummary", "condenseParent") {
			own++
		}
		return true
	})
	if share == 100 && (own > 0 || task(doc)) {
		return doc
	}
	return gjson.Result{}
}

// task reports whether the first message is the frame that the extension puts around what a
// person asked. Builds that store no times have nothing else of their own.
func task(doc gjson.Result) bool {
	var text strings.Builder
	content := js.Fields(doc.Get("0")).Get("content")
	if content.Type == gjson.String {
		text.WriteString(js.Text(content))
	}
	content.ForEach(func(_, b gjson.Result) bool {
		text.WriteString(js.Fields(b).Text("text"))
		return true
	})
	s := text.String()
	return strings.HasPrefix(s, "<task>") && strings.Contains(s, environment)
}
