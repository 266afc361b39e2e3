package openai

import (
	"context"
	"net/http"

	"github.com/tidwall/gjson"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// Models are the names of the models that a server has. The error is that of ctx or a
// *summarize.Failure.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	status, got, err := c.fetch(ctx, c.http, http.MethodGet, c.base.JoinPath("models"), "")
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, wire.Broken(err, false)
	case status != http.StatusOK:
		return nil, wire.Failure(status, nil, got, c.key)
	case !gjson.ValidBytes(got):
		return nil, summarize.Fail(summarize.InvalidJSON, c.base.Host+" lists its models in a form that is no JSON")
	}
	var names []string
	for _, m := range gjson.GetBytes(got, "data").Array() {
		if id := m.Get("id").Str; id != "" {
			names = append(names, id)
		}
	}
	return names, nil
}
