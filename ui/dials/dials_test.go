package dials

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/render/theme"
)

// rows are all parameters at their defaults.
func rows() []Row {
	p := pipeline.Defaults()
	out := make([]Row, len(pipeline.Table))
	for i, row := range pipeline.Table {
		out[i] = Row{Param: row, Value: row.Get(&p), Stands: row.Get(&p), Default: row.Get(&p), Source: Default}
		if row.Name != "strategy" {
			out[i].Stops = row.Stops()
		}
	}
	return out
}

// At any size, whatever is done and whatever a value holds, the pane draws exactly its size.
func TestSize(t *testing.T) {
	t.Parallel()
	actions := []keymap.Action{keymap.Up, keymap.Down, keymap.PageDown, keymap.Bottom, keymap.Top}
	rapid.Check(t, func(t *rapid.T) {
		p := New([]*theme.Theme{theme.Plain(), theme.PlainASCII(), theme.Colour(true)}[rapid.IntRange(0, 2).Draw(t, "theme")])
		all := rows()
		r := &all[rapid.IntRange(0, len(all)-1).Draw(t, "row")]
		r.Value = rapid.String().Draw(t, "value")
		r.Effect, r.Idle, r.Comes = rapid.String().Draw(t, "effect"), rapid.SampledFrom([]string{"", "nobody looks"}).Draw(t, "idle"), rapid.String().Draw(t, "comes")
		p.Show(all, "fair")
		w, h := rapid.IntRange(0, 400).Draw(t, "w"), rapid.IntRange(0, 120).Draw(t, "h")
		p.SetSize(w, h)
		p.Find(rapid.SampledFrom([]string{"", "budget", "zz", "\x1b[31m"}).Draw(t, "find"))
		p.Go(rapid.SampledFrom([]string{r.Name, "none"}).Draw(t, "go"))
		for range rapid.IntRange(0, 5).Draw(t, "moves") {
			p.Do(rapid.SampledFrom(actions).Draw(t, "action"))
		}
		p.Click(rapid.IntRange(-2, 130).Draw(t, "y"))
		p.Stop(rapid.IntRange(-2, 410).Draw(t, "x"), true)
		lines := p.View()
		if w < 1 || h < 1 {
			h = 0
		}
		if len(lines) != h {
			t.Fatalf("%d lines at %d by %d", len(lines), w, h)
		}
		for _, l := range lines {
			if text.Width(l) != w {
				t.Fatalf("%d cells at %d by %d: %q", text.Width(l), w, h, l)
			}
		}
	})
}

// A click on each cell of a slider gives a stop, in order from the first to the last.
func TestStop(t *testing.T) {
	t.Parallel()
	for _, w := range []int{52, 60, 80, 106, 200} {
		p := New(theme.Plain())
		p.Show(rows(), "fair")
		p.SetSize(w, 30)
		p.Go("fraction")
		var got []string
		for x := range w {
			if v, ok := p.Stop(x, false); ok {
				got = append(got, v)
			}
		}
		if len(got) < 7 || got[0] != "0" || got[len(got)-1] != "1" {
			t.Errorf("%d cells: %q", w, got)
		}
		if v, ok := p.Stop(-5, true); !ok || v != "0" {
			t.Errorf("held to the left of it: %q", v)
		}
	}
	p := New(theme.Plain())
	p.Show(rows(), "fair")
	p.SetSize(80, 30)
	p.Go("instructions")
	if v, ok := p.Stop(40, true); ok {
		t.Errorf("a text has the stop %q", v)
	}
}

func TestSpelled(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{
		{"fraction", "0.855", "85.5%"},
		{"budget", "800000", "800,000"},
		{"budget", "0", "not set"},
		{"keep-recent", "0", "0"},
		{"full", "true", "on"},
		{"full", "false", "off"},
		{"timeout", "90s", "90s"},
		{"prompt", "", "not set"},
		{"persist-unused-tokens", "off", "off"},
		{"instructions", "", ""},
		{"split-on", "any", "any"},
	} {
		row, _ := pipeline.Lookup(tt[0])
		if got := Spelled(row, tt[1]); got != tt[2] {
			t.Errorf("%s %q is spelled %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

// A row that does nothing says so, and one that was changed says what that did.
func TestSays(t *testing.T) {
	t.Parallel()
	all := rows()
	for i := range all {
		switch all[i].Name {
		case "tail-cap":
			all[i].Idle = "the strategy gives its tail a size of its own"
		case "budget":
			all[i].Value, all[i].Effect = "1000", "31 more cut"
		}
	}
	p := New(theme.Plain())
	p.Show(all, "prime")
	p.SetSize(100, 30)
	p.Go("tail-cap")
	if v := strings.Join(p.View(), "\n"); !strings.Contains(v, "no effect here") || !strings.Contains(v, "no effect: the strategy gives") {
		t.Error(v)
	}
	p.Go("budget")
	if v := strings.Join(p.View(), "\n"); !strings.Contains(v, "budget                   * ") || !strings.Contains(v, "against not set: 31 more cut") {
		t.Error(v)
	}
}

// Where none is set the row shows the value that holds, and that nobody set it.
func TestUnset(t *testing.T) {
	t.Parallel()
	all := rows()
	for i := range all {
		switch r := &all[i]; r.Name {
		case "window":
			r.Is, r.From = "200000", "of the model"
		case "token-limit":
			r.From = "fraction decides"
		case "persist-unused-share":
			r.Is = "0.05"
		case "todos":
			r.From = "message 7, 12 chars"
		}
	}
	p := New(theme.Plain())
	p.Show(all, "fair")
	p.SetSize(80, 80)
	p.Go("window")
	s := strings.Join(p.View(), "\n")
	for _, want := range []string{"     200,000  not set: of the model", "     not set  fraction decides", "          5%  not set ", "  6 todos                      not set: message 7, 12 chars ", "  200,000 (default) · not set: of the model "} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q:\n%s", want, s)
		}
	}
	p.Go("todos")
	if s = strings.Join(p.View(), "\n"); !strings.Contains(s, "  not set: message 7, 12 chars (default) ") {
		t.Error(s)
	}
}
