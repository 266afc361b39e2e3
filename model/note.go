package model

// NoteKind says what a note is about.
type NoteKind uint8

// The kinds of notes.
const (
	NoteMode  NoteKind = iota // the mode that the agent works in; Name is the format's word for it, empty when a mode has ended
	NotePlan                  // the plan that is being carried out
	NoteSkill                 // the text of a loaded skill, called Name
)

// Note is a piece of live state that a format records beside the messages. A session has those
// that still hold, in the order in which they were written.
type Note struct {
	Kind NoteKind
	Name string
	Text string
	Row  int // the message behind which it stands, -1 when it stands before all
	Line int // physical line, from 1
}
