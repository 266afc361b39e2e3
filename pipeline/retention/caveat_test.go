package retention

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

// What few facts make much of is said, and how much of an earlier summary went with the rest.
func TestCaveats(t *testing.T) {
	t.Parallel()
	earlier := "The parser reads one line after the other. The writer keeps the order of the lines. The tests stand beside the code."
	say := func(role model.Role, origin model.Origin, words string) model.Message {
		return model.Message{Role: role, Origin: origin, Parts: []model.Part{{Text: words}}}
	}
	src := sessiontest.Messages{
		say(model.User, model.FromSummary, earlier),
		say(model.User, model.Person, "Never push to the main branch. Then look at the importer of the shop."),
		say(model.Assistant, model.NoOrigin, "I look at it."),
	}
	rows := make([]model.Row, len(src))
	for i, m := range src {
		rows[i] = model.Row{Role: m.Role, Origin: m.Origin}
	}
	score := func(summary string) Output {
		out, err := Score(context.Background(), Input{Source: src, Rows: rows, Dropped: []int{0, 1, 2}, From: -1, Summary: summary})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	out := score("Never push to the main branch. The writer keeps the order of the lines.")
	if !out.HadEarlier || out.Earlier < 0.2 || out.Earlier > 0.5 {
		t.Errorf("%.2f of the earlier summary", out.Earlier)
	}
	got := out.Caveats()
	for _, want := range []string{"rest on 1 fact of the class constraint", "of the earlier summary, which the score does not count, "} {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%q is not said: %q", want, got)
		}
	}
	all := score(earlier)
	if all.Earlier < 0.99 || slices.ContainsFunc(all.Caveats(), func(s string) bool { return strings.Contains(s, "earlier summary") }) {
		t.Errorf("%.2f, %q", all.Earlier, all.Caveats())
	}
}
