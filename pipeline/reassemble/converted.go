package reassemble

import (
	"cutline/model/convert"
	"cutline/pipeline/trace"
)

// Converted is the kind of a warning that says what a conversion could not take along.
const Converted = "converted"

// said is the gate tail of a session that was written in another format.
func said(in GateInput, exempt map[int]bool) Gate {
	g := Gate{Name: "tail", Hard: true}
	texts, calls, err := convert.Compare(in.Before, in.Draft, func(row int) bool { return exempt[row] }, in.After)
	if err != nil {
		g.Message = "the converted session does not say what was kept: " + err.Error()
		return g
	}
	g.Pass = true
	g.Message = trace.Count(texts, "kept text") + " and " + trace.Count(calls, "call") + " with their results say the same in the other format"
	return g
}
