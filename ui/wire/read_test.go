package wire

import (
	"io"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/ui/cli"
)

// A branch that is gone is one that the agent went on from only when it was there before.
func TestBranchReader(t *testing.T) {
	t.Parallel()
	var asked []string
	gone := true
	read := func(o cli.Open) (*model.Session, io.Closer, error) {
		asked = append(asked, o.Leaf)
		if gone && o.Leaf != "" {
			return nil, nil, &model.NotHereError{What: "branch", ID: o.Leaf}
		}
		return &model.Session{}, io.NopCloser(nil), nil
	}
	branch := branchReader(cli.Open{Leaf: "a"})
	if _, _, err := branch(read); err == nil {
		t.Error("a branch that was never there was read")
	}
	for _, gone = range []bool{false, true} {
		if _, _, err := branch(read); err != nil {
			t.Error(err)
		}
	}
	if want := []string{"a", "a", "a", ""}; !slices.Equal(asked, want) {
		t.Errorf("read %q, want %q", asked, want)
	}
}

// What comes in a stream is there for every reading of it.
func TestOnce(t *testing.T) {
	t.Parallel()
	stdin := Once(strings.NewReader("words"))
	for range 2 {
		if b, err := stdin(); err != nil || string(b) != "words" {
			t.Errorf("%q, %v", b, err)
		}
	}
}
