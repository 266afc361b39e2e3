package render

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// wild is text as sessions hold it: scripts of two cells, pictures, control characters.
func wild() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"go test ./...", "日本語のログ", "한국어", "🚀", "👩‍👩‍👧", "❤️", "e\u0301", "\x1b[31mred\x1b[0m", "\x1b]8;;http://x\x07", "\t", "\n", "\r", "\b",
			"\u202e", "\u200b", "\xff", "ﾊﾞ", "กำ", " ", "─│", strings.Repeat("long ", 40), "",
		}), 0, 6).Draw(t, "parts")
		return strings.Join(parts, "")
	})
}

var testThemes = []*theme.Theme{theme.Plain(), theme.PlainASCII(), theme.Colour(true), theme.Colour(false)}

// exactly fails when a line is not w cells wide or holds anything that moves a cursor.
func exactly(t *rapid.T, what string, w int, lines ...string) {
	for _, l := range lines {
		if n := text.Width(l); n != w {
			t.Fatalf("%s: a line of %d cells instead of %d: %q", what, n, w, l)
		}
		if strings.ContainsAny(l, "\n\r\t\b\x07") || strings.Contains(l, "\x1b]") {
			t.Fatalf("%s: a control character: %q", what, l)
		}
	}
}

func wildRow(t *rapid.T) model.Row {
	return model.Row{
		Role: model.Role(rapid.IntRange(0, 3).Draw(t, "role")), Origin: model.Origin(rapid.IntRange(0, 3).Draw(t, "origin")),
		Label: wild().Draw(t, "label"), Tool: wild().Draw(t, "tool"), Rendered: rapid.IntRange(0, 1<<40).Draw(t, "rendered"),
		Flags: model.Flags(rapid.IntRange(0, 1<<12-1).Draw(t, "flags")),
	}
}

func wildFate(t *rapid.T) pipeline.Fate {
	f := pipeline.Fate{Kept: rapid.Bool().Draw(t, "kept"), Prefix: rapid.Bool().Draw(t, "prefix"), Aside: rapid.Bool().Draw(t, "aside"), Repaired: rapid.Bool().Draw(t, "repaired")}
	if rapid.Bool().Draw(t, "read") {
		f.Slim = &slim.Allocation{
			Size: rapid.IntRange(0, 1<<30).Draw(t, "size"), Allocation: rapid.IntRange(0, 1<<30).Draw(t, "allocation"),
			Tier: rapid.SampledFrom([]slim.Tier{slim.Full, slim.Truncated, slim.Omitted, slim.Dropped}).Draw(t, "tier"),
		}
	}
	return f
}

func TestRowsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := testThemes[rapid.IntRange(0, len(testThemes)-1).Draw(t, "theme")]
		w := rapid.IntRange(1, 220).Draw(t, "width")
		row := wildRow(t)
		exactly(t, "row", w, Row(th, RowData{
			Index: rapid.IntRange(0, 1_000_000).Draw(t, "index"), IndexWidth: rapid.IntRange(1, 7).Draw(t, "cells"), Row: &row, Fate: wildFate(t),
			FairShare: rapid.IntRange(-1, 100_000).Draw(t, "share"), MaxSize: rapid.IntRange(0, 1<<30).Draw(t, "max"),
			Cursor: rapid.Bool().Draw(t, "cursor"), Focus: rapid.Bool().Draw(t, "focus"), Linked: rapid.Bool().Draw(t, "linked"),
		}, w))
		side := Side{
			Kind: SideKind(rapid.IntRange(0, int(SideRule)).Draw(t, "kind")), Mark: SideGone, Index: 3, Row: &row, Text: wild().Draw(t, "text"), Size: row.Rendered,
		}
		exactly(t, "side", w, SideLine(th, side, 4, rapid.Bool().Draw(t, "at"), true, w))
		exactly(t, "diff", w, DiffLine{
			Kind: side.Kind, Old: 4, New: -1, Text: side.Text, Head: rapid.Bool().Draw(t, "head"), More: rapid.Bool().Draw(t, "more"),
		}.Draw(th, 4, w))
	})
}

func TestPiecesAreExact(t *testing.T) {
	all := pieces()
	for name, draw := range all {
		t.Run(name, func(t *testing.T) {
			for _, th := range testThemes {
				for w := 1; w <= 220; w++ {
					for _, l := range draw(th, w) {
						if n := text.Width(l); n != w && (name != "sides" || w > 2) {
							t.Fatalf("width %d: a line of %d cells: %q", w, n, l)
						}
					}
				}
			}
		})
	}
}

func TestWordsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := testThemes[rapid.IntRange(0, len(testThemes)-1).Draw(t, "theme")]
		w := rapid.IntRange(1, 220).Draw(t, "width")
		a, b, c := wild().Draw(t, "a"), wild().Draw(t, "b"), wild().Draw(t, "c")
		h := rapid.IntRange(0, 8).Draw(t, "height")
		exactly(t, "titled", w, Titled(th, a, b, w, true))
		frame := Frame(th, a, b, c, []string{th.Cut.Render("x"), a}, w, h, false)
		if len(frame) != h {
			t.Fatalf("a frame of %d lines instead of %d", len(frame), h)
		}
		exactly(t, "frame", w, frame...)
		hints := []Hint{{"q", "quit", false}, {"?", "keys", true}}
		exactly(t, "header", w, Header(th, HeaderData{Name: a, Parts: []string{b, c}, Hints: hints}, w))
		exactly(t, "footer", w, Footer(th, hints, w))
		exactly(t, "notice", w, Notice(th, NoticeKind(h%3), a, b, w))
		exactly(t, "progress", w, Progress(th, a, h, rapid.IntRange(-1, 10).Draw(t, "of"), w))
		exactly(t, "compaction", w, CompactionRule(th, model.Compaction{Trigger: a, Before: h * 1000, After: h, Kept: h}, w))
		stage := pipeline.Stage{Title: "slim", Outcome: trace.Ran, Headline: a, Decisions: []trace.Decision{
			{Rule: b, Chose: a, Because: c, Touches: []int{1}}, {Rule: "max-min", Chose: "not applied", Because: a, Fallback: rapid.Bool().Draw(t, "fallback")},
		}}
		for _, l := range StagePage(th, stage, []Extra{{"note", a, []string{b, c}}}, w) {
			exactly(t, "page", w, l.Text)
		}
		exactly(t, "headline", w, Headline(th, stage, b, w))
		stages := [6]pipeline.Stage{stage, stage, stage, stage, stage, stage}
		exactly(t, "boxes", w, StripBoxes(th, stages, h, w)...)
		exactly(t, "gates", w, Gates(th, []reassemble.Gate{{Name: "shape", Message: a, Hard: true}, {Name: b, Message: c, Pass: true}}, w, h)...)
	})
}

func TestSharesAndGaugeAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := testThemes[rapid.IntRange(0, len(testThemes)-1).Draw(t, "theme")]
		w, h := rapid.IntRange(1, 120).Draw(t, "width"), rapid.IntRange(0, 24).Draw(t, "height")
		rows := make([]slim.Allocation, rapid.IntRange(0, 60).Draw(t, "rows"))
		for i := range rows {
			rows[i] = slim.Allocation{Size: rapid.IntRange(0, 1<<30).Draw(t, "size"), Tier: slim.Truncated, Allocation: 500}
		}
		chart := Shares(th, rows, rapid.IntRange(-1, 1<<20).Draw(t, "fair"), w, h)
		if len(chart) != h {
			t.Fatalf("a chart of %d lines instead of %d", len(chart), h)
		}
		exactly(t, "shares", w, chart...)
		n := rapid.IntRange(0, 3_000_000)
		d := GaugeData{
			Used: n.Draw(t, "used"), Window: n.Draw(t, "window"), Limit: n.Draw(t, "limit"),
			Source: rapid.SampledFrom([]string{"reported", "counted", "estimated", "flag"}).Draw(t, "source"),
			Lines:  []GaugeLine{{"start", n.Draw(t, "start")}, {"persist", n.Draw(t, "persist")}, {"limit", n.Draw(t, "limit")}},
		}
		exactly(t, "gauge", w, Gauge(th, d, w, true)...)
		exactly(t, "pair", w, GaugePair(th, d, GaugeData{Used: n.Draw(t, "after")}, w)...)
	})
}

// The places that a mouse can hit are where the words are drawn.
func TestPlaces(t *testing.T) {
	th := theme.Plain()
	stages := fixtureStages()
	hints := []Hint{{"q", "quit", false}, {"c", "compact", false}, {"?", "keys", true}}
	for w := 20; w <= 200; w++ {
		strip := []rune(StripLine(th, stages, 3, w))
		for i := range stages {
			at := strings.Index(string(strip), fmt.Sprintf("%d ", i+1))
			if at < 0 {
				continue // no room for this one
			}
			at = len([]rune(string(strip)[:at]))
			if got := StripLineAt(stages, 3, w, at); got != i {
				t.Errorf("width %d: cell %d of the strip is stage %d, not %d", w, at, got, i)
			}
		}
		for x := range w {
			if i := StripBoxAt(w, x); i < 0 || i > 5 {
				t.Fatalf("width %d: cell %d is in no box", w, x)
			}
		}
		foot := Footer(th, hints, w)
		for i, h := range hints {
			if at := strings.Index(foot, h.Keys+" "+h.Word); at >= 0 && FooterAt(hints, w, at) != i {
				t.Errorf("width %d: cell %d of the footer is not %s", w, at, h.Word)
			}
		}
		if !strings.Contains(foot, "? keys") {
			t.Errorf("width %d: the footer has lost its help: %q", w, foot)
		}
	}
}

func TestStateIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 300).Draw(t, "w")
		b := reassemble.NewBlock(rapid.SampledFrom([]string{"todos", "skills", "memory-note"}).Draw(t, "name"), wild().Draw(t, "source"), wild().Draw(t, "text"))
		b.Key, b.Cut, b.Off = wild().Draw(t, "key"), wild().Draw(t, "cut"), rapid.Bool().Draw(t, "off")
		p := reassemble.Placed{
			Block: b, Before: rapid.Bool().Draw(t, "before"), Repeated: rapid.Bool().Draw(t, "repeated"), Absent: rapid.Bool().Draw(t, "absent"), Flag: "todos",
		}
		for _, th := range testThemes {
			exactly(t, "state", w, StateHead(th, w), StateLine(th, &p, rapid.Bool().Draw(t, "at"), w))
			if s := StateWords(th, &p); strings.ContainsAny(s, "\n\r\t\b\x1b\x07") {
				t.Fatalf("a control character: %q", s)
			}
		}
	})
}
