package summarize

import (
	"strings"
	"unicode"

	"cutline/model/pattern"
)

// label finds lines that could pass for the beginning of a turn.
var label = pattern.New(`(?i)^[\W_]{0,12}(?:<\|?)?(?:` + roles + `(?:\]|\|?>|\*\*|__|\s*\([^)\n]{0,40}\))?\s*(?:[:：]|$)` +
	`|\[/?(?:` + roles + `|inst)\]` +
	`|</?` + roles + `\s*/?>` +
	`|<\|[a-z_]{1,20}\|>` +
	`|(?:im_start|im_end|start_of_turn|end_of_turn|start_header_id)\b)`)

// roles are the words that transcripts call speakers by.
const roles = `(?:human|user|assistant|system|tool|developer|ai|model|bot|auto|person|earlier)`

// labelBytes is how much of a line is looked at: a label is short.
const labelBytes = 256

// labelStarts are the first letters of such lines.
const labelStarts = "huastdmbpie"

// RoleLabel reports whether a line could pass for the label of a turn: "user: …", "Human:",
// "### User", "[user]", "<|im_start|>user" and the like. A line that is quoted already cannot.
func RoleLabel(line string) bool {
	if strings.HasPrefix(strings.TrimPrefix(strings.TrimLeft(line, " "), "- "), "> ") {
		return false
	}
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "<|") {
		return label.MatchString(line[:min(len(line), labelBytes)])
	}
	word := strings.TrimLeftFunc(line[:min(len(line), labelBytes)], func(r rune) bool { return !unicode.IsLetter(r) })
	if word == "" || word[0] >= 0x80 || !strings.ContainsRune(labelStarts, unicode.ToLower(rune(word[0]))) {
		return false
	}
	return label.MatchString(strings.TrimRight(line[:min(len(line), labelBytes)], " \t\r\n"))
}

// QuoteLines puts a quote mark before each line of a text that is like something that it must
// not pass for.
func QuoteLines(s string, like func(line string) bool) string {
	var b strings.Builder
	changed := false
	for rest := s; rest != ""; {
		line := rest[:lineEnd(rest)]
		rest = rest[len(line):]
		if like(line) {
			if !changed {
				changed = true
				b.Grow(len(s) + 64)
				b.WriteString(s[:len(s)-len(rest)-len(line)])
			}
			b.WriteString("> ")
		}
		if changed {
			b.WriteString(line)
		}
	}
	if !changed {
		return s
	}
	return b.String()
}

// breaks are the characters that a reader may take for the end of a line: those of ASCII, NEL
// and the separators of lines and paragraphs.
const breaks = "\n\r\v\f\u0085\u2028\u2029"

// lineEnd is the length of a text's first line with what ends it.
func lineEnd(s string) int {
	for i, r := range s {
		if r < 0x80 && r > '\r' || !strings.ContainsRune(breaks, r) {
			continue
		}
		if r == '\r' && strings.HasPrefix(s[i+1:], "\n") {
			return i + 2
		}
		return i + len(string(r))
	}
	return len(s)
}
