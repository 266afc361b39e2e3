package ui

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/render/text"
	"cutline/ui/layout"
)

// Any keys, clicks, wheels and sizes leave a frame that fits the screen.
func TestAnyKeys(outer *testing.T) {
	var keys []string
	for _, r := range keymap.Table {
		for _, k := range r.Keys {
			if k != "q" && k != "ctrl+c" && k != "E" { // the editor would take the terminal
				keys = append(keys, k)
			}
		}
	}
	keys = append(keys, "é", "語", "backspace", "left", "right", "y", "t")
	rapid.Check(outer, func(t *rapid.T) {
		w := &world{path: "../testdata/sessions/claudecode/demo.jsonl"}
		a := opened(outer, w, plain, 80, 24)
		width, height := 80, 24
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				width, height = rapid.IntRange(1, 220).Draw(t, "w"), rapid.IntRange(1, 70).Draw(t, "h")
				settle(a, a.resized(tea.WindowSizeMsg{Width: width, Height: height}))
			case 1:
				b := rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonNone, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}).Draw(t, "button")
				x, y := rapid.IntRange(0, 230).Draw(t, "x"), rapid.IntRange(0, 80).Draw(t, "y")
				what := rapid.SampledFrom([]tea.MouseAction{tea.MouseActionPress, tea.MouseActionMotion, tea.MouseActionRelease}).Draw(t, "action")
				settle(a, a.moused(tea.MouseMsg{X: x, Y: y, Button: b, Action: what}))
			default:
				press(a, rapid.SampledFrom(keys).Draw(t, "key"))
			}
			if a.quit { // q in the footer was clicked
				return
			}
			checkFrame(t, a, width, height)
		}
	})
}

func checkFrame(t *rapid.T, a *App, w, h int) {
	lines := a.Lines()
	if len(lines) != h {
		t.Fatalf("%d lines at %dx%d", len(lines), w, h)
	}
	for i, l := range lines {
		if got := text.Width(l); got != w {
			t.Fatalf("line %d is %d cells at %dx%d: %q", i, got, w, h, l)
		}
	}
}

// No key means two things in one scope, and every row has its sentence.
func TestKeysAreClear(t *testing.T) {
	seen := map[string]keymap.Action{}
	for _, r := range keymap.Table {
		if r.Sentence == "" || len(r.Keys) == 0 || r.Show == "" {
			t.Errorf("%s in %s has no sentence or no key", r.Action, r.Scope)
		}
		for _, k := range r.Keys {
			for _, scope := range []keymap.Scope{r.Scope, keymap.Everywhere} {
				at := fmt.Sprintf("%s %s", scope, k)
				if was, ok := seen[at]; ok && was != r.Action {
					t.Errorf("%s means %s and %s", at, was, r.Action)
				}
			}
			seen[fmt.Sprintf("%s %s", r.Scope, k)] = r.Action
		}
	}
}

// Under the smallest size only q works, and going back gives the same picture.
func TestTooSmall(t *testing.T) {
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "g", "j", "j")
	before := a.View()
	for _, size := range [][2]int{{1, 1}, {3, 50}, {200, 1}, {layout.MinWidth - 1, 40}} {
		settle(a, a.resized(tea.WindowSizeMsg{Width: size[0], Height: size[1]}))
		press(a, "j", "?", "c")
		exact(t, a.View(), size[0], size[1])
	}
	settle(a, a.resized(tea.WindowSizeMsg{}))
	settle(a, a.resized(tea.WindowSizeMsg{Width: 80, Height: 24}))
	if a.View() != before {
		t.Errorf("after going back:\n%s\nbefore:\n%s", a.View(), before)
	}
}
