package render

import (
	"cutline/render/text"
	"cutline/render/theme"
)

// Hint is a key and what it does, in a footer or header.
type Hint struct {
	Keys, Word string
	Always     bool // stays when the room runs out
}

func (h Hint) cells() int { return text.Width(h.Keys) + 1 + text.Width(h.Word) }

func (h Hint) put(l *line, th *theme.Theme) {
	l.put(th.Key, h.Keys)
	l.blank(th.Dim, 1)
	l.put(th.Dim, h.Word)
}

const hintGap = 2 // blanks between two hints

// HeaderData is the top line: what is open.
type HeaderData struct {
	Name  string
	Parts []string // most important first; the last ones go when there is no room
	Lead  int      // of the parts: the name is shortened for so many of the first, and for one at least
	Hints []Hint   // on the right; the first ones go when there is no room
}

// Header draws the top line.
func Header(th *theme.Theme, d HeaderData, w int) string {
	hints, cells := d.Hints, 0
	for _, h := range hints {
		cells += h.cells() + hintGap + 1
	}
	name := words(th, d.Name)
	for len(hints) > 0 && min(text.Width(name), leastName)+3+cells > w {
		cells -= hints[0].cells() + hintGap + 1
		hints = hints[1:]
	}
	l := newLine(th, w)
	room := w - cells - 1 // what name and parts may take
	l.blank(th.Text, 1)
	l.put(th.Title, shortened(th, name, d.Parts, d.Lead, room-1))
	sep := "  "
	for _, p := range d.Parts {
		p = words(th, p)
		if p == "" {
			continue
		}
		if used := w - l.left; used+text.Width(sep)+text.Width(p) > room {
			break
		}
		l.put(th.Dim, sep)
		l.put(th.Text, p)
		sep = " " + th.Shapes.Dot + " "
	}
	l.blank(th.Text, l.left-max(cells-hintGap, 0))
	for i, h := range hints {
		if i > 0 {
			l.blank(th.Text, hintGap+1)
		}
		h.put(l, th)
	}
	return l.end(th.Text)
}

// leastName are the cells of a name that stay before a hint goes.
const leastName = 20

// shortened is a name that leaves room for the first parts: the names of session files hold times
// and ids, and what is open says more. Beginning and end stay.
func shortened(th *theme.Theme, name string, parts []string, lead, room int) string {
	keep := room
	for i, p := range parts {
		need := text.Width(words(th, p)) + 2
		if i > 0 {
			need++ // the sign between two parts
		}
		if i > 0 && (i >= lead || keep-need < leastName) {
			break
		}
		keep -= need
	}
	if text.Width(name) <= keep || keep < leastName {
		return label(th, name, room)
	}
	from := len(name)
	for i := range name { // the longest end that takes half of the room at most
		if text.Width(name[i:]) <= keep/2 {
			from = i
			break
		}
	}
	end := name[from:]
	return text.LabelTail(name, keep-text.Width(end), th.Shapes.Ellipsis) + end
}

// Footer draws hints, most important first. Those for which there is no room are left out,
// from the end, except those that are Always there.
func Footer(th *theme.Theme, hints []Hint, w int) string {
	l := newLine(th, w)
	l.blank(th.Text, 1)
	for i, k := range fitting(hints, w) {
		if i > 0 {
			l.blank(th.Text, hintGap)
		}
		hints[k].put(l, th)
	}
	return l.end(th.Text)
}

// FooterAt is the index of the hint under cell x of Footer, -1 when there is none.
func FooterAt(hints []Hint, w, x int) int {
	at := 1
	for _, k := range fitting(hints, w) {
		n := hints[k].cells()
		if x >= at && x < at+n {
			return k
		}
		at += n + hintGap
	}
	return -1
}

// fitting is which hints a footer of w cells has room for.
func fitting(hints []Hint, w int) []int {
	room := w - 1
	for _, h := range hints {
		if h.Always {
			room -= h.cells() + hintGap
		}
	}
	full := false
	out := make([]int, 0, len(hints))
	for k, h := range hints {
		switch n := h.cells() + hintGap; {
		case h.Always:
			out = append(out, k)
		case full || n > room+hintGap:
			full = true
		default:
			room -= n
			out = append(out, k)
		}
	}
	return out
}
