package cli

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/replay"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// The size of the picture that replay prints.
const (
	graphHeight = 14  // rows; the picture and what is said below it fit on most screens
	graphWidth  = 80  // columns where nobody says how wide the output is
	graphLeast  = 40  // columns: a narrower picture shows nothing
	graphMost   = 200 // columns: a wider one is not read at a glance
)

// replayCommand shows how full the context was, message by message.
func (c *command) replayCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "replay FILE|-|.", Short: "Show how full the context was message by message, and why it was compacted where it was", Args: most(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !c.opts.latest {
				return usagef("replay needs a FILE, - for standard input or . for this project's newest session")
			}
			o, err := c.target(args)
			if err != nil {
				return err
			}
			return c.replay(o, asJSON)
		},
	}
	c.opts.params(cmd)
	c.opts.common(cmd)
	c.opts.looks(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON")
	return cmd
}

func (c *command) replay(o Open, asJSON bool) error {
	s, closer, err := o.Read(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }() // it was only read
	r := pipeline.Replay(s, o.Params, askedFor(s, o.Params))
	out := bufio.NewWriter(c.Out)
	if asJSON {
		err = writeJSON(out, replayView(s, &r))
	} else {
		c.printReplay(out, s, &r)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// printReplay writes a replay for people: the picture, the signals, the compactions.
func (c *command) printReplay(out *bufio.Writer, s *model.Session, r *replay.Output) {
	p := c.printer(out)
	p.header(s)
	words := "window not known; give it with --window"
	if r.Window > 0 {
		words = fmt.Sprintf("window %s tokens (%s)", trace.Num(r.Window), r.WindowSource)
	}
	p.line("context", p.t.Text, words)
	p.blank()
	width := graphWidth
	if c.Width > 0 {
		width = min(max(c.Width-1, graphLeast), graphMost)
	}
	if len(s.History) > 0 {
		d := render.NewTimeline(s.History, r)
		for _, l := range render.Timeline(p.t, d, -1, width, graphHeight) {
			_, _ = out.WriteString(strings.TrimRight(l, " ") + "\n")
		}
		p.blank()
	}
	for i, sig := range r.Signals {
		label := ""
		if i == 0 {
			label = "signals"
		}
		p.line(label, signalInk(p.t, &sig), signalWords(s, &sig))
	}
	p.compactions(s, r, c.opts.verbose)
	if r.Verdict == "" {
		p.line("verdict", p.t.Text, "the file records no compaction")
		return
	}
	ink := p.t.Good
	if len(r.Thrash) > 0 {
		ink = p.t.Warn
	}
	p.line("verdict", ink, r.Verdict)
}

func signalInk(t *theme.Theme, s *replay.Signal) theme.Ink {
	if s.First < 0 {
		return t.Dim
	}
	return t.Text
}

// signalWords says of a signal when it fired first, or how near it came.
func signalWords(s *model.Session, sig *replay.Signal) string {
	words := text.Pad(render.SignalName(sig.Name), 12) + " "
	if sig.Name == replay.Asked && sig.First >= 0 {
		return words + "asked for " + trace.Count(sig.Times, "time") + ", first at line " + trace.Num(int(s.History[sig.First].Line))
	}
	op := "≥"
	if sig.Op == ">" {
		op = sig.Op
	}
	words += op + " " + trace.Num(sig.Limit) + ": "
	if sig.First < 0 {
		return words + "never, the highest was " + trace.Num(sig.Peak)
	}
	words += "first at line " + trace.Num(int(s.History[sig.First].Line))
	if sig.Times > 1 {
		words += ", " + trace.Count(sig.Times, "time")
	}
	return words + ", the highest was " + trace.Num(sig.Peak)
}

// The columns of the table of compactions, in cells.
const (
	lineCells   = 8
	kindCells   = 11
	numberCells = 10
	shareCells  = 8
)

// compactions lists the compactions that the file records, each with the reason for its place.
func (p printer) compactions(s *model.Session, r *replay.Output, all bool) {
	if len(r.Compactions) == 0 {
		return
	}
	p.blank()
	row := func(line, kind, b, a, sb, sa, saved, limit string) string {
		return text.PadLeft(line, lineCells) + "  " + text.Pad(kind, kindCells) + text.PadLeft(b, numberCells) + text.PadLeft(a, numberCells) +
			text.PadLeft(sb, numberCells) + text.PadLeft(sa, numberCells) + text.PadLeft(saved, shareCells) + "  " + limit
	}
	p.raw("", p.t.Dim.Render(text.Pad("", lineCells+2+kindCells)+text.PadLeft("as the file has it", 2*numberCells)+text.PadLeft("as the server saw", 2*numberCells)))
	p.raw("compacted", p.t.Dim.Render(row("line", "by", "before", "after", "before", "after", "saved", "at the limit")))
	d := render.NewTimeline(s.History, r)
	for i := range r.Compactions {
		c := &r.Compactions[i]
		p.raw("", row(trace.Num(c.Line), byWord(c), maybe(c.Before), maybe(c.After), maybe(c.SeenBefore), maybe(c.SeenAfter), savedWord(c), limitWord(c)))
	}
	p.blank()
	for n, m := range d.Marks {
		if m.Compaction < 0 {
			continue
		}
		c := &r.Compactions[m.Compaction]
		words := d.MarkWords(n)
		p.line(text.PadLeft(trace.Num(c.Line), lineCells), p.t.Text, words[0])
		if all {
			for _, l := range words[1:] {
				p.line("", p.t.Dim, l)
			}
		}
	}
}

func byWord(c *replay.Compaction) string {
	switch {
	case c.Micro:
		return "(blanked)"
	case c.Trigger == "":
		return "not said"
	}
	return text.Label(c.Trigger, kindCells-1)
}

// maybe is a number, or a sign for none.
func maybe(n int) string {
	if n <= 0 {
		return "-"
	}
	return trace.Num(n)
}

func savedWord(c *replay.Compaction) string {
	if c.SavedFrom == "" {
		return "-"
	}
	return replay.Percent(c.Saved)
}

func limitWord(c *replay.Compaction) string {
	switch {
	case !c.Measured || c.Limit <= 0:
		return "-"
	case c.Margin > 0:
		return trace.Num(c.Margin) + " early"
	}
	return trace.Num(-c.Margin) + " late"
}
