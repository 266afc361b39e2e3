package summarize

import (
	"fmt"
	"time"

	"cutline/pipeline/slim"
)

const (
	// Attempts is how often one rung is tried at most when nobody says otherwise; from later public builds of the desktop
	// agent whose stages we follow.
	Attempts = 3
	// firstWait is the wait before the second attempt when the server names none; it doubles.
	firstWait = 2 * time.Second
	// MaxWait is the longest that a server may make a person wait; what asks for more is no help now.
	MaxWait = 60 * time.Second
	// silences is how often a server may stay silent: each costs all of --timeout.
	silences = 2
)

// Past is what was tried on this rung before the decision.
type Past struct {
	Rung     string
	Tries    int  // attempts made, the failed one included
	Most     int  // attempts that there may be; 0: Attempts
	Budget   int  // chars of the first attempt, suffix included
	Chars    int  // chars of the prompt that failed
	Suffix   int  // chars of it outside the messages
	Valved   bool // valve 1 was forced already
	Shorter  bool // a shorter answer was asked for already
	Silences int  // how often the server stayed silent, this time included
}

// Step is what follows a failed attempt.
type Step struct {
	Again   bool          // on the same rung
	Wait    time.Duration // before it
	Shorter bool          // ask for a shorter answer
	Room    bool          // let the answer be longer
	Valve   bool          // leave tool noise out, whatever the budget
	Budget  int           // chars that the next prompt may have; 0: as before
	Strip   bool          // take control characters out
	Why     string        // what is done and why, one sentence
}

// next says what helps against each kind of failure. A kind that has no row is not tried again.
var next = map[Kind]func(*Failure, Past) Step{
	OutputLimit:     shorter,
	InputTokens:     smaller,
	InputSize:       smaller,
	RateLimited:     wait,
	Overloaded:      wait,
	Unavailable:     wait,
	Network:         wait,
	TruncatedStream: wait,
	Other:           wait,
	Silent:          atOnce,
	Empty:           atOnce,
	NoSummary:       atOnce,
}

// Next says what follows a failure: another attempt on the same rung, or the next rung.
func (f *Failure) Next(p Past) Step {
	most := p.Most
	if most <= 0 {
		most = Attempts
	}
	help, ok := next[f.Kind]
	switch {
	case !ok:
		return Step{Why: "trying again would not help"}
	case f.Final:
		return Step{Why: "the server says that trying again does not help"}
	case p.Tries >= most:
		return Step{Why: fmt.Sprintf("%d of %d attempts are used up", p.Tries, most)}
	}
	p.Most = most
	return help(f, p)
}

// wait is for what passes by itself.
func wait(f *Failure, p Past) Step {
	d, from := min(firstWait<<min(p.Tries-1, 10), MaxWait), "it doubles with each attempt"
	if f.Wait > 0 {
		d, from = f.Wait, "the server asks for it"
	}
	if d > MaxWait {
		return Step{Why: fmt.Sprintf("the server asks to wait %s, and more than %s is not waited for", d.Round(time.Second), MaxWait)}
	}
	return Step{Again: true, Wait: d, Why: fmt.Sprintf("wait %s: %s", d, from)}
}

// atOnce is for answers that may be better the next time.
func atOnce(f *Failure, p Past) Step {
	if f.Kind == Silent && p.Silences >= silences {
		return Step{Why: fmt.Sprintf("it stayed silent %d times", p.Silences)}
	}
	return Step{Again: true, Why: "ask again at once"}
}

// shorter is for an answer that was cut. Reasoning that used up all room needs more of it, words
// need to be fewer.
func shorter(f *Failure, p Past) Step {
	step := Step{Again: true, Shorter: true, Why: "ask for a shorter answer"}
	if b := max(slim.MinBudget, p.Budget/(p.Tries+1)); b < p.Chars {
		step.Budget = b
		step.Why += fmt.Sprintf(", and give it at most %d chars to read", b)
	}
	if f.Thought {
		step.Room = true
		step.Why += ", with more room: the model used it up thinking"
	}
	return step
}

// smaller is for a prompt that was too long. A model that replays its session leaves tool noise
// out once; one that reads a transcript gets less of it.
func smaller(f *Failure, p Past) Step {
	if p.Rung == Self {
		if p.Valved {
			return Step{Why: "tool noise is left out already"}
		}
		return Step{Again: true, Valve: true, Why: "leave tool noise out"}
	}
	content := p.Chars - p.Suffix
	b := min(max(slim.MinBudget, p.Budget/(p.Tries+1)), p.Chars*3/4)
	if f.Size > f.Limit && f.Limit > 0 { // the server named both: nothing has to be guessed
		b = min(b, int(0.95*float64(p.Chars)*float64(f.Limit)/float64(f.Size)))
	}
	if p.Suffix > content { // the prompt's own words are most of it
		b = p.Suffix + content*3/4
	}
	if b >= p.Chars || content <= 0 {
		return Step{Why: "the prompt cannot be made smaller"}
	}
	return Step{Again: true, Budget: b, Strip: p.Tries == p.Most-1, Why: fmt.Sprintf("%d chars instead of %d", b, p.Chars)}
}
