package measure

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/tokens"
)

// Piece is what one record says of its message: a part of a row, made before it is known which
// records become rows and which of them are one message. Sizes are those of a row.
type Piece struct {
	Label    string // the words, else what its first call is about, else what stands for it
	Tool     string // the tool of its first call
	Links    []PieceLink
	Chars    int32
	Rendered int32 // without the role; results are taken to be of an unknown tool
	Said     int32 // text parts, each with the blank line that parts it from the next
	Query    int32
	Bytes    int32 // as Rendered
	Tokens   int32
	Images   int32
	Parts    int32
	Flags    model.Flags
	Role     model.Role
	Origin   model.Origin
	Kinds    uint8
	Todo     bool // one of its calls may write the todo list
}

// PieceLink is one call or result of a piece.
type PieceLink struct {
	ID, Name string // Name: of a call's tool
	Label    string // of a call: what it is about
	Result   bool
}

// PieceOf measures a message.
func PieceOf(m model.Message) Piece {
	p := Piece{Role: m.Role, Origin: m.Origin}
	if m.Broken {
		p.Flags |= model.Broken
	}
	for _, part := range m.Parts {
		p.Add(part)
		t := part
		t.Name = callName(part)
		s := t.Transcript()
		p.Rendered = plus(p.Rendered, js.Units(s))
		if part.Kind == model.Text {
			p.Said = plus(p.Said, js.Units(s))
		}
		p.Bytes = plus(p.Bytes, len(s))
		Texts(part, func(s string) {
			p.Chars = plus(p.Chars, js.Units(s))
			p.Tokens = plus(p.Tokens, tokens.Estimate(s, tokens.O200k))
		})
	}
	p.Words(m)
	return p
}

// plus adds to a size. What is larger than a size can be is as large as it can be: an image counts
// for many tokens and takes a few bytes.
func plus(size int32, n int) int32 { return Small(int(size) + n) }

// callName is the name of a part in its transcript as long as no call of a result is known.
func callName(p model.Part) string {
	if p.Kind == model.Call {
		return p.Name
	}
	return ""
}

// Add takes what follows from a part without its sizes: flags, links, images. Words settles
// the label.
func (p *Piece) Add(part model.Part) {
	p.Parts++
	p.Kinds |= 1 << part.Kind
	n := Images(part)
	p.Images = plus(p.Images, n)
	p.Tokens = plus(p.Tokens, tokens.ImageTokens*n)
	if n > 0 {
		p.Flags |= model.HasImage
	}
	switch part.Kind {
	case model.Text:
		p.Said = plus(p.Said, len(blankLine))
		if strings.TrimSpace(part.Text) != "" {
			p.Flags |= model.HasText
		}
	case model.Thinking:
		p.Flags |= model.HasThinking
	case model.Call:
		// What stays must not hold on to the text of the record.
		p.call(PieceLink{ID: strings.Clone(part.ID), Name: strings.Clone(part.Name), Label: argLabel(jsonl.CursorOf(part.Args))})
	case model.Result:
		p.Flags |= model.HasResult
		if part.Failed {
			p.Flags |= model.Failed
		}
		p.Links = append(p.Links, PieceLink{ID: strings.Clone(part.ID), Result: true})
	case model.Image, model.File, model.Unknown:
	}
}

// AddCall is Add of a call with the given arguments.
func (p *Piece) AddCall(id, name string, args []byte) {
	p.Parts++
	p.Kinds |= 1 << model.Call
	p.call(PieceLink{ID: id, Name: name, Label: argLabel(jsonl.NewCursor(args))})
}

func (p *Piece) call(l PieceLink) {
	p.Flags |= model.HasCall
	p.Todo = p.Todo || writesTodos(l.Name)
	p.Links = append(p.Links, l)
	if p.Tool == "" {
		p.Tool, p.Label = l.Name, l.Label
	}
}

// Words takes what follows from the message's own words. M may lack what does not stand at the
// beginning of its texts when it is not a user's.
func (p *Piece) Words(m model.Message) {
	if len(m.Parts) == 0 {
		p.Flags |= model.Empty
	}
	if blank(m) {
		p.Flags |= model.Blank
	}
	words := ""
	for _, part := range m.Parts {
		if part.Kind == model.Text && strings.TrimSpace(part.Text) != "" {
			words = part.Text
			break
		}
	}
	if words != "" {
		p.Label = Label(words)
	} else if p.Label == "" && p.Tool == "" {
		p.Label = fallbackLabel(m)
	}
	if m.Role != model.User {
		return
	}
	text := m.Text()
	if blocks, _ := model.QueryBlocks(text); len(blocks) > 0 {
		p.Query = Small(len(blocks) - 1)
		for _, q := range blocks {
			p.Query = plus(p.Query, js.Units(q))
		}
		p.Label = Label(strings.TrimSuffix(strings.TrimPrefix(blocks[len(blocks)-1], "<user_query>"), "</user_query>"))
	}
	if strings.Contains(text, "<user_info>") && strings.Contains(text, "</user_info>") {
		p.Flags |= model.UserInfo
	}
	if len(model.Skills(text)) > 0 {
		p.Flags |= model.Skill
	}
}

// frame is the length of what stands around the parts in a transcript: the role, and the blank
// lines between them.
func (p *Piece) frame() int {
	return len(p.Role.String()) + len(": ") + len(blankLine)*max(0, int(p.Parts)-1)
}

// blankLine parts what a transcript shows of two parts.
const blankLine = "\n\n"

// said is Row.Said.
func (p *Piece) said() int {
	if p.Said == 0 {
		return 0
	}
	return len(p.Role.String()) + len(": ") + int(p.Said) - len(blankLine)
}

// Join adds the next record of the same message.
func (p *Piece) Join(o *Piece) {
	words := p.Flags&model.HasText != 0
	switch {
	case words:
	case o.Flags&model.HasText != 0, p.Parts == 0:
		p.Label = o.Label
	case p.Tool == "" && o.Tool != "":
		p.Label = o.Label
	}
	if p.Tool == "" {
		p.Tool = o.Tool
	}
	p.Chars = plus(p.Chars, int(o.Chars))
	p.Rendered = plus(p.Rendered, int(o.Rendered))
	p.Said = plus(p.Said, int(o.Said))
	p.Query = plus(p.Query, int(o.Query))
	p.Bytes = plus(p.Bytes, int(o.Bytes))
	p.Tokens = plus(p.Tokens, int(o.Tokens))
	p.Images = plus(p.Images, int(o.Images))
	const all = model.Empty | model.Blank // only when every part is
	was, is := p.Flags, o.Flags
	p.Flags = (was | is) &^ all
	p.Flags |= was & is & model.Empty
	if blankOrNone := func(f model.Flags) bool { return f&all != 0 }; blankOrNone(was) && blankOrNone(is) && (was|is)&model.Blank != 0 {
		p.Flags |= model.Blank
	}
	p.Parts += o.Parts
	p.Kinds |= o.Kinds
	p.Todo = p.Todo || o.Todo
	p.Links = append(p.Links[:len(p.Links):len(p.Links)], o.Links...)
}
