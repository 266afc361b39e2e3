// Package code colours source text. Lexers can be slow without limit on some
// inputs and cannot be stopped inside a step, so this package feeds them small
// pieces, one caller at a time, and answers with plain text when the caller's
// time is over. It stands apart from render because linking the lexers costs
// the program about 10 ms at every start.
package code

import (
	"context"
	"sync"
	"time"

	"cutline/render/theme"
)

const (
	patience = 150 * time.Millisecond // for a caller without a deadline of its own
	maxText  = 64 << 10               // bytes that are coloured; a screen shows less than 16 KB
)

// Request is a text to colour.
type Request struct {
	Text  string // clean; usually what the screen shows of a longer text
	Lang  string // a lexer's name or alias, as Language returns it; "" means none
	Theme *theme.Theme
}

// Highlighter colours texts and remembers the latest results. Its methods may
// be called by several goroutines; the zero value is ready. Call Highlight
// outside the loop that draws: it can take as long as its context allows.
type Highlighter struct {
	mu    sync.Mutex
	cache lru

	once sync.Once
	turn chan struct{} // holds a token while a lexer works
}

// Highlight colours a text. The visible characters of the result are those of
// the text. When there is no lexer, the lexer fails, or ctx (150 ms if it has no
// deadline) ends first, the rest of the text, or all of it, is plain.
func (h *Highlighter) Highlight(ctx context.Context, req Request) Painted {
	if done, ok := h.Cached(req); ok {
		return done
	}
	plain := Painted{text: req.Text, inks: &req.Theme.Code}
	lexer := lexerOf(req.Lang)
	if lexer == nil {
		return plain
	}
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	h.once.Do(func() { h.turn = make(chan struct{}, 1) })
	select {
	case h.turn <- struct{}{}:
	case <-ctx.Done(): // an earlier text still holds the lexer
		return plain
	}
	result := make(chan []span, 1)
	go func() {
		defer func() { <-h.turn }()
		start := time.Now()
		spans, complete := paint(ctx, lexer, req.Text)
		if complete || time.Since(start) >= patience { // what was slow once stays slow: keep what there is
			h.remember(req, spans)
		}
		result <- spans
	}()
	select {
	case plain.spans = <-result:
	case <-ctx.Done():
	}
	return plain
}

// Cached returns the result for a request if it is there already. It never waits.
func (h *Highlighter) Cached(req Request) (Painted, bool) {
	if req.Lang == "" {
		return Painted{text: req.Text, inks: &req.Theme.Code}, true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	spans, ok := h.cache.get(keyOf(req), req.Text)
	return Painted{text: req.Text, spans: spans, inks: &req.Theme.Code}, ok
}

func (h *Highlighter) remember(req Request, spans []span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cache.put(keyOf(req), req.Text, spans)
}
