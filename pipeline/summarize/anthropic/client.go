// Package anthropic is a client of the Anthropic Messages API, over the vendor's own Go library. What it
// sends, and where to, is decided by its options and the prompt alone: nothing is read from the
// environment or from a profile on the disk, nothing is printed, nothing is traced.
package anthropic

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// BaseURL is the vendor's own address.
const BaseURL = "https://api.anthropic.com/"

// Options are all that a client knows besides the prompt.
type Options struct {
	BaseURL string // up to the /v1; empty: the vendor's
	Key     string // sent as x-api-key; empty: not sent
	Token   string // sent as a bearer token; empty: not sent
	Model   string
	Silence time.Duration // how long nothing may come
	Stream  bool          // as it is written, not all at the end
}

// Client sends prompts to one model. It may be used by several goroutines at once.
type Client struct {
	messages sdk.MessageService
	options  Options
}

var (
	_ summarize.Client  = (*Client)(nil)
	_ summarize.Counter = (*Client)(nil)
)

// noLimit is how long an answer may take that comes in one piece: what is bounded is silence. The library
// has a limit of its own for as long as none is given.
const noLimit = 24 * time.Hour

// New is a client with these options. The error is that of a base URL that is none; it does not quote it,
// for an address can hold a password.
func New(o Options) (*Client, error) {
	if o.BaseURL == "" {
		o.BaseURL = BaseURL
	}
	u, err := url.Parse(o.BaseURL)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return nil, errors.New("the base URL of the Anthropic API is not an http or https address; it looks like " + BaseURL)
	}
	opts := []option.RequestOption{
		option.WithBaseURL(o.BaseURL),
		option.WithHTTPClient(wire.HTTP(o.Silence)),
		option.WithMaxRetries(0), // who calls decides
		option.WithRequestTimeout(noLimit),
		option.WithoutOpenTelemetry(),
		option.WithMiddleware(plain),
	}
	if o.Key != "" {
		opts = append(opts, option.WithAPIKey(o.Key))
	}
	if o.Token != "" {
		opts = append(opts, option.WithAuthToken(o.Token))
	}
	// The service, unlike the library's client, takes no option from the environment.
	return &Client{messages: sdk.NewMessageService(opts...), options: o}, nil
}

// maxBytes is the most that is read of one answer, some hundred times what the longest takes.
const maxBytes = 64 << 20

// plain takes out of a request what the library tells of this machine (its system, processor and version of
// Go), and bounds the answer.
func plain(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			r.Header.Del(name)
		}
	}
	res, err := next(r)
	if err == nil {
		res.Body = &bounded{res.Body, maxBytes}
	}
	return res, err
}

// bounded is a body that ends with a failure when it is too long.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, summarize.Fail(summarize.InvalidJSON, "the server's answer does not end; no more of it is read")
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// Send is one try. Without Options.Stream, on is called when all is there. A prompt that asks for
// the server's own compaction gives its summary, or a failure of kind NoSummary when the server made none.
func (c *Client) Send(ctx context.Context, p summarize.Prompt, on func(text string)) (summarize.Reply, error) {
	params, opts, err := c.params(p)
	if err != nil {
		return summarize.Reply{}, err
	}
	var res *http.Response
	opts = append(opts, option.WithResponseInto(&res))
	a := answer{native: p.Native, on: on}
	if c.options.Stream {
		// The library's reader of events takes malformed ones for the end of the answer; its decoder does not.
		events := c.messages.NewStreaming(ctx, params, opts...)
		defer events.Close() //nolint:errcheck // nothing more is wanted of it
		if err = events.Err(); err == nil {
			err = a.stream(res)
		}
	} else {
		var body []byte
		_, err = c.messages.New(ctx, params, append(opts, option.WithResponseBodyInto(&body))...)
		if err == nil {
			err = a.whole(body)
		}
	}
	if err == nil {
		err = a.done()
	}
	if err != nil {
		return summarize.Reply{}, a.account(c.failure(ctx, err, res, a.began))
	}
	return a.reply, nil
}

// CountTokens is the number of tokens that the server counts in a prompt. The server calls it an estimate
// that can differ from what is used in the end by a few.
func (c *Client) CountTokens(ctx context.Context, p summarize.Prompt) (int, error) {
	params, err := c.countParams(p)
	if err != nil {
		return 0, err
	}
	var res *http.Response
	var body []byte
	_, err = c.messages.CountTokens(ctx, params, option.WithResponseInto(&res), option.WithResponseBodyInto(&body))
	if err != nil {
		return 0, c.failure(ctx, err, res, false)
	}
	n, ok := count(body)
	if !ok {
		return 0, summarize.Fail(summarize.InvalidJSON, "the server's count of tokens is not what the Anthropic API describes")
	}
	return n, nil
}
