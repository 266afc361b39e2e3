package anthropic

import (
	"context"
	"errors"
	"io"
	"net/http"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// What an answer can lack. They are copied before anything is added to them.
var (
	errMalformed    = summarize.Fail(summarize.InvalidJSON, "the server's answer is not what the Anthropic API describes; is this the address of an Anthropic API?")
	errTruncated    = summarize.Fail(summarize.TruncatedStream, "the answer broke off before the server said that it was done")
	errNotCompacted = summarize.Fail(summarize.NoSummary, "the server made no compaction of its own")
)

// eventError is an error that the server reports in the middle of an answer, as it sent it.
type eventError struct{ body []byte }

func (*eventError) Error() string { return "the server reported an error in the middle of its answer" }

// failure is the error of a try. The library's own errors hold the address and all that the server sent, in
// which keys can stand; none of their text is passed on.
func (c *Client) failure(ctx context.Context, err error, res *http.Response, began bool) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var (
		own   *summarize.Failure
		event *eventError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &event):
		return wire.Failure(0, nil, event.body, c.options.Key, c.options.Token)
	case res != nil && res.StatusCode >= http.StatusBadRequest:
		body, _ := io.ReadAll(res.Body) // the library has read it and put it back
		return wire.Failure(res.StatusCode, res.Header, body, c.options.Key, c.options.Token)
	}
	return wire.Broken(err, began)
}

// account adds to a failure what the server said before it.
func (a *answer) account(err error) error {
	var f *summarize.Failure
	if !errors.As(err, &f) {
		return err
	}
	out := *f
	out.Model = a.reply.Model
	out.InputTokens, out.OutputTokens = a.spent.total()
	return &out
}
