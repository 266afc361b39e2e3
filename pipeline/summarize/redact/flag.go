package redact

import "strings"

// flagged finds the value of a flag that is a word of its own: --password x. One with = is an
// assignment.
func flagged(s string, i int) (span, bool) {
	if !strings.HasPrefix(s[i:], "--") || i > 0 && (s[i-1] == '-' || wordAt(s, i-1) && !edge(s, i)) {
		return span{}, false
	}
	end := i + 2
	for end < len(s) && end-i < maxName && (alnum(s[end]) || s[end] == '-' || s[end] == '_') {
		end++
	}
	name := s[i+2 : end]
	if name == "" || end+1 >= len(s) || s[end] != ' ' {
		return span{}, false
	}
	lvl := classify(name)
	if lvl < weak {
		return span{}, false
	}
	for end < len(s) && s[end] == ' ' {
		end++
	}
	if end == len(s) || s[end] == '-' {
		return span{}, false
	}
	f := field{name: name, sep: '='}
	f.read(s, end, lvl)
	v := f.value
	if len(v) < 4 || strings.HasPrefix(v, "-") || !f.quoted && code(v) || placeholder(v) || reference(v) || plain(v) || strings.ContainsAny(v, " \t\n") {
		return span{}, false
	}
	// Behind a flag a word may be prose about the flag.
	if k := look(v); k.digits+k.upper == 0 && !f.quoted && (lvl < strong || k.other == 0) || lvl < strong && !f.secret(lvl) {
		return span{}, false
	}
	return span{start: f.start, end: f.start + len(v), kind: "flag", hint: "--" + name}, true
}
