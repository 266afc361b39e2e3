package state

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/pipeline/reassemble"
	"cutline/render/text"
	"cutline/render/theme"
)

// placed is a state with a block of every kind: one that is off, one in the tail, one that was cut,
// and a skill as long as skills get.
func placed() []reassemble.Placed {
	skill := reassemble.NewBlock("skills", "message 12", strings.Repeat("Read the table 銀行 first.\n\x1b[31mThen\tthe rest, which is a long line that has to be wrapped on a narrow screen.\n", 200)+"the end")
	skill.Key, skill.Cut = "bank-files", "cut to 20,000 of 45,000 chars"
	other := reassemble.NewBlock("skills", "line 9", "# Skill: sql")
	other.Key = "sql"
	todos := reassemble.NewBlock("todos", "message 121", "- [pending] one")
	todos.In = []int{121}
	plan := reassemble.NewBlock("plan", "message 40", "1. read\n2. write")
	plan.Off = true
	return reassemble.Place([]reassemble.Block{
		skill, other, todos, plan, reassemble.NewBlock("project-root", "the session's working directory", "/home/dev/bank"),
		reassemble.NewBlock("mode", reassemble.EditedSource, "Only look."),
	}, "nine", []int{120, 121, 122})
}

func opened(th *theme.Theme) *Pane {
	p := New(th)
	p.Show(placed())
	return p
}

func do(p *Pane, keys ...keymap.Action) {
	for _, a := range keys {
		switch a {
		case keymap.Open:
			p.Enter()
		case keymap.Back:
			p.Back()
		default:
			p.Do(a)
		}
	}
}

var down = keymap.Down

func TestView(t *testing.T) {
	for _, size := range [][2]int{{60, 10}, {80, 18}, {120, 30}, {200, 50}} {
		for name, keys := range map[string][]keymap.Action{
			"list": nil, "off": {down, down}, "tail": {down, down, down}, "skill": {down, down, down, down},
			"text": {down, down, down, down, keymap.Open, down}, "text-end": {down, down, down, down, keymap.Open, keymap.Bottom}, "absent": {keymap.Bottom},
		} {
			for look, th := range map[string]*theme.Theme{"plain": theme.Plain(), "ascii": theme.PlainASCII(), "colour": theme.Colour(true)} {
				if look != "plain" && size[0] != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, look, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					p := opened(th)
					p.SetSize(size[0], size[1])
					do(p, keys...)
					golden.RequireEqual(t, []byte(p.Title()+" | "+p.Position()+" | "+p.Foot()+"\n"+strings.Join(p.View(), "\n")))
				})
			}
		}
	}
}

// TestText: all of a long text can be scrolled to, and nothing of the session moves the terminal's cursor.
func TestText(t *testing.T) {
	p := opened(theme.Plain())
	p.SetSize(60, 10)
	do(p, down, down, down, down)
	if v := strings.Join(p.View(), "\n"); !strings.Contains(v, "enter shows all of it") || !strings.Contains(v, "Read the table") {
		t.Errorf("the list does not say that there is more:\n%s", v)
	}
	do(p, keymap.Open)
	seen, pages := "", 0
	for at := -1; p.top != at; pages++ {
		at = p.top
		for _, l := range p.View()[1:] {
			seen += strings.TrimSpace(l) + " "
		}
		p.Do(keymap.PageDown)
	}
	if pages < 50 || !strings.Contains(seen, "the end") || strings.Contains(seen, "\x1b") {
		t.Errorf("%d pages of the text show", pages)
	}
	at := p.top
	p.SetSize(120, 10)
	if p.top >= at || p.top == 0 || !p.Back() || p.Back() {
		t.Errorf("after a change of the width line %d of %d shows", p.top, p.body.Lines())
	}
}

// TestShowAgain: the cursor stays on its block, wherever that stands now.
func TestShowAgain(t *testing.T) {
	p := opened(theme.Plain())
	p.SetSize(80, 24)
	do(p, down, down, down, down, down)
	if b := p.At(); b.Key != "sql" {
		t.Fatalf("the cursor is on %+v", b)
	}
	p.Show(reassemble.Place([]reassemble.Block{p.At().Block}, "plain", nil))
	if b := p.At(); b.Key != "sql" || p.list.Cursor != 0 {
		t.Errorf("the cursor is on %s, line %d", b.Name, p.list.Cursor)
	}
	do(p, keymap.Open)
	p.Show(reassemble.Place(nil, "plain", nil))
	if b := p.At(); b.Name != "skills" || !b.Absent {
		t.Errorf("of a block that is gone the cursor goes to %+v", b)
	}
	p.Show(nil)
	if p.At() != nil || p.Enter() || p.Back() || p.Position() == "" {
		t.Error("an empty state has a block")
	}
}

func TestClick(t *testing.T) {
	p := opened(theme.Plain())
	p.SetSize(80, 24)
	p.Click(0)
	p.Click(3)
	p.Click(23)
	if p.list.Cursor != 2 {
		t.Errorf("the cursor is on %d", p.list.Cursor)
	}
}

func TestSizes(t *testing.T) {
	plain, empty := opened(theme.Plain()), New(theme.PlainASCII())
	actions := []keymap.Action{keymap.Up, down, keymap.PageDown, keymap.PageUp, keymap.Bottom, keymap.Top, keymap.Open, keymap.Back}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 400).Draw(t, "w"), rapid.IntRange(1, 120).Draw(t, "h")
		keys := rapid.SliceOfN(rapid.SampledFrom(actions), 0, 8).Draw(t, "keys")
		for _, p := range []*Pane{plain, empty} {
			p.SetSize(w, h)
			do(p, keys...)
			p.Scroll(rapid.IntRange(-9, 9).Draw(t, "scroll"))
			lines := p.View()
			if len(lines) != h {
				t.Fatalf("%d lines of %d", len(lines), h)
			}
			for _, l := range lines {
				if text.Width(l) != w || strings.Contains(l, "\x1b") {
					t.Fatalf("%d cells of %d: %q", text.Width(l), w, l)
				}
			}
		}
	})
}
