package ui

import (
	"fmt"
	"image"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
)

// typings are typed and pasted: wide, combining, right to left, with what moves a terminal's cursor.
var typings = []string{"e", "test", "請求書", "e\u0301a\u0308", "👩‍👩‍👧", "\u05d0\u05d1", "a\tb\nc", "\x1b[31mred\x1b[2J", "~[", "~t.e", "compact keep the names", "role:user", "size>200", "~", "/", "12", strings.Repeat("long ", 80)}

// choose plans what happens next.
func (k *walk) choose() {
	a := k.a
	n := k.rng.IntN(100)
	switch {
	case a.frame.TooSmall && n < 50, n < 8:
		k.plan = []string{k.someSize()}
	case n < 20:
		k.plan = k.someMouse()
	case n < 32:
		k.plan = append(k.leaveLine(), along(k.rng.IntN(len(trails)))...)
	case n < 35:
		k.plan = []string{"paste:" + typings[k.rng.IntN(len(typings))]}
	case n < 39:
		k.plan = []string{"wait"}
	case n < 40:
		k.plan = []string{"rest"}
	case n < 42:
		k.plan = []string{[]string{"grow", "full"}[k.rng.IntN(2)]}
	case n < 43:
		k.plan = []string{[]string{"dark", "light"}[k.rng.IntN(2)]}
	case n < 48:
		k.plan = []string{k.keyOf(keymap.Table)}
	default:
		k.plan = []string{k.keyOfPlace()}
	}
}

// leaveLine are the keys that give the keys back to the plan; half the time none are pressed.
func (k *walk) leaveLine() []string {
	if k.rng.IntN(2) == 0 {
		return nil
	}
	if k.a.line != nil || k.a.asking != nil || k.a.copying {
		return []string{"esc", "ctrl+g"}
	}
	return []string{"ctrl+g"}
}

// keyOf is a key of one of some rows. To leave is rare: nothing comes after it.
func (k *walk) keyOf(rows []keymap.Row) string {
	for {
		r := rows[k.rng.IntN(len(rows))]
		if r.Action != keymap.Quit || k.rng.IntN(10) == 0 {
			return r.Keys[k.rng.IntN(len(r.Keys))]
		}
	}
}

// keyOfPlace is a key that means something where the walk is.
func (k *walk) keyOfPlace() string {
	a := k.a
	switch {
	case a.asking != nil:
		return []string{"y", "y", "n", "esc", "down", "pgdown", "j", "enter"}[k.rng.IntN(8)]
	case a.line != nil:
		keys := []string{"enter", "enter", "esc", "tab", "backspace", "left", "right", "up", "down", "home", "end", "ctrl+u", " ", "y", "?"}
		if i := k.rng.IntN(2 * len(keys)); i < len(keys) {
			return keys[i]
		}
		word := []rune(typings[k.rng.IntN(len(typings))])
		return string(word[k.rng.IntN(len(word))])
	}
	rows := keymap.In(a.scope())
	if a.s == nil && k.rng.IntN(3) == 0 {
		return "R"
	}
	own := 0
	for own < len(rows) && rows[own].Scope != keymap.Everywhere {
		own++
	}
	if own > 0 && k.rng.IntN(3) > 0 {
		return k.keyOf(rows[:own])
	}
	return k.keyOf(rows)
}

// someSize is a size from one cell on.
func (k *walk) someSize() string {
	if k.rng.IntN(5) == 0 {
		return fmt.Sprintf("size:%dx%d", 1+k.rng.IntN(300), 1+k.rng.IntN(100))
	}
	w, h := 60+k.rng.IntN(140), 16+k.rng.IntN(40)
	switch k.rng.IntN(6) {
	case 0:
		w, h = 300, 100
	case 1:
		w, h = 60, 16
	}
	return fmt.Sprintf("size:%dx%d", w, h)
}

// someMouse is a press, a drag, a turn of the wheel or a movement.
func (k *walk) someMouse() []string {
	at := k.target()
	name := func(p image.Point, b tea.MouseButton, what tea.MouseAction) string {
		return fmt.Sprintf("mouse:%d,%d,%d,%d", p.X, p.Y, b, what)
	}
	press := name(at, tea.MouseButtonLeft, tea.MouseActionPress)
	switch k.rng.IntN(6) {
	case 0:
		return []string{name(at, tea.MouseButton(k.rng.IntN(12)), tea.MouseAction(k.rng.IntN(3)))}
	case 1:
		return []string{name(at, tea.MouseButtonNone, tea.MouseActionMotion)}
	case 2:
		return []string{name(at, []tea.MouseButton{tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}[k.rng.IntN(2)], tea.MouseActionPress)}
	case 3, 4:
		out := []string{press}
		for range 1 + k.rng.IntN(4) {
			at = at.Add(image.Pt(k.rng.IntN(21)-10, k.rng.IntN(11)-5))
			out = append(out, name(at, tea.MouseButtonLeft, tea.MouseActionMotion))
		}
		return append(out, name(at, tea.MouseButtonLeft, tea.MouseActionRelease))
	}
	return []string{press}
}

// target is a cell, oftener one that something can be done with than chance would have it.
func (k *walk) target() image.Point {
	f, a := k.a.frame, k.a
	at := image.Pt(k.rng.IntN(a.w+4)-2, k.rng.IntN(a.h+4)-2)
	if room := f.Inner(a.roomRect()); a.in != nil && a.in.hold != nil && !room.Empty() && k.rng.IntN(2) == 0 {
		return room.Min.Add(image.Pt(k.rng.IntN(room.Dx()), k.rng.IntN(room.Dy())))
	}
	switch k.rng.IntN(7) {
	case 6:
		if bar, ok := k.bar(); ok {
			return bar
		}
	case 0:
		at.Y = f.Footer.Min.Y
	case 1:
		at.Y = f.Strip.Min.Y
	case 2:
		if at.X = f.List.Max.X; !f.Boxed {
			at.Y = f.Detail.Min.Y
		}
	case 3:
		for y := range f.Inner(f.List).Dy() {
			if a.s != nil && !f.TooSmall && a.list.SplitAt(y) {
				return f.Inner(f.List).Min.Add(image.Pt(3, y))
			}
		}
	}
	return at
}

// bar is a cell of a scroll bar that shows.
func (k *walk) bar() (image.Point, bool) {
	f := k.a.frame
	for _, r := range []image.Rectangle{f.List, f.Detail, f.Body} {
		r = f.Inner(r)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			if at := image.Pt(r.Max.X-1, y); k.a.s != nil && k.a.barAt(at).pane != nil {
				return at, true
			}
		}
	}
	return image.Point{}, false
}
