package replay

import (
	"cutline/model"
)

// Compaction is one compaction that the file records. Numbers are tokens.
type Compaction struct {
	Index   int // in Session.Compactions
	Point   int // in the history, -1 when it is not there
	Line    int
	Trigger string // auto, manual, …; empty when the file does not say
	Micro   bool   // only old tool results were blanked

	Before, After         int // as the file records them, 0 when it does not
	SeenBefore, SeenAfter int // what the server reported last before it and first after it, 0 when it did not
	SeenAt                int // the point of SeenAfter, -1
	Left                  int // estimated tokens of the messages that it left, 0 when unknown

	WouldFire int  // the point since the compaction before at which a signal first fired, -1
	Signal    int  // that signal, -1
	Limit     int  // of the token signal, 0 without one
	Margin    int  // tokens below the limit when it came; negative: over it
	Measured  bool // Level, and so Margin, is known

	First                    bool // no full compaction stands before it
	Messages, Answers, Turns int  // since the full compaction before, or since the beginning
	Grown                    int  // tokens since the one before, 0 when unknown

	Saved     float64 // share of the tokens before that it freed; negative when the context grew
	SavedFrom string  // reported, recorded, or empty when it is not known

	Out           int // messages that it summarized, -1 when nobody knows
	Kept, Missing int // messages that it kept word for word, and those of them that are not in the file
}

// Level is how full the context was when the compaction came: as the file records it, else as
// the server reported it last; 0 when neither did.
func (c *Compaction) Level() int {
	if c.Before > 0 {
		return c.Before
	}
	return c.SeenBefore
}

// compactions gathers what is known of each compaction.
func (out *Output) compactions(in Input) {
	limit := 0
	for _, s := range out.Signals {
		if s.Name == "tokens" || s.Name == "reserve" {
			limit = s.Limit
		}
	}
	from, before := 0, -1 // of the stretch since the last full compaction, and that compaction
	for k := range in.Compactions {
		rec := &in.Compactions[k]
		c := Compaction{
			Index: k, Point: -1, Line: rec.Line, Trigger: rec.Trigger, Micro: rec.Micro, Before: rec.Before, After: rec.After,
			SeenAt: -1, WouldFire: -1, Signal: -1, Out: -1, Limit: limit, Kept: rec.Kept, Missing: rec.Missing, First: before < 0,
		}
		if k < len(in.Replacements) {
			r := &in.Replacements[k]
			c.Point, c.Left = r.Point, r.Left
			if r.Out != nil {
				c.Out = len(r.Out)
			}
			if r.Measured { // not the file's own number
				c.Before = 0
			}
		}
		if c.Point >= 0 {
			c.stretch(in, out, from)
			c.seenAfter(in)
		}
		c.saved(rec.SavedToks)
		if level := c.Level(); level > 0 && !c.Micro {
			c.Margin, c.Measured = limit-level, true
			if before >= 0 {
				b := &out.Compactions[before]
				if after := max(b.SeenAfter, 0); after > 0 {
					c.Grown = level - after
				}
			}
		}
		out.Compactions = append(out.Compactions, c)
		if !c.Micro {
			before = k
			from = max(from, c.Point)
		}
	}
}

// stretch looks at what stands between the full compaction before, whose point is from, and
// this one.
func (c *Compaction) stretch(in Input, out *Output, from int) {
	for i := from; i < c.Point; i++ {
		p := &in.History[i]
		if p.Is() {
			continue
		}
		c.Messages++
		if p.Role == model.Assistant {
			c.Answers++
		}
		if p.Typed() {
			c.Turns++
		}
		if p.Tokens > 0 && !p.Gone {
			c.SeenBefore = int(p.Tokens)
		}
		if c.WouldFire >= 0 {
			continue
		}
		for k := range out.Signals {
			if !out.Signals[k].Early && out.Points[i].Fires.Has(k) {
				c.WouldFire, c.Signal = i, k
				break
			}
		}
	}
}

// seenAfter finds the first report after the compaction and before the next one.
func (c *Compaction) seenAfter(in Input) {
	for i := c.Point + 1; i < len(in.History); i++ {
		p := &in.History[i]
		if p.Is() {
			return
		}
		if p.Tokens > 0 && !p.Gone {
			c.SeenAfter, c.SeenAt = int(p.Tokens), i
			return
		}
	}
}

// saved is the share that was freed. Like is compared with like: a server's report is of the
// whole request, system prompt and tools included, and what an agent records after a
// compaction is often of the messages alone, which would look like more.
func (c *Compaction) saved(micro int) {
	switch {
	case c.Micro && micro > 0 && c.Before > 0:
		c.Saved, c.SavedFrom = float64(micro)/float64(c.Before), "recorded"
	case c.Micro:
	case c.SeenBefore > 0 && c.SeenAfter > 0:
		c.Saved, c.SavedFrom = 1-float64(c.SeenAfter)/float64(c.SeenBefore), "reported"
	case c.Before > 0 && c.After > 0:
		c.Saved, c.SavedFrom = 1-float64(c.After)/float64(c.Before), "recorded"
	}
}
