// Package prime reads and writes the session files of Prime Agent and of pi, from which it
// comes: an append-only tree of entries, one JSON object a line, in which a compaction is an
// entry like any other. Nothing is ever taken out of such a file, so a compacted session is
// a copy with one entry more.
package prime

import (
	"errors"

	"github.com/tidwall/gjson"
)

// Format is the stable name of the format.
const Format = "prime"

// version is the newest version of the file format that this package knows; later ones are
// left alone, as the agent leaves them.
const version = 3

// ErrNoHeader is the error of a file that does not begin with a session header. The agent
// would overwrite such a file when it opens it.
var ErrNoHeader = errors.New("not a session: its first record is no session header with an id")

// Looks scores the first objects of a JSON Lines file, from 0 to 100.
func Looks(objects [][]byte) int {
	const header, entries = 95, 50
	found := 0
	for i, o := range objects {
		v := gjson.ParseBytes(o)
		switch kind := v.Get("type").Str; {
		case kind == "session_start": // the header of another agent with the same entries
			return 0
		case kind == "session" && v.Get("id").Type == gjson.String:
			if i == 0 {
				return header
			}
			found++
		case kind == "message" && v.Get("parentId").Exists() && v.Get("id").Exists() && v.Get("message.role").Type == gjson.String:
			found++
		}
	}
	if 2*found > len(objects) {
		return entries
	}
	return 0
}

// IsRecord reports whether an object found inside a damaged line is a whole record, and not
// a block of a message: every record has a time as text, no block has.
func IsRecord(raw []byte) bool {
	v := gjson.ParseBytes(raw)
	return v.Get("type").Type == gjson.String && v.Get("timestamp").Type == gjson.String
}

// Value gives the bytes of a record that are its message: the message of a message entry,
// else the whole entry.
func Value(record []byte) []byte {
	if m := gjson.GetBytes(record, "message"); m.IsObject() && gjson.GetBytes(record, "type").Str == "message" {
		return record[m.Index : m.Index+len(m.Raw)]
	}
	return record
}

// file is an opened session file; it is what the writer remembers.
type file struct {
	entries  []entry // all records in order; the first is the header
	index    map[string]int
	leaf     int // the last entry, or the one that was asked for; 0 when there is none
	version  int
	migrated bool // an old file, brought up to date in memory
	damaged  int  // lines of which nothing could be read
	shared   map[string]usage
	path     []int // from the root to the leaf
}
