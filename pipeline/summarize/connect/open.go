package connect

import (
	"context"
	"strings"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/anthropic"
	"cutline/pipeline/summarize/openai"
	"cutline/pipeline/summarize/provider"
)

// open makes the client of the provider's own API, once. What fails once fails for good, unless a person
// stopped it: a key command is not run again and again.
func (c *Client) open(ctx context.Context) (summarize.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.to == nil && c.failed == nil {
		to, err := c.first(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.to, c.failed = to, err
	}
	return c.to, c.failed
}

// first gets the key and settles the model.
func (c *Client) first(ctx context.Context) (summarize.Client, error) {
	choice := c.choice
	if c.o.Key != nil {
		secret, err := c.o.Key(ctx)
		if err != nil {
			return nil, summarize.Fail(summarize.Unauthenticated, err.Error())
		}
		if secret = strings.TrimSpace(secret); secret == "" {
			return nil, summarize.Fail(summarize.Unauthenticated, choice.KeyFrom+" printed nothing; it has to print the key for "+choice.Provider.Name)
		}
		if choice.Key, err = provider.NewKey(secret); err != nil {
			return nil, summarize.Fail(summarize.Unauthenticated, "what "+choice.KeyFrom+" printed cannot be sent as a key: "+err.Error())
		}
	}
	to, err := c.api(choice)
	if err != nil || !choice.AskServer {
		return to, err
	}
	if choice, err = named(ctx, to, choice); err != nil {
		return nil, err
	}
	return c.api(choice)
}

// api is the client of the provider's wire. An address that cannot be one is the only error.
func (c *Client) api(choice provider.Choice) (summarize.Client, error) {
	var to summarize.Client
	var err error
	switch choice.Provider.Wire {
	case provider.Anthropic:
		o := anthropic.Options{BaseURL: choice.Base, Model: choice.Model, Silence: c.o.Silence, Stream: c.o.Stream}
		if o.Key = choice.Key.Reveal(); choice.Bearer {
			o.Key, o.Token = "", o.Key
		}
		to, err = anthropic.New(o)
	default:
		to, err = openai.New(openai.Options{BaseURL: choice.Base, Key: choice.Key.Reveal(), Model: choice.Model, Silence: c.o.Silence, Whole: !c.o.Stream})
	}
	if err != nil {
		return nil, summarize.Fail(summarize.InvalidArgument, err.Error())
	}
	return to, nil
}

// lister is a client whose server says which models it has.
type lister interface {
	Models(ctx context.Context) ([]string, error)
}

// named asks a server for its only model.
func named(ctx context.Context, to summarize.Client, choice provider.Choice) (provider.Choice, error) {
	l, ok := to.(lister)
	if !ok {
		return choice, summarize.Fail(summarize.NotFound, "no model is named, and "+choice.Host+" does not say which it has; --model names one")
	}
	models, err := l.Models(ctx)
	if err != nil {
		return choice, err
	}
	choice, err = choice.Named(models)
	if err != nil {
		return choice, summarize.Fail(summarize.NotFound, err.Error())
	}
	return choice, nil
}
