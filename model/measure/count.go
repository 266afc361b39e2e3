package measure

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"cutline/model"
	"cutline/model/aside"
	"cutline/model/tokens"
)

// chunk is how many messages a worker takes at a time: enough that workers seldom meet, few
// enough that the last ones end together.
const chunk = 16 // messages

// Count counts the tokens of every message of the live context: its texts, the names of its
// tool calls, and tokens.ImageTokens for each image. A message that cannot be read keeps its
// estimate. The numbers do not depend on how many workers there are. On is called now and
// then, one call at a time, with how many messages are counted; it may be nil. The only
// error is that of ctx.
func Count(ctx context.Context, s *model.Session, c *tokens.Counter, on func(done, of int)) (perRow []int, total int, err error) {
	return count(ctx, s, c, on, runtime.NumCPU())
}

func count(ctx context.Context, s *model.Session, c *tokens.Counter, on func(done, of int), workers int) ([]int, int, error) {
	rows := make([]int, len(s.Rows))
	var next atomic.Int64
	var done int
	var mu sync.Mutex             // guards done and on
	var fault atomic.Pointer[any] // of a worker; it is the caller's
	var wg sync.WaitGroup
	counted := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		if done += n; on != nil {
			on(done, len(rows))
		}
	}
	for range min(workers, (len(rows)+chunk-1)/chunk) {
		wg.Go(func() {
			aside.Enter()
			defer func() {
				if r := recover(); r != nil {
					fault.CompareAndSwap(nil, &r)
				}
			}()
			for ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= len(rows) {
					return
				}
				to := min(from+chunk, len(rows))
				for i := from; i < to; i++ {
					rows[i] = countRow(ctx, s, c, i)
				}
				counted(to - from)
			}
		})
	}
	wg.Wait()
	if r := fault.Load(); r != nil {
		panic(*r)
	}
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	total := 0
	for _, n := range rows {
		total += n
	}
	return rows, total, nil
}

// countRow counts one message.
func countRow(ctx context.Context, s *model.Session, c *tokens.Counter, i int) int {
	m, err := s.Message(i)
	if err != nil {
		return s.Rows[i].Tokens
	}
	n := 0
	add := func(text string) {
		k, err := c.CountContext(ctx, text)
		if err == nil {
			n += k
		}
	}
	for _, p := range m.Parts {
		if p.Kind == model.Call {
			add(p.Name)
		}
		Texts(p, add)
		n += tokens.ImageTokens * Images(p)
	}
	return n
}
