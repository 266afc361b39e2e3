package claudecode

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
)

// block decodes one content block.
func (c *collector) block(b gjson.Result) model.Part {
	if b.Type == gjson.String {
		return model.Part{Kind: model.Text, Text: c.text(b)}
	}
	f := fields(b)
	typ := c.text(f["type"])
	switch {
	case typ == "text":
		return model.Part{Kind: model.Text, Text: c.text(f["text"])}
	case typ == "thinking":
		t := c.text(f["thinking"])
		return model.Part{Kind: model.Thinking, Text: t, Redacted: t == "" && f["signature"].Str != ""}
	case typ == "redacted_thinking":
		return model.Part{Kind: model.Thinking, Redacted: true}
	case typ == "image":
		return c.media(model.Image, f)
	case typ == "document":
		return c.media(model.File, f)
	case typ == "tool_use" || typ == "server_tool_use" || typ == "mcp_tool_use":
		return model.Part{Kind: model.Call, ID: c.text(f["id"]), Name: c.text(f["name"]), Args: strings.TrimSpace(f["input"].Raw)}
	case typ == "tool_result" || strings.HasSuffix(typ, "_tool_result"):
		return c.result(f)
	}
	return model.Part{Kind: model.Unknown, Text: typ}
}

// fields are the members of a block; of equal keys the last one counts.
func fields(b gjson.Result) map[string]gjson.Result {
	f := make(map[string]gjson.Result, 4)
	if b.IsObject() {
		b.ForEach(func(k, v gjson.Result) bool {
			f[k.Str] = v
			return true
		})
	}
	return f
}

// media decodes an image or a document. Bytes is the size of its data, which base64 makes a
// third longer; data that is only pointed at has none.
func (c *collector) media(kind model.Kind, f map[string]gjson.Result) model.Part {
	src := f["source"]
	p := model.Part{Kind: kind, Media: c.text(src.Get("media_type"))}
	if data := src.Get("data"); data.Type == gjson.String {
		p.Bytes = len(data.Str)
		if src.Get("type").Str == "base64" {
			p.Data = data.Str
			p.Bytes = len(strings.TrimRight(data.Str, "=")) * 3 / 4
		}
	}
	if url := src.Get("url"); p.Data == "" && url.Type == gjson.String {
		p.Data = c.text(url)
	}
	if kind == model.File {
		if p.Text = c.text(f["title"]); p.Text == "" {
			p.Text = c.text(f["name"])
		}
	}
	return p
}

// result decodes the result of a tool: a text, a list of blocks, nothing, or any JSON value.
func (c *collector) result(f map[string]gjson.Result) model.Part {
	p := model.Part{Kind: model.Result, ID: c.text(f["tool_use_id"]), Failed: f["is_error"].Type == gjson.True}
	v := f["content"]
	switch {
	case v.Type == gjson.String:
		p.Output = []model.Part{{Kind: model.Text, Text: c.text(v)}}
	case v.IsArray() && blocks(v):
		v.ForEach(func(_, b gjson.Result) bool {
			p.Output = append(p.Output, c.block(b))
			return true
		})
	case v.Exists() && v.Type != gjson.Null:
		p.JSON = strings.TrimSpace(v.Raw)
	}
	return p
}

// blocks reports whether a list holds only what the content of a result can be; what servers
// put into other kinds of results is JSON.
func blocks(v gjson.Result) bool {
	ok := true
	v.ForEach(func(_, b gjson.Result) bool {
		switch b.Get("type").Str {
		case "text", "image", "document", "tool_reference":
		default:
			ok = b.Type == gjson.String
		}
		return ok
	})
	return ok
}
