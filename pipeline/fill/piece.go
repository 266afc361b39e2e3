package fill

import (
	"context"
	"strconv"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/tokens"
	"cutline/pipeline/facts"
)

// Kind is what a piece of the context is.
type Kind uint8

// The kinds. Overhead has no pieces: it is what the server reported and none explains.
const (
	System      Kind = iota // system messages, and instructions that the file tells
	Definitions             // of tools, where the file tells them
	Attached                // what the harness adds: memory files, reminders, skills
	Person                  // what somebody typed
	Injected                // user messages that nobody typed
	Summary                 // of an earlier compaction
	Words                   // of the assistant
	Thinking
	Calls   // arguments of tool calls
	Results // of tools
	Images
	Overhead
	kinds
)

// String is the kind as the JSON output spells it.
func (k Kind) String() string {
	return [...]string{"system", "tool-definitions", "attachments", "person", "injected", "summary", "assistant", "thinking", "tool-calls", "tool-results", "images", "overhead"}[k]
}

// Piece is one part of the context: a part of a message, or an attachment.
type Piece struct {
	Kind  Kind
	Row   int    // its message, -1 for an attachment
	Group string // the tool, or the type of an attachment; may be empty
	Name  string // the file of a call or result, or the name of an attachment; may be empty
	Chars int
	Est   int // estimated tokens
	Told  int // tokens that the file itself names, which need no estimate
	line  int
}

// several stands between the first file of a call that has more than one and their number.
const several = " +"

// Rough gives a piece for each message, from its row alone: an assistant's words, thoughts and
// calls are one piece, and no result has a file.
func Rough(s *model.Session) []Piece {
	out := make([]Piece, 0, len(s.Rows)+len(s.Attachments))
	for i := range s.Rows {
		out = append(out, rough(s, i))
	}
	return append(out, attachments(s)...)
}

func rough(s *model.Session, i int) Piece {
	r := &s.Rows[i]
	p := Piece{Kind: kindOf(r), Row: i, Chars: r.Chars, Est: r.Tokens}
	if p.Kind == Results {
		p.Group = r.Tool
	}
	return p
}

// kindOf is the kind of what a message says, whatever else is in it.
func kindOf(r *model.Row) Kind {
	switch r.Role {
	case model.System:
		return System
	case model.Assistant:
		return Words
	case model.Tool:
		return Results
	case model.User:
	}
	switch r.Origin {
	case model.Injected:
		return Injected
	case model.FromSummary:
		return Summary
	default:
		return Person
	}
}

// every is after how many messages the context is asked and progress is told.
const every = 64

// Read gives the pieces of a session, by reading each message once. The only error is that of
// ctx; a message that cannot be read is one piece, as its row has it. On is told how many
// messages are done and may be nil.
func Read(ctx context.Context, s *model.Session, on func(done int)) ([]Piece, error) {
	r := reader{s: s, files: map[string]string{}}
	for i := range s.Rows {
		if i%every == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if on != nil {
				on(i)
			}
		}
		m, err := s.Message(i)
		if err != nil {
			r.out = append(r.out, rough(s, i))
			continue
		}
		for _, p := range m.Parts {
			r.part(i, p)
		}
	}
	return append(r.out, attachments(s)...), ctx.Err()
}

// reader collects pieces. Files are those that a call names, by its id, until its result is there.
type reader struct {
	s     *model.Session
	files map[string]string
	out   []Piece
}

func (r *reader) part(row int, p model.Part) {
	q := Piece{Kind: kindOf(&r.s.Rows[row]), Row: row}
	switch p.Kind {
	case model.Thinking:
		q.Kind = Thinking
	case model.Call:
		q.Kind, q.Group, q.Name = Calls, strings.Clone(p.Name), r.file(p)
		if q.Name != "" {
			r.files[strings.Clone(p.ID)] = q.Name
		}
	case model.Result:
		q.Kind, q.Group, q.Name = Results, strings.Clone(p.Name), r.files[p.ID]
	default:
		if q.Kind == Results {
			q.Group = r.s.Rows[row].Tool
		}
	}
	measure.Texts(p, func(t string) {
		q.Chars += js.Units(t)
		q.Est += tokens.Estimate(t, tokens.O200k)
	})
	n := measure.Images(p)
	if n == 0 || q.Chars > 0 {
		r.out = append(r.out, q)
	}
	if n > 0 {
		r.out = append(r.out, Piece{Kind: Images, Row: row, Group: q.Group, Name: q.Name, Est: n * tokens.ImageTokens})
	}
}

// file is what a call works on: a path below the session's folder without that, and of several
// the first with the number of the others.
func (r *reader) file(p model.Part) string {
	paths := facts.Paths(p.Name, p.Args)
	if len(paths) == 0 {
		return ""
	}
	name := paths[0]
	if dir := strings.TrimSuffix(r.s.CWD, "/"); dir != "" {
		name = strings.TrimPrefix(name, dir+"/")
	}
	name = strings.Clone(name)
	if n := len(paths) - 1; n > 0 {
		name += several + strconv.Itoa(n)
	}
	return name
}
