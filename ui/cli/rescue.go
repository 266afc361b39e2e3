package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/rescue"
	"cutline/pipeline/trace"
)

// rescueFlags are the flags of rescue alone.
type rescueFlags struct {
	output                string
	compaction, budget    int
	classes               []string
	items                 []int
	all, keep             bool
	message, dryRun, json bool
	force, noReceipt      bool
}

// rescueCommand gives back what the agent's own compaction lost.
func (c *command) rescueCommand() *cobra.Command {
	var f rescueFlags
	cmd := &cobra.Command{
		Use: "rescue FILE|-|.", Short: "Give back what the agent's own compaction lost", Args: most(1),
		Long: `Give back what the compaction lost that the agent itself made, and take out of its summary what
is not in the session. Without a choice all that a person demands or forbids and all open
work is given back. The result is a new session beside the input, or with --message a text to
send to the agent that goes on. The input is never changed. No model is asked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !c.opts.latest {
				return usagef("rescue needs a FILE, - for standard input or . for this project's newest session")
			}
			o, err := c.target(args)
			if err != nil {
				return err
			}
			choice, err := f.choice()
			if err != nil {
				return err
			}
			return interrupted(c.rescue(cmd.Context(), o, f, choice))
		},
	}
	c.opts.common(cmd)
	c.opts.looks(cmd)
	fl := cmd.Flags()
	fl.StringVarP(&f.output, "output", "o", "", "write to `FILE`; - is standard output")
	fl.IntVar(&f.compaction, "compaction", 0, "the compaction with this `NUMBER`, from 1 (default: the last)")
	fl.StringSliceVar(&f.classes, "class", nil, "give back all of these `CLASSES`, with commas between: "+rescue.ClassNames())
	fl.IntSliceVar(&f.items, "item", nil, "give back the losses with these `NUMBERS`, as --dry-run lists them")
	fl.BoolVar(&f.all, "all", false, "give back all that was lost")
	fl.IntVar(&f.budget, "budget", 0, "give back no more than fits in so many `TOKENS`, what is worth most for a token first")
	fl.BoolVar(&f.keep, "keep-invented", false, "leave in the summary what is not in the session")
	fl.BoolVar(&f.message, "message", false, "print a text to send to the agent that goes on, and write nothing")
	fl.BoolVar(&f.dryRun, "dry-run", false, "list what was lost and invented, and write nothing")
	fl.BoolVar(&f.json, "json", false, "print everything as JSON")
	fl.BoolVar(&f.force, "force", false, "replace an existing file")
	fl.BoolVar(&f.noReceipt, "no-receipt", false, "write no receipt beside the result")
	return cmd
}

// choice is what the flags choose.
func (f *rescueFlags) choice() (rescue.Choice, error) {
	out := rescue.Choice{All: f.all, Items: f.items, Budget: f.budget}
	for _, name := range f.classes {
		class, ok := rescue.ClassOf(name)
		if !ok {
			return out, usagef("--class: %q is none of %s", name, rescue.ClassNames())
		}
		out.Classes = append(out.Classes, class)
	}
	switch {
	case f.budget < 0:
		return out, usagef("--budget: %d is less than 0 tokens", f.budget)
	case f.message && f.output != "":
		return out, usagef("--message writes no session; leave -o out")
	case f.output == "-" && f.json:
		return out, usagef("-o - and --json both write to standard output; give -o a file")
	}
	return out, nil
}

// writes reports whether a session is to be written.
func (f *rescueFlags) writes() bool { return !f.message && !f.dryRun }

func (c *command) rescue(ctx context.Context, o Open, f rescueFlags, choice rescue.Choice) error {
	if o.Stdin && f.output == "" && f.writes() {
		return usagef("rescue - needs -o FILE: there is no folder to write beside")
	}
	s, closer, err := o.Read(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }() // it was only read
	logSession(o.Logger(), s)
	ctx, stop := interruptible(ctx)
	defer stop()
	place := destination{input: o, session: s, flags: compactFlags{output: f.output, force: f.force, noReceipt: f.noReceipt}}
	if f.writes() {
		if err := pipeline.Writable(s, ""); err != nil {
			return fmt.Errorf("rescue %s: %w; --message prints a text instead", s.Path, err)
		}
		if _, err := place.before(); err != nil {
			return err
		}
	}
	desk := c.desk(o)
	r, err := desk.Rescue(ctx, s, pipeline.RescueOptions{Compaction: f.compaction, Keep: f.keep})
	switch {
	case errors.Is(err, pipeline.ErrNotCompacted):
		return usagef("%s: %w; score and rescue are about compactions that the agent made", s.Path, err)
	case errors.Is(err, pipeline.ErrNoCompaction):
		return usagef("--compaction %d: %w", f.compaction, err)
	case err != nil:
		return err
	}
	for _, n := range f.items {
		if n < 1 || n > len(r.Items) {
			return usagef("--item %d: there are %s that are lost, from 1 on; --dry-run lists them", n, trace.Count(len(r.Items), "fact"))
		}
	}
	p, err := r.Preview(ctx, choice)
	if err != nil {
		return err
	}
	if err := nothing(r, &p, f); err != nil {
		return err
	}
	if !f.writes() {
		return c.listRescue(r, &p, f)
	}
	done, err := r.Write(ctx, p, desk.World(s, o.Params))
	if err != nil {
		return err
	}
	c.rescueFindings(s, done)
	if g, bad := reassemble.Failed(done.Gates); bad {
		return fmt.Errorf("nothing was written: the result fails the gate %q: %s", g.Name, g.Message)
	}
	target, err := place.after(done.Written)
	if err != nil {
		return err
	}
	view := rescueView(r, &p)
	view.written(done, target.Path)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := save.Write(target, done.Written, view); err != nil {
		return err
	}
	return c.wroteRescue(r, &p, done, target, view, f)
}

// nothing says why there is nothing to write, or to list.
func nothing(r *pipeline.Rescue, p *pipeline.Preview, f rescueFlags) error {
	switch {
	case p.Changes(r) || f.dryRun && len(r.Items) > 0:
		return nil
	case len(r.Items) == 0:
		return errors.New("nothing to rescue: nothing is found to be lost, and nothing to be invented")
	case f.budget > 0:
		return fmt.Errorf("nothing to rescue: nothing that is lost fits in %s; a larger --budget gives back more", trace.Count(f.budget, "token"))
	case f.all || len(f.classes) > 0 || len(f.items) > 0:
		return errors.New("nothing to rescue: nothing of what was chosen is lost; --dry-run lists what is")
	}
	return fmt.Errorf("nothing to rescue: no demand and no open work is lost; --all, --class, --item and --budget choose of %s that are", trace.Count(len(r.Items), "other fact"))
}

// rescueFindings says what a person should know of a result, whether it is written or not.
func (c *command) rescueFindings(s *model.Session, done *pipeline.Rescued) {
	for _, p := range s.Problems {
		c.say("%s: %s", s.Path, problem(p))
	}
	for _, r := range done.Repairs {
		if r.Row < 0 {
			c.say("repaired: %s", r.Reason)
			continue
		}
		c.say("repaired: message %d: %s", r.Row, r.Reason)
	}
	for _, g := range done.Gates {
		if !g.Pass && !g.Hard {
			c.say("warning: %s", g.Message)
		}
	}
	if w := done.Written; w.Carried+w.Missed > 0 {
		c.say("warning: the input grew by %s meanwhile: %s carried over, %s not", trace.Count(w.Carried+w.Missed, "line"), trace.Num(w.Carried), trace.Num(w.Missed))
	}
}

// listRescue prints what was lost and invented, or the text to send.
func (c *command) listRescue(r *pipeline.Rescue, p *pipeline.Preview, f rescueFlags) error {
	if f.message && !f.json {
		c.say("%s", price(r.Before.Score, p.After.Score, p.Tokens))
		return c.write(cleanText(r.Message(p)) + "\n")
	}
	out := bufio.NewWriter(c.Out)
	if f.json {
		view := rescueView(r, p)
		if f.message {
			view.Message = r.Message(p)
		}
		if err := writeJSON(out, view); err != nil {
			return fmt.Errorf("write to standard output: %w", err)
		}
	} else {
		c.printRescue(c.printer(out), r, p)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// wroteRescue says what was written.
func (c *command) wroteRescue(r *pipeline.Rescue, p *pipeline.Preview, done *pipeline.Rescued, t save.Target, view *rescueJSON, f rescueFlags) error {
	to := c.Out
	if t.Path == "-" || t.Path == "/dev/stdout" {
		to = c.Err // the session itself went to stdout
	}
	out := bufio.NewWriter(to)
	if f.json {
		if err := writeJSON(out, view); err != nil {
			return fmt.Errorf("write to standard output: %w (the session %s is written)", err, t.Path)
		}
	} else {
		pr := c.printer(out)
		if to != c.Out {
			pr.t = plainTheme(c.opts.form)
		}
		c.printRescue(pr, r, p)
		pr.rescued(done, t)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write to standard output: %w (the session %s is written)", err, t.Path)
	}
	return nil
}
