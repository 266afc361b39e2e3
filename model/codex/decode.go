package codex

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

func valid(raw []byte) bool { return jsonl.Valid(raw) }

// clone frees a text from the line that it stands in.
func clone(s string) string { return strings.Clone(s) }

// request stands in front of what a person typed when an editor puts its own state before it.
const request = "## My request for Codex:"

// typedWords are the words of a person without an editor's state.
func typedWords(s string) string {
	if strings.HasPrefix(plain(s), "# Context from my IDE setup") {
		if _, typed, ok := strings.Cut(s, request); ok {
			return typed
		}
	}
	return s
}

// decode gives the message that some records make together. The origin of a user message is
// not set: it needs the events around it.
func decode(records []string) model.Message {
	var m model.Message
	for n, raw := range records {
		f, kind, time := body(raw)
		if n == 0 || m.Time == "" {
			m.Time = time
		}
		if m.ID == "" && f.Text("type") != "reasoning" {
			m.ID = f.Text("id")
		}
		switch kind {
		case typeCompacted:
			m.Role = model.User
			m.Parts = append(m.Parts, model.Part{Kind: model.Text, Text: f.Text("message")})
		case typeEvent:
			m.Role, m.Parts = shown(f)
		default:
			var parts []model.Part
			m.Role, parts = part(f)
			m.Parts = append(m.Parts, parts...)
		}
	}
	return m
}

// shown reads an event that shows what was said.
func shown(f js.Object) (model.Role, []model.Part) {
	switch f.Text("type") {
	case "agent_message":
		return model.Assistant, []model.Part{{Kind: model.Text, Text: f.Text("message")}}
	case "item_completed":
		return model.User, blocks(js.Fields(f.Get("item")).Get("content"))
	}
	parts := []model.Part{{Kind: model.Text, Text: f.Text("message")}}
	for _, list := range []string{"images", "local_images"} {
		f.Get(list).ForEach(func(_, v gjson.Result) bool {
			parts = append(parts, picture(js.Text(v)))
			return true
		})
	}
	return model.User, parts
}

// part reads one item.
func part(f js.Object) (model.Role, []model.Part) {
	switch t := f.Text("type"); t {
	case "message":
		role := model.User
		switch f.Text("role") {
		case "assistant":
			role = model.Assistant
		case "developer", "system":
			role = model.System
		}
		return role, blocks(f.Get("content"))
	case "agent_message":
		return model.User, blocks(f.Get("content"))
	case "reasoning":
		return model.Assistant, thinking(f)
	default:
		if isOutput(t) {
			return model.Tool, []model.Part{result(t, f)}
		}
		return model.Assistant, called(t, f)
	}
}

// thinking is the readable form of reasoning, or the mark that there is only an encrypted one.
func thinking(f js.Object) []model.Part {
	text := texts(f.Get("content"), "\n")
	if text == "" {
		text = texts(f.Get("summary"), "\n\n")
	}
	if text == "" && f.Text("encrypted_content") == "" {
		return nil
	}
	return []model.Part{{Kind: model.Thinking, Text: text, Redacted: text == ""}}
}

func texts(list gjson.Result, between string) string {
	var out []string
	for _, p := range blocks(list) {
		if p.Kind == model.Text && p.Text != "" {
			out = append(out, p.Text)
		}
	}
	return strings.Join(out, between)
}

// blocks reads a content: text, one block, or a list of blocks.
func blocks(v gjson.Result) []model.Part {
	switch {
	case v.Type == gjson.String:
		return []model.Part{{Kind: model.Text, Text: js.Text(v)}}
	case v.IsObject():
		return []model.Part{block(js.Fields(v))}
	case !v.IsArray():
		return nil
	}
	var out []model.Part
	v.ForEach(func(_, b gjson.Result) bool {
		if b.Type == gjson.String {
			out = append(out, model.Part{Kind: model.Text, Text: js.Text(b)})
		} else {
			out = append(out, block(js.Fields(b)))
		}
		return true
	})
	return out
}

// textTypes are the types of blocks that are a text and nothing else.
var textTypes = map[string]bool{
	"input_text": true, "output_text": true, "text": true, "Text": true, "summary_text": true, "reasoning_text": true,
}

func block(f js.Object) model.Part {
	t := f.Text("type")
	if textTypes[t] {
		return model.Part{Kind: model.Text, Text: f.Text("text")}
	}
	switch t {
	case "refusal":
		return model.Part{Kind: model.Text, Text: f.Text("refusal")}
	case "input_image", "image":
		return picture(f.Text("image_url"))
	case "input_file":
		p := picture(f.Text("file_data"))
		p.Kind, p.Text = model.File, f.Text("filename")
		return p
	default:
		return model.Part{Kind: model.Unknown, Text: t}
	}
}

// picture is an image by its address. Bytes is the size of the data that a data URL holds,
// which base64 makes a third longer.
func picture(url string) model.Part {
	p := model.Part{Kind: model.Image, Data: url}
	if rest, ok := strings.CutPrefix(url, "data:"); ok {
		head, data, _ := strings.Cut(rest, ",")
		p.Media, _, _ = strings.Cut(head, ";")
		p.Bytes = len(data)
		if strings.HasSuffix(head, ";base64") {
			p.Data = data
			p.Bytes = decoded(data)
		}
	}
	return p
}

func decoded(base64 string) int { return len(strings.TrimRight(base64, "=")) * 3 / 4 }
