package render

import (
	"strings"

	"cutline/model"
	"cutline/model/discover"
	"cutline/render/text"
	"cutline/render/theme"
)

// The columns of the page of branches and sub-agents, in cells.
const (
	leafMark   = 6  // shown, this
	leafCells  = 6  // ≈18.2k, of messages
	leafID     = 12 // of an id or a file's name where there is room for more
	aroundWide = 76 // cells from which it is there
)

// LeafHead names the columns of a list of branches.
func LeafHead(th *theme.Theme, w int) string {
	return aroundHead(th, "own", "id", "first words of its own", w)
}

// Leaf draws one branch: whether it is the one that is shown, how many messages it has, how many
// of them no other one has, the id that finds it, and its first words.
func Leaf(th *theme.Theme, l model.Leaf, id string, w int) string {
	mark := ""
	if l.Active {
		mark = "shown"
	}
	return aroundRow(th, mark, text.Short(l.Messages), text.Short(l.Own), id, l.Label, l.Active, w)
}

// KinHead names the columns of a list of files.
func KinHead(th *theme.Theme, w int) string {
	return aroundHead(th, "size", "file", "what was asked first", w)
}

// Kin draws one file beside a session's: here says that it is the one that is open.
func Kin(th *theme.Theme, e discover.Entry, here bool, w int) string {
	mark, n, words := "", "", e.Title
	if here {
		mark = "this"
	}
	switch {
	case e.Why != "":
		words = e.Why
	case e.Messages >= 0:
		if n = text.Short(e.Messages); e.Approx {
			n = th.Shapes.About + n
		}
	}
	name := e.Path[strings.LastIndexAny(e.Path, `/\`)+1:]
	return aroundRow(th, mark, n, text.Bytes(int(e.Size)), strings.TrimSuffix(name, ".jsonl"), words, here, w)
}

func aroundHead(th *theme.Theme, size, id, label string, w int) string {
	l := newLine(th, w)
	l.blank(th.Dim, leafMark)
	l.number(th.Dim, "msgs", leafCells)
	l.number(th.Dim, size, bytesCells+1)
	l.blank(th.Dim, 2)
	if w >= aroundWide {
		l.column(th.Dim, id, aroundID(w)+2)
	}
	l.put(th.Dim, label)
	return l.end(th.Dim)
}

// aroundID is the width of the column of ids.
func aroundID(w int) int { return max(leafID, w/5) }

func aroundRow(th *theme.Theme, mark, n, size, id, words string, strong bool, w int) string {
	ink := th.Text
	if strong {
		ink = th.Title
	}
	l := newLine(th, w)
	l.column(th.Kept, mark, leafMark)
	l.number(ink, n, leafCells)
	l.number(th.Dim, size, bytesCells+1)
	l.blank(ink, 2)
	if w >= aroundWide {
		cells := aroundID(w)
		l.column(th.Dim, label(th, id, cells), cells+2)
	}
	l.put(ink, label(th, words, l.left))
	return l.end(ink)
}
