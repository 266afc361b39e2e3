package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"cutline/model"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/render/theme"
)

// piece is a thing that this package draws, at a width.
type piece func(th *theme.Theme, w int) []string

// one makes a piece of something that is a single line.
func one(lines ...func(th *theme.Theme, w int) string) piece {
	return func(th *theme.Theme, w int) []string {
		out := make([]string, 0, len(lines))
		for _, f := range lines {
			out = append(out, f(th, w))
		}
		return out
	}
}

// pieces are all of them, with the fixture's data.
func pieces() map[string]piece {
	f := newFixture()
	rows := func(share int) piece {
		return func(th *theme.Theme, w int) []string {
			var out []string
			for i := range f.before.Rows {
				out = append(out, Row(th, RowData{
					Index: i, IndexWidth: IndexWidth(len(f.before.Rows)), Row: &f.before.Rows[i], Fate: f.fates[i],
					FairShare: share, MaxSize: 481_203, Cursor: i == 7, Focus: share >= 0, Linked: i == 6,
				}, w))
			}
			return out
		}
	}
	gauge := func(change func(*GaugeData)) piece {
		return func(th *theme.Theme, w int) []string {
			d := fixtureGauge()
			change(&d)
			return Gauge(th, d, w, true)
		}
	}
	sides := SidesData{Before: f.before, Report: f.report, After: f.after}
	stages := fixtureStages()
	hints := []Hint{
		{"↑↓", "move", false},
		{"tab", "pane", false},
		{"1-6", "stage", false},
		{"c", "compact", false},
		{"v", "after", false},
		{"p", "params", false},
		{"s", "sort", false},
		{"/", "find", false},
		{"y", "copy", false},
		{"E", "editor", false},
		{"?", "keys", true},
	}
	return map[string]piece{
		"rows":         rows(fixtureShare),
		"rows-fitting": rows(-1),
		"rules": one(
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitOf(f.report), w) },
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitData{At: 389, SplitOn: "any"}, w) },
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitData{At: 389, ByHand: true}, w) },
			func(th *theme.Theme, w int) string {
				return SplitRule(th, SplitData{At: -1, Rescued: true, Kept: 12}, w)
			},
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitData{At: -1, Full: true}, w) },
			func(th *theme.Theme, w int) string { return OtherRule(th, "any", w) },
			func(th *theme.Theme, w int) string {
				return CompactionRule(th, model.Compaction{Trigger: "auto", Before: 155_000, After: 31_200, Kept: 24}, w)
			},
			func(th *theme.Theme, w int) string {
				return CompactionRule(th, model.Compaction{Micro: true, SavedToks: 41_000}, w)
			},
		),
		"cut": one(
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitData{At: 7, Keep: 20_000, Turn: -1}, w) },
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitData{At: 7, Keep: 20_000, Turn: 3}, w) },
			func(th *theme.Theme, w int) string { return SplitRule(th, SplitData{At: 7, Cap: 20_000, Turn: -1}, w) },
			func(th *theme.Theme, w int) string { return TurnRule(th, 3, w) },
			func(th *theme.Theme, w int) string {
				return Row(th, RowData{IndexWidth: 3, Row: &f.before.Rows[0], Fate: pipeline.Fate{Read: true, Prefix: true}, FairShare: -1, MaxSize: 481_203}, w)
			},
		),
		"gauge":           gauge(func(*GaugeData) {}),
		"gauge-estimated": gauge(func(d *GaugeData) { d.Used, d.Source = 41_310, "estimated" }),
		"gauge-over": gauge(func(d *GaugeData) {
			d.Used, d.Source, d.Lines = 214_003, "counted", []GaugeLine{{"start", 120_000}, {"limit", 150_000}, {"persist", 199_000}}
			d.Limit = 150_000
		}),
		"gauge-unknown": gauge(func(d *GaugeData) { *d = GaugeData{Used: 41_310, Source: "estimated"} }),
		"gauge-limit":   gauge(func(d *GaugeData) { *d = GaugeData{Used: 41_310, Source: "flag", Limit: 120_000} }),
		"gauge-pair": func(th *theme.Theme, w int) []string {
			a := fixtureGauge()
			a.Used = 41_310
			return GaugePair(th, fixtureGauge(), a, w)
		},
		"strip": func(th *theme.Theme, w int) []string {
			return append([]string{StripLine(th, stages, 3, w), Headline(th, stages[3], Due(stages[0]), w)}, StripBoxes(th, stages, 3, w)...)
		},
		"page": func(th *theme.Theme, w int) []string {
			var out []string
			extra := []Extra{{"next", "a share under 200 chars", []string{"would omit the message; not needed here"}}, {"", "this message", []string{"is the largest of 33; asks 11 × its share"}}}
			for _, l := range StagePage(th, stages[3], extra, w) {
				out = append(out, l.Text)
			}
			return out
		},
		"lab":              labPiece,
		"generations":      generationsPiece(5),
		"generations-many": generationsPiece(20),
		"frame": func(th *theme.Theme, w int) []string {
			body := []string{"plain", th.Cut.Render("styled") + th.Text.Render(" and more"), strings.Repeat("long ", 60)}
			out := []string{Titled(th, "messages", "377–389 of 412", w, true), Titled(th, "379 T · what is read instead", "48,120 → 18,214", w, false)}
			out = append(out, Frame(th, "messages", "372–400 of 412", "order ▾", body, w, 6, true)...)
			return append(out, Frame(th, "379 U · 日本語のタイトル", "203.6k → 18.2k", "", body, w, 5, false)...)
		},
		"gates": func(th *theme.Theme, w int) []string {
			return append(Gates(th, fixtureGates(), w, 5), Gates(th, fixtureGates(), w, 3)...)
		},
		"shares": func(th *theme.Theme, w int) []string {
			return Shares(th, f.report.Slim.Rows, fixtureShare, w, 12)
		},
		"sides": func(th *theme.Theme, w int) []string {
			var out []string
			for i, p := range BuildSides(sides) {
				left := (w - 1) / 2
				out = append(out, SideLine(th, p.Before, 3, i == 4, true, left)+"|"+SideLine(th, p.After, 3, false, false, w-1-left))
			}
			return out
		},
		"sides-unified": func(th *theme.Theme, w int) []string {
			var out []string
			for i, s := range BuildUnified(sides) {
				out = append(out, SideLine(th, s, 3, i == 2, true, w))
			}
			return out
		},
		"lines": one(
			func(th *theme.Theme, w int) string {
				return Header(th, HeaderData{Name: "demo-42.jsonl", Parts: []string{"claude-code", "412 messages", "1.20M chars", "cl100k_base"}, Hints: []Hint{{":", "commands", false}, {"?", "keys", true}}}, w)
			},
			func(th *theme.Theme, w int) string { return Footer(th, hints, w) },
			func(th *theme.Theme, w int) string { return Notice(th, Good, "copied 1,204 chars", "", w) },
			func(th *theme.Theme, w int) string {
				return Notice(th, Problem, "notes.md: no reader knows this format (tried claude-code, prime, chat)", "e shows the whole error", w)
			},
			func(th *theme.Theme, w int) string { return Progress(th, "reading demo-42.jsonl", 1_234, 3_000, w) },
			func(th *theme.Theme, w int) string { return Progress(th, "asking the summarizer", 512, 0, w) },
		),
	}
}

// widths are those of the layouts: the least, the usual one, two columns, three columns.
var widths = []int{60, 80, 120, 200}

func TestGolden(t *testing.T) {
	themes := map[string]*theme.Theme{"plain": theme.Plain(), "ascii": theme.PlainASCII(), "dark": theme.Colour(true)}
	for name, draw := range pieces() {
		for mode, th := range themes {
			t.Run(name+"/"+mode, func(t *testing.T) {
				var out strings.Builder
				for _, w := range widths {
					if mode == "ascii" && w != 80 {
						continue
					}
					fmt.Fprintf(&out, "%d\n", w)
					for _, l := range draw(th, w) {
						if n := text.Width(l); n != w {
							t.Errorf("width %d: a line takes %d cells: %q", w, n, l)
						}
						out.WriteString(l + "\n")
					}
				}
				golden.RequireEqual(t, []byte(out.String()))
			})
		}
	}
}

// Without colour every kind of row still has a letter, a word or a shape of its own.
func TestStatesWithoutColour(t *testing.T) {
	draw := pieces()["rows"]
	for mode, th := range map[string]*theme.Theme{"plain": theme.Plain(), "ascii": theme.PlainASCII()} {
		lines := draw(th, 80)
		for i, want := range map[int]string{0: "aside", 2: "whole", 5: "cut to 18.2k", 6: "not read", 8: "empty", 12: "omitted", 14: "kept+read", 15: "kept", 16: "kept repaired", 17: "left out"} {
			if got := strings.TrimSpace(text.Cut(lines[i][strings.LastIndex(strings.TrimRight(lines[i], " "), "  ")+1:], 20)); got != want {
				t.Errorf("%s: row %d says %q, not %q", mode, i, got, want)
			}
		}
		if slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "\x1b") }) {
			t.Errorf("%s: a plain row is styled", mode)
		}
		if mode != "ascii" {
			continue
		}
		for _, l := range lines[:10] { // row 10 quotes a session in another script
			if strings.IndexFunc(l, func(r rune) bool { return r > 0x7e }) >= 0 {
				t.Errorf("a sign that is not ASCII: %q", l)
			}
		}
	}
}
