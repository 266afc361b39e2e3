package scroll

import (
	"testing"

	"pgregory.net/rapid"

	"cutline/keymap"
)

// Whatever is asked, the cursor is on a line and the line is in the window.
func TestInBounds(t *testing.T) {
	actions := []keymap.Action{keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom}
	rapid.Check(t, func(t *rapid.T) {
		var l List
		lines, height := rapid.IntRange(0, 300).Draw(t, "lines"), rapid.IntRange(0, 60).Draw(t, "height")
		l.SetSize(lines, height)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				l.Move(rapid.IntRange(-400, 400).Draw(t, "by"))
			case 1:
				l.Scroll(rapid.IntRange(-400, 400).Draw(t, "by"))
			case 2:
				lines, height = rapid.IntRange(0, 300).Draw(t, "lines"), rapid.IntRange(0, 60).Draw(t, "height")
				l.SetSize(lines, height)
			case 3:
				l.Center()
			case 4:
				l.To(rapid.IntRange(-10, 400).Draw(t, "to"))
			default:
				if !l.Do(rapid.SampledFrom(actions).Draw(t, "action")) {
					t.Fatal("an action of its own is refused")
				}
			}
			if lines == 0 || height == 0 {
				continue
			}
			if l.Cursor < 0 || l.Cursor >= lines {
				t.Fatalf("cursor %d of %d lines", l.Cursor, lines)
			}
			if l.Top < 0 || l.Cursor < l.Top || l.Cursor >= l.Top+height {
				t.Fatalf("cursor %d is not in the window %d–%d", l.Cursor, l.Top, l.Top+height-1)
			}
		}
	})
}

// The wheel moves the window, and the cursor only as far as it must.
func TestScroll(t *testing.T) {
	var l List
	l.SetSize(100, 10)
	l.To(5)
	l.Scroll(2)
	if l.Top != 2 || l.Cursor != 5 {
		t.Errorf("top %d, cursor %d", l.Top, l.Cursor)
	}
	l.Scroll(20)
	if l.Top != 22 || l.Cursor != 22+Margin {
		t.Errorf("top %d, cursor %d", l.Top, l.Cursor)
	}
	l.Scroll(1000)
	if l.Top != 90 {
		t.Errorf("top %d at the end", l.Top)
	}
}
