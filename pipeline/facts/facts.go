// Package facts is what the messages of a session prove, without a model: what a person asked
// for and forbade, which files were touched and how, what failed and what followed, which
// commands, names, numbers and links occur. Every fact says where it stands. The local
// summarizer writes its sections from facts, and a score of what a summary kept counts them.
//
// Nothing here guesses: a fact is quoted or counted. What the words of agents, tools and
// languages look like is data (the files in data/).
package facts

import (
	"context"
	"unicode/utf8"

	"cutline/model"
	"cutline/pipeline/slim"
)

// Class is the kind of a fact.
type Class uint8

// The nine classes.
const (
	Constraint Class = iota // a sentence of a person that demands or forbids
	Ask                     // the words of a person's turn
	File                    // a file that a call named
	State                   // a todo that is not done
	Error                   // a failed call
	Identifier              // a name from code
	Number                  // a version, port, hash, issue or measure
	Command                 // a shell command
	Link                    // a URL
)

// String is the class in a word.
func (c Class) String() string {
	return [...]string{"constraint", "ask", "file", "state", "error", "identifier", "number", "command", "link"}[c]
}

// Span is a piece of a part's text in bytes, end excluded. The zero span means that the fact
// stands nowhere as text, because it was read from the arguments of a call.
type Span struct{ Start, End int }

// Fact is one thing that the messages prove.
type Fact struct {
	Class    Class
	Text     string     // as it stands in the message
	Key      string     // normalised: equal keys of a class are one fact
	Row      int        // the message in which it stands first
	Part     int        // the part of that message
	Span     Span       // in that part's text, or in its output text for a result
	Last     int        // the message in which it stands last
	Mentions int        // how often it occurs
	Role     model.Role // the weightiest speaker: User (a person), Assistant, Tool
}

// Authority is how much the speaker of a fact weighs: what a person said binds, what a tool
// printed is only evidence.
func (f Fact) Authority() float64 {
	switch f.Role {
	case model.User:
		return 3
	case model.Assistant:
		return 1.5
	default:
		return 1
	}
}

// Rule is a constraint of a person.
type Rule struct {
	Fact
	Cue      string // the word that makes it one
	Negative bool   // it forbids
}

// FileUse is what was done to one file. The counts are calls that succeeded.
type FileUse struct {
	Fact
	Read, Searched, Edited, Written, Created, Deleted int
	Failed                                            int // calls that failed
	Open                                              int // calls without a result
	Changed                                           int // message of the last change, -1 when it was not changed
	Head                                              string
}

// Clipped reports whether Head may be cut in the middle of a word.
func (u *FileUse) Clipped() bool { return len(u.Head) > headBytes-utf8.UTFMax }

// Failure is a failed call and what followed.
type Failure struct {
	Fact
	Tool    string
	Subject string // what the call was about: a path, a command
	Code    string // an error code that stands in the line, may be empty
	FixedAt int    // message of the next good result of the same call, -1 when there is none
	Between []string
}

// Outcome is how a call ended.
type Outcome uint8

// The outcomes of a call.
const (
	NoResult Outcome = iota
	Succeeded
	Faulty
)

// Call is one tool call and its outcome.
type Call struct {
	Row     int
	Tool    string
	Subject string
	Outcome Outcome
	Line    string // Faulty: the distinctive line
}

// Facts are all facts of a list of messages. Facts of a class stand in the order in which
// they occur first; identifiers, numbers and links stand by weight.
type Facts struct {
	Constraints []Rule
	Asks        []Fact // every turn, equal ones too
	Files       []FileUse
	Errors      []Failure
	Commands    []Fact
	Identifiers []Fact
	Numbers     []Fact
	Links       []Fact
	Conclusions []Fact // the last words of the assistant before each turn of a person
	Narration   Fact   // its last words at all; Mentions is 0 when there are none
	Calls       []Call
	Programs    []Fact // the programs that were run, with how often; Text is the name
	Unread      int    // messages that could not be read
}

// every is after how many messages the context is asked and progress is told.
const every = 64

// Collect reads the messages of a list, in order, once. The only error is that of ctx; a
// message that cannot be read is skipped and counted. On is told how many messages are done
// and may be nil.
func Collect(ctx context.Context, src slim.Source, rows []model.Row, list []int, on func(done int)) (Facts, error) {
	c := newCollector()
	for k, i := range list {
		if k%every == 0 {
			if err := ctx.Err(); err != nil {
				return Facts{}, err
			}
			if on != nil && k > 0 {
				on(k)
			}
		}
		m, err := src.Message(i)
		if err != nil {
			c.out.Unread++
			continue
		}
		m.Role, m.Origin = rows[i].Role, rows[i].Origin
		c.message(i, m)
	}
	if err := ctx.Err(); err != nil {
		return Facts{}, err
	}
	if on != nil {
		on(len(list))
	}
	return c.finish(), nil
}

// Unfinished gives the todos that are not done as facts; row is the message that wrote the
// list, -1 when it is not known.
func Unfinished(todos []model.Todo, row int) []Fact {
	out := make([]Fact, 0, len(todos))
	for _, t := range todos {
		switch t.Status {
		case "completed", "done", "cancelled", "canceled", "deleted", "removed":
			continue
		}
		if t.Status == "" {
			t.Status = "pending"
		}
		text := fold(t.Text)
		if text == "" {
			continue
		}
		out = append(out, Fact{
			Class: State, Text: "[" + t.Status + "] " + text, Key: normal(text), Row: row, Last: row, Mentions: 1, Role: model.Assistant,
		})
	}
	return out
}
