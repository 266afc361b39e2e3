package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/ui/dials"
)

// atParam puts the cursor of the open parameters on one of them.
func atParam(t *testing.T, a *App, name string) *dials.Row {
	t.Helper()
	a.dials.Go(name)
	a.weighDial()
	r := a.dials.At()
	if r == nil || r.Name != name {
		t.Fatalf("%s is no row of the parameters", name)
	}
	return r
}

// A slider is nudged: the plan, the gauge and the bars follow at once, the row says what it did, and 0
// takes it back.
func TestParams(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		a := opened(t, &world{}, plain, size[0], size[1])
		before := a.report.Slim.Counts
		press(a, "p")
		if a.scope() != keymap.Turn || !strings.Contains(a.View(), "parameters") || !strings.Contains(a.View(), "messages") {
			t.Fatalf("p shows:\n%s", a.View())
		}
		atParam(t, a, "budget")
		press(a, "right", "right", "right")
		if a.params.Slim.Budget != 150_000 || a.report.Slim.Counts == before {
			t.Errorf("%v: a budget of %d gives %+v", size, a.params.Slim.Budget, a.report.Slim.Counts)
		}
		r := a.dials.At()
		if !r.Changed() || r.Effect == "" || !strings.Contains(a.notice.text, "budget 100,000 → 150,000: ") {
			t.Errorf("%v: %+v, notice %q", size, r, a.notice.text)
		}
		if !strings.Contains(a.View(), "against not set: ") {
			t.Errorf("%v: what it does is not said:\n%s", size, a.View())
		}
		exact(t, a.View(), size[0], size[1])
		press(a, "0")
		if a.params.Slim.Budget != 0 || a.report.Slim.Counts != before || a.dials.At().Changed() {
			t.Errorf("%v: 0 leaves %d", size, a.params.Slim.Budget)
		}
		press(a, "p")
		if a.in != nil {
			t.Error("p again does not close it")
		}
	}
}

// Switches, choices, texts and numbers that are typed; what cannot be taken is said and changes nothing.
func TestParamsTyped(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "p")
	atParam(t, a, "full")
	press(a, " ")
	if !a.params.Partition.Full || a.report.Partition.Split >= 0 {
		t.Errorf("space does not switch it: %q", a.notice.text)
	}
	press(a, "left")
	if a.params.Partition.Full {
		t.Error("← does not switch it off")
	}
	atParam(t, a, "tool-valve")
	press(a, " ")
	if a.params.Slim.ToolValve != "off" {
		t.Errorf("space gives %q", a.params.Slim.ToolValve)
	}
	atParam(t, a, "fraction")
	press(a, "enter", "ctrl+u")
	a.line.SetValue("100%")
	press(a, "enter")
	if a.params.Trigger.Fraction != 1 || a.report.Trigger.Fires || !strings.Contains(a.notice.text, "is not due any more") {
		t.Errorf("a share that is typed: %v, %q", a.params.Trigger.Fraction, a.notice.text)
	}
	press(a, "enter")
	a.line.SetValue("seven")
	press(a, "enter")
	if a.params.Trigger.Fraction != 1 || !strings.Contains(a.notice.text, "is no number") {
		t.Errorf("nonsense is taken, or not said: %q", a.notice.text)
	}
	atParam(t, a, "instructions")
	press(a, "enter", "m", "i", "n", "d", "enter")
	if a.params.Instructions != "mind" {
		t.Errorf("instructions %q", a.params.Instructions)
	}
	press(a, "right")
	if !strings.Contains(a.notice.text, "enter types it") {
		t.Errorf("→ on a text: %q", a.notice.text)
	}
	press(a, "D")
	if a.params != pipeline.Defaults() {
		t.Errorf("D leaves %+v", a.params)
	}
}

// The names are filtered as they are typed; enter keeps that, esc lifts it and then goes back.
func TestParamsFilter(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "p", "/", "t", "a", "i", "l", "enter")
	if r := a.dials.At(); r == nil || r.Name != "tail-cap" || a.dials.Position() != "1 of 1" {
		t.Errorf("found %+v, %s", r, a.dials.Position())
	}
	press(a, "esc")
	if !a.at(keymap.Turn) || a.dials.Position() == "1 of 1" {
		t.Error("esc does not lift the search alone")
	}
	press(a, "/", "z", "z", "z")
	if !strings.Contains(a.View(), "no parameter is called so") {
		t.Errorf("nothing is found, and nothing said:\n%s", a.View())
	}
	press(a, "enter", "right", " ", "0", "enter")
	press(a, "esc", "esc", "esc")
	if a.at(keymap.Turn) {
		t.Error("esc does not go back")
	}
}

// A strategy is chosen on the first row: its rows are marked, what was turned by hand stays, and a row
// that does nothing under it says so.
func TestParamsStrategy(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "p")
	atParam(t, a, "keep-recent")
	press(a, "enter")
	a.line.SetValue("3000")
	press(a, "enter")
	atParam(t, a, "strategy")
	press(a, "right")
	if a.params.Strategy != "prime" || a.params.Partition.KeepRecent != 3000 || a.report.Partition.Cut == nil {
		t.Errorf("→ on the strategy: %s, keep-recent %d", a.params.Strategy, a.params.Partition.KeepRecent)
	}
	if r := atParam(t, a, "tail-cap"); r.Idle == "" || !strings.Contains(a.View(), "no effect") {
		t.Errorf("the cap of the tail is not said to do nothing:\n%s", a.View())
	}
	press(a, "right")
	if !strings.Contains(a.notice.text, "no effect") {
		t.Errorf("turned all the same: %q", a.notice.text)
	}
	atParam(t, a, "strategy")
	for a.params.Strategy != "claude-code-like" {
		press(a, "right")
	}
	if r := atParam(t, a, "full"); r.Source != dials.Strategy || r.Changed() || r.Value != "true" {
		t.Errorf("what the strategy sets: %+v", r)
	}
	if r := atParam(t, a, "keep-recent"); r.Source != dials.ByHand || !r.Changed() {
		t.Errorf("what was turned by hand: %+v", r)
	}
}

// The split is turned from one safe place to the next.
func TestParamsSplit(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	was := a.report.Partition.Split
	press(a, "{")
	key := a.report.Partition.Split
	press(a, "0", "p")
	r := atParam(t, a, "split-at")
	if !slices.Contains(r.Stops, fmt.Sprint(key)) || !slices.Contains(r.Stops, fmt.Sprint(was)) {
		t.Errorf("the places %v, the key goes to %d", r.Stops, key)
	}
	press(a, "right")
	if at := fmt.Sprintf("split at %d", a.report.Partition.Split); !strings.Contains(a.View(), "══ "+at) {
		t.Errorf("the list does not show where it went:\n%s", a.View())
	}
	if a.report.Partition.Split == was || !strings.Contains(a.notice.text, "split at") {
		t.Errorf("split at %d, %q", a.report.Partition.Split, a.notice.text)
	}
}

// A click on a slider sets it, and a drag moves it on, also beside the slider; the wheel scrolls.
func TestParamsMouse(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "p")
	atParam(t, a, "fraction")
	in := a.frame.Inner(a.frame.Room)
	y := in.Min.Y
	for i, l := range a.Lines() {
		if strings.Contains(l, "1 fraction") {
			y = i
			break
		}
	}
	press(a, "g")
	x := in.Min.X + 34
	mouse(a, x, y, tea.MouseActionPress)
	if r := a.dials.At(); r.Name != "fraction" || !r.Changed() {
		t.Fatalf("a click sets %s to %s", r.Name, r.Value)
	}
	was := a.params.Trigger.Fraction
	mouse(a, x+2, y+5, tea.MouseActionMotion)
	if a.params.Trigger.Fraction <= was {
		t.Errorf("the drag moves it from %v to %v", was, a.params.Trigger.Fraction)
	}
	mouse(a, 500, y, tea.MouseActionMotion)
	if a.params.Trigger.Fraction != 1 {
		t.Errorf("beyond the end it is %v", a.params.Trigger.Fraction)
	}
	mouse(a, 500, y, tea.MouseActionRelease)
	mouse(a, x, y, tea.MouseActionMotion)
	if a.params.Trigger.Fraction != 1 || a.drag != dragNothing {
		t.Error("it moves on after the release")
	}
	mouse(a, a.frame.List.Min.X+10, a.frame.List.Min.Y+4, tea.MouseActionPress)
	if !a.at(keymap.Turn) {
		t.Error("a click on the list closes the parameters")
	}
}

// Whatever is pressed in the room, every parameter is within its scale and every frame has its size.
func TestParamsLaw(outer *testing.T) {
	outer.Parallel()
	keys := []string{"down", "down", "up", "pgdown", "G", "g", "left", "right", "shift+left", "shift+right", " ", "0", "D", "enter", "esc", "p", "/", "7", "k", "z", "<", ">", "backspace"}
	rapid.Check(outer, func(t *rapid.T) {
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		a := opened(outer, &world{}, plain, size[0], size[1])
		press(a, "p")
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			press(a, rapid.SampledFrom(keys).Draw(t, "key"))
			checkFrame(t, a, size[0], size[1])
		}
		for _, row := range pipeline.Table {
			p, value := a.params, row.Get(&a.params)
			if value == a.ownDefault(row) {
				continue
			}
			if err := a.give(&p, row, value); err != nil {
				t.Fatalf("%s is %q: %v", row.Name, value, err)
			}
		}
	})
}
