package claudecode

import "cutline/model/measure"

// shelf holds the pieces of all records, in blocks that are given back as soon as all of their
// records have become rows: a large session is not held twice.
type shelf struct {
	blocks [][]measure.Piece
	first  []int // by block: the first record in it
	n      int   // pieces in all
	links  int   // calls and results in all
	freed  int   // blocks that have been looked at
}

// A piece is named by its block and its place in that, which has blockBits bits. The pieces of
// one record, two at most, share a block.
const (
	blockBits = 10
	blockSize = 1<<blockBits - 1
)

// begin makes room for the pieces of record i and names the first of them.
func (s *shelf) begin(i int) int32 {
	if n := len(s.blocks); n == 0 || len(s.blocks[n-1]) >= blockSize {
		s.blocks = append(s.blocks, make([]measure.Piece, 0, blockSize+1))
		s.first = append(s.first, i)
	}
	last := len(s.blocks) - 1
	return int32(last<<blockBits | len(s.blocks[last]))
}

// add puts a piece of the record that was begun.
func (s *shelf) add(p measure.Piece) {
	last := len(s.blocks) - 1
	s.blocks[last] = append(s.blocks[last], p)
	s.n++
	s.links += len(p.Links)
}

// at is the piece of a name, or one that follows it.
func (s *shelf) at(name int32, sub int) *measure.Piece {
	return &s.blocks[name>>blockBits][int(name&blockSize)+sub]
}

// release gives back the blocks that end before record i and of which nothing is needed any
// more.
func (s *shelf) release(i int, done func(rec int) bool) {
	for ; s.freed+1 < len(s.first) && s.first[s.freed+1] <= i; s.freed++ {
		all := true
		for rec := s.first[s.freed]; all && rec < s.first[s.freed+1]; rec++ {
			all = done(rec)
		}
		if all {
			s.blocks[s.freed] = nil
		}
	}
}
