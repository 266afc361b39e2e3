package summarize

import "time"

// Params are the numbers of this stage that a person can turn.
type Params struct {
	Rule     string        // OneRequest or SplitTurn; empty is OneRequest
	Attempts int           // on each rung at most, the first one included
	Silence  time.Duration // how long a server may send nothing; how long it takes in all has no limit
	Count    bool          // the server counts the prompt before it is asked, and gets it for that
	Stream   bool          // the answer comes as it is written
}

// The rules. OneRequest: one reader gets all that is summarized. SplitTurn is Prime Agent's: the
// history and the beginning of a turn that is cut are two requests, and the answers are joined.
const (
	OneRequest = "one-request"
	SplitTurn  = "split-turn"
)

// Limits of Params. A model that thinks may be silent for a minute and more; whoever waits longer
// than ten minutes for a sign of life waits for nothing.
const (
	MinAttempts = 1
	MaxAttempts = 10
	MinSilence  = time.Second
	MaxSilence  = 10 * time.Minute
)

// Defaults are the parameters when nobody has turned one.
func Defaults() Params {
	return Params{Rule: OneRequest, Attempts: Attempts, Silence: 2 * time.Minute, Stream: true}
}
