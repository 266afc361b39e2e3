package picture

import (
	"fmt"
	"strconv"
	"strings"
)

// color is one of the 256 of a terminal, a true one with the bit own set, or none.
type color int32

const (
	none color = -1
	own  color = 1 << 24
)

// style is how a character is drawn.
type style struct {
	fore, back                                     color
	bold, faint, italic, underline, strike, invert bool
}

var plain = style{fore: none, back: none}

// turn is the style after a sequence; one that is not about style changes nothing.
func (s style) turn(sequence string) style {
	body, ok := strings.CutPrefix(sequence, "\x1b[")
	if !ok {
		return s
	}
	if body, ok = strings.CutSuffix(body, "m"); !ok {
		return s
	}
	codes := strings.Split(strings.ReplaceAll(body, ":", ";"), ";")
	for i := 0; i < len(codes); i++ {
		n, err := strconv.Atoi(codes[i])
		switch {
		case err != nil && codes[i] != "":
			return s
		case n == 38 || n == 48:
			c, used := extended(codes[i+1:])
			if i += used; n == 38 {
				s.fore = c
			} else {
				s.back = c
			}
		default:
			s.set(n)
		}
	}
	return s
}

// set carries out one code that stands for itself.
func (s *style) set(n int) {
	switch {
	case n == 0:
		*s = plain
	case n == 1:
		s.bold = true
	case n == 2:
		s.faint = true
	case n == 3:
		s.italic = true
	case n == 4:
		s.underline = true
	case n == 7:
		s.invert = true
	case n == 9:
		s.strike = true
	case n == 22:
		s.bold, s.faint = false, false
	case n == 23:
		s.italic = false
	case n == 24:
		s.underline = false
	case n == 27:
		s.invert = false
	case n == 29:
		s.strike = false
	case n >= 30 && n <= 37:
		s.fore = color(n - 30)
	case n == 39:
		s.fore = none
	case n >= 40 && n <= 47:
		s.back = color(n - 40)
	case n == 49:
		s.back = none
	case n >= 90 && n <= 97:
		s.fore = color(n - 90 + 8)
	case n >= 100 && n <= 107:
		s.back = color(n - 100 + 8)
	}
}

// extended reads a colour behind 38 or 48, and says how many codes it took.
func extended(codes []string) (c color, used int) {
	part := func(i int) color {
		if i >= len(codes) {
			return 0
		}
		n, _ := strconv.Atoi(codes[i])
		return color(min(max(n, 0), 255))
	}
	switch {
	case len(codes) == 0:
		return none, 0
	case codes[0] == "5":
		return part(1), 2
	case codes[0] == "2":
		return own | part(1)<<16 | part(2)<<8 | part(3), 4
	}
	return none, 1
}

// paper is what a terminal brings along: its two colours, and the first sixteen.
type paper struct {
	fore, back string
	sixteen    [16]string
}

// The colours without a number of their own are a person's choice in a terminal. These are legible on
// their backgrounds: each but the two that are meant to be near it has a contrast of 4.5 or more.
var (
	dark = paper{"#dcdcdc", "#1e1e1e", [16]string{
		"#4a4a4a", "#f2777a", "#8fc87a", "#e0b860", "#7fb2e8", "#d19fe8", "#66c4c4", "#c8c8c8",
		"#8a8a8a", "#ff9a9d", "#a9dd95", "#f5cf7a", "#9cc7f5", "#e3b9f5", "#85dada", "#ffffff",
	}}
	light = paper{"#24292f", "#ffffff", [16]string{
		"#24292f", "#b3202c", "#1a6b2f", "#7a5200", "#0550ae", "#7a2fa8", "#0b6468", "#6e7781",
		"#57606a", "#a40e26", "#116329", "#633c01", "#0a4a9c", "#6b2596", "#0a575b", "#d0d7de",
	}}
)

// hex is a colour as CSS spells it.
func (p *paper) hex(c color, otherwise string) string {
	switch {
	case c == none:
		return otherwise
	case c&own != 0:
		return fmt.Sprintf("#%06x", int32(c&^own))
	case c < 16:
		return p.sixteen[c]
	case c < 232: // a cube of 6 by 6 by 6
		level := func(n color) int32 {
			if n == 0 {
				return 0
			}
			return 55 + 40*int32(n)
		}
		n := c - 16
		return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
	}
	grey := 8 + 10*int32(c-232)
	return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
}

// colors are those that a style ends up with, the background empty where it is the paper's.
func (p *paper) colors(s style) (fore, back string) {
	if s.invert {
		return p.hex(s.back, p.back), p.hex(s.fore, p.fore)
	}
	return p.hex(s.fore, p.fore), p.hex(s.back, "")
}
