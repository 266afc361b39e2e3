package trigger

import (
	"strings"
	"unicode/utf8"
)

// hole stands for what is quoted; it is no space, so that the words around it do not become one phrase.
const hole = "\uFFFC"

// quotes are pairs of quotation marks whose two sides differ, or may.
var quotes = map[rune]string{'“': "”“", '„': "“”", '«': "»", '»': "«", '‹': "›", '‘': "’", '「': "」", '『': "』", '"': `"`, '\'': "'", '`': "`"}

// unquoted puts a hole between paragraphs, and for each part of a text that is quoted: blocks of code, lines behind >, code in a
// line, and what stands in quotation marks of one paragraph.
func unquoted(text string) string {
	var paragraph, out strings.Builder
	end := func() {
		out.WriteString(unmarked(paragraph.String()))
		paragraph.Reset()
	}
	fence := ""
	for l := range strings.Lines(text) {
		body := strings.TrimSpace(l)
		mark, info := fenceOf(body)
		switch {
		case fence != "":
			if strings.HasPrefix(mark, fence) && info == "" {
				fence = ""
			}
		case mark != "":
			end()
			fence = mark
			out.WriteString(hole + "\n")
		case body == "", strings.HasPrefix(body, ">"):
			end()
			out.WriteString(hole + "\n")
		default:
			paragraph.WriteString(l)
		}
	}
	end()
	return out.String()
}

// fenceOf is the mark of a line that begins a block of code or ends it, and what follows it; empty for
// any other line. One in a list or behind > counts too.
func fenceOf(line string) (mark, info string) {
	line = strings.TrimLeft(line, "> \t-*")
	if line == "" || line[0] != '`' && line[0] != '~' {
		return "", ""
	}
	info = strings.TrimLeft(line, line[:1])
	if mark = line[:len(line)-len(info)]; len(mark) < 3 || mark[0] == '`' && strings.Contains(info, "`") {
		return "", ""
	}
	return mark, strings.TrimSpace(info)
}

// unmarked takes out what stands in quotation marks. A mark opens a quotation at the beginning of a
// word, and one that nothing closes is a mark like any other: an inch, an apostrophe.
func unmarked(s string) string {
	var out strings.Builder
	gone := make(map[string]bool) // what closes nothing from here on
	before := ' '
	for at := 0; at < len(s); {
		r, n := utf8.DecodeRuneInString(s[at:])
		marks, opens := quotes[r]
		if r == '`' {
			n = len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
			marks = s[at : at+n]
		}
		if opens && !word(before) && !gone[marks] {
			if end := closing(s[at+n:], marks); end > 0 {
				out.WriteString(hole)
				at, before = at+n+end, ' '
				continue
			}
			gone[marks] = true
		}
		out.WriteString(s[at : at+n])
		at, before = at+n, r
	}
	return out.String()
}

// closing is how much of a text goes up to the mark that closes a quotation, with that mark; 0 when
// none does. Marks are runes of which any does, or the backquotes of which as many as these do.
func closing(s, marks string) int {
	if marks[0] == '`' {
		for at := 0; ; {
			i := strings.IndexByte(s[at:], '`')
			if i < 0 {
				return 0
			}
			at += i
			run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
			if at += run; run == len(marks) {
				return at
			}
		}
	}
	for i, r := range s {
		if !strings.ContainsRune(marks, r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		if next, _ := utf8.DecodeRuneInString(s[end:]); (r == '\'' || r == '’') && word(next) {
			continue // an apostrophe
		}
		return end
	}
	return 0
}
