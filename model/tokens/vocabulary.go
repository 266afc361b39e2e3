package tokens

import (
	"math"
	"math/bits"
)

// none is the rank of a text that is no token.
const none = math.MaxInt32

// vocabulary is a set of tokens and the order in which they are merged. Nearly all time of
// a count goes into asking it, so the answers for short texts stand close together: those
// of two bytes in an array, those of up to packedBytes in a hash table whose keys are the
// texts themselves; only longer ones are looked for in the map.
type vocabulary struct {
	ranks   map[string]int
	longest int     // bytes of the longest token
	pairs   []int32 // by first byte << 8 | second
	keys    []uint64
	values  []int32
	shift   int // of the product in slot
}

// packedBytes is how many bytes fit into a key beside their number.
const packedBytes = 7

func newVocabulary(ranks map[string]int) *vocabulary {
	room := bits.Len(uint(len(ranks))) // more than the short tokens, so that some slots stay free
	v := &vocabulary{
		ranks: ranks,
		pairs: make([]int32, 1<<16),
		keys:  make([]uint64, 1<<room), values: make([]int32, 1<<room), shift: 64 - room,
	}
	for i := range v.pairs {
		v.pairs[i] = none
	}
	for i := range v.values {
		v.values[i] = none // which a free slot answers
	}
	for t, rank := range ranks {
		v.longest = max(v.longest, len(t))
		if len(t) == 2 {
			v.pairs[int(t[0])<<8|int(t[1])] = int32(rank)
		}
		if len(t) <= packedBytes {
			i := v.slot(pack(t))
			v.keys[i], v.values[i] = pack(t), int32(rank)
		}
	}
	return v
}

// rank is the rank of a token, or none.
func (v *vocabulary) rank(t string) int32 {
	if len(t) <= packedBytes {
		return v.values[v.slot(pack(t))]
	}
	if len(t) <= v.longest {
		if r, ok := v.ranks[t]; ok {
			return int32(r)
		}
	}
	return none
}

// pack makes a key of at most packedBytes bytes: their number and they themselves. Only
// the empty text has the key 0, which marks a free slot.
func pack(t string) uint64 {
	k := uint64(len(t))
	for i := range len(t) {
		k = k<<8 | uint64(t[i])
	}
	return k
}

// slot is where the key stands, or the free slot where it would.
func (v *vocabulary) slot(k uint64) int {
	const golden = 0x9E3779B97F4A7C15 // spreads the bits of a product over its upper half
	i := int(k * golden >> v.shift)
	for v.keys[i] != k && v.keys[i] != 0 {
		i = (i + 1) & (len(v.keys) - 1)
	}
	return i
}
