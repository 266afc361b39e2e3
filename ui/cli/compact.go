package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cutline/model/convert"
	"cutline/model/save"
	"cutline/pipeline"
)

// compactFlags are the flags of compact alone.
type compactFlags struct {
	output, to                     string
	force, noReceipt, strict, json bool
	bounds                         bounds
	report                         reportFlag
}

// compactCommand runs all six stages and writes the compacted session.
func (c *command) compactCommand() *cobra.Command {
	var f compactFlags
	cmd := &cobra.Command{
		Use: "compact FILE|-|.", Short: "Run all six stages and write the compacted session", Args: most(1),
		Long: `Run all six stages and write the compacted session beside the input, or to the file that -o
names. The input is never changed. Beside the result stands a receipt of what became of
every message.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !c.opts.latest {
				return usagef("compact needs a FILE, - for standard input or . for this project's newest session")
			}
			if f.to != "" && !convert.Known(f.to) {
				return usagef("--to: %q is none of %s", f.to, convert.Names())
			}
			o, err := c.target(args)
			if err != nil {
				return err
			}
			o.To = f.to
			return interrupted(c.compact(cmd.Context(), o, f))
		},
	}
	c.opts.params(cmd)
	c.opts.common(cmd)
	c.opts.looks(cmd)
	c.opts.pinned(cmd)
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to `FILE`; - is standard output")
	cmd.Flags().StringVar(&f.to, "to", "", "convert to `FORMAT` and say what does not survive: "+convert.Names())
	cmd.Flags().BoolVar(&f.force, "force", false, "replace an existing file, write even a placeholder for a summary")
	cmd.Flags().BoolVar(&f.noReceipt, "no-receipt", false, "write no receipt beside the result")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "write nothing when the summary is second best, nothing is saved or the input grew")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the receipt as JSON")
	f.bounds.flags(cmd)
	f.report.flag(cmd)
	return cmd
}

// compact is one run: everything that can be refused is refused before it, everything that
// was found is said before something is written.
func (c *command) compact(ctx context.Context, o Open, f compactFlags) error {
	if err := f.bounds.check(); err != nil {
		return err
	}
	if err := f.report.check(); err != nil {
		return err
	}
	switch {
	case o.Stdin && f.output == "":
		return usagef("compact - needs -o FILE: there is no folder to write beside")
	case f.output == "-" && f.json:
		return usagef("-o - and --json both write to standard output; give -o a file")
	}
	text := ""
	if o.Params.SummaryFile != "" {
		var err error
		if text, err = readText("summary", o.Params.SummaryFile); err != nil {
			return err
		}
		if text = strings.TrimSpace(text); text == "" {
			return usagef("--summary: %s holds no text", o.Params.SummaryFile)
		}
	}
	s, closer, err := o.Read(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }() // it was only read
	logSession(o.Logger(), s)
	ctx, stop := interruptible(ctx)
	defer stop()
	if err := pipeline.Writable(s, o.To); err != nil {
		return fmt.Errorf("compact %s: %w", s.Path, err)
	}
	desk := c.desk(o)
	if err := c.pins(ctx, desk, s); err != nil {
		return err
	}
	if err := c.reachable(desk, s, o.Params); err != nil {
		return err
	}
	place := destination{input: o, flags: f, session: s}
	target, err := place.before()
	if err != nil {
		return err
	}
	reported, err := f.report.place(f.force, o.Path)
	if err != nil {
		return fmt.Errorf("%w; nothing was written", err)
	}
	if reported.Path != "" && (same(reported.Path, target.Path) || same(reported.Path, target.Receipt)) {
		return usagef("--report: %s is where the result or its receipt goes; nothing was written", reported.Path)
	}
	if err := segmentsReady(o.Params); err != nil {
		return err
	}
	if err := bankReady(s, o.Params); err != nil {
		return err
	}
	if len(s.Rows) == 0 {
		return fmt.Errorf("no messages: %s is a session without any; there is nothing to compact", s.Path)
	}
	env, err := desk.env(ctx, s, o.Params, false)
	if err != nil {
		return err
	}
	world := desk.World(s, o.Params)
	world.Env, world.Text = env, text
	if world.Counted, err = world.Count(ctx, s); err != nil {
		return err
	}
	if world, err = c.announce(ctx, s, o.Params, world); err != nil {
		return err
	}
	began := world.Now()
	res, err := pipeline.Run(ctx, s, o.Params, world, c.progress())
	logRun(o.Logger(), res, err)
	if failed := desk.Note(s, o.Params, world, res, err, began); failed != nil {
		c.say("warning: %s", failed)
	}
	if err != nil {
		return err
	}
	c.findings(s, res)
	if err := refusal(res, f); err != nil {
		return err
	}
	kept, err := res.Compared(ctx, s)
	if err != nil {
		return fmt.Errorf("score the result: %w", err)
	}
	refused := f.bounds.refuse(&kept)
	if refused == nil {
		if target, err = place.after(res.Written); err != nil {
			return err
		}
	} else {
		target = save.Target{}
	}
	receipt := receiptOf(s, res, desk.counted(res.After), target.Path)
	receipt.Retention = retentionOf(&kept)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := f.report.write(reported, runReport(s, res, &kept), receipt); err != nil {
		return fmt.Errorf("%w; nothing was written", err)
	}
	switch {
	case refused != nil && f.report.path != "":
		return fmt.Errorf("nothing was written but the report %s: %w", f.report.path, refused)
	case refused != nil:
		return fmt.Errorf("nothing was written: %w", refused)
	}
	return c.finish(s, res, target, receipt, &kept, f)
}

// same reports whether two names are those of one place, be there a file or not.
func same(a, b string) bool {
	x, xerr := filepath.Abs(a)
	y, yerr := filepath.Abs(b)
	return xerr == nil && yerr == nil && x == y
}
