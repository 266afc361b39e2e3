package render

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/discover"
	"cutline/render/theme"
)

// What is known of a branch and of a file stands in its row; what is not is blank.
func TestAround(t *testing.T) {
	th := theme.Plain()
	leaf := Leaf(th, model.Leaf{Messages: 1210, Own: 12, Label: "Try it\x1b[31m once more", Active: true}, "bd6bd969", 120)
	kin := Kin(th, discover.Entry{Path: `C:\s\agent-a1.jsonl`, Size: 18_200, Messages: 24, Approx: true, Title: "Look"}, true, 120)
	odd := Kin(th, discover.Entry{Path: "/s/agent-a2.jsonl", Messages: -1, Why: "permission denied", Title: "Look"}, false, 120)
	for _, c := range []struct {
		row  string
		want []string
	}{{leaf, []string{"shown", "1.2k", "12", "bd6bd969", "Try it once more"}}, {kin, []string{"this", "≈24", "18.2 kB", "agent-a1 ", "Look"}}, {odd, []string{"agent-a2 ", "permission denied"}}} {
		for _, w := range c.want {
			if !strings.Contains(c.row, w) {
				t.Errorf("no %q in %q", w, c.row)
			}
		}
	}
	if strings.Contains(odd, "Look") || strings.Contains(odd, "-1") {
		t.Errorf("%q", odd)
	}
	if strings.Contains(Leaf(th, model.Leaf{}, "bd6bd969", 60), "bd6b") {
		t.Error("the id takes the room of the words")
	}
}

func TestAroundIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, th := rapid.IntRange(0, 260).Draw(t, "w"), theme.Colour(true)
		l := model.Leaf{Messages: rapid.IntRange(0, 1<<30).Draw(t, "messages"), Own: rapid.IntRange(0, 1<<30).Draw(t, "own"), Label: wild().Draw(t, "label"), Active: rapid.Bool().Draw(t, "active")}
		e := discover.Entry{Path: wild().Draw(t, "path"), Size: rapid.Int64Range(0, 1<<45).Draw(t, "size"), Messages: rapid.IntRange(-1, 1<<30).Draw(t, "n"), Title: wild().Draw(t, "title"), Why: wild().Draw(t, "why")}
		exactly(t, "around", w, LeafHead(th, w), Leaf(th, l, wild().Draw(t, "id"), w), KinHead(th, w), Kin(th, e, l.Active, w))
	})
}
