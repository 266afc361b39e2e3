package lint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What makes lines a quotation.
const (
	minLines   = 3  // in a row, those without a letter or a digit not counted
	minLetters = 20 // letters and digits in them ‡: three lines of "ok" quote nothing
	maxSame    = 64 // places of one line, or of one block, that are followed; more are lines like "else {"
)

// lineIndex knows the lines of a summary that have a letter or a digit, without the white space and
// the marks around them.
type lineIndex struct {
	lines []run // where each stands in the summary; message is its count of letters and digits
	texts []string
	at    map[string][]int
	seen  []struct{ line, n int } // for each line: the line of the text that it was last found at, and how many before it were found too
	best  []struct{ n, message int }
	clock int // lines of texts that were looked at; it never turns back, so that no text has to be forgotten
}

func newLineIndex(summary string) *lineIndex {
	x := &lineIndex{at: map[string][]int{}}
	for from := 0; from < len(summary); {
		to := from + strings.IndexByte(summary[from:], '\n')
		if to < from {
			to = len(summary)
		}
		if body, n := essence(summary[from:to]); n > 0 {
			if k := len(x.lines); len(x.at[body]) < maxSame {
				x.at[body] = append(x.at[body], k)
			}
			x.lines, x.texts = append(x.lines, run{from, to, n}), append(x.texts, body)
		}
		from = to + 1
	}
	x.seen = make([]struct{ line, n int }, len(x.lines))
	x.best = make([]struct{ n, message int }, len(x.lines))
	return x
}

// essence is a line without white space, quote marks and a line number before it, and how many
// letters and digits it has.
func essence(line string) (string, int) {
	s := strings.TrimLeft(strings.TrimSpace(line), "> \t")
	if rest := strings.TrimLeft(s, "0123456789"); len(rest) < len(s) {
		for _, mark := range []string{"→", "\t", ": ", "|", ":\t"} {
			if body, ok := strings.CutPrefix(rest, mark); ok {
				s = strings.TrimSpace(body)
				break
			}
		}
	}
	n := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < utf8.RuneSelf:
			if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				n++
			}
		default:
			r, w := utf8.DecodeRuneInString(s[i:])
			if unicode.IsLetter(r) {
				n++
			}
			i += w - 1
		}
	}
	return s, n
}

// search looks for the lines of one text.
func (x *lineIndex) search(text string, message int) {
	x.clock++ // no line of this text follows one of the last
	for text != "" {
		line := text
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = ""
		}
		body, n := essence(line)
		if n == 0 {
			continue
		}
		x.clock++
		for _, p := range slices.Backward(x.at[body]) {
			k := 1
			if p > 0 && x.seen[p-1].line == x.clock-1 && x.seen[p-1].n > 0 {
				k += x.seen[p-1].n
			}
			x.seen[p].line, x.seen[p].n = x.clock, k
			if k > x.best[p].n {
				x.best[p].n, x.best[p].message = k, message
			}
		}
	}
}

// found are the runs of lines, in their order.
func (x *lineIndex) found() []run {
	var out []run
	for p := len(x.lines) - 1; p >= 0; p-- {
		n := x.best[p].n
		if n < minLines {
			continue
		}
		first, letters := p-n+1, 0
		different := map[string]bool{}
		for i := first; i <= p; i++ {
			letters += x.lines[i].message
			different[x.texts[i]] = true
		}
		if letters >= minLetters && len(different) >= minLines {
			out = append(out, run{x.lines[first].from, x.lines[p].to, x.best[p].message})
		}
		p = first
	}
	slices.Reverse(out)
	return out
}
