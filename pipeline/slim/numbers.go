package slim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Numbers are messages by their numbers, in order and each once: "3,7,12-15". Two are equal when they
// name the same messages, so that parameters can be compared.
type Numbers string

// span is a run of messages.
type span struct{ from, to int }

// ReadNumbers reads a list of numbers and runs of them, in any order.
func ReadNumbers(s string) (Numbers, error) {
	var spans []span
	for f := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ' ' }) {
		first, last, run := strings.Cut(f, "-")
		if !run {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || from < 0 || to < from || to > math.MaxInt32 {
			return "", fmt.Errorf("%q is no message, nor a run of them as 12-15", f)
		}
		spans = append(spans, span{from, to})
	}
	return numbersOf(spans), nil
}

// numbersOf puts runs in order and joins those that touch.
func numbersOf(spans []span) Numbers {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var words []string
	for i := 0; i < len(spans); {
		at := spans[i]
		for i++; i < len(spans) && spans[i].from <= at.to+1; i++ {
			at.to = max(at.to, spans[i].to)
		}
		switch at.to - at.from {
		case 0:
			words = append(words, strconv.Itoa(at.from))
		case 1:
			words = append(words, strconv.Itoa(at.from), strconv.Itoa(at.to))
		default:
			words = append(words, strconv.Itoa(at.from)+"-"+strconv.Itoa(at.to))
		}
	}
	return Numbers(strings.Join(words, ","))
}

func (p Numbers) spans() []span {
	var out []span
	for f := range strings.SplitSeq(string(p), ",") {
		first, last, run := strings.Cut(f, "-")
		if !run {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err == nil && err2 == nil {
			out = append(out, span{from, to})
		}
	}
	return out
}

// Below are the messages of the list that a session of n messages has.
func (p Numbers) Below(n int) []int {
	var out []int
	for _, s := range p.spans() {
		for i := s.from; i <= s.to && i < n; i++ {
			out = append(out, i)
		}
	}
	return out
}

// With is the list with a message more.
func (p Numbers) With(i int) Numbers { return numbersOf(append(p.spans(), span{i, i})) }

// Moved is the list of a later reading: to gives of each message which one it is now, -1 when it is
// gone. Those that to does not know are gone too.
func (p Numbers) Moved(to []int) Numbers {
	var out []span
	for _, i := range p.Below(len(to)) {
		if k := to[i]; k >= 0 {
			out = append(out, span{k, k})
		}
	}
	return numbersOf(out)
}

// Without is the list without a message.
func (p Numbers) Without(i int) Numbers {
	var out []span
	for _, s := range p.spans() {
		if i < s.from || i > s.to {
			out = append(out, s)
			continue
		}
		if s.from < i {
			out = append(out, span{s.from, i - 1})
		}
		if i < s.to {
			out = append(out, span{i + 1, s.to})
		}
	}
	return numbersOf(out)
}
