package diff

import (
	"cutline/render"
	"cutline/render/theme"
)

// Line draws one row in exactly w cells. The two columns of indices have indexWidth cells
// each, see render.IndexWidth of the longer session.
func Line(th *theme.Theme, r Row, indexWidth int, cursor, focus bool, w int) string {
	d := render.DiffLine{
		Old: r.Old, New: r.New, Text: r.Text, Why: r.Why, Head: r.Head, More: r.More, Cursor: cursor, Focus: focus,
	}
	switch r.Kind {
	case Minus:
		d.Kind = render.SideGone
	case Plus:
		d.Kind = render.SideNew
	case Rule:
		d.Kind = render.SideRule
	case Same:
		d.Kind = render.SideSame
	}
	return d.Draw(th, indexWidth, w)
}
