// Package connect makes the client for a chosen provider. Nothing else in the program makes one, so
// that what may not reach the network does not come here.
package connect

import (
	"context"
	"sync"
	"time"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/openai"
	"cutline/pipeline/summarize/provider"
)

// Options are how a provider is talked to.
type Options struct {
	Silence time.Duration // how long it may send nothing
	Stream  bool          // as it is written, not all at the end
	// Key gets the key when there is something to send; nil when the choice has it.
	Key func(ctx context.Context) (string, error)
}

// Client sends prompts to the provider of a choice. What takes time, getting the key and asking a
// server for its model, is done with the first prompt.
type Client struct {
	o      Options
	choice provider.Choice
	mu     sync.Mutex
	to     summarize.Client
	failed error // why there is no client; nil while that is not known
	window int   // tokens, 0 until the server told
}

// New makes a client. It does nothing yet.
func New(choice provider.Choice, o Options) *Client { return &Client{o: o, choice: choice} }

// Send sends one prompt.
func (c *Client) Send(ctx context.Context, p summarize.Prompt, on func(text string)) (summarize.Reply, error) {
	to, err := c.open(ctx)
	if err != nil {
		return summarize.Reply{}, err
	}
	return to.Send(ctx, p, on)
}

// CountTokens asks the server how many tokens a prompt has; the error is a *summarize.Failure of kind
// NotFound when it cannot tell.
func (c *Client) CountTokens(ctx context.Context, p summarize.Prompt) (int, error) {
	to, err := c.open(ctx)
	if err != nil {
		return 0, err
	}
	counter, ok := to.(summarize.Counter)
	if !ok {
		return 0, summarize.Fail(summarize.NotFound, c.choice.Host+" counts no tokens")
	}
	return counter.CountTokens(ctx, p)
}

// Window is how many tokens a prompt and its answer may have on a server on this machine, 0 when it
// does not tell: it is set up there, whatever the model could take.
func (c *Client) Window(ctx context.Context) int {
	if !c.choice.Local {
		return 0
	}
	to, err := c.open(ctx)
	if err != nil {
		return 0 // the prompt will say it, too
	}
	server, ok := to.(interface {
		Probe(ctx context.Context) openai.Server
	})
	if !ok {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.window == 0 { // it may tell once it has loaded the model
		c.window = server.Probe(ctx).Window
	}
	return c.window
}
