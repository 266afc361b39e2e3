package redact

import (
	"strings"
	"unicode/utf8"
)

// A pattern sees so many bytes of a text; what is still the same word behind them belongs to the
// secret too. A text of nothing but beginnings costs that much at each.
const (
	window = 1 << 10
	wide   = 4 << 10 // for what may be as long: cookies, tokens with claims
)

// find gives the secrets that begin in some zones of a text, in any order; they may overlap.
func find(s string, zones []zone, walls []wall) []span {
	var spans []span
	t := table()
	tried := make([]int, len(shapes)) // where a long text ends that a row did not take for a secret
	passed := 0                       // the same of assignments
	t.walk(s, zones, walls, func(i int) int {
		if c := s[i]; (c == '=' || c == ':') && i >= passed {
			p, ok := assigned(s, i)
			if ok {
				spans = append(spans, p)
			} else if p.end-p.start > window/2 {
				passed = p.end
			}
		}
		on := i
		for _, e := range t.at(s, i) {
			if e.row < 0 || i < tried[e.row] || !e.begins(s[i:]) {
				continue
			}
			switch p, ok := t.match(s, i, e); {
			case ok:
				spans = append(spans, p)
				if p.start == i {
					on = p.end
				}
			case p.end-p.start > window/2:
				tried[e.row] = p.end
			}
		}
		if s[i] == '-' {
			if p, ok := flagged(s, i); ok {
				spans = append(spans, p)
			}
			if p, ok := block(s, i); ok {
				spans = append(spans, p)
				on = max(on, p.end)
			}
		}
		if s[i] == 'P' {
			if p, ok := putty(s, i); ok {
				spans = append(spans, p)
			}
		}
		return on
	})
	return spans
}

// match tries the row of a literal at a place.
func (t *rows) match(s string, i int, e entry) (span, bool) {
	sh := &shapes[e.row]
	if sh.apart && i > 1 && (!edge(s, i) || s[i-1] == '-' && wordAt(s, i-2)) {
		return span{}, false
	}
	size := window
	if sh.wide {
		size = wide
	}
	end := min(len(s), i+size)
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	at := t.patterns[e.row].FindStringSubmatchIndex(s[i:end])
	if at == nil {
		return span{}, false
	}
	p := span{start: i + at[0], end: i + at[1], kind: sh.kind, hint: e.literal, shape: true}
	if len(at) > 2 && at[2] >= 0 {
		p.start, p.end = i+at[2], i+at[3]
	}
	for p.end >= end && p.end < len(s) && inToken(s[p.end]) {
		p.end++
	}
	if sh.test == nil {
		return p, given(s, p.start, p.end)
	}
	return p, sh.test(s, p.start, p.end)
}

// inToken reports whether a byte can go on a key.
func inToken(c byte) bool { return alnum(c) || strings.IndexByte("_-+/=.~", c) >= 0 }

// The tests of shapes. given is the least: no secret is a placeholder.

func given(s string, start, end int) bool { return !placeholder(s[start:end]) }

// word wants a beginning of a word.
func word(s string, start, end int) bool { return edge(s, start) && given(s, start, end) }

// mixed wants what nobody would write by hand.
func mixed(s string, start, end int) bool {
	k := look(s[start:end])
	return given(s, start, end) && (random(s[start:end]) || k.upper >= 3 && k.lower >= 3 && k.turns*100 >= (end-start)*30)
}

func mixedWord(s string, start, end int) bool { return edge(s, start) && mixed(s, start, end) }

// afterDigit wants the number of a bot before the colon.
func afterDigit(s string, start, end int) bool {
	return start >= 2 && isDigit(s[start-2]) && given(s, start, end)
}

// password wants something that is no word for what it stands for, and no reference.
func password(s string, start, end int) bool {
	v := s[start:end]
	return !placeholder(v) && !reference(v) && !plain(v)
}

// unguessable wants a digit in the middle of other things, as prose seldom has.
func unguessable(s string, start, end int) bool {
	v := strings.TrimRight(s[start:end], ".,;:!?)")
	k := look(v)
	return password(s, start, end) && !code(v) && !strings.ContainsAny(v, "/()[]{}=<>") && k.digits > 0 && k.lower+k.upper >= 3 && k.turns >= 2 && !versioned(v) && !hexes(v)
}
