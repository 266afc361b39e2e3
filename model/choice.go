package model

import (
	"fmt"
	"time"
)

// Brief is one of several sessions in a file, as much as a list of them shows.
type Brief struct {
	ID       string
	Title    string // what it is called, else its first words; not cleaned for a terminal
	Parent   string // id of the session that started it, for one of a sub-agent
	Dir      string // the folder that its agent was started in, empty when unknown
	Messages int    // 0 when unknown
	Updated  time.Time
}

// SeveralError is the error of reading a file with several sessions of which none was chosen.
type SeveralError struct {
	Format   string  // stable name of the format
	Sessions []Brief // at least two, newest first, or in file order
}

// Error says how many there are.
func (e *SeveralError) Error() string {
	return fmt.Sprintf("the file holds %d sessions", len(e.Sessions))
}

// NotHereError is the error of asking for a session or a branch that the file does not hold.
type NotHereError struct {
	What string // "session" or "branch"
	ID   string
	Has  []string // ids of those that it holds; may be empty
}

// Error names what is not there, and a few of those that are.
func (e *NotHereError) Error() string {
	const some = 5
	has := ""
	for i, id := range e.Has {
		switch {
		case i == some:
			return fmt.Sprintf("it holds no %s %q, only%s and %d more", e.What, e.ID, has, len(e.Has)-some)
		case i > 0:
			has += ","
		}
		has += fmt.Sprintf(" %q", id)
	}
	if has == "" {
		return fmt.Sprintf("it holds no %s %q", e.What, e.ID)
	}
	return fmt.Sprintf("it holds no %s %q, only%s", e.What, e.ID, has)
}

// Leaf is the end of one branch of a session that is a tree.
type Leaf struct {
	ID       string
	Line     int
	Messages int    // on the whole way to it
	Own      int    // of those, the ones that are on no other branch
	Label    string // first words of the first of its own messages, not cleaned for a terminal
	Active   bool   // the one that is shown
}
