package model

import (
	"fmt"
	"slices"
	"strings"
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
	Used     int    // tokens of the last request, as far as they can be told without reading the session; 0 when unknown
	Model    string // that answered last, empty when unknown
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

// PickLeaf finds the branch that ends with a record by its id, or by a beginning of it that no
// other one of the ids has. The error is a *NotHereError or says that there are several.
func PickLeaf(ids []string, id string) (int, error) {
	if i := slices.Index(ids, id); i >= 0 && id != "" {
		return i, nil
	}
	found, has := -1, make([]string, 0, len(ids))
	for i, full := range ids {
		switch {
		case full == "":
			continue
		case !strings.HasPrefix(full, id):
		case found >= 0:
			return 0, fmt.Errorf("several branches end with a record whose id begins with %q: %q and %q are two of them; give more of it", id, ids[found], full)
		default:
			found = i
		}
		has = append(has, full)
	}
	if found < 0 {
		return 0, &NotHereError{What: "branch", ID: id, Has: has}
	}
	return found, nil
}

// shortID is how much of an id a person is shown at least.
const shortID = 8

// ShortIDs are beginnings of ids that still tell them apart, for PickLeaf.
func ShortIDs(ids []string) []string {
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(ids[a], ids[b]) })
	need := make([]int, len(ids))
	for k := 1; k < len(order); k++ {
		a, b := ids[order[k-1]], ids[order[k]]
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		need[order[k-1]], need[order[k]] = max(need[order[k-1]], n+1), n+1
	}
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id[:min(len(id), max(shortID, need[i]))]
	}
	return out
}

// ActiveLeaf is which of the branches is shown, -1 when none is known.
func (s *Session) ActiveLeaf() int {
	return slices.IndexFunc(s.Leaves, func(l Leaf) bool { return l.Active })
}

// LeafIDs are the ids of the branch ends, short ones for a person.
func (s *Session) LeafIDs() []string {
	ids := make([]string, len(s.Leaves))
	for i, l := range s.Leaves {
		ids[i] = l.ID
	}
	return ShortIDs(ids)
}

// Leaf is the end of one branch of a session that is a tree.
type Leaf struct {
	ID       string
	Line     int
	Messages int    // of the live context that it gives
	Own      int    // of those, the ones that are on no other branch
	Label    string // first words of the first of its own messages, not cleaned for a terminal
	Active   bool   // the one that is shown
}
