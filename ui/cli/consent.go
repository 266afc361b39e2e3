package cli

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/provider"
	"cutline/render"
	"cutline/render/text"
)

// desk is the desk of this run, in its environment.
func (c *command) desk(o Open) *Desk {
	d := NewDesk(o)
	d.Env = c.Env
	return d
}

// reachable refuses a summarizer that cannot be called. A key in the environment makes a
// model available, it chooses none, so only what a person asked for can be refused.
func (c *command) reachable(d *Desk, s *model.Session, p pipeline.Params) error {
	if !wants(p) {
		return nil
	}
	what := "--summarizer " + p.Pick.Summarizer
	if p.Pick.Summarizer == "" {
		what = "--model"
	}
	if c.opts.offline {
		return usagef("%s needs the network, and --offline forbids it; leave one of the two out", what)
	}
	err := d.askers(s, p).err
	var missing *provider.Error
	if errors.As(err, &missing) {
		return usagef("%s: %w; without one use --summarizer local", what, err)
	}
	return err
}

// announce says on stderr what will be sent to whom, before it is, and gives the world of the run: of
// whom nothing was said does not send anything in it.
func (c *command) announce(ctx context.Context, s *model.Session, p pipeline.Params, w pipeline.World) (pipeline.World, error) {
	if p.SummaryFile != "" {
		return w, nil
	}
	r := pipeline.Plan(s, p, calling(w.Env))
	n, ok, err := pipeline.Notice(ctx, s, &r, w)
	switch {
	case err != nil:
		return w, err
	case !ok:
		return pipeline.Quiet(w), nil
	}
	for _, l := range render.Sending(n) {
		c.say("%s", l)
	}
	if !p.Ask.Count {
		return w, nil
	}
	exact, err := pipeline.CountExactly(ctx, s, &r, w)
	switch {
	case ctx.Err() != nil:
		return w, ctx.Err()
	case err != nil:
		c.say("%s did not count the tokens: %s", n.Host, err)
	default:
		c.say("%s counts %s tokens", n.Host, text.Num(exact))
	}
	return w, nil
}

// calling is an environment in which somebody will really be called.
func calling(e pipeline.Env) pipeline.Env {
	e.Calls = true
	return e
}

// progress says on stderr what a run waits for: a model, once for every attempt, and a pause before the next
// one. What needs no model is done before it could be read.
func (c *command) progress() func(summarize.Progress) {
	var mu sync.Mutex
	var rung string
	try := 0
	return func(p summarize.Progress) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case !p.Until.IsZero():
			c.say("%s; attempt %d of %d in %s", p.Why, p.Try, p.Tries, time.Until(p.Until).Round(time.Second))
		case summarize.Asks(p.Rung) && (p.Rung != rung || p.Try != try):
			c.say("waiting for %s since %s, attempt %d of %d; ctrl+c stops it", cmp.Or(p.Model, "the server's model"), time.Now().Format(time.TimeOnly), p.Try, p.Tries)
		default:
			return
		}
		rung, try = p.Rung, p.Try
		if !p.Until.IsZero() {
			try = 0 // the attempt itself is still to come
		}
	}
}
