package code

import "github.com/cespare/xxhash/v2"

const remembered = 64 // results; a person pages back and forth over a few screens

// key names a result. The theme is no part of it, since a result holds kinds
// and no colours, nor is the width, since it is wrapped later.
type key struct {
	hash uint64
	lang string
}

func keyOf(req Request) key { return key{xxhash.Sum64String(req.Text), req.Lang} }

type entry struct {
	key   key
	text  string // two texts may share a hash
	spans []span
}

// lru holds the latest results, the newest last. With so few a list is enough.
type lru struct{ entries []entry }

func (c *lru) get(k key, text string) ([]span, bool) {
	for i := len(c.entries) - 1; i >= 0; i-- {
		if e := c.entries[i]; e.key == k && e.text == text {
			c.entries = append(append(c.entries[:i], c.entries[i+1:]...), e)
			return e.spans, true
		}
	}
	return nil, false
}

func (c *lru) put(k key, text string, spans []span) {
	if _, ok := c.get(k, text); ok {
		return
	}
	if len(c.entries) == remembered {
		c.entries = append(c.entries[:0], c.entries[1:]...)
	}
	c.entries = append(c.entries, entry{k, text, spans})
}
