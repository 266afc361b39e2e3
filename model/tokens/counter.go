package tokens

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

// Counter counts the tokens of texts exactly, in time linear in their length whatever they
// hold. It is safe for concurrent use.
type Counter struct {
	enc   Encoding
	split splitter
	vocab *vocabulary
}

// New gives the counter of an encoding. The first call for an encoding unpacks the
// vocabulary that is embedded in the program (some 100 ms and 10 MB); later ones are free.
// Nothing is ever fetched.
func New(enc Encoding) (*Counter, error) {
	switch enc {
	case O200k:
		return loadO200k()
	case Cl100k:
		return loadCl100k()
	default:
		return nil, fmt.Errorf("tokens: no encoding %d", enc)
	}
}

var (
	loadO200k  = sync.OnceValues(func() (*Counter, error) { return load(O200k) })
	loadCl100k = sync.OnceValues(func() (*Counter, error) { return load(Cl100k) })
)

func load(enc Encoding) (*Counter, error) {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(enc.String() + ".tiktoken")
	if err != nil {
		return nil, fmt.Errorf("tokens: vocabulary of %s: %w", enc, err)
	}
	return &Counter{enc: enc, split: splitter{classes: classesOf(), enc: enc}, vocab: newVocabulary(ranks)}, nil
}

// Count is the number of tokens of s. Special tokens are read as ordinary text, and a byte
// that is no UTF-8 as U+FFFD.
func (c *Counter) Count(s string) int {
	n, _ := c.CountContext(context.Background(), s) // the only error is that of a context
	return n
}

// CountContext is Count for texts that may be long: it stops with the error of ctx within
// 64 KB of work after ctx is done.
func (c *Counter) CountContext(ctx context.Context, s string) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if !utf8.ValidString(s) {
		s = valid(s)
	}
	w := getWork(ctx)
	defer w.release()
	total := 0
	for i := 0; i < len(s); {
		end := c.split.next(s, i)
		n, err := c.vocab.count(s[i:end], w)
		if err != nil {
			return 0, err
		}
		if err := w.spend(end - i); err != nil {
			return 0, err
		}
		total += n
		i = end
	}
	return total, nil
}

// valid puts U+FFFD for every byte that is no UTF-8.
func valid(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}
