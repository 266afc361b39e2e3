// Package picture makes an SVG of a screen, or of several one after the other: text in cells, in the
// colours of the screen. It runs nothing and loads nothing, so it can stand in a page as an image.
package picture

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cutline/render/text"
)

// A cell and the letters in it, in units of the picture. A monospace letter is 0.6 of its size wide, or
// nearly; what is left over is taken away by stretching.
const (
	cellWidth  = 9
	cellHeight = 17
	fontSize   = 15
	baseline   = 13 // from the top of a cell
	margin     = 12
)

// Options are about the paper.
type Options struct {
	Dark  bool   // the background
	Title string // what it shows, for those who do not see it
}

// Frame is a screen that shows for a time.
type Frame struct {
	Lines []string // with styling sequences
	For   time.Duration
}

// SVG is a still of a screen.
func SVG(lines []string, o Options) string { return Animated([]Frame{{Lines: lines}}, o) }

// Animated shows frames one after the other, again and again. Who wants less motion sees the first one.
// What stays the same on a row is in it once.
func Animated(frames []Frame, o Options) string {
	d := drawing{paper: &light, names: map[string]string{}}
	if o.Dark {
		d.paper = &dark
	}
	w, h := 0, 0
	for _, f := range frames {
		h = max(h, len(f.Lines))
		for _, l := range f.Lines {
			w = max(w, text.Width(l))
		}
	}
	spans := map[[2]int]string{} // what shows from one frame up to another one
	for y := range h {
		for from := 0; from < len(frames); {
			line, to := frames[from].line(y), from+1
			for to < len(frames) && frames[to].line(y) == line {
				to++
			}
			if row := d.row(line, y); row != "" {
				spans[[2]int{from, to}] += row
			}
			from = to
		}
	}
	var body strings.Builder
	motion := d.motion(frames)
	for _, span := range slices.SortedFunc(maps.Keys(spans), func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) }) {
		fmt.Fprintf(&body, "<g%s>\n%s</g>\n", motion(span), spans[span])
	}
	width, height := w*cellWidth+2*margin, h*cellHeight+2*margin
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" xml:space="preserve">`+"\n", width, height, width, height)
	if o.Title != "" {
		fmt.Fprintf(&out, "<title>%s</title>\n", escaped(text.CleanLine(o.Title)))
	}
	fmt.Fprintf(&out, "<style>text{font:%dpx ui-monospace,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre;direction:ltr}\n%s</style>\n", fontSize, d.css.String())
	fmt.Fprintf(&out, "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\"/>\n%s</svg>\n", width, height, d.back, body.String())
	return out.String()
}

func (f *Frame) line(y int) string {
	if y < len(f.Lines) {
		return f.Lines[y]
	}
	return ""
}

// drawing collects the styles that a picture uses.
type drawing struct {
	*paper
	css   strings.Builder
	names map[string]string // of a style, by what it says
}

// name is the class of a style sheet's rule.
func (d *drawing) name(rule string) string {
	if n, ok := d.names[rule]; ok {
		return n
	}
	n := "s" + strconv.Itoa(len(d.names))
	d.names[rule] = n
	fmt.Fprintf(&d.css, ".%s{%s}\n", n, rule)
	return n
}

// row draws a line, its origin being where its first letter stands; empty when nothing shows.
func (d *drawing) row(line string, y int) string {
	var grounds, words strings.Builder
	all := runs(line)
	d.grounds(&grounds, all)
	for _, r := range all {
		fore, _ := d.colors(r.style)
		rule := func(y int) {
			fmt.Fprintf(&grounds, `<rect x="%d" y="%d" width="%d" height="1" fill="%s"/>`, r.col*cellWidth, y, r.cells*cellWidth, fore)
		}
		if r.style.underline {
			rule(2)
		}
		if r.style.strike {
			rule(-5)
		}
		for _, one := range r.words() {
			class := d.name(r.style.rule(fore))
			words.WriteString(one.element(class))
		}
	}
	if grounds.Len()+words.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("<g transform=\"translate(%d %d)\">%s%s</g>\n", margin, margin+baseline+y*cellHeight, grounds.String(), words.String())
}

// grounds fills the cells that have another background than the paper.
func (d *drawing) grounds(b *strings.Builder, all []run) {
	for i := 0; i < len(all); {
		_, back := d.colors(all[i].style)
		from, to := all[i].col, all[i].col
		for ; i < len(all); i++ {
			if _, more := d.colors(all[i].style); more != back {
				break
			}
			to = all[i].col + all[i].cells
		}
		if back != "" {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, from*cellWidth, -baseline, (to-from)*cellWidth, cellHeight, back)
		}
	}
}

// rule is the letters' part of a style.
func (s style) rule(fore string) string {
	rule := "fill:" + fore
	if s.bold {
		rule += ";font-weight:bold"
	}
	if s.italic {
		rule += ";font-style:italic"
	}
	if s.faint {
		rule += ";opacity:.65"
	}
	return rule
}

// element is a run as text. It is as wide as its cells, whatever the font.
func (r run) element(class string) string {
	size := ""
	switch {
	case r.kind != latin:
		size = fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, r.cells*cellWidth)
	case r.cells > 1:
		size = fmt.Sprintf(` textLength="%d"`, r.cells*cellWidth)
	}
	return fmt.Sprintf(`<text class="%s" x="%d"%s>%s</text>`, class, r.col*cellWidth, size, escaped(r.text))
}

// escaped is text as XML spells it; what XML cannot spell becomes U+FFFD.
func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}
