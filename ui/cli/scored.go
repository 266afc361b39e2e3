package cli

import (
	"context"
	"fmt"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/tokens"
	"cutline/pipeline"
)

// scored is a session with the scores of what was made of it.
type scored struct {
	session *model.Session
	after   *model.Session    // what became of it, nil when the scores are of the compactions that it records
	scores  []pipeline.Scored // one when there is an after
}

// recorded reads a session and scores its compactions. What is left of the session is what stands in
// its own memory: the file is closed.
func (c *command) recorded(ctx context.Context, args []string) (scored, error) {
	o, err := c.target(args)
	if err != nil {
		return scored{}, err
	}
	s, closer, err := o.Read(c.In)
	if err != nil {
		return scored{}, err
	}
	defer func() { _ = closer.Close() }() // it was only read
	scores, err := pipeline.ScoreRecorded(ctx, s)
	return scored{session: s, scores: scores}, err
}

// pair reads two sessions and scores the second one as what became of the first.
func (c *command) pair(ctx context.Context, args []string) (scored, error) {
	var both [2]*model.Session
	var counts [2]int
	var counter *tokens.Counter
	for i := range both {
		o, err := c.target(args[i : i+1])
		if err != nil {
			return scored{}, err
		}
		if i == 1 { // what chooses one of several is about the first
			o.Session, o.Leaf, o.Format = "", "", ""
		}
		s, closer, err := o.Read(c.In)
		if err != nil {
			return scored{}, err
		}
		defer func() { _ = closer.Close() }() // it was only read
		if i == 0 {
			m, _ := tokens.Lookup(s.Model)
			if counter, err = tokens.New(m.Encoding); err != nil {
				return scored{}, err
			}
		}
		if _, counts[i], err = measure.Count(ctx, s, counter, nil); err != nil {
			return scored{}, err
		}
		both[i] = s
	}
	one, err := pipeline.ScorePair(ctx, both[0], both[1], counts[0], counts[1])
	return scored{session: both[0], after: both[1], scores: []pipeline.Scored{one}}, err
}

// refuse says which compaction is not good enough, or nothing.
func (f *scoreFlags) refuse(all scored) error {
	for i := range all.scores {
		one := &all.scores[i]
		err := f.strictly(one)
		if one.Why == "" {
			if worse := f.bounds.refuse(&one.Output); worse != nil {
				err = worse
			}
		}
		if err != nil && one.Line > 0 {
			err = fmt.Errorf("the compaction on line %d: %w", one.Line, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// strictly says what --strict does not let pass of a compaction, the gravest first. Blanked tool
// results are no compaction that could have a score.
func (f *scoreFlags) strictly(one *pipeline.Scored) error {
	if !f.strict || one.Micro {
		return nil
	}
	for _, g := range one.Gates {
		if !g.Pass {
			return fmt.Errorf("--strict, and it fails the gate %q: %s", g.Name, g.Message)
		}
	}
	switch {
	case one.Why != "":
		return fmt.Errorf("--strict, and it has no score: %s", one.Why)
	case one.Partial():
		return fmt.Errorf("--strict, and the file holds less than half of what was replaced")
	case one.LowEvidence():
		return fmt.Errorf("--strict, and %d facts are too few for a score", one.N)
	case len(one.Lint) > 0:
		l := &one.Lint[0]
		return fmt.Errorf("--strict, and line %d of the summary has a finding (%s): %s", l.Line, l.Name, l.Message)
	}
	return nil
}
