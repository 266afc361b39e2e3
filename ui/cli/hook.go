package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cutline/model/dirs"
	"cutline/model/runlog"
)

// hookDeadline is how long a hook works at most: its agent waits for it.
const hookDeadline = 15 * time.Second

// hook answers one call of an agent.
type hook struct {
	state string // folder of the scores, empty for none
	home  string
	now   func() time.Time
	wait  func(context.Context, time.Duration) // until time has passed or the context ends
}

// scoreHook answers the hook of an agent: a line for its user on standard output, in the form that
// agents show to nobody else, and a record in the state. Whatever goes wrong is a line on standard
// error and status 0: a hook must not keep its agent from going on.
func (c *command) scoreHook(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, hookDeadline)
	defer stop()
	h := hook{state: dirs.State(c.Env), home: c.Env("HOME"), now: time.Now, wait: wait}
	type answer struct {
		words string
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil { // a panic ends a program with status 2, and that stops a compaction
				done <- answer{err: fmt.Errorf("this is a mistake of cutline: %v", r)}
			}
		}()
		in, err := readHook(c.In, h.home)
		if err != nil {
			done <- answer{err: err}
			return
		}
		words, err := h.answer(ctx, in)
		done <- answer{words, err}
	}()
	var a answer
	select {
	case a = <-done:
	case <-ctx.Done():
		a.err = fmt.Errorf("no score within %s; cutline score FILE takes its time", hookDeadline)
	}
	if a.err != nil {
		c.say("hook: %s", a.err)
	}
	if a.words == "" {
		return nil
	}
	line, err := json.Marshal(map[string]string{"systemMessage": "cutline: " + a.words})
	if err == nil {
		err = c.write(string(line) + "\n")
	}
	if err != nil {
		c.say("hook: %s", err)
	}
	return nil
}

// hookAlone refuses what has no meaning beside --hook. The status is 1 and not that of wrong usage: an
// agent takes a 2 from a hook for a wish to stop.
func (c *command) hookAlone(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return failure{fmt.Errorf("--hook reads standard input: %q is one argument too many", args[0])}
	}
	for _, name := range []string{"json", "jsonl", "report", "force", "strict", "min-retention", "max-fabricated", "latest", "session", "leaf", "format"} {
		if cmd.Flags().Changed(name) {
			return failure{fmt.Errorf("--hook and --%s: give one of the two", name)}
		}
	}
	if c.InTTY {
		return failure{errors.New("--hook reads what an agent gives to its hooks on standard input; the README has the settings")}
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// answer does what an event asks for, and gives the line for the user. There can be both a line and
// an error: what was scored may not be noted down.
func (h *hook) answer(ctx context.Context, in hookInput) (words string, err error) {
	if in.idle() {
		return "", nil
	}
	size, err := in.size()
	if err != nil {
		return "", err
	}
	note := runlog.Score{Time: h.now(), Event: in.Event, Session: in.Session, Path: in.Transcript, Trigger: in.Trigger}
	if in.Event == preCompact {
		note.Bytes = size
		return "", h.note(note)
	}
	found, err := h.await(ctx, in)
	if err != nil {
		return "", err
	}
	if found.noted {
		return "", nil
	}
	found.fill(&note)
	return found.words(), h.note(note)
}

// errNoState is the error of a system that has no folder for what is noted down.
var errNoState = errors.New("the score is not noted down: the environment names no home")

func (h *hook) note(s runlog.Score) error {
	if h.state == "" {
		return errNoState
	}
	return runlog.AppendScore(h.state, s)
}
