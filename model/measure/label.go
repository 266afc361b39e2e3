package measure

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// Label is the beginning of a text for a list: the first words, line ends and runs of
// blanks folded, at most model.LabelBytes. It is not cleaned for a terminal.
func Label(s string) string {
	var b strings.Builder
	space := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			space = b.Len() > 0
			continue
		}
		need := utf8.RuneLen(r)
		if space {
			need++
		}
		if b.Len()+need > model.LabelBytes {
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// subjects are the arguments that say best what a call is about, most telling first.
var subjects = []string{
	"command", "cmd", "file_path", "filePath", "path", "notebook_path", "pattern", "query", "url", "skill",
	"subject", "description", "prompt", "input", "code", "text",
}

// argLabel says in a few words what a call is about: the most telling of its arguments.
func argLabel(args string) string {
	v := gjson.Parse(args)
	if v.Type == gjson.String {
		s, _ := js.Unquote(v.Raw)
		return Label(s)
	}
	if !v.IsObject() {
		return Label(args)
	}
	for _, k := range subjects {
		if e := v.Get(k); e.Exists() && e.Raw != "" {
			return valueLabel(e)
		}
	}
	out := ""
	v.ForEach(func(_, e gjson.Result) bool {
		out = valueLabel(e)
		return false
	})
	return out
}

func valueLabel(e gjson.Result) string {
	raw := e.Raw
	if e.Type == gjson.String {
		if len(raw) > 8*model.LabelBytes { // a label needs only the beginning of it
			raw = trimEscape(raw[:8*model.LabelBytes]) + `"`
		}
		s, _ := js.Unquote(raw)
		return Label(s)
	}
	if len(raw) > 4*model.LabelBytes {
		raw = raw[:4*model.LabelBytes]
	}
	return Label(raw)
}

// trimEscape takes off the half of an escape sequence that a cut may have left at the end.
func trimEscape(s string) string {
	if i := strings.LastIndexByte(s, '\\'); i > len(s)-12 {
		return s[:i]
	}
	return s
}

// LabelOf is the beginning of a message for a list: its words, else its call, else what it holds.
func LabelOf(m model.Message) string {
	if words := Label(m.Text()); words != "" {
		return words
	}
	for _, p := range m.Parts {
		if p.Kind == model.Call {
			return Label(p.Name + " " + argLabel(p.Args))
		}
	}
	return fallbackLabel(m)
}

// fallbackLabel names a message that has neither words nor a call.
func fallbackLabel(m model.Message) string {
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Thinking:
			if p.Text != "" {
				return Label(p.Text)
			}
			return "[Thinking]"
		case model.Image:
			return "[Image]"
		case model.File:
			return Label("[File] " + p.Text)
		case model.Unknown:
			return Label("[" + p.Text + "]")
		case model.Result:
			return Label(p.OutputText())
		case model.Text, model.Call:
		}
	}
	return "(empty)"
}
