package lint

import (
	"strings"
	"unicode"
)

// opens are the findings of rule d: the first line of words, headings aside, acknowledges something
// or announces a summary.
func opens(o *outline) []Finding {
	for from := 0; from < len(o.text); {
		to := from + strings.IndexByte(o.text[from:], '\n')
		if to < from {
			to = len(o.text)
		}
		line := o.text[from:to]
		body := strings.TrimSpace(line)
		if from = to + 1; body == "" || body[0] == '#' || isHeading(o, to-len(line)) {
			continue
		}
		if !opensWith(body) {
			return nil
		}
		return []Finding{{
			Rule: "d", Name: Preface, From: to - len(line), To: to, Index: -1, Severity: Note,
			Message: "the summary begins with an acknowledgement or a recap of its task: " + brief(body),
		}}
	}
	return nil
}

// isHeading reports whether a section begins at a place.
func isHeading(o *outline, at int) bool {
	for _, s := range o.sections {
		if s.from == at {
			return true
		}
	}
	return false
}

// opensWith reports whether a line begins with a phrase of a preface, or with a word of
// acknowledgement that a mark or the end of the line follows.
func opensWith(line string) bool {
	if _, _, ok := begins(line, preface); ok {
		return true
	}
	_, rest, ok := begins(line, acknowledgement)
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, "*_ ")
	next := firstRune(rest)
	return rest == "" || unicode.IsPunct(next) && !strings.ContainsRune("'\"`(/", next) || next == '—' || next == '–'
}
