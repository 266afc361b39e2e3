package tokens

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// looks counts how often a context is asked, which the counter does and a hit does not.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error { l.n++; return nil }

func TestCacheCountsOnce(t *testing.T) {
	k, c := NewCache(10), counter(t, O200k)
	ctx := &looks{Context: context.Background()}
	for range 3 {
		n, err := k.Count(ctx, c, "hello world")
		if n != 2 || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	if ctx.n != 1 {
		t.Errorf("counted %d times", ctx.n)
	}
}

func TestCacheTellsEncodingsApart(t *testing.T) {
	k := NewCache(10)
	s := "Привет, мир"
	for _, enc := range encodings {
		c := counter(t, enc)
		for range 2 {
			if n, err := k.Count(context.Background(), c, s); n != c.Count(s) || err != nil {
				t.Errorf("%s: %d, %v; want %d", enc, n, err, c.Count(s))
			}
		}
	}
	if k.Len() != len(encodings) {
		t.Errorf("%d entries", k.Len())
	}
}

func TestCacheForgetsWhatWasStopped(t *testing.T) {
	k, c := NewCache(10), counter(t, O200k)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := k.Count(ctx, c, "hello world"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if n, err := k.Count(context.Background(), c, "hello world"); n != 2 || err != nil {
		t.Errorf("afterwards %d, %v", n, err)
	}
}

// TestCacheLaws holds for any order of questions: the answer is right, the newest texts
// are held, and there are never more than twice the limit.
func TestCacheLaws(t *testing.T) {
	c := counter(t, O200k)
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 6).Draw(t, "limit")
		k := NewCache(limit)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, 20), 1, 60).Draw(t, "texts") {
			s := "text number " + strconv.Itoa(i)
			n, err := k.Count(context.Background(), c, s)
			if err != nil || n != c.Count(s) {
				t.Fatalf("%q: %d, %v", s, n, err)
			}
			if k.Len() > 2*limit {
				t.Fatalf("%d entries with a limit of %d", k.Len(), limit)
			}
			ctx := &looks{Context: context.Background()}
			if _, err := k.Count(ctx, c, s); err != nil || ctx.n != 0 {
				t.Fatalf("%q was counted again at once", s)
			}
		}
	})
}

func TestCacheConcurrently(t *testing.T) {
	k, c := NewCache(8), counter(t, O200k)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 200 {
				s := "text number " + strconv.Itoa(i%30)
				if n, err := k.Count(context.Background(), c, s); err != nil || n != c.Count(s) {
					t.Errorf("%q: %d, %v", s, n, err)
				}
			}
		})
	}
	wg.Wait()
}
