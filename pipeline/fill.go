package pipeline

import (
	"cutline/model"
	"cutline/pipeline/fill"
)

// Fill says what the context is filled with, of pieces that were read from it. A number of tokens
// that is only a what-if fills nothing; the one below it counts.
func Fill(s *model.Session, p Params, e Env, pieces []fill.Piece) fill.Output {
	p.UsedTokens = 0
	t := gauge(s, p, e)
	in := fill.Input{Pieces: pieces, Rows: len(s.Rows), Used: t.Used, Source: t.Source, Since: t.Since, Fit: fill.Calibrate(s)}
	in.Answer, in.Line = fill.AnswerOf(s)
	return fill.Run(in)
}
