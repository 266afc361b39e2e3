package retention

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
)

// textOf is the text of a part that spans are of.
func textOf(p model.Part) string {
	if p.Kind == model.Result {
		return p.OutputText()
	}
	return p.Text
}

// told is a mark as a line: the state, the class, the text.
func (o *Output) told(m messages, index int) []string {
	var out []string
	for _, k := range o.Marks(index) {
		out = append(out, fmt.Sprintf("%s %s: %s", k.State, o.Facts[k.Of].Class, textOf(m[index].Parts[k.Part])[k.Span.Start:k.Span.End]))
	}
	return out
}

func TestMarks(t *testing.T) {
	t.Parallel()
	out := score(t, day.withTodo("parseLine. Never push something directly to the main thing branch. https://example.com/docs/format"))
	for index, want := range map[int][]string{
		0: {"weakened ask: Please write a parser for the log format and test the parser well. ", "kept constraint: Never push directly to the main branch."},
		1: {"kept identifier: parseLine", "lost number: localhost:8125", "kept link: https://example.com/docs/format"},
		2: nil, 5: {"lost error: error[E0425]: cannot find value"},
	} {
		if d := cmp.Diff(want, out.told(day, index)); d != "" {
			t.Errorf("message %d: %s", index, d)
		}
	}
}

// Of what overlaps each has what the ones before it leave.
func TestMarksOverlap(t *testing.T) {
	t.Parallel()
	o := Output{Facts: []Fact{{Points: 1}, {Points: 3}, {Points: 2, Kept: 1}, {Points: 2, Kept: 0.5}, {Points: 9}}}
	for i, s := range [][2]int{{0, 20}, {5, 8}, {7, 12}, {8, 9}, {0, 0}} {
		o.Facts[i].Span.Start, o.Facts[i].Span.End = s[0], s[1]
	}
	o.Facts = append(o.Facts, Fact{Index: 1}, Fact{Part: 1, Points: 5, Span: o.Facts[1].Span})
	got := ""
	for _, m := range o.Marks(0) {
		got += fmt.Sprintf("%d %d-%d %s, ", m.Of, m.Span.Start, m.Span.End, m.State)
	}
	if want := "0 0-5 lost, 1 5-8 lost, 2 8-12 kept, 0 12-20 lost, 6 5-8 lost, "; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestNamedMarks(t *testing.T) {
	t.Parallel()
	text := `parseLine in src/log/made.go, "Always use parseLine on a Friday evening"`
	out := score(t, day.input(text))
	got := []string{}
	for _, m := range out.NamedMarks() {
		got = append(got, m.State.String()+" "+text[m.Span.Start:m.Span.End])
	}
	if d := cmp.Diff([]string{"supported parseLine", "invented src/log/made.go", "invented Always use parseLine on a Friday evening"}, got); d != "" {
		t.Error(d)
	}
}

// What the score says of facts adds up: their points are 100, the lost ones are what is missing, and
// marks stand in order in the text that they are of.
func TestFactsLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		summary := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "summary"), "\n")
		out := score(t, m.input(summary))
		points, lost := 0.0, 0.0
		for i := range out.Facts {
			f := &out.Facts[i]
			points += f.Points
			lost += f.Points * (1 - f.Kept)
		}
		if len(out.Facts) != out.N || out.N > 0 && (points < 99.999 || points > 100.001 || lost-(100-out.Score) > 0.001 || (100-out.Score)-lost > 0.001) {
			t.Fatalf("%d facts of %d are worth %v, %v are lost of %v", len(out.Facts), out.N, points, lost, 100-out.Score)
		}
		for i := range m {
			part, end := 0, 0
			for _, k := range out.Marks(i) {
				if k.Part > part {
					part, end = k.Part, 0
				}
				if k.Part < part || k.Span.Start < end || k.Span.End <= k.Span.Start || k.Span.End > len(textOf(m[i].Parts[part])) {
					t.Fatalf("message %d: %+v behind %d of part %d", i, k, end, part)
				}
				end = k.Span.End
			}
		}
		end := 0
		for _, k := range out.NamedMarks() {
			if k.Span.Start < end || k.Span.End <= k.Span.Start || k.Span.End > len(summary) {
				t.Fatalf("%+v behind %d", k, end)
			}
			end = k.Span.End
		}
		invented := 0
		for _, c := range out.Named {
			if !c.Supported {
				invented++
			}
		}
		if len(out.Named) != out.Checked || invented != len(out.Fabricated) {
			t.Fatalf("%d of %d named, %d of %d invented", len(out.Named), out.Checked, invented, len(out.Fabricated))
		}
	})
}
