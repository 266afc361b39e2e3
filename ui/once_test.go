package ui

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"sync"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/lab"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize/local"
)

// What takes the longest is worked out once for all tests, as most of them look at the same session with the same
// parameters: the rows of the lab, and the scores of results.
var labRows, scores sync.Map

type labKey struct {
	text     [sha256.Size]byte
	params   pipeline.Params
	strategy string
}

// remembered runs a strategy, or gives the row that another test had from it. What asks a model, has pins or
// another live state is run every time.
func remembered(a *App, run func(pipeline.Strategy) lab.Row) func(pipeline.Strategy) lab.Row {
	w := a.engine.World(a.s, a.params)
	if len(w.Summarizers) != 1 || len(w.Pins)+len(w.Changes) > 0 {
		return run
	}
	if _, plain := w.Summarizers[0].(local.Summarizer); !plain {
		return run
	}
	text, err := textOf(a.s)
	if err != nil {
		return run
	}
	return func(s pipeline.Strategy) lab.Row {
		key := labKey{text, a.labs.params, s.Name}
		if row, ok := labRows.Load(key); ok {
			return row.(lab.Row)
		}
		row := run(s)
		if a.labs.busy() { // else it was stopped on the way
			labRows.Store(key, row)
		}
		return row
	}
}

// scored scores a result, or gives the score that another test had of the same texts.
func scored(ctx context.Context, s *model.Session, res *pipeline.Result) (retention.Output, error) {
	text, err := textOf(s)
	if err != nil || ctx.Err() != nil {
		return res.Compared(ctx, s)
	}
	in := res.Retained(s)
	of := fmt.Appendf(nil, "%x %s %v %q %q %q %d", text, res.Report.Summary.Rung, in.Dropped, in.Summary, in.Kept, in.Instead, in.Tokens)
	key := sha256.Sum256(of)
	if out, ok := scores.Load(key); ok {
		return out.(retention.Output), nil
	}
	out, err := res.Compared(ctx, s)
	if err == nil {
		scores.Store(key, out)
	}
	return out, err
}

// textOf is the text of a session, in short.
func textOf(s *model.Session) ([sha256.Size]byte, error) {
	text, err := io.ReadAll(io.NewSectionReader(s.Reader, 0, s.Bytes))
	return sha256.Sum256(text), err
}
