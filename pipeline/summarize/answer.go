package summarize

import (
	"slices"
	"strings"
	"unicode"

	"cutline/model/pattern"
)

// Clean takes off an answer what is around the summary: a code fence about the whole, a leading
// or trailing block of analysis, the <summary> tags and what stands outside them. Without tags
// it is the trimmed text. A <summary> that is HTML's, or part of a sentence or of code, is left
// as it is. When the closing tag is missing, the rest is the body: whether an answer was cut is
// known by how it ended, not by its text. An answer without a letter is a *Failure of kind
// Empty.
func Clean(answer string) (string, error) {
	s := answer
	for {
		next := body(scratch(fence(strings.TrimSpace(s))))
		if next == s {
			break
		}
		s = next
	}
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return "", Fail(Empty, "the answer has no text")
	}
	return s, nil
}

// fenced are the languages of a fence that is about a whole answer.
var fenced = map[string]bool{"": true, "xml": true, "html": true, "markdown": true, "md": true, "text": true, "txt": true, "plaintext": true}

// fence takes a code fence off that begins with the first line and ends with the last one. A fence
// without a language in between ends the first one, so then there are several.
func fence(s string) string {
	first, rest, ok := strings.Cut(s, "\n")
	language := strings.ToLower(strings.TrimSpace(strings.TrimLeft(first, "`")))
	if !ok || !strings.HasPrefix(first, "```") || !fenced[language] {
		return s
	}
	marks := first[:len(first)-len(strings.TrimLeft(first, "`"))]
	inner := strings.TrimSpace(strings.TrimSuffix(rest, marks))
	if len(inner) == len(strings.TrimSpace(rest)) {
		return s
	}
	open := false
	for line := range strings.Lines(inner) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, marks) {
			continue
		}
		if !open && strings.Trim(line, "`") == "" {
			return s
		}
		open = strings.Trim(line, "`") != "" || !open
	}
	if open {
		return s
	}
	return inner
}

// scratchTag finds the tags of blocks in which a model thinks.
var scratchTag = pattern.New(`(?i)<(/?)(analysis|think|thinking)\s*>`)

// scratch takes a leading and a trailing block of analysis off. A leading one ends with its last
// closing tag before the summary begins, as the analysis may speak of the tags; one that never
// ends lasts to the summary, or else to the end. Words before it do not matter when a summary
// in tags follows.
func scratch(s string) string {
	found := scratchTag.FindAllStringSubmatchIndex(s, -1)
	if len(found) == 0 {
		return s
	}
	closes := func(t []int) bool { return t[3] > t[2] }
	same := func(t, u []int) bool { return strings.EqualFold(s[t[4]:t[5]], s[u[4]:u[5]]) }
	frames := slices.DeleteFunc(tagsOf(s), func(t tag) bool { return !t.frame() })
	next := func(from int) int { // where a summary begins, from a place on
		for _, t := range frames {
			if t.from >= from {
				return t.from
			}
		}
		return len(s)
	}
	if first := found[0]; !closes(first) && (first[0] == 0 || lineStart(s, first[0]) && first[0] < next(0) && next(first[1]) < len(s)) {
		end, limit := -1, len(s)
		for _, t := range found[1:] {
			if t[0] >= limit || !closes(t) || !same(t, first) {
				continue
			}
			if end < 0 {
				limit = next(t[1])
			}
			end = t[1]
		}
		if end < 0 {
			end = next(first[1])
		}
		return strings.TrimSpace(s[end:])
	}
	last := found[len(found)-1]
	if !closes(last) || strings.TrimSpace(s[last[1]:]) != "" {
		return s
	}
	begin := -1
	for _, t := range slices.Backward(found) {
		if closes(t) || !same(t, last) {
			continue
		}
		if begin < 0 || lineStart(s, t[0]) {
			begin = t[0]
		}
		if lineStart(s, t[0]) {
			break
		}
	}
	if begin < 0 {
		return s
	}
	return strings.TrimSpace(s[:begin])
}
