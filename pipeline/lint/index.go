package lint

import (
	"cmp"
	"slices"

	"cutline/model/js"
)

// MinCopied is how many chars in a row have to stand word for word in a text to count as copied.
const MinCopied = 200

// A run of MinCopied chars has at least as many bytes, so it holds a block of half as many bytes
// that begins at a multiple of that.
const block = MinCopied / 2

// misses bounds how often a block is looked at that is found again and again in runs which are too
// short, as lines of dashes are.
const misses = 1_000

// index knows the blocks of a summary by their hashes. It is made once and serves several finders.
type index struct {
	summary string
	blocks  map[uint64][]int // by hash, where the blocks begin
	maybe   [1 << 11]uint64  // a bit for each hash that may be in blocks: nearly all texts have none
}

func newIndex(summary string) *index {
	x := &index{summary: summary, blocks: map[uint64][]int{}}
	for at := 0; at+block <= len(summary); at += block {
		h := hash(summary[at : at+block])
		if len(x.blocks[h]) < maxSame {
			x.blocks[h] = append(x.blocks[h], at)
		}
		x.maybe[bit(h)/64] |= 1 << (bit(h) % 64)
	}
	return x
}

// bit is where a hash stands in the bits of an index.
func bit(h uint64) uint64 { return (h * 0x9E37_79B9_7F4A_7C15) >> 47 }

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

// run is a part of a summary, in bytes, that stands word for word in a message.
type run struct{ from, to, message int }

// finder finds the runs of a summary that stand in the texts it is given.
type finder struct {
	*index
	missed map[int]int
	runs   []run
}

func (x *index) finder() *finder { return &finder{index: x, missed: map[int]int{}} }

// search finds the runs of one text.
func (f *finder) search(text string, message int) {
	if len(text) < block || len(f.blocks) == 0 {
		return
	}
	h := hash(text[:block])
	for at := 0; ; at++ {
		if b := bit(h); f.maybe[b/64]&(1<<(b%64)) != 0 {
			for _, b := range f.blocks[h] {
				f.grow(text, at, b, message)
			}
		}
		if at+block >= len(text) {
			return
		}
		h = (h-uint64(text[at])*leading)*prime + uint64(text[at+block])
	}
}

// grow makes a block that was found as long as it can be.
func (f *finder) grow(text string, at, from, message int) {
	if f.missed[from] >= misses || slices.ContainsFunc(f.runs, func(r run) bool { return r.from <= from && from+block <= r.to }) {
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
	f.runs = append(f.runs, run{from, to, message})
}

// found are the runs in their order.
func (f *finder) found() []run {
	slices.SortStableFunc(f.runs, func(a, b run) int { return cmp.Compare(a.from, b.from) })
	return f.runs
}
