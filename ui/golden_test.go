package ui

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"cutline/pipeline"
	"cutline/render/text"
	"cutline/render/theme"
)

// sizes are the smallest screen, the usual one, the picture in the README and a large one.
var sizes = [][2]int{{60, 16}, {80, 24}, {120, 40}, {200, 60}}

// screens are the main screens and the keys that lead to them.
var screens = []struct {
	name string
	keys []string
}{
	{"plan", nil},
	{"split", []string{"="}},
	{"losses", []string{"s", "s"}},
	{"lost", []string{"x"}},
	{"stage1", []string{"1"}},
	{"stage2", []string{"2"}},
	{"stage3", []string{"3"}},
	{"stage4", []string{"4"}},
	{"stage5", []string{"5"}},
	{"stage6", []string{"6"}},
	{"touches", []string{"4", "enter"}},
	{"lens", []string{"l"}},
	{"budget", []string{"-"}},
	{"split-by-hand", []string{"{"}},
	{"zoom", []string{"enter"}},
	{"keys", []string{"?"}},
	{"problems", []string{"!"}},
	{"timeline", []string{"t"}},
	{"timeline-open", []string{"t", "enter"}},
	{"contents", []string{"u"}},
	{"contents-tool", []string{"u", "enter", "enter"}},
	{"contents-files", []string{"u", "s"}},
	{"params", []string{"p"}},
	{"params-turned", []string{"p", "/", "b", "u", "d", "g", "e", "t", "enter", "right", "right"}},
	{"shares", []string{"%", "]", "["}},
	{"forced", []string{"i", "k", "e"}},
	{"state", []string{"S"}},
	{"state-text", []string{"S", "enter", "j"}},
	{"state-off", []string{"S", "j", " "}},
	{"lab", []string{"L"}},
	{"lab-sorted", []string{"L", "s", "s", "down", " "}},
	{"lab-versus", []string{"L", " ", "down", "down", "down", "down", "down", "down", " ", "v"}},
	{"generations", []string{"C"}},
	{"generations-grown", []string{"C", " ", "]"}},
	{"find", []string{"/", "c", "e", "n", "t"}},
	{"find-kept", []string{"g", "/", "c", "e", "n", "t", "s", "enter", "n", "tab", "n"}},
	{"filter", []string{"&", "r", "o", "l", "e"}},
	{"filtered", []string{"&", "typed size>400", "enter"}},
	{"record", []string{"x", "x", "x"}},
	{"copy", []string{"y"}},
	{"commands-typed", []string{":", "strategy"}},
	{"sessions", []string{"o"}},
	{"sessions-find", []string{"o", "/", "s", "l", "o", "w"}},
	{"command", []string{"/", "c", "o", "m", "p", "a", "c", "t"}},
	{"after", []string{"c"}},
	{"diff", []string{"c", "d"}},
	{"loss", []string{"c", "X"}},
	{"loss-class", []string{"c", "X", "right", "right", "right", "right", "right", "down"}},
	{"loss-message", []string{"c", "X", "enter"}},
	{"write", []string{"c", "w"}},
}

// looks are the themes in which a screen is drawn: without colour, and for both backgrounds.
var looks = []struct {
	name  string
	theme *theme.Theme
}{{"plain", theme.Plain()}, {"colour", theme.Colour(true)}, {"light", theme.Colour(false)}}

// drawing is one screen at one size. It is run once and drawn in each theme, as when a terminal says late
// which background it has.
type drawing struct {
	once   sync.Once
	frames map[string]string // by the name of the theme
}

func (d *drawing) in(t *testing.T, look string, run func() *App) string {
	t.Helper()
	d.once.Do(func() {
		d.frames = map[string]string{}
		a := run()
		for _, l := range looks {
			a.setTheme(l.theme)
			settle(a, a.follow())
			d.frames[l.name] = a.View()
			if got := text.Clean(d.frames[l.name]); got != d.frames[looks[0].name] { // no state is told by colour alone
				t.Errorf("in %s other words show than without colour:\n%s", l.name, got)
			}
		}
	})
	return d.frames[look]
}

// drawn holds a screen to its golden files: at every size, in every theme.
func drawn(t *testing.T, name string, run func(w, h int) *App) {
	t.Helper()
	for _, size := range sizes {
		var d drawing
		for _, look := range looks {
			t.Run(fmt.Sprintf("%s/%s/%dx%d", name, look.name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				frame := d.in(t, look.name, func() *App { return run(size[0], size[1]) })
				exact(t, frame, size[0], size[1])
				golden.RequireEqual(t, []byte(frame))
			})
		}
	}
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		drawn(t, s.name, func(w, h int) *App {
			a := opened(t, &world{}, plain, w, h)
			press(a, s.keys...)
			return a
		})
	}
}

// TestRecordedScreens draws what a compaction lost that the session records, and what of it is given back.
func TestRecordedScreens(t *testing.T) {
	for _, s := range []struct {
		name string
		keys []string
	}{{"loss", []string{"X"}}, {"rescue", []string{"X", "r"}}, {"rescue-less", []string{"X", "r", "down", " ", "-", "-"}}} {
		drawn(t, s.name, func(w, h int) *App {
			a := openedAt(t, "preserved-tail.jsonl", w, h)
			press(a, s.keys...)
			return a
		})
	}
}

// TestPrimeScreens draws the demo session as the strategy prime cuts it.
func TestPrimeScreens(t *testing.T) {
	p := pipeline.Defaults()
	for _, set := range [][2]string{{"strategy", "prime"}, {"keep-recent", "3000"}} {
		if err := p.SetParam(set[0], set[1]); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []struct {
		name string
		keys []string
	}{{"plan", nil}, {"stage1", []string{"1"}}, {"stage3", []string{"3"}}, {"after", []string{"c"}}} {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			t.Run(fmt.Sprintf("%s/%dx%d", s.name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				a := openedWith(t, &world{}, plain, size[0], size[1], p)
				press(a, s.keys...)
				frame := a.View()
				exact(t, frame, size[0], size[1])
				golden.RequireEqual(t, []byte(frame))
			})
		}
	}
}

// exact holds a frame to its size: as many lines as rows, each as wide as the screen.
func exact(t *testing.T, frame string, w, h int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines on a screen of %d", len(lines), h)
	}
	for i, l := range lines {
		if got := text.Width(l); got != w {
			t.Errorf("line %d is %d cells wide, not %d: %q", i, got, w, l)
		}
	}
}

// With shapes from ASCII nothing else is drawn but what the session holds.
func TestASCII(t *testing.T) {
	t.Parallel()
	w := &world{path: filepath.Join("..", "testdata", "cases", "ren-14", "input.json")}
	a := opened(t, w, func(bool) *theme.Theme { return theme.PlainASCII() }, 120, 40)
	for _, key := range []string{"", "?", "esc", "u", "esc", "p", "esc", "%", "esc", "t", "esc", "B", "esc", "c", "v", "d", "esc", "3", "esc", "z", "X", "enter"} {
		if key != "" {
			press(a, key)
		}
		for _, line := range strings.Split(a.View(), "\n") {
			if i := strings.IndexFunc(line, func(r rune) bool { return r > 0x7e }); i >= 0 {
				t.Errorf("after %q: %q in %q", key, line[i:min(len(line), i+4)], line)
			}
		}
	}
}
