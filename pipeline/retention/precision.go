package retention

import (
	"context"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/pattern"
	"cutline/pipeline/facts"
)

// check looks for what the summary names in the whole session.
func check(ctx context.Context, in Input, out *Output) error {
	out.Partial = in.Partial
	named := claims(in.Summary, slashed(in.Root))
	left := slices.Clone(named)
	out.Checked = len(named)
	if len(named) == 0 {
		return nil
	}
	left = missing(left, in.Root+"\n"+todos(in.Todos))
	for i := 0; i < len(in.Rows) && len(left) > 0; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if m, err := in.Source.Message(i); err == nil { // what cannot be read proves nothing
			left = missing(left, Text(m)+thoughts(m))
		}
	}
	if in.Also != nil && len(left) > 0 {
		for text := range in.Also {
			if left = missing(left, text); len(left) == 0 || ctx.Err() != nil {
				break
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	left = slices.DeleteFunc(left, func(c claim) bool {
		return c.Class == facts.Number.String() && computed(c, in.Summary, left) || c.Class == aQuote && misspelt(c, in)
	})
	out.Precision = 100 * float64(out.Checked-len(left)) / float64(out.Checked)
	line, at := 1, 0
	for _, c := range named { // left is in the same order
		invented := len(left) > 0 && left[0].From == c.From && left[0].To == c.To && left[0].Class == c.Class
		line, at = line+strings.Count(in.Summary[at:c.From], "\n"), c.From
		c.Line = line
		if c.Supported = !invented; invented {
			left = left[1:]
			if in.Partial {
				out.Unfound = append(out.Unfound, c.Claim)
			} else {
				out.Fabricated = append(out.Fabricated, c.Claim)
			}
		}
		out.Named = append(out.Named, c.Claim)
	}
	return nil
}

// thoughts are what an assistant thought, and its calls as it wrote them: a summary that its own model
// wrote can name what it thought, and one that quotes a call the names of its arguments.
func thoughts(m model.Message) string {
	var b strings.Builder
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Thinking:
			b.WriteString("\n" + p.Text)
		case model.Call:
			b.WriteString("\n" + p.Args)
		default:
		}
	}
	return b.String()
}

func todos(list []model.Todo) string {
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.Text + "\n")
	}
	return b.String()
}

// spellings are the forms of one text in which claims are looked for, each made when it is asked for.
type spellings struct {
	text                    string
	slashes, figures, lower string
	quoted                  []string
}

func (s *spellings) paths() string {
	if s.slashes == "" {
		s.slashes = single.Replace(s.text)
	}
	return s.slashes
}

func (s *spellings) numbers() string {
	if s.figures == "" {
		s.figures = facts.Figures(s.text)
	}
	return s.figures
}

func (s *spellings) small() string {
	if s.lower == "" {
		s.lower = strings.ToLower(s.text)
	}
	return s.lower
}

// words are the forms in which quotations are looked for: a link can be quoted by its label or by its
// target.
func (s *spellings) words() []string {
	if s.quoted == nil {
		s.quoted = []string{fold(s.text)}
		if strings.Contains(s.text, "](") {
			s.quoted = append(s.quoted, fold(mdLink.ReplaceAllString(s.text, "$1")), fold(mdLink.ReplaceAllString(s.text, "$2")))
		}
	}
	return s.quoted
}

var (
	single = strings.NewReplacer(`\\`, "/", `\`, "/")
	mdLink = pattern.New(`\[([^\]\n]*)\]\(([^)\s]*)\)`)
)

// missing are the claims that do not stand in a text.
func missing(left []claim, text string) []claim {
	if strings.Contains(text, "\x1b") { // a colour is no part of a word
		text = escapes.ReplaceAllString(text, "")
	}
	s := spellings{text: text}
	return slices.DeleteFunc(left, func(c claim) bool { return c.stands(&s) })
}

// stands reports whether a claim stands in a text.
func (c *claim) stands(s *spellings) bool {
	switch c.Class {
	case aQuote:
		return slices.ContainsFunc(s.words(), func(t string) bool { return contains(t, c.parts) })
	case facts.Link.String():
		return find(s.text, c.key, func(at, end int) bool { return c.cut || address(s.text, at, end) })
	case aPath:
		t := s.paths()
		return slices.ContainsFunc(c.keys, func(k pathKey) bool {
			return find(t, k.text, func(at, end int) bool { return k.starts(t, at) && (c.cut || pathEnds(t, end)) })
		})
	case facts.Number.String():
		return c.number(s)
	default:
		if find(s.text, c.key, func(at, end int) bool { return c.cut || named(s.text, at, end, c.key) }) {
			return true
		}
		lower := strings.ToLower(c.key)
		return c.loose && find(s.small(), lower, func(at, end int) bool { return named(s.small(), at, end, lower) })
	}
}

// number reports whether a number stands in a text, in whatever spelling, or a hash that it shortens.
func (c *claim) number(s *spellings) bool {
	t := s.text
	if find(t, c.key, func(at, end int) bool { return c.cut || version(t, at, end) }) {
		return true
	}
	if bare := strings.TrimPrefix(c.key, "v"); bare != c.key && find(t, bare, func(at, end int) bool { return version(t, at, end) }) {
		return true
	}
	if hash(c.key) {
		return find(t, c.key, func(at, _ int) bool { return at == 0 || !wordByte(t[at-1]) })
	}
	t = s.numbers()
	return find(t, c.key, func(at, end int) bool { return version(t, at, end) })
}

// named reports whether the name at a place is no part of a longer one; that of a file is not the end
// of another file's.
func named(t string, at, end int, name string) bool {
	if !whole(t, at, end) {
		return false
	}
	if facts.Language(name) == "" {
		return true
	}
	return pathEnds(t, end) && (at == 0 || t[at-1] != '-' && (t[at-1] != '.' || at == 1 || !wordByte(t[at-2])))
}
