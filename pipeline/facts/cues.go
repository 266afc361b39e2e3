package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Phrase is a word or phrase that is looked for in texts. It matches whole and whatever its case;
// … stands for any words between, and a phrase of a script without spaces matches anywhere.
type Phrase struct {
	text  string
	parts []string // around the gap
	wide  bool     // of a script without spaces
}

// NewPhrase makes a phrase of a line of a data file.
func NewPhrase(text string) Phrase {
	text = strings.ToLower(strings.TrimSpace(text))
	first, _ := utf8.DecodeRuneInString(text)
	c := Phrase{text: text, wide: first >= 0x2E80}
	for _, p := range strings.Split(text, "…") {
		c.parts = append(c.parts, strings.TrimSpace(p))
	}
	return c
}

// cue is a phrase that makes a sentence a constraint.
type cue struct {
	Phrase
	neg bool
}

// cueFiles are the languages whose cues are known.
var cueFiles = []string{"en", "de", "fr", "es", "ja", "zh"}

var cues, noCues = cueTable()

func cueTable() (yes, no []cue) {
	for _, lang := range cueFiles {
		for _, l := range lines("cues/" + lang + ".txt") {
			kind, text, _ := strings.Cut(l, " ")
			c := cue{Phrase: NewPhrase(text), neg: kind == "neg"}
			if kind == "not" {
				no = append(no, c)
			} else {
				yes = append(yes, c)
			}
		}
	}
	return yes, no
}

// findCue gives the cue of a sentence. Of several the first in the table counts as its word,
// and one that forbids makes the sentence negative.
func findCue(sentence string) (word string, negative, ok bool) {
	s := strings.ReplaceAll(strings.ToLower(sentence), "’", "'")
	for _, c := range noCues {
		if at, end := c.Find(s, 0); at >= 0 {
			s = s[:at] + " " + s[end:]
		}
	}
	for _, c := range cues {
		if word != "" && !c.neg {
			continue
		}
		if at, _ := c.Find(s, 0); at >= 0 {
			if word == "" {
				word = c.text
			}
			if negative = c.neg; negative {
				break
			}
		}
	}
	return word, negative, word != ""
}

// Find gives where a phrase stands in a lower-case text with plain apostrophes from an offset on,
// -1 when nowhere.
func (c Phrase) Find(s string, from int) (at, end int) {
	at, end = -1, from
	for _, p := range c.parts {
		i := c.word(s, p, end)
		if i < 0 {
			return -1, -1
		}
		if at < 0 {
			at = i
		}
		end = i + len(p)
	}
	return at, end
}

// word finds a whole word, or any occurrence for a script without spaces.
func (c Phrase) word(s, w string, from int) int {
	for {
		i := strings.Index(s[from:], w)
		if i < 0 {
			return -1
		}
		i += from
		if c.wide || edge(s, i, -1) && edge(s, i+len(w), +1) {
			return i
		}
		from = i + len(w)
	}
}

// edge reports whether no word goes on at offset i in a direction. A hyphen, an underscore and
// a dot before a letter belong to a word: read-only is not only, must.go is not must.
func edge(s string, i, dir int) bool {
	if dir < 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		return i == 0 || !inWord(r) && r != '-' && r != '.' && r != '/'
	}
	if i == len(s) {
		return true
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == '-' || r == '.' || r == '/' {
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		return i+n == len(s) || !inWord(next)
	}
	return !inWord(r)
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
