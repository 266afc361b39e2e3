package chat

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// media reads a block that is an image or a file, whatever the dialect; false when it is none.
func media(kind string, f js.Object) (model.Part, bool) {
	switch kind {
	case "image": // Anthropic: source; AI SDK: image
		if src := js.Fields(f.Get("source")); src != nil {
			return attachment(model.Image, src.Get("data", "url"), src.Text("media_type"), ""), true
		}
		return attachment(model.Image, f.Get("image", "data", "url"), f.Text("mediaType", "mimeType", "media_type"), ""), true
	case "image_url", "input_image":
		v := f.Get("image_url")
		if o := js.Fields(v); o != nil {
			v = o.Get("url")
		}
		return attachment(model.Image, v, "", ""), true
	case "document":
		src := js.Fields(f.Get("source"))
		return attachment(model.File, src.Get("data", "url"), src.Text("media_type"), f.Text("title")), true
	case "input_audio":
		a := js.Fields(f.Get("input_audio"))
		return attachment(model.File, a.Get("data"), "audio/"+a.Text("format"), ""), true
	case "file", "input_file", "media", "file-data", "file-url", "image-data", "image-url":
		if o := js.Fields(f.Get("file")); o != nil { // OpenAI
			f = o
		}
		p := attachment(model.File, f.Get("data", "url", "file_data", "file_url", "content"), f.Text("mediaType", "mimeType", "media_type"), f.Text("filename", "name", "path"))
		if strings.HasPrefix(p.Media, "image/") || strings.HasPrefix(kind, "image") {
			p.Kind = model.Image
		}
		return p, true
	}
	return model.Part{}, false
}

// attachment is an image or file part made of the data that a block holds: a data URL,
// base64 text, plain text or an address. Media is what the block says its type is.
func attachment(kind model.Kind, data gjson.Result, media, name string) model.Part {
	p := model.Part{Kind: kind, Media: media, Text: name}
	if data.Type != gjson.String {
		if bytes := js.Fields(data).Get("data"); bytes.IsArray() { // a serialized byte buffer
			p.Bytes = int(gjson.Get(bytes.Raw, "#").Int())
		}
		return p
	}
	s := data.Raw[1 : len(data.Raw)-1] // neither base64 nor the beginning of an address holds an escape that matters
	if rest, ok := strings.CutPrefix(s, "data:"); ok {
		head, body, _ := strings.Cut(rest, ",")
		kind, coding, _ := strings.Cut(head, ";")
		if p.Media == "" {
			p.Media = strings.ReplaceAll(kind, `\/`, "/")
		}
		if strings.HasSuffix(coding, "base64") {
			p.Bytes, p.Data = decoded(body), unescaped(body)
		} else {
			p.Bytes = len(body)
		}
		return p
	}
	if strings.HasPrefix(s, "http:") || strings.HasPrefix(s, "https:") || strings.HasPrefix(s, "file:") || strings.HasPrefix(s, "blob:") {
		p.Data = js.Text(data)
		return p
	}
	if strings.HasPrefix(p.Media, "text/") {
		p.Bytes = len(js.Text(data))
		return p
	}
	p.Bytes, p.Data = decoded(s), unescaped(s)
	return p
}

// unescaped is base64 without the one escape that JSON allows in it.
func unescaped(s string) string { return strings.ReplaceAll(s, `\/`, "/") }

// decoded is the size of base64 text when it is decoded, in bytes.
func decoded(s string) int {
	s = strings.TrimRight(s, "=")
	return len(s) * 3 / 4
}
