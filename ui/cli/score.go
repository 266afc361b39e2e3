package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
)

// scoreFlags are the flags of score alone.
type scoreFlags struct {
	json, lines bool
	bounds      bounds
}

// scoreCommand says what a compaction kept, lost and invented.
func (c *command) scoreCommand() *cobra.Command {
	var f scoreFlags
	cmd := &cobra.Command{
		Use: "score FILE|-|. [AFTER]", Short: "Say what a compaction kept, lost and invented",
		Long: `Say what a compaction kept, lost and invented: each one that FILE records, or the one that
made AFTER of FILE, whoever made it. No model is asked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && !c.opts.latest:
				return usagef("score needs a FILE, - for standard input or . for this project's newest session")
			case f.lines && f.json:
				return usagef("--json and --jsonl: give one of the two")
			case !f.lines && len(args) > 2:
				return usagef("one session and what became of it: %q is one argument too many; --jsonl takes any number of files", args[2])
			}
			if err := f.bounds.check(); err != nil {
				return err
			}
			return c.score(cmd.Context(), args, f)
		},
	}
	c.opts.common(cmd)
	c.opts.looks(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print everything as JSON")
	cmd.Flags().BoolVar(&f.lines, "jsonl", false, "print one line of JSON for each of the FILEs")
	f.bounds.flags(cmd)
	return cmd
}

func (c *command) score(ctx context.Context, args []string, f scoreFlags) error {
	out := bufio.NewWriter(c.Out)
	var bad error // the first score that is not good enough, or file that has none
	if f.lines {
		if len(args) == 0 {
			args = []string{"."}
		}
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		for _, a := range args {
			s, scores, err := c.recorded(ctx, []string{a})
			if ctx.Err() != nil {
				return err
			}
			v := scoreJSON{Schema: scoreSchema, Path: a}
			if err != nil {
				v.Error = err.Error()
			} else {
				v = recordedView(s, scores)
				err = f.refuse(scores)
			}
			if bad == nil && err != nil {
				bad = fmt.Errorf("%s: %w", a, err)
			}
			if err := enc.Encode(v); err != nil {
				return fmt.Errorf("write to standard output: %w", err)
			}
		}
	} else {
		var err error
		if len(args) == 2 {
			bad, err = c.scorePair(ctx, out, args, f)
		} else {
			bad, err = c.scoreFile(ctx, out, args, f)
		}
		if err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return bad
}

// recorded reads a session and scores its compactions.
func (c *command) recorded(ctx context.Context, args []string) (*model.Session, []pipeline.Scored, error) {
	o, err := c.target(args)
	if err != nil {
		return nil, nil, err
	}
	s, closer, err := o.Read(c.In)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = closer.Close() }() // it was only read
	scores, err := pipeline.ScoreRecorded(ctx, s)
	return s, scores, err
}

// refuse says which compaction is not good enough, or nothing.
func (f scoreFlags) refuse(scores []pipeline.Scored) error {
	for i := range scores {
		if s := &scores[i]; s.Why == "" {
			if err := f.bounds.refuse(&s.Output); err != nil {
				return fmt.Errorf("the compaction on line %d: %w", s.Line, err)
			}
		}
	}
	return nil
}

// scoreFile prints the scores of what a file records.
func (c *command) scoreFile(ctx context.Context, out *bufio.Writer, args []string, f scoreFlags) (bad, err error) {
	s, scores, err := c.recorded(ctx, args)
	if err != nil {
		return nil, err
	}
	if f.json {
		return f.refuse(scores), writeJSON(out, recordedView(s, scores))
	}
	p := c.printer(out)
	p.header(s)
	if len(scores) == 0 {
		p.line("score", p.t.Text, "the file records no compaction; give what became of it as a second file")
	}
	for i := range scores {
		one := &scores[i]
		words := fmt.Sprintf("line %d", one.Line)
		if one.Trigger != "" {
			words += ", " + one.Trigger
		}
		if one.Before > 0 && one.After > 0 {
			words += fmt.Sprintf(": %s → %s tokens", trace.Num(one.Before), trace.Num(one.After))
		}
		p.blank()
		p.line("compacted", p.t.Title, words)
		if one.Why != "" {
			p.line("", p.t.Dim, "no score: "+one.Why)
			continue
		}
		p.retention(&one.Output, one.Saved(), c.opts.verbose)
		if one.Partial() {
			p.line("", p.t.Warn, fmt.Sprintf("the file holds ~%s of the %s tokens that were replaced; what stood in the rest counts as not there", trace.Num(one.Held), trace.Num(one.Before)))
		}
	}
	return f.refuse(scores), nil
}

// scorePair prints the score of what became of a session.
func (c *command) scorePair(ctx context.Context, out *bufio.Writer, args []string, f scoreFlags) (bad, err error) {
	var both [2]*model.Session
	var counts [2]int
	var counter *tokens.Counter
	for i := range both {
		o, err := c.target(args[i : i+1])
		if err != nil {
			return nil, err
		}
		if i == 1 { // what chooses one of several is about the first
			o.Session, o.Leaf, o.Format = "", "", ""
		}
		s, closer, err := o.Read(c.In)
		if err != nil {
			return nil, err
		}
		defer func() { _ = closer.Close() }() // it was only read
		if i == 0 {
			m, _ := tokens.Lookup(s.Model)
			if counter, err = tokens.New(m.Encoding); err != nil {
				return nil, err
			}
		}
		if _, counts[i], err = measure.Count(ctx, s, counter, nil); err != nil {
			return nil, err
		}
		both[i] = s
	}
	one, err := pipeline.ScorePair(ctx, both[0], both[1], counts[0], counts[1])
	if err != nil {
		return nil, err
	}
	gates := reassemble.CheckPair(both[0], both[1], counts[0], counts[1])
	bad = f.bounds.refuse(&one.Output)
	if f.json {
		return bad, writeJSON(out, pairView(both[0], both[1], &one, gates))
	}
	p := c.printer(out)
	p.header(both[0])
	p.line("after", p.t.Title, both[1].Path)
	p.line("tokens", p.t.Text, fmt.Sprintf("%s → %s, counted over messages", trace.Num(one.Before), trace.Num(one.After)))
	p.retention(&one.Output, one.Saved(), c.opts.verbose)
	p.gates(gates)
	return bad, nil
}
