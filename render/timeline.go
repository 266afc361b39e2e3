package render

import (
	"math"

	"cutline/model"
	"cutline/pipeline/replay"
	"cutline/render/text"
	"cutline/render/theme"
)

// TimelineData is a replayed session, with what happened in it.
type TimelineData struct {
	History []model.Point
	Out     *replay.Output
	Marks   []Mark
}

// Mark is something that happened: a compaction that the file records, or a point at which
// signals began to fire.
type Mark struct {
	Point      int        // in the history
	Compaction int        // in Out.Compactions, -1 for signals
	Signals    replay.Set // those that began to fire
	Value      int        // what the first of them looks at
}

// NewTimeline gathers what happened, in the order of the session.
func NewTimeline(history []model.Point, out *replay.Output) TimelineData {
	d := TimelineData{History: history, Out: out}
	k := 0
	compactions := func(until int) {
		for ; k < len(out.Compactions); k++ {
			c := &out.Compactions[k]
			if c.Point > until {
				return
			}
			if c.Point >= 0 {
				d.Marks = append(d.Marks, Mark{Point: c.Point, Compaction: k})
			}
		}
	}
	for _, x := range out.Crossings {
		compactions(x.Point)
		if n := len(d.Marks) - 1; n >= 0 && d.Marks[n].Point == x.Point && d.Marks[n].Compaction < 0 {
			d.Marks[n].Signals |= 1 << x.Signal
			continue
		}
		d.Marks = append(d.Marks, Mark{Point: x.Point, Compaction: -1, Signals: 1 << x.Signal, Value: x.Value})
	}
	compactions(math.MaxInt)
	return d
}

// The width from which the lines of the timeline have their numbers, the cells of a number, and the share
// of the width that the names before the numbers may take: a part in so many.
const (
	timelineNumbers = 40
	timelineNumber  = 6
	timelineNames   = 8
)

// Timeline draws how full the context was over all messages of a session, in exactly w by h
// cells: signs where a signal began to fire and where a compaction is recorded, the lines of
// the signals across, and an arrow below the mark under the cursor, which is -1 for none.
func Timeline(th *theme.Theme, d TimelineData, cursor, w, h int) []string {
	if w <= 0 || h <= 0 {
		return text.Box(nil, w, h)
	}
	if len(d.History) == 0 {
		return text.Box([]string{th.Dim.Render(text.Cut(" no messages to draw", w))}, w, h)
	}
	g := graph{th: th, d: d, w: w, h: h, cursor: cursor}
	if h >= 5 {
		g.h -= 3 // two rows of signs, the axis
	}
	foot := h >= 9
	if foot {
		g.h--
	}
	g.gutters()
	g.measure()
	var out []string
	if h >= 5 {
		out = append(out, g.signs(false), g.signs(true))
	}
	for y := g.h; y >= 1; y-- {
		out = append(out, g.row(y))
	}
	if h >= 5 {
		out = append(out, g.axis())
	}
	if foot {
		out = append(out, g.foot())
	}
	return out
}
