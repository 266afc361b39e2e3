package sessiontest

import (
	"fmt"
	"strings"
	"testing"

	"cutline/model"
)

// Leaves is a line for each branch end: its id, how many messages and how many of its own, its
// label, and a star behind the active one.
func Leaves(s *model.Session) []string {
	out := make([]string, 0, len(s.Leaves))
	for _, l := range s.Leaves {
		mark := ""
		if l.Active {
			mark = " *"
		}
		out = append(out, fmt.Sprintf("%s %d/%d %s%s", l.ID, l.Messages, l.Own, l.Label, mark))
	}
	return out
}

// OpenLeaf is Open for the branch that ends with a record.
func OpenLeaf(tb testing.TB, read Reader, text, leaf string) *model.Session {
	tb.Helper()
	s, err := read(model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text)), Leaf: leaf})
	if err != nil {
		tb.Fatal(err)
	}
	Check(tb, s)
	return s
}

// OpenLeaves opens every branch of a text and holds it to what the list of branches says,
// whichever of them it was read by.
func OpenLeaves(tb testing.TB, read Reader, text string) []*model.Session {
	tb.Helper()
	first := Open(tb, read, text)
	out := make([]*model.Session, 0, len(first.Leaves))
	for i, l := range first.Leaves {
		if l.ID == "" {
			continue
		}
		s := OpenLeaf(tb, read, text, l.ID)
		out = append(out, s)
		if len(s.Leaves) != len(first.Leaves) {
			tb.Fatalf("%d branches by %s, %d without", len(s.Leaves), l.ID, len(first.Leaves))
		}
		for k, other := range s.Leaves {
			if was := first.Leaves[k]; other.ID != was.ID || other.Line != was.Line || other.Messages != was.Messages || other.Active != (k == i) {
				tb.Errorf("by %s branch %d is %+v, without %+v", l.ID, k, other, was)
			}
		}
	}
	return out
}

// checkLeaves holds the list of branches to its session.
func checkLeaves(tb testing.TB, s *model.Session) {
	tb.Helper()
	active := 0
	for i, l := range s.Leaves {
		if l.Active {
			active++
			if l.Messages != len(s.Rows) {
				tb.Errorf("the active branch has %d messages, the session %d", l.Messages, len(s.Rows))
			}
		}
		if l.Own < 0 || l.Own > l.Messages || l.Line < 1 || l.Line > s.Lines || i > 0 && l.Line < s.Leaves[i-1].Line {
			tb.Errorf("branch %d is %+v in a file of %d lines", i, l, s.Lines)
		}
	}
	if len(s.Leaves) > 0 && active != 1 {
		tb.Errorf("%d branches are active", active)
	}
}

// CheckLeaves opens a few branches of a session that was read of a text, however odd that is.
func CheckLeaves(tb testing.TB, read Reader, s *model.Session, text string) {
	tb.Helper()
	const few = 4
	for _, l := range s.Leaves[:min(few, len(s.Leaves))] {
		b, err := read(model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text)), Leaf: l.ID})
		if err == nil {
			Check(tb, b)
		}
	}
}
