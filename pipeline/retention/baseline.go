package retention

import (
	"context"
	"fmt"
	"math"

	"cutline/model/tokens"
)

// The names of the baselines: what else could stand for what was dropped, without a model.
const (
	DropOldest = "drop-oldest" // its newest messages
	Masking    = "masking"     // the same without the outputs of tools, those last
	Slim       = "slim"        // max-min fair shares of its messages
	Users      = "users"       // what persons said, the newest first
	Random     = "random"      // lines of it, drawn at random
)

// seeds is how many draws of lines the score of Random is the mean of.
const seeds = 20

// Baseline is the score of what could stand there instead, with as many tokens as what does.
type Baseline struct {
	Name   string
	Score  float64 // 0 to 100
	Tokens int     // that it takes, estimated; never more than what stands there does
}

// Compare is Score with the baselines beside it. There are none where nothing was dropped or nothing
// stands for it. State and tail are the same for all.
func Compare(ctx context.Context, in Input) (Output, error) {
	out, f, err := scored(ctx, &in)
	if err != nil {
		return Output{}, err
	}
	if out.Baselines, err = baselines(ctx, in, f); err != nil {
		return Output{}, fmt.Errorf("score what could stand there instead: %w", err)
	}
	return out, nil
}

// Verdict is what to say of a result that keeps no more than the session's own messages would,
// cut to the same size; empty when it keeps more, or nothing is compared.
func (o *Output) Verdict() string {
	for _, b := range o.Baselines {
		if b.Name == Slim && o.Score <= b.Score {
			return fmt.Sprintf("does not beat %s without a summary (RS %.0f) at the same tokens", Slim, b.Score)
		}
	}
	return ""
}

// weigh is the size of a text in tokens, the same for what stands there and for baselines.
func weigh(text string) int { return tokens.Estimate(text, tokens.O200k) }

func baselines(ctx context.Context, in Input, f *finder) ([]Baseline, error) {
	room := weigh(in.Summary)
	for _, t := range in.Instead {
		room += weigh(t)
	}
	facts := 0
	for _, list := range f.items {
		facts += len(list)
	}
	if room == 0 || facts == 0 {
		return nil, nil
	}
	c := choices{ctx: ctx, in: in, room: room}
	var out []Baseline
	for _, b := range []struct {
		name  string
		texts func() ([]string, error)
	}{{DropOldest, c.newest}, {Masking, c.masked}, {Slim, c.slim}, {Users, c.users}} {
		texts, err := b.texts()
		if err != nil {
			return nil, err
		}
		score, size, err := f.rated(ctx, texts)
		if err != nil {
			return nil, err
		}
		out = append(out, Baseline{b.name, score, size})
	}
	lines, err := c.lines()
	if err != nil {
		return nil, err
	}
	mean := Baseline{Name: Random}
	size := 0
	for seed := range seeds {
		score, n, err := f.rated(ctx, c.drawn(lines, uint64(seed)))
		if err != nil {
			return nil, err
		}
		mean.Score += score / seeds
		size += n
	}
	mean.Tokens = int(math.Round(float64(size) / seeds))
	return append(out, mean), nil
}

// rated is the score of texts, and their size.
func (f *finder) rated(ctx context.Context, texts []string) (score float64, size int, err error) {
	items, err := f.look(ctx, texts)
	if err != nil {
		return 0, 0, err
	}
	for _, t := range texts {
		size += weigh(t)
	}
	_, score = points(items)
	return score, size, nil
}
