package facts

import (
	"cmp"
	"slices"
	"strings"

	"cutline/model"
)

// tally counts the facts of one class by key.
type tally struct {
	class Class
	at    map[string]int
	facts []Fact
}

// add counts one occurrence. The text is copied when it is new, so that a message is not kept
// in memory by a word of it.
func (t *tally) add(key, text string, row, part int, s Span, role model.Role) {
	i, ok := t.at[key]
	if !ok {
		i = len(t.facts)
		key = strings.Clone(key)
		t.at[key] = i
		t.facts = append(t.facts, Fact{Class: t.class, Text: strings.Clone(text), Key: key, Row: row, Part: part, Span: s, Role: role})
	}
	f := &t.facts[i]
	f.Mentions++
	f.Last = row
	f.Role = weightier(f.Role, role)
}

func weightier(a, b model.Role) model.Role {
	if a == model.User || b == model.User {
		return model.User
	}
	if a == model.Assistant || b == model.Assistant {
		return model.Assistant
	}
	return model.Tool
}

// heaviest gives the facts that pass, by authority and mentions, equal ones as they came.
func (t *tally) heaviest(pass func(Fact) bool) []Fact {
	out := make([]Fact, 0, len(t.facts))
	for _, f := range t.facts {
		if pass(f) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b Fact) int {
		return cmp.Compare(b.Authority()*float64(b.Mentions), a.Authority()*float64(a.Mentions))
	})
	return out
}

// tokenByte is the class of bytes that a word of code can hold.
var tokenByte = func() (t [256]bool) {
	for c := 0; c < 128; c++ {
		t[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_.-/:#%", byte(c)) >= 0
	}
	return t
}()

// maxToken is the longest word in bytes that can be a name or a number: longer ones are data.
const maxToken = 120

// scan finds identifiers, numbers and links in a text that starts at offset off of its part.
// A span that is not off the record is given for off ≥ 0 only.
func (c *collector) scan(row, part, off int, text string, role model.Role) {
	for i := 0; i < len(text); {
		b := text[i]
		if b == '`' && role != model.Tool {
			if j := strings.IndexAny(text[i+1:min(len(text), i+2+maxToken)], "`\n"); j > 0 && text[i+1+j] == '`' {
				c.codeSpan(row, part, off, i+1, text[i+1:i+1+j], role)
				i += j + 2
				continue
			}
		}
		if b == 0x1b && strings.HasPrefix(text[i:], "\x1b[") { // a colour is no number
			i += 2
			for i < len(text) && !letter(text[i]) {
				i++
			}
			i++
			continue
		}
		if !tokenByte[b] {
			i++
			continue
		}
		if b == 'h' && (strings.HasPrefix(text[i:], "http://") || strings.HasPrefix(text[i:], "https://")) {
			end := linkEnd(text, i)
			c.link(row, part, span(off, i, end), text[i:end], role)
			i = end
			continue
		}
		if digit(b) {
			if key, end, unit := figure(text, i); end > 0 && end-i <= maxToken {
				if (unit && (role != model.Tool || !fraction(key)) || role == model.User) && !colour(text[:i], key) {
					c.numbers.add(key, text[i:end], row, part, span(off, i, end), role)
				}
				i = end
				continue
			}
		}
		end := i + 1
		for end < len(text) && tokenByte[text[end]] {
			end++
		}
		c.token(row, part, off, i, text[i:end], role)
		i = end
	}
}

// colour reports whether a number belongs to the escape of a colour that is written out, as \x1b[7m.
func colour(before, key string) bool {
	return strings.HasSuffix(key, "m") && (strings.HasSuffix(before, "[") || strings.HasSuffix(before, ";"))
}

func span(off, start, end int) Span {
	if off < 0 {
		return Span{}
	}
	return Span{off + start, off + end}
}

// codeSpan counts the content of backticks when it is one word, and what is in it otherwise.
func (c *collector) codeSpan(row, part, off, at int, code string, role model.Role) {
	if strings.ContainsAny(code, " \t/") || !hasLetter(code) {
		inner := off
		if off >= 0 {
			inner = off + at
		}
		c.scan(row, part, inner, code, role)
		return
	}
	c.identifiers.add(code, code, row, part, span(off, at, at+len(code)), role)
}

// linkEnd is where a URL ends: before white space, quotes, brackets, and punctuation at its end.
func linkEnd(text string, i int) int {
	end := i
	for end < len(text) && text[end] > ' ' && text[end] < 0x7F && strings.IndexByte("\"'<>`()[]{}|\\^", text[end]) < 0 {
		end++
	}
	return i + len(strings.TrimRight(text[i:end], ".,;:!?*_"))
}

// link counts a URL by its host and path.
func (c *collector) link(row, part int, s Span, url string, role model.Role) {
	_, key, _ := strings.Cut(url, "://")
	key, _, _ = strings.Cut(key, "#")
	key, _, _ = strings.Cut(key, "?")
	if key = strings.TrimSuffix(key, "/"); key != "" {
		c.links.add(key, url, row, part, s, role)
	}
}

// edgeByte reports whether a byte at the end of a word is no part of it; more is one at this end alone.
func edgeByte(c, more byte) bool { return c == '.' || c == '-' || c == '/' || c == ':' || c == more }

// token sorts one word of code: an identifier, a number, or neither.
func (c *collector) token(row, part, off, at int, word string, role model.Role) {
	start, end := 0, len(word)
	for start < end && edgeByte(word[start], '%') {
		start++
	}
	for end > start && edgeByte(word[end-1], '#') {
		end--
	}
	at += start
	word = word[start:end]
	if len(word) < 2 || len(word) > maxToken {
		return
	}
	s := span(off, at, at+len(word))
	if number(word, role) {
		c.numbers.add(word, word, row, part, s, role)
		return
	}
	if i := strings.LastIndexByte(word, ':'); i > 0 && i >= len(word)-6 && allDigits(word[i+1:]) { // host:port, file:line
		if len(word)-i > 3 && !strings.Contains(word[:i], "/") {
			c.numbers.add(word[i:], word, row, part, s, role)
		}
		word = word[:i]
	}
	if identifier(word) {
		c.identifiers.add(word, word, row, part, Span{s.Start, min(s.End, s.Start+len(word))}, role)
	}
}
