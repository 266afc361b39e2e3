package segment

import (
	"cmp"
	"slices"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/slim"
)

// MinCopied is how many chars in a row have to stand word for word in a segment to count as copied.
const MinCopied = 200

// A run of MinCopied chars has at least as many bytes, so it holds a block of half as many bytes
// that begins at a multiple of that.
const block = MinCopied / 2

// misses bounds how often a block is looked at that is found again and again in runs which are too
// short, as lines of dashes are.
const misses = 1_000

// Copy is a part of a summary that stands word for word in a message.
type Copy struct {
	From, To int // bytes of the summary
	Message  int
}

// Copied finds what of a summary was copied from the messages of the segments. What a person wrote
// is left out, since a summary has to quote it, and so is an earlier summary.
func (o Output) Copied(s *model.Session, summary string) []Copy {
	f := newFinder(summary)
	for _, seg := range o.Segments {
		for _, i := range seg.Rows {
			if r := &s.Rows[i]; r.Typed() || r.Origin == model.FromSummary || r.Rendered < MinCopied {
				continue
			}
			if m, err := s.Message(i); err == nil {
				f.search(slim.Rendered(m, 0), i)
			}
		}
	}
	slices.SortFunc(f.runs, func(a, b Copy) int { return cmp.Compare(a.From, b.From) })
	return f.runs
}

// finder knows the blocks of a summary by their hashes.
type finder struct {
	summary string
	blocks  map[uint64][]int // by hash, where the blocks begin
	missed  map[int]int
	runs    []Copy
}

func newFinder(summary string) *finder {
	f := &finder{summary: summary, blocks: map[uint64][]int{}, missed: map[int]int{}}
	for at := 0; at+block <= len(summary); at += block {
		h := hash(summary[at : at+block])
		f.blocks[h] = append(f.blocks[h], at)
	}
	return f
}

// The hash of a window rolls: the next one follows from the last in one step.
const prime = 1_099_511_628_211

// leading is what the first byte of a window has been multiplied with when the last one is added.
var leading = func() uint64 {
	n := uint64(1)
	for range block - 1 {
		n *= prime
	}
	return n
}()

func hash(s string) uint64 {
	h := uint64(0)
	for i := range len(s) {
		h = h*prime + uint64(s[i])
	}
	return h
}

// search finds the runs of one text.
func (f *finder) search(text string, message int) {
	if len(text) < block || len(f.blocks) == 0 {
		return
	}
	h := hash(text[:block])
	for at := 0; ; at++ {
		for _, b := range f.blocks[h] {
			f.grow(text, at, b, message)
		}
		if at+block >= len(text) {
			return
		}
		h = (h-uint64(text[at])*leading)*prime + uint64(text[at+block])
	}
}

// grow makes a block that was found as long as it can be.
func (f *finder) grow(text string, at, from, message int) {
	if f.missed[from] >= misses || slices.ContainsFunc(f.runs, func(r Copy) bool { return r.From <= from && from+block <= r.To }) {
		return
	}
	if text[at:at+block] != f.summary[from:from+block] {
		return
	}
	to, end := from+block, at+block
	for from > 0 && at > 0 && f.summary[from-1] == text[at-1] {
		from, at = from-1, at-1
	}
	for to < len(f.summary) && end < len(text) && f.summary[to] == text[end] {
		to, end = to+1, end+1
	}
	if js.Units(f.summary[from:to]) < MinCopied {
		f.missed[(from+block-1)/block*block]++
		return
	}
	f.runs = append(f.runs, Copy{from, to, message})
}
