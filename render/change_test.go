package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

func TestChangeOf(t *testing.T) {
	f := newFixture()
	rows := f.after.Rows
	extra := model.Row{Role: model.Tool, Label: "no result was recorded", Rendered: 90}
	repaired := rows[5]
	repaired.Rendered = 12
	late := model.Row{Role: model.User, Origin: model.Person, Label: "and one more thing", Rendered: 18}
	gone := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	front := []Twin{{0, 0}, {1, 1}}
	for name, c := range map[string]struct {
		after []model.Row
		want  Change
	}{
		"as drafted": {rows, Change{Front: front, Gone: gone, Summary: 2, Tail: []Twin{{14, 3}, {15, 4}, {16, 5}, {17, -1}, {18, 6}}}},
		"a result put in": {
			[]model.Row{rows[0], rows[1], rows[2], rows[3], rows[4], extra, rows[5], rows[6]},
			Change{Front: front, Gone: gone, Summary: 2, Tail: []Twin{{14, 3}, {15, 4}, {-1, 5}, {16, 6}, {17, -1}, {18, 7}}},
		},
		"repaired, and grown": {
			[]model.Row{rows[0], rows[1], rows[2], rows[3], rows[4], repaired, rows[6], late},
			Change{Front: front, Gone: gone, Summary: 2, Tail: []Twin{{14, 3}, {15, 4}, {16, 5}, {17, -1}, {18, 6}, {-1, 7}}},
		},
		"the summary behind the tail": {
			[]model.Row{rows[0], rows[1], rows[3], rows[4], rows[5], rows[6], rows[2], late},
			Change{Front: front, Gone: gone, Summary: 6, Tail: []Twin{{14, 2}, {15, 3}, {16, 4}, {17, -1}, {18, 5}, {-1, 7}}},
		},
		"without what was in front": {
			[]model.Row{rows[2], rows[3], rows[4], rows[5], rows[6]},
			Change{Front: []Twin{{0, -1}, {1, -1}}, Gone: gone, Summary: 0, Tail: []Twin{{14, 1}, {15, 2}, {16, 3}, {17, -1}, {18, 4}}},
		},
	} {
		got := ChangeOf(f.before, f.report, &model.Session{Rows: c.after})
		got.Text = ""
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// Both columns are as long as each other, in step at the split, and complete when unfolded.
func TestSidesOpen(t *testing.T) {
	f := newFixture()
	d := SidesData{Before: f.before, Report: f.report, After: f.after, Open: func(int) bool { return true }}
	seen, texts, rule := 0, 0, false
	for _, p := range BuildSides(d) {
		if p.Before.Row != nil {
			seen++
		}
		switch p.After.Kind {
		case SideText:
			texts++
		case SideRule:
			rule = p.Before.Kind == SideRule
		case SideFold:
			t.Error("a fold is shut")
		case SideNone, SideSame, SideGone, SideNew:
		}
		if p.Before.Kind == SideFold {
			t.Error("a fold is shut")
		}
	}
	if seen != len(f.before.Rows) || texts < 15 || !rule {
		t.Errorf("%d of %d messages, %d lines of the summary, rule in step: %v", seen, len(f.before.Rows), texts, rule)
	}
}
