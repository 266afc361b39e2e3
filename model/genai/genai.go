// Package genai reads contents in the form of the Gemini API: a text, a part, or a list of
// parts. Two agents keep their messages in that form, each in an envelope of its own.
package genai

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// Parts reads a content. A call without an id gets its name for one, and so does a result: the
// API pairs them by it.
func Parts(v gjson.Result) []model.Part {
	switch {
	case v.Type == gjson.String:
		return []model.Part{{Kind: model.Text, Text: js.Text(v)}}
	case v.IsObject():
		return []model.Part{part(js.Fields(v))}
	case !v.IsArray():
		return nil
	}
	var out []model.Part
	v.ForEach(func(_, e gjson.Result) bool {
		if e.Type == gjson.String {
			out = append(out, model.Part{Kind: model.Text, Text: js.Text(e)})
		} else {
			out = append(out, part(js.Fields(e)))
		}
		return true
	})
	return out
}

func part(f js.Object) model.Part {
	switch {
	case f.Get("functionCall").IsObject():
		c := js.Fields(f.Get("functionCall"))
		return model.Part{Kind: model.Call, ID: id(c), Name: c.Text("name"), Args: strings.TrimSpace(c.Get("args").Raw)}
	case f.Get("functionResponse").IsObject():
		return response(js.Fields(f.Get("functionResponse")))
	case f.Get("inlineData").IsObject():
		d := js.Fields(f.Get("inlineData"))
		// base64 makes the data a third longer.
		return media(d, len(strings.TrimRight(d.Get("data").Str, "="))*3/4)
	case f.Get("fileData").IsObject():
		return media(js.Fields(f.Get("fileData")), 0)
	case f.Get("thought").Type == gjson.True:
		t := f.Text("text")
		return model.Part{Kind: model.Thinking, Text: t, Redacted: t == ""}
	case f.Has("text"):
		return model.Part{Kind: model.Text, Text: f.Text("text")}
	}
	name := ""
	if len(f) > 0 {
		name = f[0].Key
	}
	return model.Part{Kind: model.Unknown, Text: name}
}

func id(f js.Object) string {
	if s := f.Text("id"); s != "" {
		return s
	}
	return f.Text("name")
}

func media(f js.Object, size int) model.Part {
	p := model.Part{Kind: model.File, Media: f.Text("mimeType"), Bytes: size}
	if p.Data = f.Text("data"); p.Data == "" {
		p.Data = f.Text("fileUri")
	}
	if strings.HasPrefix(p.Media, "image/") {
		p.Kind = model.Image
		return p
	}
	if p.Text = f.Text("displayName"); p.Text == "" {
		p.Text = f.Text("fileUri")
	}
	return p
}

// response reads a result. Agents put the words of a tool under output, or under error when it
// failed; anything else is JSON. What a tool returned beside its words stands in parts.
func response(f js.Object) model.Part {
	p := model.Part{Kind: model.Result, ID: id(f)}
	v := f.Get("response")
	o := js.Fields(v)
	failure, output := o.Get("error"), o.Get("output")
	switch {
	case v.Type == gjson.String:
		p.Output = words(v)
	case !js.Null(failure):
		p.Failed = true
		p.Output = words(failure)
	case len(o) == 1 && output.Type == gjson.String:
		p.Output = words(output)
	case !js.Null(v):
		p.JSON = strings.TrimSpace(v.Raw)
	}
	more := f.Get("parts")
	if p.JSON != "" || !more.IsArray() {
		return p
	}
	for _, m := range Parts(more) {
		if m.Kind == model.Image || m.Kind == model.File || m.Kind == model.Text {
			p.Output = append(p.Output, m)
		}
	}
	return p
}

func words(v gjson.Result) []model.Part {
	return []model.Part{{Kind: model.Text, Text: js.Text(v)}}
}
