// Package query says which messages are meant: a pattern that is looked for in texts, and a filter of
// terms about a message. The line that finds, the line that filters and the list of commands share it.
package query

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Pattern is what is looked for in a text. The zero value is found nowhere.
type Pattern struct {
	source string // as it was typed
	plain  string // the words, in lower case when any case will do; empty for an expression
	fold   bool   // any case will do
	ascii  bool   // the words are ASCII, so that case is a matter of single bytes
	re     *regexp.Regexp
}

// Compile makes a pattern of what was typed. Plain words are looked for as they stand. A leading ~, or
// slashes on both sides, make it a regular expression in the syntax of RE2, in which ^ and $ are the ends
// of a line. Without a capital letter any case will do. The error is one sentence; nothing typed, and an
// expression that has not begun, are no error and no pattern.
func Compile(typed string) (Pattern, error) {
	p := Pattern{source: typed}
	body, is := expression(typed)
	p.fold = !capital(body, is)
	if strings.TrimSpace(body) == "" {
		return Pattern{}, nil
	}
	source := body
	if !is {
		p.plain, source = body, regexp.QuoteMeta(body)
		if p.fold {
			p.plain = strings.ToLower(body)
		}
		p.ascii = !strings.ContainsFunc(p.plain, func(r rune) bool { return r > unicode.MaxASCII })
	}
	flags := "(?m)"
	if p.fold {
		flags = "(?mi)"
	}
	re, err := regexp.Compile(flags + source)
	if err != nil {
		return Pattern{}, fmt.Errorf("not yet a regular expression: %s", reason(err))
	}
	if re.MatchString("") {
		return Pattern{}, errors.New("the expression matches where nothing stands, so it is everywhere")
	}
	p.re = re
	return p, nil
}

// expression is the regular expression in what was typed, and whether it is one.
func expression(typed string) (string, bool) {
	if rest, ok := strings.CutPrefix(typed, "~"); ok {
		return rest, true
	}
	if len(typed) > 2 && typed[0] == '/' && typed[len(typed)-1] == '/' {
		return typed[1 : len(typed)-1], true
	}
	return typed, false
}

// capital reports whether a capital letter asks for the exact case; in an expression \S and its like do not.
func capital(s string, expression bool) bool {
	escaped := false
	for _, r := range s {
		if unicode.IsUpper(r) && !escaped {
			return true
		}
		escaped = expression && r == '\\' && !escaped
	}
	return false
}

// reason is what is wrong with an expression, without its flags.
func reason(err error) string {
	words := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	for _, flags := range []string{"(?mi)", "(?m)"} {
		words = strings.ReplaceAll(words, flags, "")
	}
	return words
}

// Empty reports whether nothing is looked for.
func (p Pattern) Empty() bool { return p.re == nil }

// String is the pattern as it was typed.
func (p Pattern) String() string { return p.source }

// IsExpression reports whether it is a regular expression.
func (p Pattern) IsExpression() bool { return p.re != nil && p.plain == "" }

// In reports whether a text holds the pattern. Characters that show nothing, such as soft hyphens, part no
// words: who looks for a word cannot know of them.
func (p Pattern) In(text string) bool {
	if p.in(text) {
		return true
	}
	return p.re != nil && strings.ContainsFunc(text, silent) && p.in(strings.Map(spoken, text))
}

// silent reports whether a character shows nothing and only tells how others are shown.
func silent(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Cf, r) }

func spoken(r rune) rune {
	if silent(r) {
		return -1
	}
	return r
}

func (p Pattern) in(text string) bool {
	switch {
	case p.re == nil:
		return false
	case p.plain == "" || p.fold && !p.ascii:
		return p.re.MatchString(text)
	case p.fold:
		text = lower(text)
	}
	return strings.Contains(text, p.plain)
}

// lower is a text with its ASCII letters in lower case; every other byte stays where it is.
func lower(s string) string {
	at := strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' })
	if at < 0 {
		return s
	}
	b := []byte(s)
	for i := at; i < len(b); i++ {
		if c := b[i]; 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// Places are the ranges of bytes at which the pattern stands, in order, at most n of them.
func (p Pattern) Places(text string, n int) [][]int {
	var out [][]int
	switch {
	case p.re == nil:
	case p.plain == "" || p.fold && !p.ascii:
		for _, at := range p.re.FindAllStringIndex(text, n) {
			if at[1] > at[0] { // an expression may match a place between two letters, which cannot be shown
				out = append(out, at)
			}
		}
	default:
		if p.fold {
			text = lower(text)
		}
		for from := 0; len(out) < n; {
			i := strings.Index(text[from:], p.plain)
			if i < 0 {
				break
			}
			from += i + len(p.plain)
			out = append(out, []int{from - len(p.plain), from})
		}
	}
	return out
}
