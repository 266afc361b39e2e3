package measure

import (
	"slices"
	"unicode/utf8"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// Label is the beginning of a text for a list: the first words, line ends and runs of
// blanks folded, at most model.LabelBytes. It is not cleaned for a terminal.
func Label(s string) string {
	var b [model.LabelBytes]byte // what is kept is only as long as it has to be
	n, space := 0, false
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		i += size
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			space = n > 0
			continue
		}
		need := utf8.RuneLen(r)
		if space {
			need++
		}
		if n+need > len(b) {
			break
		}
		if space {
			b[n] = ' '
			n++
			space = false
		}
		n += utf8.EncodeRune(b[n:], r)
	}
	return string(b[:n])
}

// subjects are the arguments that say best what a call is about, most telling first.
var subjects = []string{
	"command", "cmd", "file_path", "filePath", "path", "notebook_path", "pattern", "query", "url", "skill",
	"subject", "description", "prompt", "input", "code", "text",
}

// argLabel says in a few words what a call is about: the most telling of its arguments.
func argLabel(c *jsonl.Cursor) string {
	all := c.Rest()
	if c.Next() != '{' {
		return valueLabel(all)
	}
	best, first := len(subjects), true
	var value []byte
	c.Object(func(key []byte) {
		raw := c.Raw()
		if i := slices.Index(subjects[:best], string(key)); i >= 0 {
			best, value = i, raw
		} else if first {
			value = raw
		}
		first = false
	})
	if value == nil {
		value = all
	}
	return valueLabel(value)
}

// valueLabel is the label of a value, of which it needs only the beginning.
func valueLabel(raw []byte) string {
	if len(raw) == 0 || raw[0] != '"' {
		return Label(string(raw[:min(len(raw), 4*model.LabelBytes)]))
	}
	if len(raw) > 8*model.LabelBytes {
		raw = append(jsonl.TrimEscape(raw[:8*model.LabelBytes:8*model.LabelBytes]), '"')
	}
	s, _ := js.Unquote(string(raw))
	return Label(s)
}

// LabelOf is the beginning of a message for a list: its words, else its call, else what it holds.
func LabelOf(m model.Message) string {
	if words := Label(m.Text()); words != "" {
		return words
	}
	for _, p := range m.Parts {
		if p.Kind == model.Call {
			return Label(p.Name + " " + argLabel(jsonl.CursorOf(p.Args)))
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
