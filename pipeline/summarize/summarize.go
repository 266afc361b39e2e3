// Package summarize is stage 5: one attempt on one rung of the ladder of summarizers. The
// ladder itself, which rung comes next and with which budget, is the pipeline's.
package summarize

import (
	"context"
	"time"

	"cutline/model"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
)

// The rungs of the ladder, best first. File and Editor are texts that a person gave; Note is a line
// about what was left out, and Slimmed what stage 4 made of the messages.
const (
	Self        = "self"
	External    = "external"
	Local       = "local"
	Placeholder = "placeholder"
	File        = "file"
	Editor      = "editor"
	Note        = "note"
	Slimmed     = "slim"
)

// Info is what a plan may know of a summarizer.
type Info struct {
	Rung   string
	Vendor string // who made the model, empty for local and when unknown
	Model  string
	Host   string // where its requests go; empty for local
	Window int    // tokens, 0 when unknown
}

// Asks reports whether a rung asks a model; the others are rules, and what they write is their own.
func Asks(rung string) bool { return rung == Self || rung == External }

// Request is what a summarizer gets: which messages, what of them it may read, and the
// facts that no text shows.
type Request struct {
	Source       slim.Source
	Rows         []model.Row
	Links        []model.Link
	List         []int // the summarized messages, in order
	Tail         []int // what stays word for word after them
	Masked       []int // messages of the tail whose outputs give way to a marker
	Slim         slim.Output
	Params       slim.Params
	Todos        []model.Todo
	Instructions string // what the person asked of this compaction
	CWD          string // the session's working directory, to shorten paths; may be empty
	Family       string // of prompts
	Shorter      bool   // the last answer was cut at its limit: ask for a shorter one
	Room         bool   // let the answer be longer than usual
	Strip        bool   // take control characters other than line breaks and tabs out
	Job          Job    // which of several requests of one attempt it is
	Also         []int  // messages of the other requests of the attempt: their secrets are secret here too
}

// The kinds of jobs.
const (
	History = "history" // all that is summarized, but for the beginning of a turn that is cut
	Prefix  = "prefix"  // that beginning
)

// Job is one request of an attempt whose strategy makes several. The zero job is the only one.
type Job struct {
	Kind     string
	Previous string // the summary of an earlier compaction, which the answer carries on; for History
	Output   int    // most tokens of the answer; 0: what the server takes
	// AsIs: nothing of a message is changed so that it cannot pass for something else, and whatever
	// is answered is taken, as by the original. Secrets are taken out all the same.
	AsIs bool
}

// Answer is a summary and what it took.
type Answer struct {
	Text         string
	Model        string // that answered, as its server names it; may be empty
	InputTokens  int    // as the server reported them, 0 when it did not
	OutputTokens int
	Native       bool   // the server's own compaction wrote it, not a prompt
	Note         string // what came between, one sentence, such as a way that was tried before
}

// Progress says how far an attempt is.
type Progress struct {
	Rung string
	Done int // messages read, or chars received
	Of   int // 0 when unknown
	// Text is all of the answer so far. After a failure it is empty again: what came of another
	// attempt is not part of this one.
	Text  string
	Try   int             // which attempt on this rung, from 1
	Tries int             // how many there will be at most
	Until time.Time       // the next attempt begins then; zero when nothing is waited for
	Why   string          // what it waits for, one sentence
	Model string          // that is asked, empty for local
	Tried []trace.Attempt // that the run has behind it, on all rungs
}

// Summarizer is one rung.
type Summarizer interface {
	Info() Info
	// Summarize gives a summary. The only error that ends a run is that of ctx; a *Failure says
	// whether another attempt makes sense, any other error is a Failure of kind Other.
	Summarize(ctx context.Context, req Request, on func(Progress)) (Answer, error)
}
