package model

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPickLeaf(t *testing.T) {
	ids := []string{"", "abc", "abcd", "b1", "b2"}
	for id, want := range map[string]int{"abc": 1, "abcd": 2, "b1": 3} {
		if got, err := PickLeaf(ids, id); err != nil || got != want {
			t.Errorf("%s: %d, %v", id, got, err)
		}
	}
	if _, err := PickLeaf(ids, "b"); err == nil || !strings.Contains(err.Error(), `"b1" and "b2"`) {
		t.Errorf("a beginning of two: %v", err)
	}
	var not *NotHereError
	if _, err := PickLeaf(ids, "c"); !errors.As(err, &not) || cmp.Diff(ids[1:], not.Has) != "" {
		t.Errorf("what is not there: %v", err)
	}
}

// A short id finds the same branch as the whole one.
func TestShortIDs(t *testing.T) {
	want := []string{"0198aaaa-1", "0198aaaa-2", "77", "550e8400"}
	if d := cmp.Diff(want, ShortIDs([]string{"0198aaaa-1111", "0198aaaa-2222", "77", "550e8400-e29b"})); d != "" {
		t.Error(d)
	}
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.StringMatching(`[ab]{1,20}`), rapid.ID).Draw(t, "ids")
		for i, short := range ShortIDs(ids) {
			if at, err := PickLeaf(ids, short); err != nil || at != i {
				t.Fatalf("%q of %q: %d, %v", short, ids, at, err)
			}
		}
	})
}
