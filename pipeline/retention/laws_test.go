package retention

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/facts"
)

// texts draws texts that quote a session here and there.
func texts(t *rapid.T, m messages, name string) []string {
	parts := rapid.SampledFrom(append(strings.SplitAfter(m.whole(), "\n"), pieces...))
	return rapid.SliceOfN(rapid.Map(rapid.SliceOfN(parts, 0, 4), func(s []string) string { return strings.Join(s, " ") }), 0, 3).Draw(t, name)
}

// An empty summary keeps what tail and state keep, and what is added to them lowers nothing.
func TestEmptyLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		in := m.input("")
		in.Kept = texts(t, m, "kept")
		empty := score(t, in)
		f, err := finderOf(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if _, alone := points(f.items); alone != empty.Score {
			t.Fatalf("tail and state keep %v, with an empty summary %v", alone, empty.Score)
		}
		in.Summary = strings.Join(texts(t, m, "summary"), "\n")
		more := score(t, in)
		for i := range empty.Facts {
			if before, after := empty.Facts[i], more.Facts[i]; after.Kept < before.Kept || after.Text != before.Text || after.Points != before.Points {
				t.Fatalf("%+v, and with %q %+v", before, in.Summary, after)
			}
		}
	})
}

// Without a sentence of the summary no fact is kept better, whatever is kept beside it.
func TestDeleteFactsLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		in := m.input(strings.Join(texts(t, m, "summary"), rapid.SampledFrom([]string{" ", "\n"}).Draw(t, "glue")))
		in.Kept = texts(t, m, "kept")
		before := score(t, in)
		summary := in.Summary
		for _, s := range facts.Sentences(summary) {
			in.Summary = summary[:s.Start] + summary[s.End:]
			after := score(t, in)
			for i := range before.Facts {
				if after.Facts[i].Kept > before.Facts[i].Kept {
					t.Fatalf("%+v, and without %q %v:\n%s", before.Facts[i], summary[s.Start:s.End], after.Facts[i].Kept, summary)
				}
			}
		}
	})
}

// changes are what a summary can get wrong: a path, a denial, a port, the rest of a link.
func changes(t *rapid.T) (m messages, old, changed string, class facts.Class) {
	n := rapid.IntRange(1000, 9998).Draw(t, "number")
	switch rapid.IntRange(0, 3).Draw(t, "change") {
	case 0:
		path := fmt.Sprintf("/repo/lib/unit%d.go", n)
		m = messages{calls("edit", "Edit", `{"file_path":"`+path+`"}`), gives("edit", "Edit", "ok", false)}
		return m, fmt.Sprintf("unit%d.go", n), fmt.Sprintf("unit%d.go", n+1), facts.File
	case 1:
		deny := rapid.SampledFrom([][2]string{
			{"Never deploy the billing service.", "Deploy the billing service."},
			{"Do not rename public methods.", "Rename public methods."},
			{"You must not edit generated fixtures.", "You must edit generated fixtures."},
			{"Don't use global variables here.", "Use global variables here."},
		}).Draw(t, "denial")
		// In a turn of few words the pair that goes would be missed as an ask too.
		return messages{person(deny[0] + " Then write the parser for the new log format and look at the results of the nightly benchmark.")}, deny[0], deny[1], facts.Constraint
	case 2:
		return messages{says(fmt.Sprintf("It listens on localhost:%d there.", n))}, fmt.Sprintf(":%d", n), fmt.Sprintf(":%d", n+1), facts.Number
	default:
		return messages{says(fmt.Sprintf("It is told at https://example.org/page%d there.", n))}, fmt.Sprintf("page%d", n), fmt.Sprintf("page%d", n+1), facts.Link
	}
}

// A change in an otherwise full copy lowers the class that it is about, and no other.
func TestChangeLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		more, old, changed, class := changes(t)
		starts := []int{len(m)} // a result stays behind its call
		for i, x := range m {
			if x.Role != model.Tool {
				starts = append(starts, i)
			}
		}
		m = slices.Insert(m, rapid.SampledFrom(starts).Draw(t, "place"), more...)
		want := byClass(score(t, m.input(m.whole())))
		got := byClass(score(t, m.input(strings.ReplaceAll(m.whole(), old, changed))))
		if got[class] >= want[class] {
			t.Fatalf("%q instead of %q: %s stays at %v", changed, old, class, got[class])
		}
		want[class] = got[class]
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%q instead of %q: %s", changed, old, d)
		}
	})
}
