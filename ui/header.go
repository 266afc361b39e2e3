package ui

import (
	"fmt"

	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
)

// header names what is open and how it was counted.
func (a *App) header() string {
	d := render.HeaderData{Name: text.CleanLine(a.path), Hints: []render.Hint{{Keys: "?", Word: "keys", Always: true}}}
	if a.picking {
		d.Name, d.Parts = "cutline", []string{"the sessions of the agents on this machine, newest first"}
		if a.inside {
			d.Parts[0] = "one file that holds several sessions"
		}
	}
	if a.s == nil || a.picking {
		return render.Header(a.th, d, a.w)
	}
	n := text.Num(len(a.s.Rows)) + " messages"
	if a.preview {
		n = fmt.Sprintf("reading %s, the first %s", text.Bytes(int(a.s.Bytes)), n)
	}
	if a.s.Approx {
		n += ", " + a.unsized()
	}
	d.Parts = append(d.Parts, a.s.Format+" "+a.th.Shapes.Dot+" "+n)
	if k := len(a.problems()); k > 0 {
		d.Parts = append(d.Parts, "! "+trace.Count(k, "problem"))
		d.Lead = 2
	}
	if a.tail.on {
		d.Parts = append(d.Parts, a.following())
	}
	if a.s.Earlier > 0 {
		d.Parts = append(d.Parts, text.Num(a.s.Earlier)+" before the last compaction")
	}
	if words := branchPart(a.s); words != "" {
		d.Parts = append(d.Parts, words)
	}
	if a.s.Sidechains > 0 {
		d.Parts = append(d.Parts, text.Num(a.s.Sidechains)+" of sub-agents")
	}
	if a.s.Model != "" {
		d.Parts = append(d.Parts, text.CleanLine(a.s.Model))
	}
	t := a.report.Tokens
	if a.counted > 0 {
		exact := "approximate for this model"
		if t.Exact {
			exact = "exact"
		}
		d.Parts = append(d.Parts, fmt.Sprintf("%s counted, %s (%s)", text.Num(t.Counted), t.Encoding, exact))
	}
	return render.Header(a.th, d, a.w)
}
