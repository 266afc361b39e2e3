package local

import (
	"strings"
	"unicode"

	"cutline/model/measure"
	"cutline/model/pattern"
	"cutline/pipeline/summarize"
)

// tags makes the tags by which harnesses mark their own text harmless: a reminder that a tool
// printed is no reminder in a summary. The length stays the same.
var tags = func() *strings.Replacer {
	pairs := []string{"<user_query>", "[user_query]", "</user_query>", "[/user_query]"}
	for _, w := range measure.Wrappers {
		for _, t := range []string{w.Open, w.Close} {
			if strings.HasPrefix(t, "<") {
				pairs = append(pairs, t, "["+t[1:len(t)-1]+"]")
			}
		}
	}
	return strings.NewReplacer(pairs...)
}()

// safe makes the tags of frames in a quoted text harmless.
func safe(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	return tags.Replace(summarize.Neutralize(s))
}

// title finds lines that could pass for the beginning of one of our sections.
var title = pattern.New(`(?i)^\W{0,12}(?:(?:\d\.\s*)?(?:` + strings.Join(titles[:], "|") + `)(?:, earlier)?\W{0,3}$|digest:|earlier summary, carried)`)

// titleBytes is how much of a line is looked at, and titleStarts are the first letters of such
// lines: most lines are none.
const (
	titleBytes  = 256
	titleStarts = "pkfeacod"
)

// guard quotes the lines of a text that could pass for the label of a turn, or for a heading
// of the summary: nobody but a person speaks as a person.
func guard(s string) string {
	return summarize.QuoteLines(s, func(line string) bool { return summarize.RoleLabel(line) || looksLikeTitle(line) })
}

func looksLikeTitle(line string) bool {
	if strings.HasPrefix(strings.TrimPrefix(strings.TrimLeft(line, " "), "- "), "> ") {
		return false // quoted already
	}
	line = line[:min(len(line), titleBytes)]
	word := strings.TrimLeftFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	if word == "" || word[0] >= 0x80 || !strings.ContainsRune(titleStarts, unicode.ToLower(rune(word[0]))) {
		return false
	}
	return title.MatchString(strings.TrimRight(line, " \t\r\n"))
}

// keywords are the words of an instruction that can name something: at least four letters.
func keywords(s string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && r != '/' && r != '-'
	}) {
		if w = strings.Trim(w, "./-"); len(w) >= 4 && !common[w] {
			out = append(out, w)
		}
	}
	return out
}

// common are words of instructions that name nothing.
var common = map[string]bool{
	"focus": true, "keep": true, "with": true, "about": true, "that": true, "this": true, "what": true, "from": true, "only": true,
	"please": true, "summary": true, "summarize": true, "compact": true, "especially": true, "everything": true, "preserve": true,
	"remember": true, "include": true, "important": true, "details": true, "make": true, "sure": true, "should": true, "have": true,
}

// named reports whether a text holds one of the words.
func named(text string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
