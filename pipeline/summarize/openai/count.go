package openai

import (
	"context"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// CountTokens counts the text of a prompt where the server can: llama.cpp and vLLM. What the model's
// chat template puts around each message is not in it, a few tokens for each. On any other server
// it is a *summarize.Failure of kind NotFound, and nothing of the prompt is sent.
func (c *Client) CountTokens(ctx context.Context, p summarize.Prompt) (int, error) {
	if s := c.known(ctx); s.Name != LlamaCpp && s.Name != VLLM {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return 0, &summarize.Failure{Kind: summarize.NotFound, Detail: c.base.Host + " does not count tokens", Final: true}
	}
	// Each of the two takes its own field and passes over the other's.
	text := gjson.AppendJSONString(nil, plain(p))
	model := gjson.AppendJSONString(nil, c.model)
	body := `{"add_special":true,"model":` + string(model) + `,"content":` + string(text) + `,"prompt":` + string(text) + `}`
	status, got, err := c.fetch(ctx, c.http, http.MethodPost, c.root().JoinPath("tokenize"), body)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		return 0, wire.Broken(err, false)
	case status != http.StatusOK:
		return 0, wire.Failure(status, nil, got, c.key)
	}
	if n := gjson.GetBytes(got, "count"); n.Type == gjson.Number {
		return count(n), nil
	}
	if ids := gjson.GetBytes(got, "tokens"); ids.IsArray() {
		return len(ids.Array()), nil
	}
	return 0, summarize.Fail(summarize.InvalidJSON, c.base.Host+" does not say how many tokens the prompt has")
}

// known looks at the server once, unless the look is broken off.
func (c *Client) known(ctx context.Context) Server {
	c.found.Lock()
	defer c.found.Unlock()
	if c.server == nil {
		s := c.Probe(ctx)
		if ctx.Err() != nil {
			return s
		}
		c.server = &s
	}
	return *c.server
}

// plain is all text of a prompt. A conversation to replay counts as the JSON that it is.
func plain(p summarize.Prompt) string {
	parts := make([]string, 0, 3+len(p.Turns))
	parts = append(parts, p.System, string(p.Tools), string(p.Conversation))
	for _, t := range p.Turns {
		parts = append(parts, t.Text)
	}
	return strings.Join(parts, "\n")
}
