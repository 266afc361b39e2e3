package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/generations"
	"cutline/pipeline/lab"
	"cutline/render"
	"cutline/render/text"
)

// labWidth is how many columns the table has where nobody says how wide the output is.
const labWidth = 170

// labFlags are the flags of lab alone.
type labFlags struct {
	json       bool
	strategies []string
	target     int

	generations int // of one strategy, 0: strategies are compared
	grow        bool
}

// check refuses what does not go together.
func (f labFlags) check(given func(string) bool) error {
	switch {
	case f.target < 0:
		return usagef("--target: %d is no number of tokens", f.target)
	case !given("generations") && f.grow:
		return usagef("--grow is how --generations N goes from one to the next; give both")
	case !given("generations"):
		return nil
	case f.generations < generations.Least || f.generations > generations.Most:
		return usagef("--generations: %d is not between %d and %d", f.generations, generations.Least, generations.Most)
	}
	for _, name := range []string{"strategies", "target", "summary"} {
		if given(name) {
			return usagef("--generations follows one strategy, that of --strategy, and --%s is not for it; leave one of the two out", name)
		}
	}
	return nil
}

// labCommand runs several strategies on one session at one budget.
func (c *command) labCommand() *cobra.Command {
	var f labFlags
	cmd := &cobra.Command{
		Use: "lab FILE|-|.", Short: "Run several strategies at one budget, and show what each keeps and loses", Args: most(1),
		Long: `Run several strategies on one session, one after the other, and show what each keeps and
loses. Each is set so that its result has as many tokens as fair leaves with the local
summarizer, or as --target says; what cannot be set so is marked. Nothing is written.

With --generations N, compact it N times over with the one strategy of --strategy instead, and
show what each generation still holds of what the first one dropped, and what dies first.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !c.opts.latest {
				return usagef("lab needs a FILE, - for standard input or . for this project's newest session")
			}
			if err := f.check(cmd.Flags().Changed); err != nil {
				return err
			}
			o, err := c.target(args)
			if err != nil {
				return err
			}
			if f.generations > 0 {
				return interrupted(c.generations(cmd.Context(), o, f))
			}
			return interrupted(c.lab(cmd.Context(), o, f, cmd.Flags().Changed))
		},
	}
	c.opts.params(cmd)
	c.opts.common(cmd)
	c.opts.looks(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print everything as JSON")
	cmd.Flags().StringSliceVar(&f.strategies, "strategies", nil, "compare these `NAMES`, with commas between (default: all)")
	cmd.Flags().IntVar(&f.generations, "generations", 0, "compact `N` times over with one strategy, and show what survives (2 to 20)")
	cmd.Flags().BoolVar(&f.grow, "grow", false, "between generations take in the next stretch of the session, which is cut into N of them")
	cmd.Flags().IntVar(&f.target, "target", 0, "tokens `N` that a result may have (default: what fair leaves with the local summarizer)")
	return cmd
}

// Lab is what is compared of session s: every strategy, with the parameters p of a person on top.
func (d *Desk) Lab(s *model.Session, p pipeline.Params, given func(param string) bool) lab.Input {
	name := p.Pick.Model
	if name == "" {
		m, _ := tokens.Lookup(s.Model)
		name = tokens.Small(m.Vendor)
	}
	list := d.open.Strategies
	if list == nil {
		list = pipeline.Strategies
	}
	return lab.Input{
		Session: s, Params: p, Given: given, Strategies: list, Model: name, Output: output(name),
		World: func(p pipeline.Params) pipeline.World { return d.World(s, p) },
	}
}

// chosen are the strategies that were asked for, all of them when none was.
func (c *command) chosen(names []string) ([]pipeline.Strategy, error) {
	if len(names) == 0 {
		return c.strategies, nil
	}
	out := make([]pipeline.Strategy, 0, len(names))
	for _, name := range names {
		s, ok := pipeline.FindStrategy(c.strategies, strings.TrimSpace(name))
		if !ok {
			return nil, usagef("--strategies: %q is none of %s", name, pipeline.StrategyNames(c.strategies))
		}
		out = append(out, s)
	}
	return out, nil
}

func (c *command) lab(ctx context.Context, o Open, f labFlags, given func(string) bool) error {
	list, err := c.chosen(f.strategies)
	if err != nil {
		return err
	}
	s, closer, err := o.Read(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }() // it was only read
	ctx, stop := interruptible(ctx)
	defer stop()
	if err := pipeline.Writable(s, ""); err != nil {
		return fmt.Errorf("lab %s: %w", s.Path, err)
	}
	desk := c.desk(o)
	if err := c.reachable(desk, s, o.Params); err != nil {
		return err
	}
	if len(s.Rows) == 0 {
		return fmt.Errorf("no messages: %s is a session without any; there is nothing to compare", s.Path)
	}
	in := desk.Lab(s, o.Params, given)
	in.Target = f.target
	world, said := in.World, false
	in.World = func(p pipeline.Params) pipeline.World {
		w := world(p)
		if !said { // what it would send
			return pipeline.Quiet(w)
		}
		return w
	}
	bench, err := lab.New(ctx, in)
	if err != nil {
		return err
	}
	rows := make([]lab.Row, 0, len(list))
	for _, strategy := range list {
		p, err := bench.Plan(strategy)
		if err != nil {
			return err
		}
		w, err := c.announce(ctx, s, p, world(p))
		if err != nil {
			return err
		}
		said = len(w.Summarizers) == len(world(p).Summarizers)
		rows = append(rows, bench.Row(ctx, strategy, c.progress()))
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(c.Out)
	if f.json {
		err = writeJSON(out, labView(s, bench, rows))
	} else {
		c.printLab(out, s, bench, rows)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// printLab writes the table for people, as wide as the terminal.
func (c *command) printLab(out *bufio.Writer, s *model.Session, b *lab.Bench, rows []lab.Row) {
	p := c.printer(out)
	p.header(s)
	p.line("budget", p.t.Text, render.LabBudget(b.Before(), b.Target()))
	p.blank()
	w := c.Width
	if w <= 0 {
		w = labWidth
	}
	put := func(l string) { _, _ = out.WriteString(strings.TrimRight(l, " ") + "\n") } // Flush tells of an error
	put(render.LabHead(p.t, -1, w))
	for i := range rows {
		put(render.LabLine(p.t, render.LabData{Row: &rows[i]}, w))
	}
	p.blank()
	for i := range rows {
		if told := render.LabTold(&rows[i]); told != "" {
			p.line("", p.t.Warn, rows[i].Strategy+": "+told)
		}
	}
	for _, l := range strings.Split(render.LabLegend(w), " · ") {
		p.line("", p.t.Dim, l)
	}
	for i := range rows {
		if r := &rows[i]; r.Price.Model != "" && r.Result != nil {
			p.line("", p.t.Dim, "price: of "+render.LabPriced(r)+" of "+text.CleanLine(r.Price.Model))
			break
		}
	}
}
