package cli

import (
	"context"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/slim"
)

// env is what a plan of the session may know of the world. Counted and the exact sizes cost
// a reading of the whole session, so the context may end it.
func (d *Desk) env(ctx context.Context, s *model.Session, p pipeline.Params, count bool) (pipeline.Env, error) {
	e := d.World(s, p).Env
	var err error
	if p.Slim.ValueLimit > 0 {
		if e.Sizes, err = sizes(ctx, s, p.Slim.ValueLimit); err != nil {
			return e, err
		}
	}
	if count {
		_, e.Counted, err = counts(ctx, s)
	}
	return e, err
}

// counterOf gives the counter for the encoding of a session's model, when it is needed.
func counterOf(s *model.Session) func() (*tokens.Counter, error) {
	m, _ := tokens.Lookup(s.Model)
	return func() (*tokens.Counter, error) { return tokens.New(m.Encoding) }
}

// counts counts the tokens of a session's messages with the encoding of its model.
func counts(ctx context.Context, s *model.Session) (perRow []int, total int, err error) {
	counter, err := counterOf(s)()
	if err != nil {
		return nil, 0, err
	}
	return measure.Count(ctx, s, counter, nil)
}

// sizes are the chars of each message when arguments and results keep head and tail within
// a limit. A message that cannot be read keeps the size that its row says.
func sizes(ctx context.Context, s *model.Session, limit int) ([]int, error) {
	out := make([]int, len(s.Rows))
	for i := range s.Rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = s.Rows[i].Rendered
		if s.Rows[i].Flags&(model.HasCall|model.HasResult) == 0 {
			continue
		}
		if m, err := s.Message(i); err == nil {
			out[i] = js.Units(slim.Rendered(m, limit))
		}
	}
	return out, nil
}
