package tokens

import (
	"context"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// Cache remembers counts by content, so that a text that comes again, in a branch, after a
// reload, at another setting, is not counted again. It never holds the texts. It is safe
// for concurrent use; two callers that ask for the same new text at once both count it.
type Cache struct {
	mu         sync.Mutex
	limit      int // entries in one generation
	young, old map[cacheKey]int
}

// cacheKey tells texts apart: that two of equal length in one session share a hash of 64
// bits does not happen in practice.
type cacheKey struct {
	hash uint64
	size int
	enc  Encoding
}

// NewCache makes a cache for at least limit and at most twice as many counts, at some 60
// bytes each. What has not been asked for the longest is dropped. A limit below 1 is 1.
func NewCache(limit int) *Cache {
	return &Cache{limit: max(1, limit), young: make(map[cacheKey]int)}
}

// Count is c.CountContext through the cache. A count that was stopped is not remembered.
func (k *Cache) Count(ctx context.Context, c *Counter, s string) (int, error) {
	key := cacheKey{hash: xxhash.Sum64String(s), size: len(s), enc: c.enc}
	if n, ok := k.get(key); ok {
		return n, nil
	}
	n, err := c.CountContext(ctx, s)
	if err != nil {
		return 0, err
	}
	k.put(key, n)
	return n, nil
}

// Len is how many counts are held.
func (k *Cache) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.young) + len(k.old)
}

// get looks in both generations; what is found in the old one moves to the young.
func (k *Cache) get(key cacheKey) (int, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n, ok := k.young[key]; ok {
		return n, true
	}
	n, ok := k.old[key]
	if ok {
		delete(k.old, key)
		k.add(key, n)
	}
	return n, ok
}

func (k *Cache) put(key cacheKey, n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.old, key)
	k.add(key, n)
}

// add writes to the young generation; when that is full it becomes the old one, and the
// one before is dropped whole.
func (k *Cache) add(key cacheKey, n int) {
	if _, held := k.young[key]; !held && len(k.young) >= k.limit {
		k.old, k.young = k.young, make(map[cacheKey]int)
	}
	k.young[key] = n
}
