package lint

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/pipeline/facts"
)

const (
	// maxCorrection is the longest message, in bytes, that is looked at for corrections ‡. Longer
	// ones are specifications, logs or pasted text.
	maxCorrection = 2_000
	// What reflects a correction: this share of the words that say something, but no more than enough,
	// within so many lines ‡.
	reflects    = 0.6
	enough      = 4
	windowLines = 3
)

// lineWords are the stems of the words of a summary, and the lines they stand in.
type lineWords map[string][]int

func linesOf(text string) lineWords {
	out := lineWords{}
	n := 0
	for line := range strings.Lines(text) {
		for _, w := range content(line) {
			out[w] = append(out[w], n)
		}
		n++
	}
	return out
}

// reflect reports whether the lines of some place have enough of the words.
func (l lineWords) reflect(list []string) bool {
	need := min(enough, int(math.Ceil(float64(len(list))*reflects)))
	hits, last := map[int]int{}, map[int]int{}
	for k, w := range list {
		for _, line := range l[w] {
			for at := line - windowLines + 1; at <= line; at++ {
				if last[at] == k+1 {
					continue
				}
				last[at] = k + 1
				if hits[at]++; hits[at] >= max(1, need) {
					return true
				}
			}
		}
	}
	return false
}

// corrections are the findings of rule b. A message that stays word for word is not lost. Words of
// another language than the summary's cannot be compared; then only names and numbers count, and
// without any nothing is said.
func (t *talk) corrections(o *outline) []Finding {
	lines := linesOf(o.text)
	lang := languageOf(words(o.text))
	place, _ := o.find(usersTitle)
	var out []Finding
	for _, r := range t.requests {
		if r.kept || !r.listed || len(r.text) > maxCorrection {
			continue
		}
		sentences := facts.Sentences(r.text)
		for k, s := range sentences {
			sentence := r.text[s.Start:s.End]
			spoken, ok := corrects(sentence)
			if !ok {
				continue
			}
			list := content(sentence)
			if len(list) == 0 {
				list = content(r.text)
			}
			if spoken != lang {
				list = namesIn(sentence)
			}
			if len(list) == 0 || lines.reflect(list) {
				continue
			}
			if k+1 < len(sentences) && spoken == lang { // what follows says what it should be
				if then := content(r.text[sentences[k+1].Start:sentences[k+1].End]); len(then) > 1 && lines.reflect(then) {
					continue
				}
			}
			out = append(out, Finding{
				Rule: "b", Name: LostCorrection, From: place.from, To: place.body, Index: r.row, Severity: Warn,
				Message: fmt.Sprintf("nothing here reflects the correction in message %d: %s", r.row, brief(sentence)),
			})
			break
		}
	}
	return out
}

// maxOpener is the longest phrase, in bytes, that opens a clause.
const maxOpener = 24

// corrects reports whether a sentence corrects, and in which language.
func corrects(sentence string) (lang string, ok bool) {
	s := without(sentence, noCorrection)
	if lang, _, ok := begins(s, correctionFirst); ok && opening(s) == opening(sentence) { // not behind "no problem"
		return lang, true
	}
	for _, lang := range cues.names {
		for _, p := range cues.lists[lang][correctionPart] {
			for from := 0; ; {
				at, end := p.Find(s, from)
				if at < 0 || end <= from {
					break
				}
				if clause(s[:at]) {
					return lang, true
				}
				from = end
			}
		}
	}
	return holds(s, correction)
}

// clause reports whether a clause begins behind a text in its plain form.
func clause(before string) bool {
	before = strings.TrimRight(before, " \t\r\n\"'“‘*_")
	if before == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	if unicode.IsPunct(last) && last != '-' && last != '/' {
		return true
	}
	return ends(before, opensClause)
}

// namesIn are the words of a text that are the same in every language: those with a digit, a mark or
// an upper-case letter inside.
func namesIn(s string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;:!?\"'`()[]{}<>。，！？", r) }) {
		w = strings.Trim(w, ".")
		inner := strings.TrimLeft(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if strings.ContainsAny(w, "_./0123456789") || inner != strings.ToLower(inner) {
			out = append(out, content(w)...)
		}
	}
	return out
}
