package linear

import (
	"context"
	"errors"

	"cutline/pipeline"
)

// score says what the result kept, else what the compactions did that the file records.
func (d *Dialogue) score() {
	ctx, stop := d.interruptible()
	defer stop()
	if d.result == nil {
		d.recorded(ctx, d.tell.Recorded)
		return
	}
	kept, err := d.result.Compared(ctx, d.s)
	if err != nil {
		d.unscored(err)
		return
	}
	st := d.result.Status
	saved := 0.0
	if st.TokensBefore > 0 {
		saved = 1 - float64(st.TokensAfter)/float64(st.TokensBefore)
	}
	d.tell.Score(&kept, saved)
}

// losses lists what the result lost, else what the last compaction did that the file records.
func (d *Dialogue) losses() {
	ctx, stop := d.interruptible()
	defer stop()
	if d.result == nil {
		var last *pipeline.Scored
		d.recorded(ctx, func(one *pipeline.Scored) {
			if one.Why == "" {
				last = one
			}
		})
		if last != nil {
			d.say("", "the last compaction that the file records")
			d.tell.Losses(&last.Output)
		}
		return
	}
	kept, err := d.result.Compared(ctx, d.s)
	if err != nil {
		d.unscored(err)
		return
	}
	if len(kept.Lost) == 0 {
		d.say("", "nothing is lost or weakened")
	}
	d.tell.Losses(&kept)
}

// recorded hands on the compactions that the file records.
func (d *Dialogue) recorded(ctx context.Context, each func(*pipeline.Scored)) {
	past, err := pipeline.ScoreRecorded(ctx, d.s)
	if err != nil {
		d.unscored(err)
		return
	}
	if len(past) == 0 {
		d.say("", "the file records no compaction; compact runs one, and nothing is written by it")
	}
	for i := range past {
		each(&past[i])
	}
}

func (d *Dialogue) unscored(err error) {
	if errors.Is(err, context.Canceled) {
		d.say("", "cancelled")
		return
	}
	d.fail("there is no score: ", err)
}
