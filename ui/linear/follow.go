package linear

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"cutline/render/text"
	"cutline/ui"
)

const (
	// followEvery is how often a followed file is looked at when the system tells of nothing.
	followEvery = 400 * time.Millisecond
	// followLeast is how long a file is let alone that is written to all the time.
	followLeast = 50 * time.Millisecond
	// followRest keeps reading a large file again to a fifth of the time.
	followRest = 4
)

// mostNew is how many of the messages that were appended at once are named.
const mostNew = 5

// follow tells what is appended to the file until an interrupt ends it.
func (d *Dialogue) follow() {
	switch {
	case d.Engine.Stat == nil:
		d.say("", "there is no file to follow")
		return
	case d.s.Copied:
		d.say("", "this session is out of a store of the agent's, which is not followed; reload reads it again")
		return
	case !d.mayLose("following the file"):
		return
	}
	ctx, stop := d.interruptible()
	defer stop()
	d.say("", "following: what the agent appends is told; ctrl+c ends it")
	lost := "" // what keeps the file from being seen or read
	for ctx.Err() == nil {
		began, was := time.Now(), lost
		if lost = d.look(was != ""); lost != "" && lost != was {
			d.say("", lost+"; what was read stays, and the file is looked for again")
		}
		if d.tell.Flush() != nil || d.out.all() != nil { // nobody has to say more to hear the rest
			return
		}
		d.wait(ctx, max(followLeast, followRest*time.Since(began)))
	}
	d.say("", "the file is not followed any more")
}

// look reads the file again when it is not as it was when it was read, and gives what keeps it from being seen
// or read.
func (d *Dialogue) look(lost bool) string {
	stamp, err := d.Engine.Stat()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "the file is gone"
	case err == nil && !lost && stamp.Same(d.stamp):
		return ""
	case err == nil:
		if err = d.grow(lost); err == nil {
			return ""
		}
	}
	return "the file cannot be read now: " + err.Error()
}

// wait lets the file alone for a while, and then until it is written to or it is time to look.
func (d *Dialogue) wait(ctx context.Context, rest time.Duration) {
	if d.Engine.Written == nil {
		rest = max(rest, followEvery)
	}
	select {
	case <-ctx.Done():
		return
	case <-time.After(rest):
	}
	if d.Engine.Written != nil {
		d.Engine.Written(followEvery)
	}
}

// grow reads the file again and tells what became of the session; back says that it was not to be had before.
func (d *Dialogue) grow(back bool) error {
	r, err := d.read()
	if err != nil {
		return err
	}
	g, was, at := ui.Grew(d.s, r.s, d.stamp, r.stamp), d.report, d.at
	g.Carry(&d.Params)
	d.take(r)
	d.at = max(g.At(at), 0)
	if back {
		d.say("", "the file is back")
	}
	words, _ := g.Words(&was, &d.report)
	n, last := g.Added()
	switch {
	case words != "":
		d.say("", words)
	case n > 0:
		d.say("", g.News())
	}
	if !last {
		return nil
	}
	first := len(d.s.Rows) - n
	for i := first; i < min(first+mostNew, len(d.s.Rows)); i++ {
		d.told(i)
	}
	if n > mostNew {
		d.say("", fmt.Sprintf("and %s more; message NUMBER speaks of one", text.Num(n-mostNew)))
	}
	return nil
}
