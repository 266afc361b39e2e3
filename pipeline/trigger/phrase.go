package trigger

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/model/pattern"
	"cutline/pipeline/trace"
)

// RulePhrase signals when somebody asks for a compaction in one of the phrases, and nothing else.
const RulePhrase = "phrase"

// phrases are those of the memory protocol, in lower case.
var phrases = []string{"compact", "token limit", "clean memory", "summarize session", "context full"}

// phraseAt finds a phrase; what stands around it is looked at apart.
var phraseAt = pattern.New(`(?i)(?:` + strings.ReplaceAll(strings.Join(phrases, "|"), " ", `[\s\p{Z}]+`) + `)`)

// Phrases are those in a text that ask for a compaction, each once, as they are listed. They count as
// whole words, whatever their case, and not in what is quoted: code, lines behind >, words in
// quotation marks.
func Phrases(text string) []string {
	if !hinted(text) {
		return nil
	}
	text = unquoted(text)
	var found []string
	for _, at := range phraseAt.FindAllStringIndex(text, -1) {
		if joined(text[:at[0]], false) || joined(text[at[1]:], true) {
			continue
		}
		p := strings.ToLower(strings.Join(strings.Fields(text[at[0]:at[1]]), " "))
		if !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	return found
}

// hinted reports whether a text has the first word of a phrase at all: most have none, and to find that out so
// takes a tenth of the time.
func hinted(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(phrases, func(p string) bool {
		first, _, _ := strings.Cut(p, " ")
		return strings.Contains(text, first)
	})
}

// Only reports whether a text is one of the phrases and nothing else.
func Only(text string) bool {
	return slices.Contains(phrases, strings.ToLower(strings.Join(strings.Fields(text), " ")))
}

// joined reports whether what stands beside a phrase makes it a part of something longer: a word, a
// name of a file, a flag. A slash that nothing stands before is that of a command.
func joined(beside string, after bool) bool {
	next := func() rune {
		r, n := utf8.DecodeLastRuneInString(beside)
		if after {
			r, n = utf8.DecodeRuneInString(beside)
			beside = beside[n:]
		} else {
			beside = beside[:len(beside)-n]
		}
		if n == 0 {
			return ' '
		}
		return r
	}
	r := next()
	switch {
	case word(r), !after && r == '-':
		return true
	case strings.ContainsRune(`-./\'’@`, r):
		return word(next())
	}
	return false
}

// asked says how many messages ask for it.
func asked(n int) string {
	if n == 1 {
		return "1 message of the session asks for it"
	}
	return trace.Num(n) + " messages of the session ask for it"
}

func word(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

// phrase is the signal of the rule phrase.
func (out *Output) phrase(in Input) {
	found := Phrases(in.Said)
	s := Signal{"phrase", ">=", len(found), 1, len(found) > 0}
	out.Signals = append(out.Signals, s)
	d := trace.Decision{Rule: "phrase", Chose: verdict(s.Fires), Because: "no phrase asks for it (" + strings.Join(phrases, ", ") + "); a compaction by hand needs none"}
	switch {
	case s.Fires:
		d.Because = "asked for with “" + strings.Join(found, "”, “") + "”"
	case phraseAt.MatchString(in.Said):
		d.Because = "a phrase in quotation marks, in code or in a longer word does not count; a compaction by hand needs none"
	}
	out.Decisions = append(out.Decisions, d)
	if n := len(in.Asked); n > 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "asked", Chose: asked(n), Touches: in.Asked,
			Because: "a person used one of the phrases there; what is in the session starts nothing by itself",
		})
	}
}
