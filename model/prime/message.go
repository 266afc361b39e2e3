package prime

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// decode reads the message that one record makes.
func decode(raw string) model.Message {
	f := js.Fields(gjson.Parse(raw))
	m := model.Message{Role: model.User, ID: f.Text("id"), Time: f.Text("timestamp")}
	switch f.Text("type") {
	case "compaction", "branch_summary":
		m.Origin = model.FromSummary
		m.Open, m.Close = frame(f.Text("type") == "compaction")
		m.Parts = []model.Part{{Kind: model.Text, Text: f.Text("summary")}}
		return m
	case "custom_message":
		m.Origin = model.Injected
		m.Parts = blocks(f.Get("content"))
		return m
	}
	b := js.Fields(f.Get("message"))
	switch b.Text("role") {
	case roleAssistant:
		m.Role, m.Model = model.Assistant, b.Text("model")
		m.Parts = blocks(b.Get("content"))
	case roleToolResult:
		m.Role = model.Tool
		m.Parts = []model.Part{{Kind: model.Result, ID: b.Text("toolCallId"), Failed: b.Get("isError").Bool(), Output: output(b.Get("content"))}}
	case roleBash:
		m.Origin = model.Injected
		m.Parts = []model.Part{{Kind: model.Text, Text: bash(b)}}
	case roleCustom, roleHook:
		m.Origin = model.Injected
		m.Parts = blocks(b.Get("content"))
	case roleBranch, roleCompaction:
		m.Origin = model.FromSummary
		m.Open, m.Close = frame(b.Text("role") == roleCompaction)
		m.Parts = []model.Part{{Kind: model.Text, Text: b.Text("summary")}}
	default:
		m.Parts = blocks(b.Get("content"))
		m.Origin = measure.OriginOf(m, measure.Wrappers)
	}
	return m
}

// The words that the agent puts around a summary when it sends it.
const (
	compactionOpen  = model.PrimeOpening + "\n\n<summary>\n"
	compactionClose = "\n</summary>"
	branchOpen      = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
	branchClose     = "</summary>"
)

// frame is what stands around the summary of a compaction, or of a branch.
func frame(compaction bool) (before, behind string) {
	if compaction {
		return compactionOpen, compactionClose
	}
	return branchOpen, branchClose
}

// blocks reads a content: text, or a list of blocks. An empty text is no part.
func blocks(v gjson.Result) []model.Part {
	if v.Type == gjson.String {
		if s := js.Text(v); s != "" {
			return []model.Part{{Kind: model.Text, Text: s}}
		}
		return nil
	}
	var out []model.Part
	if !v.IsArray() {
		return nil
	}
	v.ForEach(func(_, b gjson.Result) bool {
		switch {
		case js.Null(b):
		case b.Type == gjson.String:
			out = append(out, model.Part{Kind: model.Text, Text: js.Text(b)})
		default:
			out = append(out, block(js.Fields(b)))
		}
		return true
	})
	return out
}

func block(f js.Object) model.Part {
	switch kind := f.Text("type"); kind {
	case "text":
		return model.Part{Kind: model.Text, Text: f.Text("text")}
	case "thinking":
		t := f.Text("thinking")
		return model.Part{Kind: model.Thinking, Text: t, Redacted: t == "" || f.Get("redacted").Bool()}
	case "toolCall":
		return model.Part{Kind: model.Call, ID: f.Text("id"), Name: f.Text("name"), Args: f.Get("arguments").Raw}
	case "image":
		p := model.Part{Kind: model.Image, Media: f.Text("mimeType")}
		if d := f.Get("data"); d.Type == gjson.String {
			p.Data = js.Text(d)
			p.Bytes = len(strings.TrimRight(d.Raw[1:len(d.Raw)-1], "=")) * 3 / 4 // base64
		}
		return p
	default:
		return model.Part{Kind: model.Unknown, Text: kind}
	}
}

// output is the content of a tool result; an empty text is kept as one.
func output(v gjson.Result) []model.Part {
	if v.Type == gjson.String {
		return []model.Part{{Kind: model.Text, Text: js.Text(v)}}
	}
	return blocks(v)
}

// bash is a command that a person ran beside the conversation, as the agent tells the model.
func bash(f js.Object) string {
	out := f.Text("output")
	text := "Ran `" + f.Text("command") + "`\n"
	if out == "" {
		text += "(no output)"
	} else {
		fence := strings.Repeat("`", max(3, ticks(out)+1))
		text += fence + "\n" + out + "\n" + fence
	}
	code := f.Get("exitCode")
	switch {
	case f.Get("cancelled").Bool():
		text += "\n\n(command cancelled)"
	case code.Type == gjson.Number && code.Num != 0:
		text += fmt.Sprintf("\n\nCommand exited with code %s", js.Number(code.Raw))
	}
	if f.Get("truncated").Bool() {
		if p := f.Text("fullOutputPath"); p != "" {
			text += "\n\n[Output truncated. Full output: " + p + "]"
		} else {
			text += "\n\n[Output truncated.]"
		}
	}
	return text
}

// ticks is the length of the longest run of backticks.
func ticks(s string) int {
	longest, n := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}
