package model

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Input is a file to read: its bytes and their number at the moment it was opened. What an
// agent appends later is not part of it.
type Input struct {
	Path   string
	Reader io.ReaderAt
	Size   int64
	// Session names one of several sessions in the file; empty when nobody has chosen. A reader
	// of a format whose files can hold several gives a *SeveralError then, if there are.
	Session string
	// Leaf is the id of the record with which the wanted branch ends; empty for the one that
	// the agent would go on with.
	Leaf string
}

// ItemKind says what an item of a draft is.
type ItemKind uint8

// The kinds of items, in the order in which they stand in a draft.
const (
	KeptSystem ItemKind = iota
	KeptUserInfo
	NewSummary // the summary message, wrapper and re-injected state included
	KeptTail
	NewResult // a tool result that says that none was recorded, for a call of the tail
)

// Item is one message of a compacted session.
type Item struct {
	Kind ItemKind
	Row  int      // the source row, -1 for a new message
	Text string   // NewSummary: its text
	Part Part     // NewResult: the result
	Drop []string // KeptTail: ids of results that must go because their call is gone; if nothing is left the item is left out
	// Said asks a conversion for the message's own words alone, without its calls: see Message.Said.
	Said bool
	// Apart marks a message that is kept by itself: what stands between it and the end, or the rest
	// of the tail, is not kept.
	Apart bool
	// Mask is a text that stands for the output of its results; empty when they stay as they are.
	// The rest of the record stays.
	Mask string
}

// Draft is a compacted session before it is written: what reassembly yields and what a
// format's writer takes. It never holds the text of kept messages, only their rows.
type Draft struct {
	Items        []Item
	Summary      string // the summary alone, without wrapper and state
	State        string // the re-injected state, as it stands in the summary message
	Instructions string // what the person asked of this compaction, may be empty
	Trigger      string // manual
	TokensBefore int    // what the gauge showed before, 0 when unknown
	// FirstKept is the row from which on the tail goes to the end without a gap, -1 when there is none.
	FirstKept int
	// Files are what the summarized part touched, for a format that keeps such lists; nil when the
	// writer has to find them. The summary names them already.
	Files *Files
	// KeptEntry is the id of the entry at which it starts, for a format whose compaction names
	// one; it may be a setting before FirstKept. Empty: the record of FirstKept.
	KeptEntry string
}

// Files are paths that a session touched, each once, in order.
type Files struct {
	Read     []string // and not changed
	Modified []string
}

// PrimeOpening is the line by which Prime Agent's model recognises the summary of a compaction.
const PrimeOpening = "The conversation history before this point was compacted into the following summary:"

// Compacts reports whether the draft has a summary. Without one nothing is left out, and a writer
// gives a copy of the input under a new id: the same bytes, wherever the format can stand them.
func (d Draft) Compacts() bool {
	return slices.ContainsFunc(d.Items, func(it Item) bool { return it.Kind == NewSummary })
}

// ErrMask is the error of a format that cannot hold a result with another output.
var ErrMask = errors.New("the format keeps records as they are, so no output in them can give way to a marker")

// WriteOptions are the parts of the world that a writer needs, so that it stays pure.
type WriteOptions struct {
	NewID func() string // a fresh UUID
	Now   time.Time
	// Late is the input as it stands now, when it has grown since it was read.
	Late *Input
}

// Repair says why a message of the draft could not be kept as its record stands.
type Repair struct {
	Row    int    `json:"row"`
	Reason string `json:"reason"`
}

// Written is a compacted session in its format, not yet on a disk.
type Written struct {
	Rope    *Rope
	ID      string // the new session's id
	Name    string // default file name, without folder
	Resume  string // the agent's own command that resumes it, empty when it has none; ResumeFile in it stands for the file
	Repairs []Repair
	Carried int // records that were appended to the input meanwhile and are carried over
	Missed  int // records that were appended and could not be carried
	// Losses is what a conversion to another format could not take along or had to change, a
	// sentence each, with counts.
	Losses []string
	// Home is the folder in which the agent looks for the file, with ~ for the home folder; set
	// by a conversion, empty when any folder will do or the session does not tell.
	Home string
}

// ResumeFile stands in Written.Resume for the path of the file, where the agent asks for it.
const ResumeFile = "{file}"

// Command is the agent's own command that resumes the session once it lies at a path, which is
// quoted for a shell where it has to be.
func (w *Written) Command(path string) string {
	switch {
	case runtime.GOOS == "windows" && strings.ContainsAny(path, " &()^"):
		path = `"` + path + `"`
	case runtime.GOOS != "windows":
		path = ShellWord(path)
	}
	return strings.ReplaceAll(w.Resume, ResumeFile, path)
}
