package ui

import "context"

// job is background work that can be cancelled; a late answer carries an old generation.
type job struct {
	gen    int
	cancel context.CancelFunc
}

// start cancels what ran before and begins anew.
func (j *job) start() (context.Context, int) {
	j.stop()
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel = cancel
	return ctx, j.gen
}

// stop cancels what runs; its answer will not be wanted any more.
func (j *job) stop() {
	if j.cancel != nil {
		j.cancel()
		j.cancel = nil
	}
	j.gen++
}

// jobs is all background work.
func (a *App) jobs() []*job {
	return []*job{&a.load, &a.run, &a.find.job, &a.sift.job, &a.light, &a.hunt, &a.weigh, &a.around.job, &a.send.job, &a.labs.job, &a.lines.job, &a.loss.job, &a.rescue.job}
}
