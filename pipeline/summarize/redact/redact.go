// Package redact takes secrets out of a text before the text is sent to a model: keys and tokens
// of known vendors, private keys, passwords in addresses and headers, and values that are assigned
// to a name such as API_KEY. What it takes for a secret is a guess by shape and name; a secret that
// looks like a word of prose stays.
//
// Gitleaks as a library was measured first: 0.23 to 1.95 MB/s, 73 ms to start and 5.8 MB in the
// binary. A prompt of 3 MB has to pass between two key presses, so the rules are our own: one walk
// over the bytes finds where a secret may begin, and only there a pattern is tried.
package redact

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cutline/model/js"
)

// Finding is one place where a secret stood. It holds nothing of the secret itself.
type Finding struct {
	Kind   string // a row of the table of shapes, env-value, assignment, or flag
	Number int    // of the secret, from 1: the same secret has the same number everywhere
	Piece  int    // which call of Text, from 0
	Line   int    // in that text, from 1
	Chars  int    // of the secret
	// Hint helps a person to recognise the secret: the public beginning of a key, or the name that
	// the value was assigned to. It may be empty.
	Hint string
}

// maxPasses bounds how often a text is gone over. A second pass finds what the first one learned
// and what a replaced neighbour hid; more than three are the work of a text made for it.
const maxPasses = 8

// Redactor replaces secrets and remembers them, so that one that was seen with its name is found
// without it too. It is not safe for concurrent use. The zero value is ready.
type Redactor struct {
	seen     *seen // behind a pointer: printing a Redactor shows no secret
	pieces   int
	findings []Finding
}

// Text replaces every secret by a marker such as [redacted bearer #3]. The rest stays byte for
// byte, and what is redacted already is left as it is.
func (r *Redactor) Text(s string) string {
	if r.seen == nil {
		r.seen = &seen{numbers: make(map[string]int), breaks: make(map[int]int)}
	}
	zones := []zone{{0, len(s)}}
	for range maxPasses {
		walls := markers(s)
		for _, w := range walls {
			r.seen.next = max(r.seen.next, w.number)
		}
		spans := without(merge(append(find(s, zones, walls), r.seen.again(s, walls)...)), walls)
		if len(spans) == 0 {
			break
		}
		s, zones = r.replace(s, spans, walls)
	}
	r.pieces++
	return s
}

// Findings are the places of all texts so far, in order of text and, mostly, of line.
func (r *Redactor) Findings() []Finding { return slices.Clone(r.findings) }

// Format prints how much was found, whatever the verb: some follow pointers.
func (r *Redactor) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "redactor with %d findings", len(r.findings))
}

// span is a secret in a text.
type span struct {
	start, end int
	kind, hint string
	shape      bool // it is known by its own look, which says more than a name does
}

// replace writes the text anew and notes what was found. The zones are where a marker may change
// what is found.
func (r *Redactor) replace(s string, spans []span, walls []wall) (string, []zone) {
	var b strings.Builder
	b.Grow(len(s))
	at, line := 0, 1
	var zones []zone
	for _, p := range spans {
		line += r.seen.lines(s[at:p.start], &walls, p.start)
		secret := s[p.start:p.end]
		n := r.seen.number(secret)
		r.findings = append(r.findings, Finding{Kind: p.kind, Number: n, Piece: r.pieces, Line: line, Chars: js.Units(secret), Hint: p.hint})
		b.WriteString(s[at:p.start])
		z := zone{b.Len() - wide, 0}
		b.WriteString(marker(p.kind, n))
		z.end = b.Len() + wide
		if k := len(zones) - 1; k >= 0 && zones[k].end >= z.start {
			zones[k].end = z.end
		} else {
			zones = append(zones, z)
		}
		line += strings.Count(secret, "\n")
		at = p.end
	}
	b.WriteString(s[at:])
	return b.String(), zones
}

// marker is what stands where a secret stood.
func marker(kind string, n int) string {
	return opening + kind + " #" + strconv.Itoa(n) + "]"
}
