package remote

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/redact"
)

// guarded is a source whose messages hold no secret any more. They are taken out before a message is
// cut, so that no half of one is left at the end of a stump.
type guarded struct {
	slim.Source
	secrets *redact.Redactor
	pieces  []int // the message of each text that the redactor was given, -1 for none
}

// Message is a message of the source without its secrets.
func (g *guarded) Message(i int) (model.Message, error) {
	m, err := g.Source.Message(i)
	if err != nil {
		return m, err
	}
	m.Parts = g.parts(m.Parts, i)
	return m, nil
}

// learn looks at all messages before one is written: a secret may stand bare in one and with its name
// in another, be it one that is left out.
func (g *guarded) learn(ctx context.Context, list []int) error {
	for _, i := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, _ = g.Message(i) // one that cannot be read is not sent either
	}
	return nil
}

// parts are copies: those of the source belong to it.
func (g *guarded) parts(parts []model.Part, i int) []model.Part {
	parts = slices.Clone(parts)
	for k := range parts {
		p := &parts[k]
		p.Text, p.Args, p.JSON = g.text(p.Text, i), g.text(p.Args, i), g.text(p.JSON, i)
		p.Output = g.parts(p.Output, i)
	}
	return parts
}

// text takes the secrets out of one text.
func (g *guarded) text(s string, message int) string {
	if s == "" {
		return s
	}
	g.pieces = append(g.pieces, message)
	return g.secrets.Text(s)
}

// json takes the secrets out of a JSON text. One that is none afterwards is not used: false.
func (g *guarded) json(doc []byte) ([]byte, bool) {
	out := g.text(string(doc), -1)
	return []byte(out), gjson.Valid(out)
}

// hidden says what is missing from a prompt, each secret once. What stood only in a part of a message
// that is cut off was not sent anyway.
func (g *guarded) hidden(p summarize.Prompt) []summarize.Hidden {
	var list []summarize.Hidden
	seen := map[int]bool{}
	for _, f := range g.secrets.Findings() {
		if seen[f.Number] || !marked(p, f.Number) {
			continue
		}
		seen[f.Number] = true
		list = append(list, summarize.Hidden{Kind: f.Kind, Number: f.Number, Name: f.Hint, Message: g.pieces[f.Piece], Chars: f.Chars})
	}
	return list
}

// marked reports whether the marker of a secret stands in a prompt.
func marked(p summarize.Prompt, number int) bool {
	end := "#" + strconv.Itoa(number) + "]"
	return slices.ContainsFunc(texts(p), func(s string) bool { return strings.Contains(s, end) })
}

// texts are all that a prompt is made of, in the order in which it is read.
func texts(p summarize.Prompt) []string {
	var all []string
	for _, s := range []string{p.System, string(p.Conversation), string(p.Tools)} {
		if s != "" {
			all = append(all, s)
		}
	}
	for _, t := range p.Turns {
		all = append(all, t.Text)
	}
	return all
}
