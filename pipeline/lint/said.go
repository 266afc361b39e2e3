package lint

import (
	"fmt"
	"strings"

	"cutline/model/pattern"
	"cutline/pipeline/trace"
)

const (
	same    = 0.8 // share of the runs of words from which a text is the same, white space and marks aside ‡
	written = 0.6 // the same for an entry, which may have a label of its own ‡
	opensBy = 5   // words at its beginning by which a message that is cut is recognised ‡
	around  = 4   // words that may stand around a message of one or two words in its entry ‡
)

// leftOut finds the note of a section that it does not have all messages.
var leftOut = pattern.New(`(?im)^[ \t]*[-*]?[ \t]*[(\[][^)\]\n]*\d+[^)\]\n]*\b(?:left out|omitted|not listed|more|weggelassen)\b[^)\]\n]*[)\]]`)

// users are the findings of rule f.
func (t *talk) users(o *outline) []Finding {
	s, ok := o.find(usersTitle)
	if !ok {
		return nil // then that is rule e's
	}
	body := o.text[s.body:s.to]
	entries := o.entries(s)
	list := make([][]string, 0, 2*len(entries))
	for _, e := range entries {
		text := o.text[e.from:e.to]
		list = append(list, words(unmarked(text)))
		for _, q := range quotes(text) {
			list = append(list, words(q))
		}
	}
	return append(t.missing(s, body, list), t.invented(o, entries)...)
}

// missing are the summarized messages of persons that stand nowhere in the section. One that stays
// word for word is not needed there, and equal ones are needed once.
func (t *talk) missing(s section, body string, entries [][]string) []Finding {
	section := grams{}
	for _, list := range entries {
		section.add(list)
	}
	shortened := cut.MatchString(body)
	seen := map[string]bool{}
	var gone []request
	for _, r := range t.requests {
		key := strings.Join(r.words, " ")
		if r.kept || !r.listed || seen[key] {
			continue
		}
		seen[key] = true
		if !listed(r.words, entries, section, shortened) {
			gone = append(gone, r)
		}
	}
	if len(gone) > 0 && leftOut.MatchString(body) {
		return []Finding{{
			Rule: "f", Name: UserMessages, From: s.from, To: s.body, Index: gone[0].row, Severity: Note,
			Message: "the section leaves out " + trace.Count(len(gone), "message") + " of the user, as it says itself",
		}}
	}
	out := make([]Finding, 0, len(gone))
	for _, r := range gone {
		out = append(out, Finding{
			Rule: "f", Name: UserMessages, From: s.from, To: s.body, Index: r.row, Severity: Warn,
			Message: fmt.Sprintf("message %d of the user is missing: %s", r.row, brief(r.text)),
		})
	}
	return out
}

// listed reports whether a message stands in one of the entries.
func listed(message []string, entries [][]string, section grams, shortened bool) bool {
	if len(message) >= gramWords && section.share(message) >= same {
		return true
	}
	for _, list := range entries {
		at := position(list, message)
		if at >= 0 && len(list) <= len(message)+around {
			return true
		}
	}
	if n := min(opensBy, len(message)); shortened && n >= gramWords {
		for _, list := range entries {
			if at := position(list, message[:n]); at >= 0 && at <= around {
				return true
			}
		}
	}
	return false
}

// position is where some words stand in a list, -1 when nowhere.
func position(list, part []string) int {
	for i := 0; i+len(part) <= len(list); i++ {
		k := 0
		for k < len(part) && list[i+k] == part[k] {
			k++
		}
		if k == len(part) {
			return i
		}
	}
	return -1
}

// invented are the entries that no person wrote. Notes in brackets, labels and "none" are no
// entries.
func (t *talk) invented(o *outline, entries []entry) []Finding {
	var out []Finding
	for _, e := range entries {
		text := strings.TrimSpace(unmarked(o.text[e.from:e.to]))
		_, _, none := begins(text, nothing)
		if none || note(text) || len(words(text)) == 0 || strings.HasSuffix(text, ":") && len(quotes(text)) == 0 || t.real(text) {
			continue
		}
		out = append(out, Finding{
			Rule: "f", Name: UserMessages, From: e.from, To: e.to, Index: -1, Severity: Warn,
			Message: "no message of the user says " + brief(text),
		})
	}
	return out
}

// unmarked takes the mark of a list off an entry.
func unmarked(s string) string {
	if m := bulleted.FindStringIndex(s); m != nil {
		return s[m[1]:]
	}
	return s
}

func note(s string) bool {
	return strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") || strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]")
}

// real reports whether a person wrote an entry: all of it, what follows a label, or, when it begins
// with a quotation behind a label at most, its quotations.
func (t *talk) real(text string) bool {
	if t.wrote(text) {
		return true
	}
	if i := strings.IndexAny(text, ":："); i >= 0 && len(words(text[:i])) <= 2*around && t.wrote(text[i:]) {
		return true
	}
	list := quotes(text)
	if len(list) == 0 {
		return false
	}
	if i := strings.IndexAny(text, openMarks+">"); len(words(text[:i])) > 2*around {
		return false
	}
	for _, q := range list {
		if !t.wrote(q) {
			return false
		}
	}
	return true
}

// wrote reports whether persons wrote a text, as far as it was not shortened.
func (t *talk) wrote(text string) bool {
	parts := pieces(text)
	for i, p := range parts {
		list := words(p)
		if i+1 < len(parts) && len(list) > 0 { // half a word may stand before a cut
			list = list[:len(list)-1]
		}
		if len(list) > 0 && t.asked.share(list) < written {
			return false
		}
	}
	return true
}
