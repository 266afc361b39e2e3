package cli

import (
	"bufio"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/model/discover"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/fill"
)

// inspectFlags are the flags of inspect alone.
type inspectFlags struct {
	json, noMessages, showPrompt, context bool
}

// inspectCommand prints the plan: what would happen and why. No model is called.
func (c *command) inspectCommand() *cobra.Command {
	var f inspectFlags
	cmd := &cobra.Command{
		Use: "inspect FILE|-|.", Short: "Print the plan: what compacting would do and why; no model is called", Args: most(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !c.opts.latest {
				return usagef("inspect needs a FILE, - for standard input or . for this project's newest session")
			}
			o, err := c.target(args)
			if err != nil {
				return err
			}
			return c.inspect(cmd.Context(), o, f)
		},
	}
	c.opts.params(cmd)
	c.opts.common(cmd)
	c.opts.looks(cmd)
	c.opts.pinned(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print everything as JSON")
	cmd.Flags().BoolVar(&f.noMessages, "no-messages", false, "leave the list of messages out")
	cmd.Flags().BoolVar(&f.context, "context", false, "add what fills the context: by kind, tool and file")
	cmd.Flags().BoolVar(&f.showPrompt, "show-prompt", false, "print the text that a summarizer would read, too")
	return cmd
}

func (c *command) inspect(ctx context.Context, o Open, f inspectFlags) error {
	s, closer, err := o.Read(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }() // it was only read
	ctx, stop := interruptible(ctx)
	defer stop()
	desk := c.desk(o)
	if err := c.pins(ctx, desk, s); err != nil {
		return interrupted(err)
	}
	env, err := desk.env(ctx, s, o.Params, true)
	if err != nil {
		return interrupted(err)
	}
	r := pipeline.Plan(s, o.Params, env)
	var prompt string
	var pieces []string
	if f.showPrompt {
		if prompt, pieces, err = desk.promptOf(ctx, s, &r); err != nil {
			return fmt.Errorf("read the messages of %s again: %w", s.Path, err)
		}
	}
	var filled fill.Output
	if f.context || !f.json {
		if filled, err = fills(ctx, s, o.Params, env); err != nil {
			return interrupted(err)
		}
	}
	out := bufio.NewWriter(c.Out)
	if f.json {
		view := inspection(s, &r, !f.noMessages)
		if f.showPrompt {
			view.Prompt, view.PromptParts = &prompt, promptParts(&r.Slim, pieces)
		}
		if f.context {
			view.Context = contextView(&filled)
		}
		err = writeJSON(out, view)
	} else {
		var kin discover.Kin
		if o.Path != "" {
			kin = discover.KinOf(ctx, o.Path, s.Format)
		}
		c.printPlan(out, s, kin, &r, &filled, f, prompt)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// title is a session's format as a person calls it.
func title(s *model.Session) string {
	if f, ok := load.ByName(s.Format); ok {
		return f.Title
	}
	return s.Format
}
