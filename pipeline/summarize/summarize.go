// Package summarize is stage 5: one attempt on one rung of the ladder of summarizers. The
// ladder itself, which rung comes next and with which budget, is the pipeline's.
package summarize

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/pipeline/slim"
)

// The rungs of the ladder, best first. File and Editor are texts that a person gave.
const (
	Self        = "self"
	External    = "external"
	Local       = "local"
	Placeholder = "placeholder"
	File        = "file"
	Editor      = "editor"
)

// Info is what a plan may know of a summarizer.
type Info struct {
	Rung   string
	Vendor string // empty for local
	Model  string
	Window int // tokens, 0 when unknown
	Suffix int // chars of its request outside messages, separators and preamble
}

// Request is what a summarizer gets: which messages, what of them it may read, and the
// facts that no text shows.
type Request struct {
	Source       slim.Source
	Rows         []model.Row
	Links        []model.Link
	List         []int // the summarized messages, in order
	Tail         []int // what stays word for word after them
	Slim         slim.Output
	Params       slim.Params
	Todos        []model.Todo
	Instructions string // what the person asked of this compaction
	CWD          string // the session's working directory, to shorten paths; may be empty
}

// Progress says how far an attempt is.
type Progress struct {
	Rung string
	Done int // messages read, or chars received
	Of   int // 0 when unknown
	Text string
}

// Summarizer is one rung.
type Summarizer interface {
	Info() Info
	// Summarize gives the text of a summary. The only error that ends a run is that of ctx.
	Summarize(ctx context.Context, req Request, on func(Progress)) (string, error)
}

// The kinds of errors of an attempt that every rung shares.
var (
	ErrEmpty       = errors.New("EmptyContent")      // no text, or no letter in it
	ErrCannotSlim  = errors.New(slim.CannotTruncate) // nothing fits the budget
	ErrUnreachable = errors.New("Unavailable")
)

var (
	leadingAnalysis  = regexp.MustCompile(`(?s)^\s*<analysis>.*?</analysis>\s*`)
	trailingAnalysis = regexp.MustCompile(`(?s)\s*<analysis>.*?</analysis>\s*$`)
)

// Clean takes the scratchpad and the tags off an answer: a leading or trailing <analysis>
// block goes, the body is what stands between the first <summary> and the last </summary>,
// else the trimmed text. An answer without a letter is ErrEmpty.
func Clean(answer string) (string, error) {
	s := leadingAnalysis.ReplaceAllString(answer, "")
	s = trailingAnalysis.ReplaceAllString(s, "")
	if i, j := strings.Index(s, "<summary>"), strings.LastIndex(s, "</summary>"); i >= 0 && j > i {
		s = s[i+len("<summary>") : j]
	}
	s = strings.TrimSpace(s)
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return "", ErrEmpty
	}
	return s, nil
}

// frames are the tags of our own frames. Text that holds one could close the frame it
// stands in, and what follows would pass for ours.
var frames = regexp.MustCompile(`(?i)<(/?)(conversation_summary|summary|todo_update|carried_results|analysis|conversation|previous-summary|user-instructions)>`)

// Neutralize makes the tags of our own frames harmless inside quoted text: the angle
// brackets become square ones.
func Neutralize(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	return frames.ReplaceAllString(s, "[$1$2]")
}
