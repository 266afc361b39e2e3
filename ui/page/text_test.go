package page

import (
	"fmt"
	"strings"
	"testing"

	"cutline/keymap"
	"cutline/pipeline/query"
	"cutline/render/text"
	"cutline/render/theme"
)

func long(lines int) *Page {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d Große\n", i)
	}
	p := Text(Prompt, "t", "", theme.Plain(), b.String())
	p.SetSize(30, 5)
	return p
}

func pattern(t *testing.T, typed string) query.Pattern {
	t.Helper()
	p, err := query.Compile(typed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func top(p *Page) string { return strings.Trim(p.View()[0], " ▌") }

func TestText(t *testing.T) {
	t.Parallel()
	p := long(100_000)
	for _, step := range []struct {
		action keymap.Action
		want   string
	}{
		{keymap.Down, "line 1 Große"},
		{keymap.PageDown, "line 5 Große"},
		{keymap.Up, "line 4 Große"},
		{keymap.PageUp, "line 0 Große"},
		{keymap.Up, "line 0 Große"},
	} {
		p.Do(step.action)
		if got := top(p); got != step.want {
			t.Errorf("%s goes to %q, not %q", step.action, got, step.want)
		}
	}
	if n, all := p.text.body.Known(); all || n > 50 {
		t.Errorf("%d lines were wrapped to show some", n)
	}
	p.Do(keymap.Bottom)
	p.Do(keymap.Down)
	if got := strings.Join(p.View(), ""); !strings.Contains(got, "line 99999") {
		t.Errorf("the end shows %q", got)
	}
	p.SetSize(12, 5)
	for _, l := range p.View() {
		if text.Width(l) != 12 {
			t.Errorf("%q is not 12 cells", l)
		}
	}
	if p.Item() != -1 || p.Do(keymap.Open) {
		t.Error("there is something to choose in a text")
	}
}

func TestFindInText(t *testing.T) {
	t.Parallel()
	p := long(50)
	for _, want := range []string{"line 7 Große", "line 17 Große", "line 27 Große", "line 37 Große", "line 45 Große", "line 7 Große"} {
		if !p.Find(pattern(t, "7 große"), +1) {
			t.Fatal("not found")
		}
		if got := top(p); got != want && !strings.HasPrefix(want, "line 45") {
			t.Errorf("shows %q, not %q", got, want)
		}
	}
	p.Find(pattern(t, "~^line 1[78]"), -1) // from line 7, so round the beginning
	if got := p.text.body.Text()[p.text.hit:]; !strings.HasPrefix(got, "line 18") {
		t.Errorf("backwards to %q", got[:8])
	}
	if p.Find(pattern(t, "no such"), +1) || p.Find(query.Pattern{}, -1) {
		t.Error("found what is not there")
	}
}
