package model

import (
	"reflect"
	"testing"
)

// A file may hold a million messages.
func TestPointIsSmall(t *testing.T) {
	t.Parallel()
	if n := reflect.TypeFor[Point]().Size(); n > 40 {
		t.Errorf("a point takes %d bytes", n)
	}
}

func TestPastOfNothing(t *testing.T) {
	t.Parallel()
	s := &Session{History: []Point{{Row: -1, Compaction: -1, Role: Assistant}}}
	if m, err := s.Past(0); err != nil || m.Role != Assistant || len(m.Parts) > 0 {
		t.Errorf("a point without a record is %+v, %v", m, err)
	}
	for _, i := range []int{-1, 1} {
		if _, err := s.Past(i); err == nil {
			t.Errorf("there is no point %d", i)
		}
	}
	if text, err := s.CompactionText(0); text != "" || err != nil {
		t.Errorf("the summary of no compaction is %q, %v", text, err)
	}
}
