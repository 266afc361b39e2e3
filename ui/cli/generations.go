package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/generations"
	"cutline/pipeline/trace"
	"cutline/render"
)

// deathLines are how much of what died the command lists without -v.
const deathLines = 10

// Generations is what is compacted of session s several times over, with the parameters p. Before each
// generation ask is told of the session and the world of its run, and gives the world to use.
func (d *Desk) Generations(s *model.Session, p pipeline.Params, n int, grow bool, ask func(context.Context, *model.Session, pipeline.World) (pipeline.World, error)) generations.Input {
	return generations.Input{
		Session: s, Params: p, N: n, Grow: grow,
		World: func(ctx context.Context, of *model.Session) (pipeline.World, error) {
			return ask(ctx, of, d.World(of, p))
		},
	}
}

// generations compacts one session several times over.
func (c *command) generations(ctx context.Context, o Open, f labFlags) error {
	s, closer, err := o.Read(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }() // it was only read
	ctx, stop := interruptible(ctx)
	defer stop()
	o.Params.SummaryFile = "" // of a settings file: it is one text, and there are several summaries
	desk := c.desk(o)
	if err := c.reachable(desk, s, o.Params); err != nil {
		return err
	}
	if len(s.Rows) == 0 {
		return fmt.Errorf("no messages: %s is a session without any; there is nothing to compact", s.Path)
	}
	ask := func(ctx context.Context, of *model.Session, w pipeline.World) (pipeline.World, error) {
		return c.announce(ctx, of, o.Params, w)
	}
	line, err := generations.New(desk.Generations(s, o.Params, f.generations, f.grow, ask))
	if err != nil {
		return fmt.Errorf("lab %s: %w", s.Path, err)
	}
	for line.More() {
		if _, err := line.Next(ctx, c.progress()); err != nil {
			return err
		}
	}
	g := line.Generations()
	out := bufio.NewWriter(c.Out)
	if f.json {
		err = writeJSON(out, generationsView(s, o.Params.Strategy, &g))
	} else {
		c.printGenerations(out, s, o.Params.Strategy, &g)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// printGenerations writes the curves for people, as wide as the terminal, and what died.
func (c *command) printGenerations(out *bufio.Writer, s *model.Session, strategy string, g *generations.Generations) {
	p := c.printer(out)
	p.header(s)
	p.line("strategy", p.t.Text, strategy+": "+render.GenerationsAbout(g))
	p.line("facts", p.t.Text, render.GenerationsCohort(g))
	p.blank()
	w := c.Width
	if w <= 0 {
		w = labWidth
	}
	put := func(l string) { _, _ = out.WriteString(strings.TrimRight(l, " ") + "\n") } // Flush tells of an error
	for _, l := range render.Generations(p.t, g, false, w) {
		put(l)
	}
	for _, l := range render.GenerationsTold(g) {
		p.line("", p.t.Warn, l)
	}
	if len(g.Deaths) > 0 {
		p.blank()
		put(render.DeathHead(p.t, w))
		list := g.Deaths
		if !c.opts.verbose {
			list = g.First(deathLines)
		}
		for i := range list {
			put(render.DeathLine(p.t, &list[i], false, w))
		}
		if n := len(g.Deaths) - len(list); n > 0 {
			p.line("", p.t.Dim, fmt.Sprintf("%s more died; -v lists all", trace.Num(n)))
		}
	}
	p.blank()
	for _, l := range strings.Split(render.GenerationsLegend, " · ") {
		p.line("", p.t.Dim, l)
	}
}
