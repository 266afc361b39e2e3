package slim

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// The rules by which a message becomes text. Transcript labels it with its role and keeps all of
// it; Serialize is Prime Agent's: its own labels, and results cut to ResultLimit.
const (
	Transcript = "transcript"
	Serialize  = "serialize"
)

// ResultLimit is how many chars of a tool result Serialize keeps. It is Prime Agent's own number.
const ResultLimit = 2000

// The labels of Serialize, in the order in which the parts of an answer stand.
const (
	userLabel   = "[User]: "
	systemLabel = "[System]: " // ours: the agent has no system messages in a session
	thinkLabel  = "[Assistant thinking]: "
	sayLabel    = "[Assistant]: "
	callLabel   = "[Assistant tool calls]: "
	resultLabel = "[Tool result]: "
)

// Labels begin the parts of a serialized message.
var Labels = []string{userLabel, systemLabel, thinkLabel, sayLabel, callLabel, resultLabel}

// Serialized is a message as Prime Agent's summarizer reads it, empty when nothing of it is read:
// pictures, ids and errors are not.
func Serialized(m model.Message) string {
	switch m.Role {
	case model.Assistant:
		return answer(m)
	case model.Tool:
		return results(m)
	case model.System:
		return said(systemLabel, m)
	case model.User:
	}
	return said(userLabel, m)
}

func said(label string, m model.Message) string {
	text := m.Open + words(m.Parts) + m.Close
	if text == "" {
		return ""
	}
	return label + text
}

// words are the texts of parts, with nothing between them.
func words(parts []model.Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Kind == model.Text {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// answer has up to three parts, whatever the order of its blocks. An empty text makes a part too.
func answer(m model.Message) string {
	var thinking, text, calls []string
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Thinking:
			thinking = append(thinking, p.Text)
		case model.Text:
			text = append(text, p.Text)
		case model.Call:
			calls = append(calls, called(p))
		case model.Result, model.Image, model.File, model.Unknown:
		}
	}
	var parts []string
	for _, p := range []struct {
		label, between string
		blocks         []string
	}{{thinkLabel, "\n", thinking}, {sayLabel, "\n", text}, {callLabel, "; ", calls}} {
		if len(p.blocks) > 0 {
			parts = append(parts, p.label+strings.Join(p.blocks, p.between))
		}
	}
	return strings.Join(parts, Separator)
}

// called is a tool with its arguments as JavaScript would write them.
func called(p model.Part) string {
	args, ok := js.Compact(p.Args)
	if v := gjson.Parse(args); ok && v.IsObject() {
		members := js.Members(v)
		pairs := make([]string, len(members))
		for k, m := range members {
			pairs[k] = m.Key + "=" + m.Value.Raw
		}
		args = strings.Join(pairs, ", ")
	} else if !ok {
		args = p.Args
	}
	return model.OneLine(p.Name) + "(" + args + ")"
}

// results are the texts of a tool's message, each cut by itself; other formats may have words of a
// person beside them.
func results(m model.Message) string {
	var parts []string
	for _, p := range m.Parts {
		switch {
		case p.Kind == model.Text && p.Text != "":
			parts = append(parts, userLabel+p.Text)
		case p.Kind == model.Result:
			text := words(p.Output)
			if p.JSON != "" {
				text = p.OutputText()
			}
			if text != "" {
				parts = append(parts, resultLabel+cutResult(text))
			}
		}
	}
	return strings.Join(parts, Separator)
}

// cutResult keeps the beginning of a result and says how much is missing. Half of a surrogate pair
// at the cut becomes U+FFFD.
func cutResult(text string) string {
	n := js.Units(text)
	if n <= ResultLimit {
		return text
	}
	kept := js.Prefix(text, ResultLimit)
	if js.Units(kept) < ResultLimit {
		kept += "\uFFFD"
	}
	return kept + fmt.Sprintf("\n\n[... %d more characters truncated]", n-ResultLimit)
}

// serializedSize is about how many chars a row has when it is serialized: a row does not say how
// its results are parted.
func serializedSize(r *model.Row) int {
	const label = 24
	if r.Role == model.Tool {
		return min(r.Rendered, ResultLimit+label)
	}
	return r.Rendered
}
