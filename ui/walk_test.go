package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cutline/keymap"
	"cutline/render"
	"cutline/render/text"
)

// places are where keys can be pressed, each with the keys that lead there.
var places = []struct {
	name string
	keys []string
}{
	{"list", nil},
	{"list-filtered", []string{"4", "enter"}},
	{"list-empty", []string{"&", "fate:masked", "enter"}},
	{"list-found", []string{"/", "e", "enter"}},
	{"list-zoomed", []string{"z"}},
	{"list-sorted", []string{"s"}},
	{"message", []string{"tab"}},
	{"message-zoomed", []string{"enter"}},
	{"record", []string{"x", "x", "x"}},
	{"reasons", []string{"4"}},
	{"commands", []string{"?"}},
	{"writers", []string{"M"}},
	{"branches", []string{"B"}},
	{"prompt", []string{"P"}},
	{"copy", []string{"y"}},
	{"sessions", []string{"o"}},
	{"timeline", []string{"t"}},
	{"timeline-open", []string{"t", "enter"}},
	{"contents", []string{"u"}},
	{"contents-tool", []string{"u", "enter", "enter"}},
	{"state", []string{"S"}},
	{"state-text", []string{"S", "enter"}},
	{"params", []string{"p"}},
	{"params-found", []string{"p", "/", "tail", "enter"}},
	{"shares", []string{"%"}},
	{"lab", []string{"L"}},
	{"after", []string{"c"}},
	{"diff", []string{"c", "d"}},
	{"list-after", []string{"c", "esc"}},
	{"reasons-after", []string{"c", "5"}},
}

// pressable are the keys that mean something in a scope, but for those that give the terminal away.
func pressable(scope keymap.Scope) []string {
	var out []string
	for _, r := range keymap.In(scope) {
		if r.Action == keymap.Edit || r.Action == keymap.BlockEdit || r.Action == keymap.LookAt {
			continue
		}
		out = append(out, r.Keys...)
	}
	return out
}

// fits reports what is wrong with the frame of an inspector at a size.
func fits(a *App, w, h int) error { return fitting(a.Lines(), nil, w, h) }

// fitting reports what is wrong with a frame; lines that stand in one that fits are not measured again.
func fitting(lines, known []string, w, h int) error {
	if len(lines) != h {
		return fmt.Errorf("%d lines on a screen of %d", len(lines), h)
	}
	for i, l := range lines {
		if i < len(known) && l == known[i] {
			continue
		}
		if got := text.Width(l); got != w {
			return fmt.Errorf("line %d is %d cells wide: %q", i, got, l)
		}
	}
	return nil
}

// Every key in every place, on screens of all layouts, leaves a frame that fits, and does something or says
// why not; only moving on where nothing is left is silent.
func TestEveryKey(t *testing.T) {
	t.Parallel()
	silent := []keymap.Action{keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom}
	for _, size := range [][2]int{{20, 5}, {59, 100}, {60, 16}, {80, 24}, {121, 33}, {300, 100}} {
		for _, p := range places {
			if size[0] < 60 && p.keys != nil {
				continue // no key means anything there but the one that leaves
			}
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], p.name), func(t *testing.T) {
				t.Parallel()
				begin := func() *App {
					a := opened(t, &world{path: small}, plain, size[0], size[1])
					press(a, p.keys...)
					return a
				}
				a := begin()
				scope := a.scope()
				var fit []string // the last frame that was measured
				for _, k := range pressable(scope) {
					if a.quit || a.scope() != scope || a.line != nil || a.asking != nil {
						a = begin()
					}
					a.notice.text = ""
					before := a.Lines()
					press(a, k)
					if a.quit {
						continue
					}
					after := a.Lines()
					if err := fitting(after, fit, size[0], size[1]); err != nil {
						t.Fatalf("%s: %v", k, err)
					}
					fit = after
					action, _ := keymap.Find(scope, k)
					if size[0] >= 60 && slices.Equal(after, before) && !slices.Contains(silent, action) {
						t.Errorf("%s (%s) does nothing and says nothing", k, action)
					}
				}
			})
		}
	}
}

// small is a session with calls, results and two turns, which is opened quickly.
const small = "../testdata/cases/ren-14/input.json"

// A hint of the footer is whole, and a click on it is its key.
func TestHintsAreKeys(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 200} {
		for _, p := range places {
			t.Run(fmt.Sprintf("%d/%s", width, p.name), func(t *testing.T) {
				t.Parallel()
				begin := func() *App {
					a := opened(t, &world{path: small}, plain, width, 40)
					press(a, p.keys...)
					a.notice.text = ""
					return a
				}
				a := begin()
				hints, scope := a.hints(), a.scope()
				foot := a.footer()
				if scope != keymap.Clip && !strings.HasSuffix(strings.TrimRight(foot, " "), "? keys  q quit") {
					t.Errorf("the last ones are not there: %s", foot)
				}
				for x := range width {
					i := render.FooterAt(hints, width, x)
					if i < 0 || i == render.FooterAt(hints, width, x-1) || hints[i].Keys == "E" || hints[i].Keys == "O" {
						continue
					}
					h := hints[i]
					if !strings.Contains(" "+foot+"  ", "  "+h.Keys+" "+h.Word+"  ") {
						t.Errorf("%s %s is cut: %s", h.Keys, h.Word, foot)
					}
					clicked, pressed := begin(), begin()
					settle(clicked, clicked.moused(leftClick(x, 39)))
					key := ""
					for _, r := range keymap.In(scope) {
						if a.th.Keys(r.Show) == h.Keys {
							key = r.Keys[0]
							break
						}
					}
					if h.Keys == whyKeys {
						key = fmt.Sprint(a.stage + 1)
					}
					press(pressed, key)
					if clicked.View() != pressed.View() || key == "" {
						t.Errorf("a click on %s %s is not the key %q", h.Keys, h.Word, key)
					}
				}
			})
		}
	}
}
