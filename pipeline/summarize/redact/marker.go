package redact

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

const (
	opening = "[redacted "
	// seenBefore is the kind of a secret that stands where nothing tells that it is one.
	seenBefore = "seen-before"
	maxKind    = 40        // bytes; no kind is as long
	maxNumber  = 1_000_000 // a higher number in a text is nothing that was counted
)

// wall is a marker in a text. Nothing in it is a secret and no secret reaches over it.
type wall struct{ start, end, number int }

// markers finds what is redacted already.
func markers(s string) []wall {
	var walls []wall
	for at := 0; ; {
		i := strings.Index(s[at:], opening)
		if i < 0 {
			return walls
		}
		i += at
		at = i + len(opening)
		rest := s[at:min(len(s), at+maxKind+12)]
		kind, rest, ok := strings.Cut(rest, " #")
		digits, _, closed := strings.Cut(rest, "]")
		n, err := strconv.Atoi(digits)
		if ok && closed && err == nil && n > 0 && n < maxNumber && digits[0] != '+' && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" {
			at += len(kind) + len(" #") + len(digits) + 1
			walls = append(walls, wall{i, at, n})
		}
	}
}

// merge puts spans in order and makes one of those that overlap. The kind is that of a shape, where
// there is one, else that of the first.
func merge(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	out := spans[:0]
	for _, p := range spans {
		if len(out) == 0 || p.start >= out[len(out)-1].end {
			out = append(out, p)
			continue
		}
		last := &out[len(out)-1]
		if p.shape && !last.shape || last.kind == seenBefore {
			last.kind, last.hint, last.shape = p.kind, p.hint, p.shape
		}
		last.end = max(last.end, p.end)
	}
	return out
}

// without cuts the markers out of spans, both in order.
func without(spans []span, walls []wall) []span {
	if len(walls) == 0 {
		return spans
	}
	out := make([]span, 0, len(spans))
	for _, p := range spans {
		for len(walls) > 0 && walls[0].end <= p.start {
			walls = walls[1:]
		}
		for _, w := range walls {
			if w.start >= p.end {
				break
			}
			if part := p; w.start > p.start {
				part.end = w.start
				out = append(out, part)
			}
			p.start = w.end
		}
		if p.start < p.end {
			out = append(out, p)
		}
	}
	return out
}
