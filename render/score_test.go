package render

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

func TestScoreLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o     retention.Output
		saved float64
		want  string
	}{
		{retention.Output{Score: 78.4, Low: 71, High: 84, Precision: 99, N: 143, Per1k: 12.4}, .931, "RS 78 [71–84] of 143 facts · precision 99 · −93.1 % tokens · 12.4 facts/1k"},
		{retention.Output{Score: 100, Precision: 100}, 0, "nothing that holds facts was replaced · precision 100 · low evidence"},
		{retention.Output{Score: 5, Low: 1, High: 9, Precision: 50, N: 3}, -.2, "RS 5 [1–9] of 3 facts · precision 50 · +20.0 % tokens · low evidence"},
		{retention.Output{Score: 5, Low: 1, High: 9, Precision: 50, N: 3}, .0001, "RS 5 [1–9] of 3 facts · precision 50 · 0.0 % tokens · low evidence"},
		{retention.Output{Score: 5, Low: 1, High: 9, Precision: 50, N: 3}, -.0001, "RS 5 [1–9] of 3 facts · precision 50 · 0.0 % tokens · low evidence"},
	} {
		if got := ScoreLine(&c.o, c.saved); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A bar says without colour what is kept, weakened and lost, and what there is of something has a cell.
func TestClassBar(t *testing.T) {
	t.Parallel()
	th := theme.Plain()
	line := ClassLine(th, ClassData{Class: facts.Ask, N: 12, Weight: 20, Share: .58, Kept: 5, Weakened: 2, Lost: 3}, false, 40)
	if want := "  ask        █████▄░░░  58% of  12  ×20 "; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := ClassData{Class: facts.Class(rapid.IntRange(0, 8).Draw(t, "class")), N: rapid.IntRange(0, 200).Draw(t, "n"), Weight: 25, Share: rapid.Float64Range(0, 1).Draw(t, "share")}
		part := rapid.SampledFrom([]float64{0, .001, .5, 3, 40})
		c.Kept, c.Weakened, c.Lost = part.Draw(t, "kept"), part.Draw(t, "weakened"), part.Draw(t, "lost")
		w := rapid.IntRange(0, 120).Draw(t, "w")
		line := ClassLine(th, c, rapid.Bool().Draw(t, "at"), w)
		if text.Width(line) != w {
			t.Fatalf("%q is %d cells wide, not %d", line, text.Width(line), w)
		}
		if w < 40 {
			return
		}
		for sign, size := range map[string]float64{th.Shapes.Bar: c.Kept, th.Shapes.Half: c.Weakened, th.Shapes.Empty: c.Lost} {
			if strings.Contains(line, sign) != (size > 0) && c.Kept+c.Weakened+c.Lost > 0 {
				t.Fatalf("%+v: %q", c, line)
			}
		}
	})
}

func TestItemLine(t *testing.T) {
	t.Parallel()
	th := theme.Plain()
	it := Item{State: retention.Weakened, Class: "constraint", Text: "Never\n\x1b[2Jpush 銀行", Points: 1.84, Index: 12}
	if got, want := ItemLine(th, &it, false, 60), "  weakened constraint    −1.8 RS        12  Never push 銀行 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	small := it
	small.Points = .03
	if got := ItemLine(th, &small, false, 60); !strings.Contains(got, " <0.1 RS ") {
		t.Errorf("%q", got)
	}
	small.Index, small.Line, small.State = -1, 7, retention.Invented
	if got := ItemLine(th, &small, false, 60); !strings.Contains(got, " <0.1 prec ") {
		t.Errorf("%q", got)
	}
	it.Pinned, it.State, it.Points = true, retention.Kept, 0
	if got := ItemLine(th, &it, true, 60); !strings.HasPrefix(got, "▌*kept     constraint                   12") {
		t.Errorf("%q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		it := Item{State: retention.Invented, Class: "path", Text: rapid.String().Draw(t, "text"), Points: rapid.Float64Range(0, 100).Draw(t, "points"), Index: -1, Line: rapid.IntRange(0, 1<<30).Draw(t, "line")}
		w := rapid.IntRange(0, 120).Draw(t, "w")
		if got := ItemLine(th, &it, false, w); text.Width(got) != w {
			t.Fatalf("%q is %d cells wide, not %d", got, text.Width(got), w)
		}
	})
}

// Marks stand around their words also after what a terminal does not draw, and those of arguments where
// they are found.
func TestMarkMessage(t *testing.T) {
	t.Parallel()
	th := theme.Plain()
	m := model.Message{Role: model.Assistant, Parts: []model.Part{
		{Kind: model.Text, Text: "\x1b[1mRun\x1b[0m\tmake test, never push."},
		{Kind: model.Call, Name: "Edit", Args: `{"file":"a/b.go"}`},
	}}
	o := &retention.Output{Facts: []retention.Fact{
		{Class: facts.Constraint, Text: "never push", Index: 4, Span: facts.Span{Start: 23, End: 33}, Points: 3},
		{Class: facts.Identifier, Text: "push", Index: 4, Span: facts.Span{Start: 29, End: 33}, Kept: 1, Points: 1},
		{Class: facts.File, Text: "a/b.go", Index: 4, Kept: .5, Points: 1},
		{Class: facts.File, Text: "a/b.go", Index: 5, Points: 1},
	}}
	k := MarkMessage(th, m, o, 4)
	want := "assistant: Run  make test, ✗[never push].\n\n[Tool call] Edit {\"file\":\"≈[a/b.go]\"}"
	if k.Text != want {
		t.Errorf("%q, want %q", k.Text, want)
	}
	if at := k.Place(1, "push"); !strings.HasPrefix(k.Text[at:], "push]") {
		t.Errorf("what lies within another mark is at %q", k.Text[at:])
	}
	if at := k.Place(2, "a/b.go"); k.Where(at) != "mark 2 of 2" || k.Next(at, +1) != 0 || k.Next(0, -1) != 1 {
		t.Errorf("the second mark is %q", k.Where(at))
	}
	line := theme.Colour(true)
	if got := k.Piece(line, 0, len("assistant: Run  make test, "), -1) + k.Piece(line, len("assistant: Run  make test, "), strings.Index(k.Text, "\n"), 0); !strings.Contains(got, "\x1b[") || !strings.Contains(got, "never push]") {
		t.Errorf("drawn: %q", got)
	}
	if k = MarkMessage(th, m, o, 9); len(k.Ranges) != 0 || k.Next(0, 1) != -1 {
		t.Errorf("marks of another message: %+v", k.Ranges)
	}
}

// An item of a list in Markdown cannot become anything else.
func TestLossItem(t *testing.T) {
	t.Parallel()
	it := Item{State: retention.Lost, Class: "ask", Text: "fix `it`\nnow", Points: 2, Index: 3}
	if got, want := LossItem(&it), "- lost ask, message 3, −2.0 of the score: `` fix `it` now ``\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	it.Points, it.Often = .01, 4
	if got, want := LossItem(&it), "- lost ask, message 3, 4 times, less than 0.1 of the score: `` fix `it` now ``\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := ItemWords(theme.Plain(), &it), "lost ask · message 3, 4 times · <0.1 of the score"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
