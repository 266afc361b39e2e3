package redact

import (
	"strings"

	"cutline/model/pattern"
)

const (
	maxName  = 80       // bytes
	maxGap   = 40       // blanks around = or :, as in code that is set in columns
	maxValue = 16 << 10 // bytes; a key of a cluster in base64 takes some 2,300
	maxBare  = 4 << 10  // bytes, without quotes: a text of a=a=a=… costs that much at each
	envValue = "env-value"
)

// field is a name and its value, wherever they come from: a program, a shell, JSON, YAML, a header.
type field struct {
	name      string
	sep       byte // = or :
	value     string
	start     int  // of the value in the text
	end       int  // how far that was read
	quoted    bool // the value is
	tight     bool // no blanks around the separator
	lineStart bool // nothing but export, a dash or blanks stands before the name
	listed    bool // it is one of a list, as in an address or a connection string: a=b;c=d
	inside    byte // the quote right before the name, when none stands behind it: "NAME=…
	comma     bool // one follows the value
	alone     bool // nothing but a comment stands behind the value
}

// assigned reports whether the value behind a separator at i is a secret, and where it stands.
func assigned(s string, i int) (span, bool) {
	f := field{sep: s[i]}
	at, ok := f.after(s, i)
	if !ok {
		return span{}, false
	}
	nameStart, ok := f.before(s, i)
	if !ok {
		return span{}, false
	}
	lvl := classify(f.name)
	if f.name == "value" || f.name == "Value" {
		lvl = max(lvl, nameOfPair(s, nameStart, &f))
	}
	if lvl == never {
		return span{}, false
	}
	f.tight = f.tight && at == i+1
	f.lineStart = lvl > silent && lineStarts(s, nameStart)
	f.read(s, at, lvl)
	if len(f.value) < 4 || !f.secret(lvl) {
		return span{start: f.start, end: f.end}, false
	}
	kind := "assignment"
	if loud(f.name) {
		kind = envValue
	}
	p := span{start: f.start, end: f.start + len(f.value), kind: kind}
	if len(f.name) <= 40 && !random(f.name) {
		p.hint = f.name
	}
	return p, true
}

// after finds where the value begins, and refuses what is no assignment.
func (f *field) after(s string, i int) (int, bool) {
	next, last := byte(0), byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	if i > 0 {
		last = s[i-1]
	}
	at := i + 1
	switch {
	case f.sep == ':' && (next == ':' || next == '=' || next == '/' || last == ':'):
		return 0, false
	case f.sep == '=' && strings.IndexByte("!<>+-*/%&|^~=", last) >= 0:
		return 0, false
	case f.sep == '=' && (next == '=' || next == '>'): // a comparison shows the value too
		at = i + 2
		if at < len(s) && s[at] == '=' {
			at++
		}
	}
	for n := 0; at < len(s) && n < maxGap; n++ {
		switch {
		case s[at] == ' ' || s[at] == '\t':
			at++
		case s[at] == '\\' && at+1 < len(s) && s[at+1] == 't':
			at += 2
		default:
			return at, s[at] != '\n' && s[at] != '\r'
		}
	}
	return at, at < len(s)
}

// types are names that stand between a name and =: apiKey: string = "…".
var types = setOf("string str String Optional char CharSequence SecretStr const auto")

// before reads the name, and what stands before it on its line.
func (f *field) before(s string, i int) (start int, ok bool) {
	end := i
	if f.sep == '=' && end > 0 && (s[end-1] == ':' || s[end-1] == '?') {
		end--
	}
	start, ok = f.word(s, end)
	if ok && types[f.name] && f.sep == '=' {
		gap := strings.TrimRight(s[max(0, start-4):start], " *")
		if back := start - len(s[max(0, start-4):start]) + len(gap); strings.HasSuffix(gap, ":") {
			start, ok = f.word(s, back-1)
		} else if back < start {
			start, ok = f.word(s, back)
		}
	}
	return start, ok
}

// word reads the name that ends before a place, over quotes, brackets and blanks.
func (f *field) word(s string, end int) (start int, ok bool) {
	from := end
	for n := 0; end > 0 && n < maxGap && (s[end-1] == ' ' || s[end-1] == '\t'); n++ {
		end--
	}
	f.tight = end == from
	closed := end
	for n := 0; end > 0 && n < 8 && strings.IndexByte("\\\"'`]?", s[end-1]) >= 0; n++ {
		end--
	}
	start = end
	for start > 0 && end-start < maxName && inName(s[start-1]) {
		start--
	}
	if start > 0 && start < end && s[start-1] == '\\' { // the letter belongs to an escape
		switch s[start] {
		case 'n', 'r', 't':
			start++
		case 'u':
			start = min(end, start+5)
		}
	}
	f.name = strings.TrimLeft(s[start:end], "-.")
	if f.inside = 0; start > 0 && end == closed && strings.IndexByte("\"'`", s[start-1]) >= 0 {
		f.inside = s[start-1]
	}
	f.listed = start > 0 && (strings.IndexByte("?&;", s[start-1]) >= 0 || s[start-1] == ' ' && pairBefore(s[max(0, start-60):start-1]))
	return start, f.name != "" && end-start < maxName
}

// pairBefore reports whether a text ends with a=b, as before a field of a connection string.
func pairBefore(s string) bool {
	s = s[strings.LastIndexAny(s, " \t\n\"'")+1:]
	i := strings.IndexByte(s, '=')
	return i > 0 && i < len(s)-1 && alnum(s[len(s)-1]) && !strings.ContainsAny(s, "(){}[],;")
}

func inName(c byte) bool { return alnum(c) || c == '_' || c == '-' || c == '.' || c == '$' }

// lineStarts reports whether nothing but blanks, a dash, a sign of a diff or a keyword of a shell
// stands before a place on its line.
func lineStarts(s string, at int) bool {
	from := max(0, at-60)
	head := s[from:at]
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		head = head[i+1:]
	} else if i := strings.LastIndex(head, `\n`); i >= 0 {
		head = head[i+2:]
	} else if from > 0 {
		return false
	}
	head = strings.TrimLeft(head, " \t+-|>#0123456789→:\"'")
	switch strings.TrimRight(head, " ") {
	case "", "export", "set", "env", "ENV", "ARG", "$", "$ export", "set -x", "declare -x", "local", "readonly":
		return true
	}
	return false
}

var pair = pattern.New(`(?i)\b(?:name|key)\\*["']?\s*[:=]\s*\\*["']?([\w.-]+)\\*["']?(?:\s|\\n|,|-|\\*["'])*$`)

// nameOfPair is for lists of names and values: the name stands in the field before.
func nameOfPair(s string, at int, f *field) level {
	head := s[max(0, at-120):at]
	m := pair.FindStringSubmatch(head)
	if m == nil {
		return never
	}
	f.name = m[1]
	return classify(f.name)
}
