package cli

import (
	"bufio"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// scoreFlags are the flags of score alone.
type scoreFlags struct {
	json, lines, strict, force, hook bool
	bounds                           bounds
	report                           reportFlag
}

// scoreCommand says what a compaction kept, lost and invented.
func (c *command) scoreCommand() *cobra.Command {
	var f scoreFlags
	cmd := &cobra.Command{
		Use: "score FILE|-|. [AFTER]", Short: "Say what a compaction kept, lost and invented",
		Long: `Say what a compaction kept, lost and invented: each one that FILE records, or the one that
made AFTER of FILE, whoever made it. No model is asked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.hook {
				if err := c.hookAlone(cmd, args); err != nil {
					return err
				}
				return c.scoreHook(cmd.Context())
			}
			if err := f.check(args, c.opts.latest); err != nil {
				return err
			}
			return c.score(cmd.Context(), args, f)
		},
	}
	c.opts.common(cmd)
	c.opts.looks(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print everything as JSON")
	cmd.Flags().BoolVar(&f.lines, "jsonl", false, "print one line of JSON for each of the FILEs")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "fail on any doubt: no score, few facts, a gap in the file, a gate or a finding")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace a report that is there")
	cmd.Flags().BoolVar(&f.hook, "hook", false, "read what an agent tells its PreCompact and PostCompact hooks, and score that compaction")
	f.bounds.flags(cmd)
	f.report.flag(cmd)
	return cmd
}

// check refuses what does not go together.
func (f *scoreFlags) check(args []string, latest bool) error {
	switch {
	case len(args) == 0 && !latest:
		return usagef("score needs a FILE, - for standard input or . for this project's newest session")
	case f.lines && f.json:
		return usagef("--json and --jsonl: give one of the two")
	case count(args, "-") > 1:
		return usagef("standard input is one session: give - once")
	case !f.lines && len(args) > 2:
		return usagef("one session and what became of it: %q is one argument too many; --jsonl takes any number of files", args[2])
	case f.lines && f.report.path != "":
		return usagef("--report is about one session, --jsonl about many: give one of the two")
	}
	if err := f.report.check(); err != nil {
		return err
	}
	return f.bounds.check()
}

func (c *command) score(ctx context.Context, args []string, f scoreFlags) error {
	if f.lines {
		return c.scoreLines(ctx, args, f, runtime.GOMAXPROCS(0))
	}
	what := c.recorded
	if len(args) == 2 {
		what = c.pair
	}
	scored, err := what(ctx, args)
	if err != nil {
		return err
	}
	if err := f.write(scored); err != nil {
		return err
	}
	out := bufio.NewWriter(c.Out)
	if f.json {
		err = writeJSON(out, scored.view())
	} else {
		c.printScores(out, scored, f.report.path)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return f.refuse(scored)
}

// write writes the report.
func (f *scoreFlags) write(all scored) error {
	inputs := []string{all.session.Path}
	if all.after != nil {
		inputs = append(inputs, all.after.Path)
	}
	place, err := f.report.place(f.force, inputs...)
	if err != nil {
		return err
	}
	return f.report.write(place, all.report(), all.view())
}
