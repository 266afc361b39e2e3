package pipeline

import (
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
)

// pin puts what a person pinned beside the live state. What stands word for word in the tail, or in
// the summary once there is one, is not said twice.
func (r *Report) pin(pins []pin.Pin) {
	r.Pins, r.Standing = pins, nil
	if len(pins) == 0 {
		return
	}
	quoted := make([]pin.Pin, 0, len(pins))
	for _, p := range pin.Ordered(pins) {
		if r.stands(p) {
			r.Standing = append(r.Standing, p)
			continue
		}
		quoted = append(quoted, p)
	}
	text := pin.Quote(quoted)
	if text == "" {
		return
	}
	b := reassemble.NewBlock(reassemble.PinBlock, trace.Count(len(quoted), "pin"), text)
	r.Blocks = append(r.Blocks[:len(r.Blocks):len(r.Blocks)], b)
}

// stands reports whether the words of a pin are in the new context anyway.
func (r *Report) stands(p pin.Pin) bool {
	if p.Index >= 0 {
		kept := slices.Contains(r.Partition.Tail, p.Index) && (p.Role != model.Tool || !slices.Contains(r.Partition.Masked, p.Index))
		if kept || p.Index == r.Partition.System || p.Index == r.Partition.UserInfo {
			return true
		}
	}
	return r.Summary.Text != "" && strings.Contains(r.Summary.Text, p.Text)
}

// pinned says which pins are not said twice.
func (r *Report) pinned() []trace.Decision {
	if len(r.Standing) == 0 {
		return nil
	}
	var rows []int
	for _, p := range r.Standing {
		if p.Index >= 0 {
			rows = append(rows, p.Index)
		}
	}
	return []trace.Decision{{
		Rule: "pins-standing", Chose: trace.Count(len(r.Standing), "pin") + " not repeated", Because: "the words stay in the tail or stand in the summary", Touches: rows,
	}}
}
