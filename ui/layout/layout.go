// Package layout is arithmetic on rectangles: where each pane stands on a screen of a size.
package layout

import "image"

// The sizes at which the layout changes, in cells.
const (
	MinWidth   = 60  // below it one sentence is shown
	MinHeight  = 16  // below it one sentence is shown
	TwoColumns = 110 // from here on the message stands beside the list
	Wide       = 170 // from here on the reasons have a column of their own
	Boxes      = 32  // rows from which the stages are boxes
)

// Shape is what an arrangement depends on.
type Shape struct {
	W, H  int
	Zoom  bool // the focused pane has all the room
	After bool // before and after instead of list, message and reasons
	Focus int  // 0 list, 1 message, 2 reasons
	Shift Shift
	Room  bool // a room stands beside the list, or above it, instead of message and reasons
}

// Shift is how far a person moved the border between the list and what stands beside or below it, in
// cells from where it stands by itself: to the right, down. It goes no further than the panes allow.
type Shift struct{ X, Y int }

// The least that a border which is moved leaves on either side.
const (
	leastColumns = 40
	leastRows    = 3
)

// moved is a border moved within the bounds that a pane on either side needs.
func moved(at, by, least, from, to int) int {
	return max(from+least, min(at+by, to-least))
}

// Frame is where the panes stand. An empty rectangle means that the pane is not shown. The
// rectangles of a frame are disjoint and cover the screen.
type Frame struct {
	TooSmall bool
	Header   image.Rectangle
	Gauge    image.Rectangle
	Strip    image.Rectangle
	Line     image.Rectangle // the selected stage in one sentence
	List     image.Rectangle
	Detail   image.Rectangle
	Why      image.Rectangle
	Shares   image.Rectangle
	Room     image.Rectangle // beside the list
	Body     image.Rectangle // before and after
	Gates    image.Rectangle
	Footer   image.Rectangle
	Boxed    bool // panes have borders
	BigStrip bool // the stages are boxes
	Labels   bool // the gauge names its lines below it
}

// Arrange places the panes.
func Arrange(s Shape) Frame {
	f := Frame{}
	if s.W < MinWidth || s.H < MinHeight {
		f.TooSmall = true
		return f
	}
	y := 0
	take := func(n int) image.Rectangle {
		r := image.Rect(0, y, s.W, y+n)
		y += n
		return r
	}
	f.Boxed = s.W >= TwoColumns
	f.BigStrip = f.Boxed && s.H >= Boxes
	f.Labels = f.Boxed && s.H >= 24 && !s.After
	f.Header = take(1)
	switch {
	case s.After:
		f.Gauge = take(2)
	case f.Labels:
		f.Gauge = take(2)
	default:
		f.Gauge = take(1)
	}
	if f.BigStrip {
		f.Strip = take(4)
	} else {
		f.Strip = take(1)
	}
	f.Line = take(1)
	f.Footer = image.Rect(0, s.H-1, s.W, s.H)
	body := image.Rect(0, y, s.W, s.H-1)
	if s.After {
		gates := min(7, max(3, body.Dy()/4))
		f.Gates = image.Rect(0, body.Max.Y-gates, s.W, body.Max.Y)
		f.Body = image.Rect(0, body.Min.Y, s.W, body.Max.Y-gates)
		return f
	}
	f.panes(s, body)
	return f
}

// panes divides the body among list, message and reasons.
func (f *Frame) panes(s Shape, body image.Rectangle) {
	if s.Room {
		f.room(s, body)
		return
	}
	if s.Zoom {
		switch s.Focus {
		case 1:
			f.Detail = body
		case 2:
			f.Why = body
		default:
			f.List = body
		}
		return
	}
	switch {
	case s.W < TwoColumns:
		y := moved(body.Max.Y-max(4, body.Dy()*3/10), s.Shift.Y, leastRows, body.Min.Y, body.Max.Y)
		f.List = image.Rect(0, body.Min.Y, s.W, y)
		f.Detail = image.Rect(0, y, s.W, body.Max.Y)
	case s.W < Wide:
		x := moved(s.W*57/100, s.Shift.X, leastColumns, 0, s.W)
		y := body.Min.Y + body.Dy()*58/100
		f.List = image.Rect(0, body.Min.Y, x, body.Max.Y)
		f.Detail = image.Rect(x, body.Min.Y, s.W, y)
		f.Why = image.Rect(x, y, s.W, body.Max.Y)
	default:
		x2 := s.W * 75 / 100
		x1 := moved(s.W*46/100, s.Shift.X, leastColumns, 0, x2)
		shares := min(16, body.Dy()*2/5)
		f.List = image.Rect(0, body.Min.Y, x1, body.Max.Y)
		f.Detail = image.Rect(x1, body.Min.Y, x2, body.Max.Y)
		f.Why = image.Rect(x2, body.Min.Y, s.W, body.Max.Y-shares)
		f.Shares = image.Rect(x2, body.Max.Y-shares, s.W, body.Max.Y)
	}
}

// room divides the body between the list and a room whose effect on the list is to be seen.
func (f *Frame) room(s Shape, body image.Rectangle) {
	switch {
	case s.Zoom:
		f.Room = body
	case s.W < TwoColumns:
		y := moved(body.Max.Y-max(4, body.Dy()*3/10), s.Shift.Y, leastRows, body.Min.Y, body.Max.Y)
		f.Room = image.Rect(0, body.Min.Y, s.W, y)
		f.List = image.Rect(0, y, s.W, body.Max.Y)
	default:
		x, shares := moved(s.W*52/100, s.Shift.X, leastColumns, 0, s.W), 0
		if s.W >= Wide {
			x, shares = moved(s.W*46/100, s.Shift.X, leastColumns, 0, s.W), min(16, body.Dy()*2/5)
		}
		f.List = image.Rect(0, body.Min.Y, x, body.Max.Y)
		f.Room = image.Rect(x, body.Min.Y, s.W, body.Max.Y-shares)
		if shares > 0 {
			f.Shares = image.Rect(x, body.Max.Y-shares, s.W, body.Max.Y)
		}
	}
}

// Inner is the content of a pane: without its border, or without its title line when panes
// have none.
func (f Frame) Inner(r image.Rectangle) image.Rectangle {
	if r.Empty() {
		return r
	}
	if f.Boxed {
		return r.Inset(1)
	}
	r.Min.Y++
	return r
}
