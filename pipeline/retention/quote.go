package retention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/model"
	"cutline/model/pattern"
	"cutline/pipeline/facts"
)

// quoteWords is how many words a quotation has at least: shorter ones are terms. Of a script without
// blanks two signs count as a word. longestQuote is in bytes.
const (
	quoteWords   = 4
	longestQuote = 4000
)

// quoteMarks are what opens and closes a quotation, by language.
var quoteMarks = []struct{ open, end string }{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"„", "”"}, {"«", "»"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}}

// quotations are the places of what stands between quotation marks, long enough to be somebody's words.
func quotations(text string) [][]int {
	var out [][]int
	for i := 0; i < len(text); {
		end, width := 0, 0
		for _, m := range quoteMarks {
			if strings.HasPrefix(text[i:], m.open) && opensQuote(text, i, m.open) {
				if k := closing(text[i+len(m.open):], m.open, m.end); k > 0 && (end == 0 || i+len(m.open)+k < end) {
					end, width = i+len(m.open)+k, len(m.open)
				}
			}
		}
		if end == 0 {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		if countWords(text[i+width:end]) >= quoteWords {
			out = append(out, []int{i + width, end})
		}
		_, n := utf8.DecodeRuneInString(text[end:])
		i = end + n
	}
	return out
}

// opensQuote reports whether a mark at a place opens a quotation: a straight one stands behind no word
// and before one.
func opensQuote(text string, i int, mark string) bool {
	if mark != `"` && mark != "‘" {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+len(mark):])
	return (i == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before)) && !unicode.IsSpace(after)
}

// closing is where a quotation ends; 0 when it does not before a blank line.
func closing(text, open, mark string) int {
	depth := 0
	for i := 0; i < min(len(text), longestQuote); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case open != mark && strings.HasPrefix(text[i:], open):
			depth++
		case strings.HasPrefix(text[i:], mark):
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			after, _ := utf8.DecodeRuneInString(text[i+n:])
			inWord := (mark == `"` || mark == "’") && (unicode.IsSpace(before) || unicode.IsLetter(after) || unicode.IsDigit(after))
			if inWord {
				break
			}
			if depth == 0 {
				return i
			}
			depth--
		case r == '\n':
			if next := strings.TrimLeft(text[i+1:], " \t"); next == "" || strings.IndexByte("\n\r-*#|", next[0]) >= 0 {
				return 0
			}
		}
		i += n
	}
	return 0
}

func countWords(s string) int {
	wide := 0
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			wide++
		}
	}
	return max(len(strings.Fields(s)), wide/2)
}

var (
	// marks are no part of a word: emphasis, code marks and apostrophes.
	marks = strings.NewReplacer("*", "", "`", "", "'", "", "’", "")
	// quoted is how a line of a quotation begins in Markdown.
	quoted = pattern.New(`(?m)^\s*(?:>\s*)+`)
)

// fold is the form in which quotations are compared: their words alone.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) {
			return ' '
		}
		return unicode.ToLower(r)
	}, marks.Replace(quoted.ReplaceAllString(s, "")))
	return strings.Join(strings.Fields(s), " ")
}

// contains reports whether the parts of a quotation stand in a text, in order, each as whole words.
func contains(text string, parts []string) bool {
	for _, p := range parts {
		stop := -1
		find(text, p, func(at, end int) bool {
			if letters(text, at, end) {
				stop = end
			}
			return stop >= 0
		})
		if stop < 0 {
			return false
		}
		text = text[stop:]
	}
	return true
}

// quoteParts are the words of a quotation between its ellipses.
func quoteParts(quote string) []string {
	var out []string
	for _, p := range strings.Split(strings.ReplaceAll(quote, "...", "…"), "…") {
		if p = fold(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// letters reports whether no word of an alphabet goes on at either end of text[at:end].
func letters(text string, at, end int) bool {
	return (at == 0 || !wordByte(text[at-1]) || !wordByte(text[at])) && (end == len(text) || !wordByte(text[end]) || !wordByte(text[end-1]))
}

// misspelt reports whether a person said a quotation with a slip of the pen in one word of ten, which
// whoever quotes it put right.
func misspelt(c claim, in Input) bool {
	quote := strings.Fields(strings.Join(c.parts, " "))
	for i := range in.Rows {
		if in.Rows[i].Role != model.User || in.Rows[i].Origin != model.Person {
			continue
		}
		m, err := in.Source.Message(i)
		if err != nil {
			continue
		}
		said := strings.Fields(fold(m.Text()))
		for k := 0; k+len(quote) <= len(said); k++ {
			if alike(said[k:k+len(quote)], quote) {
				return facts.Negations(strings.Join(said[k:k+len(quote)], " ")) == facts.Negations(strings.Join(quote, " "))
			}
		}
	}
	return false
}

// alike reports whether two lists of words differ by slips alone.
func alike(a, b []string) bool {
	slips := max(1, len(b)/10)
	for i := range b {
		if a[i] == b[i] {
			continue
		}
		if slips--; slips < 0 || !slip(a[i], b[i]) {
			return false
		}
	}
	return true
}

// slip reports whether one word is the other with a letter too many, or with two letters changed.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 2 || len(b)-len(a) > 1 || strings.ContainsFunc(a+b, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
