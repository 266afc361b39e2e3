package pipeline

import (
	"maps"
	"testing"

	"cutline/model"
	"cutline/pipeline/slim"
)

// paired is a session of six messages: a request, a call of two tools with its two results, an answer.
func paired() *model.Session {
	s := &model.Session{Rows: make([]model.Row, 6)}
	s.Links = []model.Link{
		{Row: 1, ID: "a"}, {Row: 1, ID: "b"}, {Row: 2, ID: "a", Result: true}, {Row: 3, ID: "b", Result: true},
	}
	model.Pair(s.Links)
	return s
}

// A call and its results go out together; a result brings its call in, and nothing else.
func TestHands(t *testing.T) {
	t.Parallel()
	const in, out = slim.ForcedIn, slim.ForcedOut
	s := paired()
	for _, tt := range []struct {
		in, out slim.Numbers
		want    map[int]slim.Hand
	}{
		{"", "", nil},
		{"", "5", map[int]slim.Hand{5: out}},
		{"", "3", map[int]slim.Hand{1: out, 2: out, 3: out}},
		{"2", "", map[int]slim.Hand{1: in, 2: in}},
		{"1", "", map[int]slim.Hand{1: in}},
		{"2", "3", map[int]slim.Hand{1: in, 2: in, 3: out}},
		{"", "6-99", map[int]slim.Hand{}},
	} {
		if got := Hands(s, slim.Params{In: tt.in, Out: tt.out}); !maps.Equal(got, tt.want) {
			t.Errorf("in %q, out %q: %v, want %v", tt.in, tt.out, got, tt.want)
		}
	}
}

// Forcing a message takes back what stands against it, through its call and results too.
func TestForce(t *testing.T) {
	t.Parallel()
	s := paired()
	p := Defaults()
	step := func(i int, h slim.Hand, in, out slim.Numbers) {
		t.Helper()
		p.Force(s, i, h)
		if p.Slim.In != in || p.Slim.Out != out {
			t.Errorf("message %d %q: in %q, out %q; want %q and %q", i, h, p.Slim.In, p.Slim.Out, in, out)
		}
	}
	step(3, slim.ForcedOut, "", "3")
	step(2, slim.ForcedIn, "2", "")
	step(5, slim.ForcedOut, "2", "5")
	step(1, slim.ByRule, "", "5") // it was in for the sake of 2
	step(5, slim.ByRule, "", "")
}
