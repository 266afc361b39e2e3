package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences gives the sentences of a text as spans, in order. Fenced code holds none; a code
// span, a path, a version or an abbreviation ends none. A line end ends a sentence unless the
// next line goes on with a lower-case letter.
func Sentences(text string) []Span {
	var out []Span
	start := 0
	add := func(end int) {
		if s, ok := trimSpan(text, start, end); ok {
			out = append(out, s)
		}
		start = end
	}
	for i := 0; i < len(text); {
		if i == lineStart(text, i) {
			if end := fence(text, i); end > i {
				add(i)
				i, start = end, end
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '`':
			if j := strings.IndexAny(text[i+1:], "`\n"); j >= 0 && text[i+1+j] == '`' {
				n = j + 2
			}
		case r == '\n':
			if !goesOn(text, i) {
				add(i)
			}
		case strings.ContainsRune("。！？", r):
			add(i + n)
		case r == '.' || r == '!' || r == '?':
			end := i + n
			for end < len(text) && strings.ContainsRune(`.!?)"']*_`, rune(text[end])) {
				end++
			}
			if end == len(text) || strings.IndexByte(" \t\r\n", text[end]) >= 0 {
				if r != '.' || !abbreviated(text[start:i]) && !(end-i > n && lowerNext(text[end:])) {
					add(end)
				}
			}
			n = end - i
		}
		i += n
	}
	add(len(text))
	return out
}

// fence gives the end of a fenced block that starts at the line start i, else i.
func fence(text string, i int) int {
	line := strings.TrimLeft(text[i:], " ")
	mark := ""
	for _, m := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, m) {
			mark = m
		}
	}
	if mark == "" {
		return i
	}
	at := i + strings.Index(text[i:], mark) + len(mark)
	for {
		nl := strings.IndexByte(text[at:], '\n')
		if nl < 0 {
			return len(text)
		}
		at += nl + 1
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		if strings.HasPrefix(strings.TrimSpace(text[at:at+end]), mark) {
			return min(len(text), at+end+1)
		}
	}
}

func lineStart(text string, i int) int {
	if i == 0 || text[i-1] == '\n' {
		return i
	}
	return -1
}

// goesOn reports whether the sentence before the line feed at i goes on in the next line.
func goesOn(text string, i int) bool {
	before := strings.TrimRight(text[:i], " \t\r")
	if before == "" || strings.HasSuffix(before, ":") || strings.HasSuffix(before, ";") {
		return false
	}
	next := strings.TrimLeft(text[i+1:], " \t")
	r, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLower(r)
}

// lowerNext reports whether a text goes on with a lower-case letter: then dots and brackets
// before it, as in "f(...) to", end no sentence.
func lowerNext(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " \t\n"))
	return unicode.IsLower(r)
}

// abbreviated reports whether a full stop after this text ends no sentence.
func abbreviated(before string) bool {
	trimmed := strings.TrimLeft(before, " \t\r\n")
	if strings.Trim(trimmed, "0123456789") == "" { // the number of a list item
		return true
	}
	i := strings.LastIndexAny(before, " \t\n(")
	return abbreviations[strings.ToLower(before[i+1:])]
}

// trimSpan takes white space, list marks and quote marks off a piece; it is false when no
// letter is left.
func trimSpan(text string, start, end int) (Span, bool) {
	s := text[start:end]
	body := strings.TrimLeft(s, " \t\r\n-*•>#")
	if digits := strings.TrimLeft(body, "0123456789"); len(digits) < len(body) && len(digits) > 1 &&
		(digits[0] == '.' || digits[0] == ')') && digits[1] == ' ' {
		body = strings.TrimLeft(digits[1:], " ")
	}
	start += len(s) - len(body)
	body = strings.TrimRight(body, " \t\r\n")
	if strings.IndexFunc(body, unicode.IsLetter) < 0 {
		return Span{}, false
	}
	return Span{start, start + len(body)}, true
}
