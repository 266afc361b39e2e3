package remote

import (
	"context"

	"cutline/model/tokens"
	"cutline/pipeline/summarize"
)

// Notice says what the first attempt will send.
func (r *Rung) Notice(ctx context.Context, req summarize.Request) (summarize.Notice, error) {
	ask, err := Compose(ctx, req, r.o)
	if err != nil {
		return summarize.Notice{}, err
	}
	n := summarize.Notice{
		Rung: r.o.Rung, Provider: r.o.Provider, Model: r.o.Model, Host: r.o.Host, Key: r.o.Key, Local: r.o.Local, Plain: r.o.Plain,
		Messages: ask.Messages, Chars: ask.Chars, Bytes: ask.Bytes, Output: ask.Prompt.MaxOutput, Hidden: ask.Hidden, Prompt: ask.Prompt,
	}
	m, _ := tokens.Lookup(r.o.Model)
	n.Source, n.Exact = "with "+m.Encoding.String(), m.Exact
	if n.Tokens, err = count(ctx, ask, m.Encoding); err != nil {
		return summarize.Notice{}, err
	}
	if r.o.Count {
		r.counted(ctx, ask, &n)
	}
	if err := ctx.Err(); err != nil {
		return summarize.Notice{}, err
	}
	if read, known := m.Price.Cost(n.Tokens, 0); known {
		all, _ := m.Price.Cost(n.Tokens, n.Output)
		write := all - read
		n.Read, n.Write, n.Since = &read, &write, m.Price.AsOf
	}
	return n, nil
}

// counted takes the number of the server, which gets the prompt for it.
func (r *Rung) counted(ctx context.Context, ask Ask, n *summarize.Notice) {
	counter, ok := r.client.(summarize.Counter)
	if !ok {
		n.Uncounted = "there is no way to ask it"
		return
	}
	exact, err := counter.CountTokens(ctx, ask.Prompt)
	if err != nil {
		n.Uncounted = summarize.FailureOf(err).Error()
		return
	}
	n.Tokens, n.Source, n.Exact = exact, "by "+r.o.Host, true
}

// count counts the tokens of a prompt.
func count(ctx context.Context, ask Ask, e tokens.Encoding) (int, error) {
	c, err := tokens.New(e)
	if err != nil {
		return 0, err
	}
	total := 0
	for _, text := range texts(ask.Prompt) {
		n, err := c.CountContext(ctx, text)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
