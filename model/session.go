package model

import (
	"fmt"
	"io"
	"slices"
)

// Flags are the facts about a row that decisions need.
type Flags uint16

// The flags of a row.
const (
	HasText     Flags = 1 << iota // words other than white space
	HasThinking                   // reasoning, readable or redacted
	HasCall                       // at least one tool call
	HasResult                     // at least one tool result
	HasImage                      // at least one image, results included
	Failed                        // a failed tool result, or an API error in place of an answer
	Empty                         // no part
	Blank                         // a content, but nothing in it that is not white space; with Empty: an empty text or list
	Broken                        // see Message.Broken
	UserInfo                      // holds a <user_info>…</user_info> block
	Skill                         // holds the text of a skill: see Skills and SkillTool
	Split                         // one of several messages that share a record
)

// Row is one message of the live context, small and of fixed size. Sizes are chars.
type Row struct {
	ID       string // the record's id, empty when the format has none
	Label    string // the first words, at most LabelBytes, not cleaned for a terminal
	Tool     string // the tool of its first call or result
	Source   int    // first of its records in Session.Sources
	Sources  int    // how many records it is made of; 0 for a message that no record holds
	Line     int    // physical line of its first record, from 1; 0 when unknown
	Chars    int    // text of all parts, arguments as compact JSON; no labels, no image data
	Rendered int    // its transcript form (Message.Transcript)
	Said     int    // its transcript form with its text parts alone (Message.Said); 0 when it has none
	Query    int    // its <user_query> blocks joined by newlines; 0 when it has none
	Bytes    int    // UTF-8 bytes of its transcript form
	Tokens   int    // estimated tokens of all parts, images included
	Images   int    // image parts, results included
	Sub      int    // which message of its record this is, from 0
	Flags    Flags
	Role     Role
	Origin   Origin
	Kinds    uint8 // bit set of the kinds of its parts (1<<Kind)
}

// LabelBytes is how much of a message's beginning a row keeps for lists; a screen of 400
// cells shows no more, and rows must stay small.
const LabelBytes = 240

// Is reports whether all flags in f are set.
func (r Row) Is(f Flags) bool { return r.Flags&f == f }

// Typed reports whether a person wrote the message.
func (r Row) Typed() bool { return r.Role == User && r.Origin == Person }

// Source is where one record stands in the file.
type Source struct {
	Off  int64 // byte offset of the record's first byte
	Len  int64 // bytes, line end excluded
	Line int   // physical line, from 1; in a one-document file the line of its first byte
}

// Link is one tool call or tool result of the live context, in message order.
type Link struct {
	ID     string
	Name   string // the tool; for a result that of its call, empty when unknown
	Row    int
	Result bool
	// Peer is the row of the other half, -1 when there is none. A result that comes before
	// its call, or again, has Peer -1.
	Peer int
}

// Problem is a line, or a message, that could not be taken as it stands. The rest of the
// file is here.
type Problem struct {
	Line    int    `json:"line,omitempty"` // physical line, from 1; 0 when no line is to blame
	Kind    string `json:"kind"`           // stable: malformed, padding, encoding, surrogate, …
	Message string `json:"message"`        // one sentence
	// Unfinished is set on the problem of a last line that may still be being written.
	Unfinished bool `json:"-"`
	Whole      bool `json:"-"` // everything that stands on the line was read all the same
}

// Usage is what the server reported for the latest good answer after the last compaction.
type Usage struct {
	Known  bool
	Input  int // tokens of the request: see the reader of the format for what is added up
	Output int // tokens of that answer
	Cached int // the part of Input that came from a cache
	Row    int // the row of that answer, -1 when it is not in the live context
	Total  int // output tokens of the whole file, each answer once
}

// Truncation is the trigger of a compaction that writes no summary: the oldest messages are left out.
const Truncation = "truncation"

// Compaction is one compaction that the file records.
type Compaction struct {
	Line      int
	Trigger   string // auto, manual, …; empty when unknown
	Before    int    // tokens before, 0 when unknown
	After     int    // tokens after, 0 when unknown
	Kept      int    // messages that it kept word for word
	Missing   int    // kept messages that are not in this file
	Summary   int    // row of its summary in the live context, -1 when it is not there
	Micro     bool   // only old tool results were blanked
	SavedToks int    // Micro: tokens saved
}

// ToolDefinition is the type of an attachment that is the definition of a tool, or of all tools
// together.
const ToolDefinition = "tool-definition"

// Attachment is context that the agent's harness adds to the prompt and that is no message.
type Attachment struct {
	Line   int
	Type   string
	Name   string // file or similar, may be empty
	Chars  int
	Tokens int // as the file itself says, 0 when it does not
}

// Todo is one entry of the session's own todo list as it stands last.
type Todo struct {
	ID     string
	Text   string
	Status string // pending, in_progress, completed, cancelled, or what the tool says
}

// Session is an opened session. The zero value is an empty one.
type Session struct {
	Format  string // stable name of the format: claude-code, chat, prime, …
	Dialect string // what the format's writer needs to know of its variant, may be empty
	Path    string

	ID, Title, CWD, Model, AgentVersion string

	Window int // context window in tokens that the file itself names, 0 when it does not

	Lines int
	Bytes int64 // of its text
	// Packed says how the file is stored when that is not as its text: zstd, gzip, utf-16, several
	// with commas between, the outermost first. Then the text is a copy, and Stored are the bytes
	// of the file.
	Packed string
	Stored int64
	// Approx is set when sizes are worked out from samples and not every line was checked: the
	// whole has still to be read.
	Approx bool

	Rows       []Row // the live context, in order
	Sources    []Source
	Links      []Link
	Entries    []Entry // the active path of a format with a tree of entries
	Records    []Source
	Earlier    int // messages that stand before the last compaction
	Branches   int // abandoned branches
	BranchRows int // messages on them
	// Leaves are the ends of all branches, in file order; nil when the reader of the format
	// does not look for them. One of them is active.
	Leaves      []Leaf
	Sidechains  int // messages of sub-agents
	Unknown     int // records of a type that no reader knows
	Compactions []Compaction
	// History is every message of the file, and Replacements says what each compaction made
	// of it; both are nil when the format's reader knows no more than the live context.
	History      []Point
	Replacements []Replacement
	Attachments  []Attachment
	Usage        Usage
	Todos        []Todo
	TodosFrom    int    // row of the call that wrote the todo list last, -1 when there is none in the live context
	Notes        []Note // live state that stands beside the messages
	Problems     []Problem

	// Reader gives the file's bytes; Decoder turns records into messages. Both are set by
	// the format's reader.
	Reader io.ReaderAt
	// Copied says that the Reader gives a copy in memory, which has another form than the file, be
	// it a database or one of many files: offsets, lines and sizes are those of the copy.
	Copied  bool
	Decoder Decoder
	// State is what the format's writer wants to remember from reading; nobody else looks.
	State any
}

// OnDisk is how many bytes the file had when it was read.
func (s *Session) OnDisk() int64 {
	if s.Packed != "" {
		return s.Stored
	}
	return s.Bytes
}

// Decoder turns the records of one message into that message.
type Decoder interface {
	// Decode gets the records of a row, in order, and which of their messages is meant.
	Decode(records [][]byte, row Row) (Message, error)
}

// Raw reads the records of message i as they stand in the file.
func (s *Session) Raw(i int) ([][]byte, error) {
	if i < 0 || i >= len(s.Rows) {
		return nil, fmt.Errorf("message %d of %d", i, len(s.Rows))
	}
	row := s.Rows[i]
	out := make([][]byte, 0, row.Sources)
	for _, src := range s.Sources[row.Source : row.Source+row.Sources] {
		b, err := ReadSource(s.Reader, src)
		if err != nil {
			return nil, fmt.Errorf("read message %d at line %d: %w", i, src.Line, err)
		}
		out = append(out, b)
	}
	return out, nil
}

// ReadSource reads the bytes of one record.
func ReadSource(r io.ReaderAt, src Source) ([]byte, error) {
	b := make([]byte, src.Len)
	n, err := r.ReadAt(b, src.Off)
	if n == len(b) {
		return b, nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, err
}

// Message decodes message i. It reads the file; results carry the name of their call.
func (s *Session) Message(i int) (Message, error) {
	raw, err := s.Raw(i)
	if err != nil {
		return Message{}, err
	}
	m, err := s.Decoder.Decode(raw, s.Rows[i])
	if err != nil {
		return Message{}, fmt.Errorf("decode message %d at line %d: %w", i, s.Rows[i].Line, err)
	}
	m.Role, m.Origin = s.Rows[i].Role, s.Rows[i].Origin
	links := s.LinksOf(i)
	for p := range m.Parts {
		if kind := m.Parts[p].Kind; len(links) > 0 && (kind == Call || kind == Result) {
			m.Parts[p].Name, links = links[0].Name, links[1:]
		}
	}
	return m, nil
}

// LinksOf are the calls and results of message i, in the order of its parts.
func (s *Session) LinksOf(i int) []Link {
	lo, _ := slices.BinarySearchFunc(s.Links, i, func(l Link, row int) int { return l.Row - row })
	hi := lo
	for hi < len(s.Links) && s.Links[hi].Row == i {
		hi++
	}
	return s.Links[lo:hi]
}

// Turns counts the messages that a person wrote. Summaries and injected messages never count.
func (s *Session) Turns() int {
	n := 0
	for i := range s.Rows {
		if s.Rows[i].Typed() {
			n++
		}
	}
	return n
}
