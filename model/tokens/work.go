package tokens

import (
	"context"
	"sync"
)

const (
	// checkEvery is how much work is done between two looks at the context.
	checkEvery = 64 << 10 // bytes cut, or merges tried
	// keepParts is the longest piece whose buffers are kept: what a rare giant needed is
	// given back to the collector.
	keepParts = 1 << 18 // parts; 3 MB of list and up to 4 MB of heap
)

// work is what one count needs: buffers, and the context that may stop it.
type work struct {
	ctx   context.Context
	spent int // since the last look at ctx

	start [shortPiece + 1]uint8
	rank  [shortPiece]int32
	list  []part
	heap  heap
}

var works = sync.Pool{New: func() any { return new(work) }}

func getWork(ctx context.Context) *work {
	w := works.Get().(*work)
	w.ctx, w.spent = ctx, 0
	return w
}

// release puts the buffers back for the next count.
func (w *work) release() {
	w.ctx = nil
	if cap(w.list) > keepParts {
		w.list, w.heap = nil, nil
	}
	works.Put(w)
}

// spend notes n units of work and now and then asks the context whether to go on.
func (w *work) spend(n int) error {
	if w.spent += n; w.spent < checkEvery {
		return nil
	}
	w.spent = 0
	return w.ctx.Err()
}

// grown is a list of n parts, in place where there is room.
func grown(list []part, n int) []part {
	if cap(list) < n {
		return make([]part, n)
	}
	return list[:n]
}
