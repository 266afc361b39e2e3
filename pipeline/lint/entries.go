package lint

import (
	"strings"
	"unicode/utf8"

	"cutline/model/pattern"
)

// entry is one point of a section, in bytes of the summary.
type entry struct{ from, to int }

// bulleted finds the mark of a list, with the white space before it.
var bulleted = pattern.New(`^([ \t]*)(?:[-*•+]|\d{1,4}[.)]|\[\d{1,4}\])[ \t]+`)

// entries parts a section into its points: a bullet that is not deeper than the first one begins
// one, and without bullets each paragraph, or each line that begins with a quotation.
func (o *outline) entries(s section) []entry {
	var out []entry
	indent, blank := -1, true
	for from := s.body; from < s.to; {
		to := from + strings.IndexByte(o.text[from:s.to], '\n')
		if to < from {
			to = s.to
		}
		line := o.text[from:to]
		trimmed := strings.TrimSpace(line)
		start := false
		switch m := bulleted.FindStringSubmatch(line); {
		case trimmed == "" || fenceMark(trimmed) != "" && !o.fenced(from, to):
			blank = true
			from = to + 1
			continue
		case len(out) > 0 && o.fenced(from, to):
		case m != nil:
			if indent < 0 {
				indent = len(m[1])
			}
			start = len(m[1]) <= indent
		case indent >= 0:
			start = blank && line == strings.TrimLeft(line, " \t")
		default:
			start = blank || strings.ContainsRune(openMarks, firstRune(trimmed))
		}
		if start || len(out) == 0 {
			out = append(out, entry{from: from})
		}
		out[len(out)-1].to = to
		blank = false
		from = to + 1
	}
	return out
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// openMarks begin a quotation, closeMarks end it.
const (
	openMarks  = "\"“„«「『"
	closeMarks = "\"”“»」』"
)

// quotes are the quotations of a text: what stands between quote marks, or behind > at the
// beginning of a line. A mark inside a word is none.
func quotes(s string) []string {
	var out []string
	for line := range strings.Lines(s) {
		body := strings.TrimLeft(line, " \t-*•")
		if rest, ok := strings.CutPrefix(body, ">"); ok {
			out = append(out, strings.Trim(rest, "> \t\r\n"))
		}
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if !strings.ContainsRune(openMarks, r) {
			continue
		}
		end := strings.IndexAny(s[i:], closeMarks)
		if end < 0 {
			break
		}
		out = append(out, s[i:i+end])
		_, n = utf8.DecodeRuneInString(s[i+end:])
		i += end + n
	}
	return out
}

// cut finds where a quotation says that it was shortened.
var cut = pattern.New(`[\[(][^\])\n]*(?:truncated|cut|shortened|omitted|gekürzt|省略)[^\])\n]*[\])]|…|\.\.\.`)

// pieces are the parts of a quotation between the places where something was left out.
func pieces(s string) []string { return cut.Split(s, -1) }
