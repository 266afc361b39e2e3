package retention

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
)

// Text is what a message says to who looks for facts in it: its words, the values of its calls'
// arguments as the tool gets them, and its results.
func Text(m model.Message) string {
	var b strings.Builder
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Text:
			b.WriteString(p.Text)
		case model.Call:
			b.WriteString(p.Name + "\n")
			if v := gjson.Parse(p.Args); gjson.Valid(p.Args) && (v.IsObject() || v.IsArray()) {
				values(&b, v)
			} else {
				b.WriteString(p.Args)
			}
		case model.Result:
			b.WriteString(p.OutputText())
		case model.Image:
			b.WriteString("[Image]")
		case model.File:
			b.WriteString("[File] " + p.Text)
		case model.Thinking, model.Unknown: // who goes on does not read them
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Masked is a message in which a text stands for the output of each of its results.
func Masked(m model.Message, mask func(result model.Part) string) model.Message {
	m.Parts = slices.Clone(m.Parts)
	for k, p := range m.Parts {
		if p.Kind == model.Result {
			m.Parts[k].Output, m.Parts[k].JSON = []model.Part{{Kind: model.Text, Text: mask(p)}}, ""
		}
	}
	return m
}

// values writes the scalars of a JSON value. Those of an object of scalars share a line, as a todo
// and its status; a list of words is a line too, as a command.
func values(b *strings.Builder, v gjson.Result) {
	end := " "
	v.ForEach(func(_, e gjson.Result) bool {
		if e.IsObject() || e.IsArray() {
			end = "\n"
		}
		return true
	})
	v.ForEach(func(_, e gjson.Result) bool {
		if e.IsObject() || e.IsArray() {
			values(b, e)
			return true
		}
		b.WriteString(e.String() + end)
		return true
	})
	b.WriteByte('\n')
}
