package fill

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
)

// grown is a session whose reports lie on a line: one message of est tokens and one answer, again
// and again. Off is added to report i.
func grown(answers, est, fixed int, factor float64, off func(i int) int) *model.Session {
	s := &model.Session{}
	before := 0
	for i := range answers {
		s.History = append(s.History, model.Point{Line: int32(2 * i), Est: int32(est), Row: -1, Compaction: -1, Role: model.User})
		before += est
		n := fixed + int(factor*float64(before)) + off(i)
		s.History = append(s.History, model.Point{Line: int32(2*i + 1), Tokens: int32(n), Row: -1, Compaction: -1, Role: model.Assistant})
	}
	return s
}

func none(int) int { return 0 }

func TestCalibrateFindsTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fixed, factor := rapid.IntRange(0, 60_000).Draw(t, "fixed"), rapid.Float64Range(0.8, 2.5).Draw(t, "factor")
		n := rapid.IntRange(20, 400).Draw(t, "answers")
		noise := rapid.SliceOfN(rapid.IntRange(-50, 50), n, n).Draw(t, "noise")
		odd := rapid.IntRange(0, 3).Draw(t, "odd") // so many reports are of another request, at the end of the first half
		f := Calibrate(grown(n, 500, fixed, factor, func(i int) int {
			if i >= n/2-odd && i < n/2 {
				return 1_500
			}
			return noise[i]
		}))
		if !f.Good || math.Abs(f.Factor-factor) > 0.03 || math.Abs(float64(f.Fixed-fixed)) > 200+0.01*float64(n)*500 {
			t.Fatalf("a line of %d + %.3f is found as %+v", fixed, factor, f)
		}
		if f.Points != n || f.Spread > 400 {
			t.Fatalf("%d points: %+v", n, f)
		}
	})
}

func TestCalibrateDeclines(t *testing.T) {
	for name, c := range map[string]struct {
		s    *model.Session
		why  string
		left int // points
	}{
		"few":       {grown(5, 1_000, 9_000, 1.2, none), "5 answers", 5},
		"one":       {grown(1, 1_000, 9_000, 1.2, none), "1 answer with", 1},
		"none":      {&model.Session{}, "0 answers", 0},
		"near":      {grown(50, 20, 9_000, 1.2, none), "too few to draw a line", 50},
		"steep":     {grown(50, 500, 9_000, 4, none), "4.00 tokens for each", 50},
		"flat":      {grown(50, 500, 9_000, 0.1, none), "0.10 tokens for each", 50},
		"below":     {grown(50, 500, -8_000, 1.2, func(i int) int { return min(0, 20-i) }), "below zero", 37},
		"scattered": {grown(60, 100, 90_000, 1, func(i int) int { return i % 2 * 1_900 }), "half of the reports", 60},
		"anew": {grown(30, 1_000, 26_000, 1.4, func(i int) int {
			if i == 29 {
				return -56_000
			}
			return 0
		}), "made anew", 30},
		"falling": {grown(9, 500, 90_000, 1, func(i int) int { return -5_000 * i }), "fell too often", 9},
	} {
		f := Calibrate(c.s)
		if f.Good || f.Factor != 1 || !strings.Contains(f.Why, c.why) || f.Points != c.left {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// Reports that fall without a record are lines of their own with the slope of the first, and what
// an agent says to have saved is put back.
func TestCalibrateBlanked(t *testing.T) {
	s := grown(80, 500, 20_000, 1.4, func(i int) int {
		if i >= 50 {
			return -9_000
		}
		return 0
	})
	f := Calibrate(s)
	if !f.Good || math.Abs(f.Factor-1.4) > 0.01 || math.Abs(float64(f.Fixed-20_000)) > 100 || math.Abs(float64(f.Blanked-9_000)) > 100 {
		t.Errorf("%+v", f)
	}
	s.Compactions = []model.Compaction{{Micro: true, SavedToks: 9_000}}
	s.Replacements = []model.Replacement{{}}
	s.History = append(s.History[:100:100], append([]model.Point{{Row: -1, Compaction: 0}}, s.History[100:]...)...)
	f = Calibrate(s)
	if !f.Good || math.Abs(f.Factor-1.4) > 0.01 || math.Abs(float64(f.Fixed-20_000)) > 100 || f.Blanked != 9_000 {
		t.Errorf("with a record: %+v", f)
	}
}

// Only what stands behind the last compaction counts, and nothing on a branch that was left. What
// the compaction left, and attachments, stood before the answers behind them.
func TestReports(t *testing.T) {
	message := func(line, est, tokens int) model.Point {
		return model.Point{Line: int32(line), Est: int32(est), Tokens: int32(tokens), Row: -1, Compaction: -1}
	}
	gone := message(6, 900, 9_000)
	gone.Gone = true
	s := &model.Session{
		History: []model.Point{
			message(1, 10, 0), message(2, 20, 777),
			{Line: 3, Est: 30, Row: 0},
			message(5, 40, 0), gone, message(7, 50, 1_000), message(9, 60, 2_000),
		},
		Compactions:  []model.Compaction{{}},
		Replacements: []model.Replacement{{Out: []int32{0, 1}, Left: 35}},
		Rows:         []model.Row{{Chars: 300, Tokens: 100}},
		Attachments: []model.Attachment{
			{Line: 8, Type: "file", Chars: 12},
			{Line: 4, Type: "memory", Chars: 6},
			{Line: 30, Type: "file", Chars: 300},
			{Line: 40, Type: model.ToolDefinition, Tokens: 500},
		},
	}
	got, saved := reports(s)
	want := []pair{{35 + 40 + 2, 500, 0}, {35 + 40 + 2 + 50 + 4, 1_500, 0}}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || saved != 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMedians(t *testing.T) {
	if m := median(nil); m != 0 {
		t.Errorf("of nothing: %v", m)
	}
	if m := median([]float64{4, 1, 3, 2}); m != 2.5 {
		t.Errorf("of four: %v", m)
	}
	if m := middle([]weighed{{1, 1}, {2, 1}, {9, 5}}); m != 9 {
		t.Errorf("by weight: %v", m)
	}
	if p := thin(make([]pair, 1_000), 300); len(p) != 300 {
		t.Errorf("%d points", len(p))
	}
}
