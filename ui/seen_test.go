package ui

import (
	"encoding/xml"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"
	"cutline/render/text"
)

// exportAs writes what shows to a path of its own.
func exportAs(t *testing.T, a *App, w *world, path string) string {
	t.Helper()
	press(a, "W")
	if a.line == nil || !a.writing {
		t.Fatalf("W opens no line:\n%s", a.View())
	}
	a.line.SetValue(path)
	press(a, "enter")
	return w.saved[path]
}

// The list of messages has a form for readers and one for programs; a picture is that of the screen.
func TestSeenPlan(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, colour, 120, 40)
	screen := bare(a.Lines())
	press(a, "W")
	if got := a.line.Value(); got != "demo.plan.md" {
		t.Errorf("the path that is offered is %q", got)
	}
	press(a, "esc")
	md := exportAs(t, a, w, "x.md")
	for _, want := range []string{"# `cutline: demo.jsonl, plan`", "## `4 slim`", "### Decisions", "| 112 | A | 3,108 |", "| cut to 693 |"} {
		if !strings.Contains(md, want) {
			t.Errorf("%q is not in\n%s", want, md)
		}
	}
	if got := strings.Count(md, "\n| "); got != len(a.s.Rows)+1 {
		t.Errorf("the table has %d rows for %d messages", got-1, len(a.s.Rows))
	}
	if want := "written: x.md, " + text.Bytes(len(md)); a.notice.text != want {
		t.Errorf("the notice is %q, want %q", a.notice.text, want)
	}
	if got, want := exportAs(t, a, w, "x.txt"), strings.Join(screen, "\n")+"\n"; got != want {
		t.Errorf("the text is no screen:\n%s", got)
	}
	if got := exportAs(t, a, w, "x.JSON"); got != "{}" {
		t.Errorf("the form for programs is %q", got)
	}
	svg := exportAs(t, a, w, "x.svg")
	if err := xml.Unmarshal([]byte(svg), new(any)); err != nil || !strings.Contains(svg, ">cut to 693</text>") || strings.Contains(svg, "written: x") {
		t.Errorf("the picture is not that of the screen: %v", err)
	}
	if page := exportAs(t, a, w, "x.html"); !strings.Contains(page, svg[:40]) {
		t.Errorf("the page has no picture")
	}
}

// A filter limits what is written.
func TestSeenFiltered(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 120, 40)
	press(a, "&", "typed size>400", "enter")
	md := exportAs(t, a, w, "x.md")
	if got := strings.Count(md, "\n| ") - 1; got != a.list.Shown() || got == len(a.s.Rows) {
		t.Errorf("%d rows for %d messages", got, a.list.Shown())
	}
}

// Everywhere else the screen is what is written, and where there is an own export that one stays.
func TestSeenElsewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ keys, path string }{
		{"t", "demo.timeline.md"},
		{"u", "demo.contents.md"},
		{"4", "demo.page.md"},
		{"S", "demo.live-state.md"},
		{"c", "demo.after.md"},
		{"c d", "demo.diff.md"},
		{"o", "sessions.list.md"},
		{"c X", "demo.losses.md"},
		{"?", "demo.page.md"},
	} {
		w := &world{}
		a := opened(t, w, plain, 100, 30)
		press(a, strings.Fields(c.keys)...)
		a.notice.text = "" // which is not written
		before := a.View()
		press(a, "W")
		if a.line == nil || a.line.Value() != c.path {
			t.Errorf("%s: W offers no %s:\n%s", c.keys, c.path, a.View())
			continue
		}
		press(a, "esc")
		if a.View() != before {
			t.Errorf("%s: esc does not lead back:\n%s", c.keys, a.View())
		}
		if c.keys == "c X" {
			continue
		}
		md := exportAs(t, a, w, "x.md")
		if !strings.Contains(md, "```text\n"+strings.TrimRight(strings.SplitN(before, "\n", 2)[0], " ")) {
			t.Errorf("%s: no screen in\n%s", c.keys, md)
		}
		exportAs(t, a, w, "x.json")
		if _, there := w.saved["x.json"]; there || !strings.Contains(a.notice.text, "only the list of messages") {
			t.Errorf("%s: %q", c.keys, a.notice.text)
		}
	}
}

// Nothing is replaced unasked, and a name without a form is refused.
func TestSeenRefuses(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 100, 30)
	w.saved["x.txt"] = "mine"
	if exportAs(t, a, w, "x.txt"); a.asking == nil {
		t.Error("does not ask")
	}
	if press(a, "n"); w.saved["x.txt"] != "mine" {
		t.Error("replaced without a yes")
	}
	exportAs(t, a, w, "x.txt")
	if press(a, "y"); w.saved["x.txt"] == "mine" {
		t.Error("not replaced after a yes")
	}
	exportAs(t, a, w, "x.png")
	if _, there := w.saved["x.png"]; there || !strings.Contains(a.notice.text, "says no form") {
		t.Errorf("%q", a.notice.text)
	}
	a.engine.Export = nil
	if press(a, "W"); a.line != nil {
		t.Error("asks for a path where nothing can be written")
	}
}

func inspected(*model.Session, *pipeline.Report) (string, error) { return "{}", nil }
