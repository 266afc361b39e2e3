package layout

import (
	"image"
	"testing"
)

// Every cell of the screen belongs to exactly one pane, whatever the size.
func TestDisjointAndComplete(t *testing.T) {
	for _, s := range []Shape{{}, {Zoom: true}, {Zoom: true, Focus: 1}, {Zoom: true, Focus: 2}, {After: true}, {Focus: 1}, {Room: true}, {Room: true, Zoom: true}, {Room: true, Shift: Shift{X: -50, Y: 9}}, {Shift: Shift{X: 9, Y: 3}}, {Shift: Shift{X: -1000, Y: -1000}}, {Shift: Shift{X: 1000, Y: 1000}}} {
		for w := MinWidth; w <= 220; w += 7 {
			for h := MinHeight; h <= 70; h += 3 {
				s.W, s.H = w, h
				f := Arrange(s)
				screen := image.Rect(0, 0, w, h)
				area := 0
				all := []image.Rectangle{f.Header, f.Gauge, f.Strip, f.Line, f.List, f.Detail, f.Why, f.Shares, f.Room, f.Body, f.Gates, f.Footer}
				for i, a := range all {
					area += a.Dx() * a.Dy()
					if !a.In(screen) {
						t.Fatalf("%+v: pane %d is %v", s, i, a)
					}
					for _, b := range all[:i] {
						if a.Overlaps(b) {
							t.Fatalf("%+v: %v overlaps %v", s, a, b)
						}
					}
				}
				if area != w*h {
					t.Fatalf("%+v: %d of %d cells are taken", s, area, w*h)
				}
			}
		}
	}
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name                  string
		s                     Shape
		boxed, boxes, why     bool
		shares, labels, small bool
	}{
		{name: "too narrow", s: Shape{W: 59, H: 40}, small: true},
		{name: "too low", s: Shape{W: 80, H: 15}, small: true},
		{name: "stacked", s: Shape{W: 80, H: 24}},
		{name: "two columns", s: Shape{W: 120, H: 40}, boxed: true, boxes: true, why: true, labels: true},
		{name: "two columns, low", s: Shape{W: 120, H: 24}, boxed: true, why: true, labels: true},
		{name: "three columns", s: Shape{W: 200, H: 60}, boxed: true, boxes: true, why: true, shares: true, labels: true},
	} {
		f := Arrange(c.s)
		if f.TooSmall != c.small || f.Boxed != c.boxed || f.BigStrip != c.boxes || f.Why.Empty() == c.why || f.Shares.Empty() == c.shares || f.Labels != c.labels {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

// A border that is moved leaves room on either side, and comes back as far as it went.
func TestShift(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {110, 30}, {120, 40}, {200, 60}} {
		at := func(by Shift) image.Rectangle {
			return Arrange(Shape{W: size[0], H: size[1], Shift: by}).List
		}
		was := at(Shift{})
		narrow, wide := at(Shift{X: -6, Y: -1}), at(Shift{X: 6, Y: 1})
		if narrow.Dx()*narrow.Dy() >= was.Dx()*was.Dy() || wide.Dx()*wide.Dy() <= was.Dx()*was.Dy() {
			t.Errorf("%v: %v, smaller %v, larger %v", size, was, narrow, wide)
		}
		for _, by := range []Shift{{-9999, -9999}, {9999, 9999}} {
			f := Arrange(Shape{W: size[0], H: size[1], Shift: by})
			for _, r := range []image.Rectangle{f.List, f.Detail} {
				if r.Dx() < leastColumns || r.Dy() < leastRows {
					t.Errorf("%v moved by %v: %v", size, by, r)
				}
			}
		}
	}
}
