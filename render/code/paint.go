package code

import (
	"context"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

const (
	maxPiece = 4 << 10 // bytes; some lexers take time that is quadratic in the text
	maxLine  = 1 << 10 // bytes; no hand wrote a longer line, and rules that backtrack die on it
	maxBlank = 3       // blank lines; longer runs are quadratic in the C family
)

// kind is what a piece of source is, as far as it is told apart by colour.
type kind uint8

const (
	plain kind = iota
	keyword
	literal
	number
	comment
	head
	plus
	minus
)

// painter walks over a text once and leaves spans behind.
type painter struct {
	text  string
	at    int // everything before has its span
	spans []span
}

// paint returns the kinds in text as far as the lexer comes before ctx ends,
// and whether it did all that it ever will.
func paint(ctx context.Context, lexer chroma.Lexer, text string) (spans []span, complete bool) {
	p := painter{text: text}
	gutter := hasGutter(text)
	var piece piece
	flush := func() bool {
		ok := p.lex(ctx, lexer, piece)
		piece.reset()
		return ok
	}
	blank := 0
	for from := 0; from < min(len(text), maxText); {
		to := from + lineLen(text[from:])
		line := text[from:to]
		if strings.Trim(line, " \n") == "" {
			blank++
		} else {
			blank = 0
		}
		skip := len(line) > maxLine || blank > maxBlank
		if skip || piece.source.Len()+len(line) > maxPiece {
			if !flush() {
				return p.spans, ctx.Err() == nil
			}
		}
		if skip {
			p.emit(to, plain)
		} else {
			n := 0
			if gutter {
				n = gutterLen(line)
			}
			piece.add(line, n)
		}
		from = to
	}
	flush()
	return p.spans, ctx.Err() == nil
}

// piece is some lines for the lexer, without the line numbers before them.
type piece struct {
	source  strings.Builder
	gutters []int // bytes before each line
}

func (c *piece) add(line string, gutter int) {
	c.source.WriteString(line[gutter:])
	c.gutters = append(c.gutters, gutter)
}

func (c *piece) reset() { *c = piece{} }

// lex lets the lexer read one piece and reports whether there is time and trust
// for the next. What the lexer returns is held against the text: where it
// differs, the piece stays plain from there on.
func (p *painter) lex(ctx context.Context, lexer chroma.Lexer, c piece) (ok bool) {
	if len(c.gutters) == 0 {
		return ctx.Err() == nil
	}
	defer func() {
		if recover() != nil { // a fault of a lexer costs its colours, no more
			ok = false
		}
	}()
	source := c.source.String()
	end := p.at + len(source)
	for _, g := range c.gutters {
		end += g
	}
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, source)
	if err != nil {
		return false
	}
	line := 0
	for token := next(); token != chroma.EOF; token = next() {
		if ctx.Err() != nil {
			return false
		}
		value := token.Value
		if len(value) > len(source) { // lexers may add a last line end
			value = value[:len(source)]
		}
		if !strings.HasPrefix(source, value) {
			break
		}
		source = source[len(value):]
		for value != "" {
			if p.at == 0 || p.text[p.at-1] == '\n' || line == 0 {
				p.emit(p.at+c.gutters[line], comment)
				line++
			}
			n := lineLen(value)
			p.emit(p.at+n, kindOf(token.Type))
			value = value[n:]
		}
	}
	p.emit(end, plain)
	return ctx.Err() == nil
}

// emit gives everything up to an offset a kind.
func (p *painter) emit(to int, k kind) {
	if to <= p.at {
		return
	}
	p.at = to
	if n := len(p.spans); n > 0 && p.spans[n-1].kind == k {
		p.spans[n-1].to = to
		return
	}
	p.spans = append(p.spans, span{to, k})
}

// kindOf folds the token types of all languages into the few that are told apart.
func kindOf(t chroma.TokenType) kind {
	switch {
	case t == chroma.GenericInserted:
		return plus
	case t == chroma.GenericDeleted:
		return minus
	case t == chroma.GenericHeading, t == chroma.GenericSubheading, t == chroma.GenericStrong:
		return head
	case t.InCategory(chroma.Comment):
		return comment
	case t.InCategory(chroma.Keyword), t == chroma.NameTag, t == chroma.OperatorWord:
		return keyword
	case t.InSubCategory(chroma.LiteralNumber):
		return number
	case t.InCategory(chroma.Literal):
		return literal
	default:
		return plain
	}
}

// lineLen returns the length of the first line of s with its line end.
func lineLen(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n + 1
	}
	return len(s)
}

// hasGutter reports whether the text is a listing whose lines begin with their
// number and an arrow, as file readers print it.
func hasGutter(text string) bool {
	first := text[:lineLen(text)]
	return gutterLen(first) > 0
}

// gutterLen returns the length of blanks, digits and an arrow at the start of a line.
func gutterLen(line string) int {
	rest := strings.TrimLeft(line, " ")
	digits := strings.TrimLeft(rest, "0123456789")
	if code, ok := strings.CutPrefix(digits, "→"); ok && len(digits) < len(rest) {
		return len(line) - len(code)
	}
	return 0
}
