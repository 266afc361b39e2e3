// Package bench makes sessions of any size, so that reading, counting and planning can be
// measured on what the largest real sessions look like without keeping one. Only tests and
// benchmarks import it.
package bench

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
)

// What is said by hand of a session of Claude Code.
const (
	exchanges     = 11      // calls with their results for each prompt, the mean of real sessions
	thinks        = 0.5     // share of the calls before which there is reasoning
	talks         = 0.38    // share of the calls before which there are words
	bytesPerToken = 4       // of the tokens that usage reports
	maxTokens     = 180_000 // reported at most; the agent would compact here
	maxPause      = 40_000  // ms between two records
	closing       = 4_000   // bytes; with less to go a session ends
)

// began is the time of the first record; no clock is asked, so that a seed means one session.
var began = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// Claude writes a session of Claude Code in JSON Lines: prompts of a person, reasoning, words,
// tool calls and their results, all in one chain without a compaction. It is size bytes
// long, up to 8 KB more or less; the least is one short exchange. The same size and seed
// give the same bytes. The sizes of its lines are in Quantiles; see GiantEvery for the longest.
func Claude(w io.Writer, size int64, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // repeatable, not secret
	s := session{out: bufio.NewWriterSize(w, 1<<20), size: size, rng: rng, text: newText(rng), at: began}
	s.id = s.uuid()
	for s.turn() {
	}
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write a session of %d bytes: %w", size, err)
	}
	return nil
}

// session is one that is being written.
type session struct {
	out    *bufio.Writer // remembers the first error, which Flush returns
	size   int64         // wanted
	n      int64         // bytes so far
	giants int64         // so far
	id     string
	last   string // uuid of the record before, the parent of the next
	rng    *rand.Rand
	text   *text
	at     time.Time
	line   []byte // reused
}

// turn writes a prompt and all that follows from it, and reports whether there is room for more.
func (s *session) turn() bool {
	s.prompt()
	s.snapshot()
	for n := 1 + s.rng.IntN(2*exchanges-1); n > 0 && s.left() > closing; n-- {
		if s.rng.Float64() < thinks {
			s.thinking()
		}
		if s.rng.Float64() < talks {
			s.words()
		}
		s.exchange()
	}
	s.words()
	return s.left() > closing
}

func (s *session) left() int64 { return s.size - s.n }

// put ends the line and writes it.
func (s *session) put() {
	s.line = append(s.line, '\n')
	_, _ = s.out.Write(s.line) // Flush tells of it
	s.n += int64(len(s.line))
}

// uuid is a random one of version 4.
func (s *session) uuid() string {
	a, b := s.rng.Uint64(), s.rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>52, b&(1<<48-1))
}

// time is that of the next record, a little after the one before.
func (s *session) time() string {
	s.at = s.at.Add(time.Duration(1+s.rng.IntN(maxPause)) * time.Millisecond)
	return s.at.Format("2006-01-02T15:04:05.000Z")
}
