package linear

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"

	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/render"
	"cutline/ui"
)

// errand is a run as it was asked for.
type errand struct {
	params pipeline.Params
	world  pipeline.World
	plan   pipeline.Report
	writer summarize.Summarizer
}

// errand is a run of the session with the parameters of now, nil when nobody can run it.
func (d *Dialogue) errand(instructions string) *errand {
	e := &errand{params: d.Params}
	e.params.Ask.Count = false // a server that counts gets the prompt, before anybody has said yes
	if instructions != "" {
		e.params.Instructions = instructions
	}
	e.world = d.Engine.World(d.s, e.params)
	e.world.Calls = true
	e.plan = pipeline.Plan(d.s, e.params, e.world.Env)
	if e.plan.Nothing != "" {
		d.say("", "nothing to compact: "+e.plan.Nothing)
		return nil
	}
	rung := e.plan.Pick.Summarizer
	i := slices.IndexFunc(e.world.Summarizers, func(s summarize.Summarizer) bool { return s.Info().Rung == rung })
	if i < 0 {
		d.say("", "there is no "+rung+" summarizer here to run; set summarizer local needs none")
		return nil
	}
	e.writer = e.world.Summarizers[i]
	return e
}

// interruptible is a context that an interrupt ends, instead of the program.
func (d *Dialogue) interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(d.ctx, os.Interrupt)
}

// compact runs the compaction. What would be sent is said first, and sent after a y.
func (d *Dialogue) compact(instructions string) {
	e := d.errand(instructions)
	if e == nil {
		return
	}
	ctx, stop := d.interruptible()
	defer stop()
	if !d.permit(ctx, e) {
		return
	}
	d.say("", "compacting, by "+e.plan.Pick.Summarizer+"; ctrl+c stops it")
	if d.flush() != nil {
		return
	}
	began := time.Now()
	res, err := pipeline.Run(ctx, d.s, e.params, e.world, d.progress())
	if d.Engine.Note != nil {
		_ = d.Engine.Note(d.s, e.params, e.world, res, err, began) // a record that cannot be written is no reason to fail
	}
	switch {
	case errors.Is(err, context.Canceled):
		d.say("", "cancelled; nothing was changed")
		return
	case err != nil:
		d.fail("", err)
		return
	}
	for _, line := range render.FailedAttempts(res.Status.Attempts) {
		d.say("failed", line)
	}
	kept, err := res.Compared(ctx, d.s)
	if err != nil {
		d.fail("there is no score: ", err)
		return
	}
	d.Params.Instructions = e.params.Instructions
	d.result, d.stale, d.saved = res, false, false
	d.tell.Outcome(d.s, res, &kept)
	d.say("", "nothing is written yet; write does, losses lists what is lost")
}

// permit reports whether a run may begin: what sends nothing may, anything else after a y.
func (d *Dialogue) permit(ctx context.Context, e *errand) bool {
	if _, sends := e.writer.(summarize.Sender); !sends {
		e.world = pipeline.Quiet(e.world)
		return true
	}
	n, sends, err := pipeline.Notice(ctx, d.s, &e.plan, e.world)
	switch {
	case errors.Is(err, context.Canceled):
		d.say("", "cancelled; nothing was sent")
		return false
	case err != nil:
		d.fail("the prompt could not be prepared: ", err)
		return false
	case !sends: // nothing fits the budget: the next rung that sends nothing takes over
		e.world = pipeline.Quiet(e.world)
		return true
	}
	for _, l := range render.Sending(n) {
		d.say("", l)
	}
	if !d.yes("Send it?") {
		d.say("", "nothing was sent")
		return false
	}
	return true
}

// progress says what a run waits for and who is asked next.
func (d *Dialogue) progress() func(summarize.Progress) {
	var mu sync.Mutex
	var was summarize.Progress
	return func(p summarize.Progress) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case !p.Until.IsZero() && p.Until != was.Until:
			d.say("", fmt.Sprintf("%s; attempt %d of %d comes after a pause", p.Why, p.Try, p.Tries))
		case was.Rung != "" && p.Rung != was.Rung:
			d.say("", p.Rung+" goes on with it")
		}
		was = p
		_ = d.tell.Flush() // into the pager, which does not fail
		_ = d.out.all()    // what cannot be shown now is said again by the answer
	}
}

// prompt says what would be sent or read.
func (d *Dialogue) prompt() {
	e := d.errand("")
	if e == nil {
		return
	}
	n, sends, err := pipeline.Notice(d.ctx, d.s, &e.plan, e.world)
	body := ""
	if err == nil && sends {
		body = render.Prompts(n)
	} else if err == nil {
		body, _, err = slim.Text(d.s, e.plan.Slim, e.plan.Reads)
	}
	if err != nil {
		d.fail("the prompt could not be prepared: ", err)
		return
	}
	rung := e.plan.Pick.Summarizer
	if sends {
		d.say("", fmt.Sprintf("this is what %s would send to %s; looking at it sends nothing", rung, n.Host))
		d.say("", render.Hidden(n.Hidden))
	} else {
		d.say("", fmt.Sprintf("nothing is sent: this is what the %s summarizer reads, here on this machine", rung))
	}
	d.words(body)
}

// reload reads the file again.
func (d *Dialogue) reload() {
	if !d.mayLose("reading the file again") {
		return
	}
	if err := d.open(); err != nil {
		d.fail("", err)
		return
	}
	d.overview()
}

// ready reports whether there is a result, and says how to get one.
func (d *Dialogue) ready() bool {
	if d.result == nil {
		d.say("", "run a compaction first: compact")
		return false
	}
	if d.stale {
		d.say("", "something was changed since the result was made; compact runs it again")
	}
	return true
}

func (d *Dialogue) summary() {
	if d.ready() {
		d.words(d.result.Report.Summary.Text)
	}
}

// write writes the result, to the path that is suggested unless another is given.
func (d *Dialogue) write(path string) {
	if !d.ready() {
		return
	}
	if path == "" {
		path = d.Engine.Suggest(d.s, d.result)
		if !d.yes("Write it to " + path + "?") {
			d.say("", "not written; write PATH writes it somewhere else")
			return
		}
	}
	deposit, ok := d.deposit()
	if !ok {
		return
	}
	saved, err := d.Engine.Save(d.s, d.result, path, false)
	if errors.Is(err, ui.ErrExists) {
		if !d.yes(path + " exists. Replace it?") {
			d.say("", "not written")
			return
		}
		saved, err = d.Engine.Save(d.s, d.result, path, true)
	}
	if err != nil {
		d.fail("", err)
		return
	}
	d.saved = true
	d.tell.Quote("written", saved.Path)
	if saved.Resume != "" {
		d.tell.Quote("resume", saved.Resume)
	}
	if saved.Note != "" {
		d.tell.Quote("", saved.Note)
	}
	if deposit == nil {
		return
	}
	says, err := deposit.Write()
	if err != nil {
		d.fail("the session is written, but not the memory bank: ", err)
		return
	}
	d.say("bank", says)
}

// deposit is what a person agrees to be added to a memory bank, nil for nothing. It is not ok when nothing
// may be written at all.
func (d *Dialogue) deposit() (*ui.Deposit, bool) {
	if d.Engine.Bank == nil {
		return nil, true
	}
	b, err := d.Engine.Bank(d.s, d.result)
	switch {
	case err != nil:
		d.fail("no memory bank: ", err)
		if d.yes("Write the session alone?") {
			return nil, true
		}
		d.say("", "not written")
		return nil, false
	case b == nil:
		return nil, true
	case b.Diff == "":
		return b, true
	}
	d.say("bank", b.Dir+", "+b.Says)
	d.words(b.Diff)
	if d.yes("Add it to the memory bank, too?") {
		return b, true
	}
	return nil, true
}
