package convert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/pattern"
)

// part is a part of a message in the form of the target; false when nothing stands for it.
func (c *talk) part(role model.Role, p model.Part) (model.Part, bool) {
	switch p.Kind {
	case model.Text:
		p.Text = sound(p.Text)
		return p, strings.TrimSpace(p.Text) != ""
	case model.Thinking:
		switch {
		case p.Redacted || strings.TrimSpace(p.Text) == "":
			c.lost.add(sealedThought, 1)
		case !c.target.thinking:
			c.lost.add(thought, 1)
		default:
			p.Text = sound(p.Text)
			return p, true
		}
		return p, false
	case model.Image, model.File:
		return c.media(p, role == model.User && (c.target.images && p.Kind == model.Image || c.target.files && p.Kind == model.File)), true
	default:
		c.lost.add(unknownBlock, 1)
		return p, false
	}
}

// result is the result of a call in the form of the target: texts, and pictures where it takes
// them. A value that is neither is its JSON.
func (c *talk) result(p model.Part) *model.Part {
	if p.JSON != "" {
		p.Output, p.JSON = []model.Part{{Kind: model.Text, Text: p.OutputText()}}, ""
	}
	var out []model.Part
	for _, o := range p.Output {
		switch {
		case o.Kind == model.Image:
			out = append(out, c.media(o, c.target.results && !(p.Failed && c.target.failText)))
		case o.Kind == model.File:
			out = append(out, c.media(o, false))
		case o.Kind != model.Text:
			c.lost.add(unknownBlock, 1)
		case strings.TrimSpace(o.Text) != "":
			out = append(out, model.Part{Kind: model.Text, Text: sound(o.Text)})
		}
	}
	p.Output = out
	return &p
}

// words is a result as one text.
func words(p *model.Part) string { return p.OutputText() }

// plain reports whether a result is text alone.
func plain(p *model.Part) bool {
	for _, o := range p.Output {
		if o.Kind != model.Text {
			return false
		}
	}
	return true
}

// media is a picture or a file that the target can hold, or a text that says what stood in its
// place. Fits says that there is room for one.
func (c *talk) media(p model.Part, fits bool) model.Part {
	what := "image"
	if p.Kind == model.File {
		what = "file"
	}
	p.Media = mediaType(p)
	switch {
	case !fits:
		c.lost.add(what+noRoom, 1)
	case address(p.Data) && c.target.url && p.Kind == model.Image:
		return p
	case p.Media != "" && encoded.MatchString(p.Data) && (p.Kind == model.Image || p.Media == pdf):
		return p
	case p.Data == "":
		c.lost.add(what+noData, 1)
	default:
		c.lost.add(what+noForm, 1)
	}
	about := []string{what}
	for _, s := range []string{sound(p.Text), p.Media} {
		if s != "" {
			about = append(about, s)
		}
	}
	if p.Bytes > 0 {
		about = append(about, fmt.Sprintf("%d bytes", p.Bytes))
	}
	return model.Part{Kind: model.Text, Text: "[" + strings.Join(about, ", ") + ": left out when the session was converted]"}
}

// pdf is the one kind of document that all APIs with documents take.
const pdf = "application/pdf"

// encoded is what base64 text looks like.
var encoded = pattern.New(`^[A-Za-z0-9+/]+={0,2}$`)

// address reports whether data is an address that a server can fetch.
func address(data string) bool {
	return strings.HasPrefix(data, "https://") || strings.HasPrefix(data, "http://")
}

// magic is how the base64 text of the usual kinds of pictures begins.
var magic = []struct{ begin, media string }{
	{"iVBORw0KGgo", "image/png"}, {"/9j/", "image/jpeg"}, {"R0lGOD", "image/gif"}, {"UklGR", "image/webp"},
}

// mediaType is what a part says its type is, or what its data says.
func mediaType(p model.Part) string {
	if p.Media != "" || p.Kind != model.Image {
		return p.Media
	}
	for _, m := range magic {
		if strings.HasPrefix(p.Data, m.begin) {
			return m.media
		}
	}
	return ""
}

// dataURL is the data of a part as an address.
func dataURL(p model.Part) string {
	if address(p.Data) {
		return p.Data
	}
	return "data:" + p.Media + ";base64," + p.Data
}

// call is a call with an id that all APIs take and no other call has, a name of the same kind,
// and arguments that are an object.
func (c *talk) call(p model.Part) *call {
	k := &call{from: p.ID, id: p.ID, name: p.Name}
	if !word.MatchString(k.id) || len(k.id) > c.target.idLength || c.ids[k.id] {
		c.lost.add(newID, 1)
		for n := 1; c.ids[k.id] || k.id == p.ID; n++ {
			k.id = fmt.Sprintf("converted_%d", n)
		}
	}
	c.ids[k.id] = true
	if k.name = strange.ReplaceAllString(p.Name, "_"); k.name == "" {
		k.name = "unknown"
	}
	k.name = k.name[:min(len(k.name), nameLength)]
	if k.name != p.Name {
		c.lost.add(newName, 1)
	}
	c.names[k.name] = true
	object := false
	if k.args, object = arguments(p.Args); !object {
		c.lost.add(bareArguments, 1)
	}
	return k
}

// nameLength is the most characters of a tool's name that every API takes.
const nameLength = 64

var (
	word    = pattern.New(`^[A-Za-z0-9_-]+$`)
	strange = pattern.New(`[^A-Za-z0-9_-]`)
)

// arguments are those of a call as a JSON object in one line. What is no object stands under the
// key "input", and object is false; no arguments are an empty object.
func arguments(raw string) (args string, object bool) {
	raw = strings.TrimSpace(raw)
	if raw == "" || raw == "null" {
		return "{}", true
	}
	if !utf8.ValidString(raw) {
		raw = sound(raw)
	}
	var b bytes.Buffer
	if json.Compact(&b, []byte(raw)) != nil {
		return `{"input":` + js.Quote(raw) + `}`, false
	}
	if raw = halves.ReplaceAllStringFunc(b.String(), whole); raw[0] != '{' {
		return `{"input":` + raw + `}`, false
	}
	return raw, true
}

// halves finds the escapes of a JSON text that could be half of a surrogate pair; an escaped
// backslash and a whole pair are found too, so that neither is taken for one.
var halves = pattern.New(`(?i)\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}`)

func whole(escape string) string {
	const half = 6 // bytes of \uXXXX
	if len(escape) == half {
		return `\ufffd`
	}
	return escape
}

// sound is a text with U+FFFD in the place of every byte that is no UTF-8.
func sound(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
