package model

// EntryFlags are the facts about an entry that the search for a cut point needs.
type EntryFlags uint16

// The flags of an entry.
const (
	Speaks    EntryFlags = 1 << iota // it makes a message when it is in the context
	Weighs                           // its tokens count when a cut point is looked for
	Leads                            // the kept part may begin with it
	Opens                            // a turn begins with it
	Asks                             // a user's message: a cut there parts no turn
	Answers                          // a good answer, and Used says what the server counted
	Fails                            // an answer that failed or was aborted
	Overflows                        // it failed because the request was too long for the model
	Recounts                         // an earlier compaction that has a summary
)

// Entry is one record of a format whose compaction works on records instead of messages.
type Entry struct {
	ID        string
	Type      string
	FirstKept string // a compaction's: the id of the first entry that it kept
	Row       int    // the row it became, -1 when none
	Source    int    // its index in Session.Records
	Est       int    // tokens of its message as its agent estimates them
	Used      int    // Answers: tokens that the server counted, its own output included
	Over      int    // the largest context window, in tokens, that the request of this answer did not fit, as its numbers show; 0: they show nothing
	Flags     EntryFlags
}

// Is reports whether all flags in f are set.
func (e Entry) Is(f EntryFlags) bool { return e.Flags&f == f }
