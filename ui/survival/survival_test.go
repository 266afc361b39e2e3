package survival

import (
	"fmt"
	"testing"

	"cutline/keymap"
	"cutline/pipeline/facts"
	"cutline/pipeline/generations"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

// made are generations in which so many facts died in each.
func made(died ...int) generations.Generations {
	g := generations.Generations{Of: len(died) + 1, Facts: 100}
	for k, n := range died {
		step := generations.Step{N: k + 1, Before: 1000, Tokens: 100, Deaths: n, Writer: "local"}
		for c := range step.Classes {
			step.Classes[c] = generations.Share{N: 12, Kept: 1 / float64(k+1)}
		}
		g.Steps = append(g.Steps, step)
		for i := range n {
			g.Deaths = append(g.Deaths, generations.Death{Fact: retention.Fact{Class: facts.Number, Text: fmt.Sprint("number ", i), Index: 100*(k+1) + i}, At: k + 1})
		}
	}
	return g
}

// The pane draws exactly its size, whatever that is and whatever there is to show, and the cursor shows.
func TestExactly(t *testing.T) {
	t.Parallel()
	for _, g := range []generations.Generations{{Of: 5}, made(3, 0, 9), made(200, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), made(0, 0)} {
		p := New(theme.Plain(), "fair", g.Of, g.Grow)
		p.Put(g)
		for _, size := range [][2]int{{1, 1}, {3, 50}, {58, 11}, {80, 17}, {118, 29}, {200, 2}, {400, 120}} {
			p.SetSize(size[0], size[1])
			p.Do(keymap.Bottom)
			lines := p.View()
			if len(lines) != size[1] {
				t.Fatalf("%v: %d lines", size, len(lines))
			}
			for _, l := range lines {
				if text.Width(l) != size[0] {
					t.Errorf("%v: a line of %d cells: %q", size, text.Width(l), l)
				}
			}
		}
	}
}

// What is gone to is a message, by cursor, by click and by generation.
func TestMoves(t *testing.T) {
	t.Parallel()
	p := New(theme.Plain(), "fair", 4, false)
	p.SetSize(100, 30)
	if p.Enter() >= 0 || p.Click(3) || p.Position() != "1 of 4" || p.Foot() != "esc stops it" {
		t.Errorf("of nothing: %d, %s, %s", p.Enter(), p.Position(), p.Foot())
	}
	p.Put(made(2, 0, 5))
	p.Stop()
	for _, tt := range []struct {
		a    keymap.Action
		want int
	}{{keymap.Down, 101}, {keymap.Next, 300}, {keymap.Next, 300}, {keymap.Down, 301}, {keymap.Prev, 100}, {keymap.Prev, 100}, {keymap.Bottom, 304}, {keymap.Up, 303}, {keymap.Top, 100}} {
		if !p.Do(tt.a) || p.Enter() != tt.want {
			t.Errorf("%s leads to message %d, want %d", tt.a, p.Enter(), tt.want)
		}
	}
	first := len(p.above())
	if !p.Click(first+2) || p.Enter() != 300 || p.Click(first-1) || p.Click(first+7) {
		t.Errorf("a click leads to message %d", p.Enter())
	}
	if p.Position() != "3 of 7 that died" || p.Do(keymap.Order) {
		t.Errorf("%s", p.Position())
	}
}
