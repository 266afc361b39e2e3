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
		Rung: r.o.Rung, Provider: r.o.Provider, Model: r.o.Model, Host: r.o.Host, Key: r.o.Key, Because: r.o.Because, Local: r.o.Local, Plain: r.o.Plain,
		Messages: ask.Messages, Chars: ask.Chars, Bytes: ask.Bytes, Output: ask.Prompt.MaxOutput, Hidden: ask.Hidden, Prompt: ask.Prompt,
	}
	m, _ := tokens.Lookup(r.o.Model)
	n.Source, n.Exact = m.Encoding.String(), m.Exact
	if n.Tokens, err = count(ctx, ask, m.Encoding); err != nil {
		return summarize.Notice{}, err
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

// Count asks the server how many tokens the first attempt has. It gets the prompt for that.
func (r *Rung) Count(ctx context.Context, req summarize.Request) (int, error) {
	counter, ok := r.client.(summarize.Counter)
	if !ok {
		return 0, summarize.Fail(summarize.NotFound, "there is no way to ask it")
	}
	ask, err := Compose(ctx, req, r.o)
	if err != nil {
		return 0, err
	}
	return counter.CountTokens(ctx, ask.Prompt)
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
