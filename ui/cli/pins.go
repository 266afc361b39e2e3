package cli

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/pipeline/pin"
	"cutline/pipeline/trace"
)

// What --pins may be.
const (
	pinsSaved = "saved"
	pinsOff   = "off"
)

// pinned adds the flags that say what stays word for word. They are about one session, so they are no
// parameters, which a strategy or the settings could set for all.
func (o *options) pinned(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.pin, "pin", nil, "keep this word for word: the index of a `MESSAGE`, or words that stand in one; as often as wanted")
	flag := f.VarPF(&oneOf{&o.pins, []string{pinsSaved, pinsOff}}, "pins", "", "whether the pins count that the inspector saved for the session (default: only in the inspector)")
	flag.NoOptDefVal = pinsSaved
}

// pinned are the pins of one reading of a session.
type pinned struct {
	list  []pin.Pin
	err   error     // why those that were saved are not among them
	given []pin.Pin // those of the command line, which are not saved
}

// Pins gives what is pinned in a session: what the command line names and, where they count, the pins
// that were saved for it. The first call reads messages and the state folder; it is for once a session,
// and World has no pins of the session before it. A pin that is named and not there is an error with
// status Usage; one that is about the saved pins leaves those out, and the others count.
func (d *Desk) Pins(ctx context.Context, s *model.Session) ([]pin.Pin, error) {
	d.mu.Lock()
	list := d.pinsOf(s)
	have, known := d.pins[s]
	d.mu.Unlock()
	if known {
		return list, have.err
	}
	var p pinned
	for _, words := range d.open.Pin {
		one, err := pin.Parse(ctx, s, words)
		var far *pin.RangeError
		var unknown *pin.UnknownError
		switch {
		case errors.As(err, &far), errors.As(err, &unknown):
			return nil, usagef("--pin: %w", err)
		case err != nil:
			return nil, err
		}
		p.given = append(p.given, one)
	}
	var saved []pin.Pin
	if d.open.Saved {
		saved, p.err = pin.Load(d.open.State, s)
	}
	p.list = slices.Concat(saved, p.given)
	d.mu.Lock()
	d.keep(s, p)
	d.mu.Unlock()
	return p.list, p.err
}

// Opened passes on what a reading of the session gave, with its pins read. It is an error when one that
// the command line names is not there; what is wrong with the saved ones Pins says again.
func (d *Desk) Opened(s *model.Session, closer io.Closer, err error) (*model.Session, io.Closer, error) {
	if err != nil {
		return s, closer, err
	}
	var usage usageError
	if _, err := d.Pins(context.Background(), s); errors.As(err, &usage) {
		return nil, nil, errors.Join(err, closer.Close())
	}
	return s, closer, nil
}

// keep notes the pins of a session. Those of an earlier reading are done with.
func (d *Desk) keep(s *model.Session, p pinned) { d.pins = map[*model.Session]pinned{s: p} }

// pinsOf are the pins of a session for World, which reads nothing. What was pinned in an earlier
// reading is looked for in this one.
func (d *Desk) pinsOf(s *model.Session) []pin.Pin {
	if have, known := d.pins[s]; known {
		return have.list
	}
	for _, have := range d.pins {
		have.list, have.given = pin.Find(s, have.list), pin.Find(s, have.given)
		d.keep(s, have)
		return have.list
	}
	return nil
}

// SetPins takes what a person pinned: all later worlds of the session have it, also when it is read
// again, and it is saved for the next time. The list is not changed afterwards. The pins hold when
// they could not be saved, too; then the error says why.
func (d *Desk) SetPins(s *model.Session, pins []pin.Pin) error {
	d.mu.Lock()
	given := d.pins[s].given
	d.keep(s, pinned{list: pins, given: given})
	d.mu.Unlock()
	own := slices.DeleteFunc(slices.Clone(pins), func(p pin.Pin) bool { return slices.ContainsFunc(given, p.Same) })
	return pin.Save(d.open.State, s, own)
}

// pins reads what is pinned, and says so when there are saved pins that nobody asked for.
func (c *command) pins(ctx context.Context, d *Desk, s *model.Session) error {
	if _, err := d.Pins(ctx, s); err != nil {
		return err
	}
	if d.open.Saved || c.opts.pins == pinsOff { // a person has chosen
		return nil
	}
	saved, err := pin.Load(d.open.State, s)
	switch {
	case err != nil:
		c.say("warning: %s", err)
	case len(saved) > 0:
		c.say("%s of this session saved by the inspector and not used; --pins uses them", trace.Count(len(saved), "pin"))
	}
	return nil
}
