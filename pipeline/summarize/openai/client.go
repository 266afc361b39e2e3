// Package openai asks models through OpenAI's Chat Completions, which nearly every server speaks: the
// vendors', routers, and the local ones. Servers differ in what they take; a client learns it from a
// refusal and asks once more, otherwise it tries once.
package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	api "github.com/sashabaranov/go-openai"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// Base is the address of OpenAI's own API.
const Base = "https://api.openai.com/v1"

// outputDefault is the limit of an answer in tokens: a summary of nine sections has a fifth of it, the
// rest is for models that reason before they write.
const outputDefault = 8192

// Options say where a client sends what.
type Options struct {
	BaseURL string // up to and with the version, as in Base, which it is when empty; without a path it gets /v1
	Key     string // empty for servers that want none
	Model   string
	Silence time.Duration // how long nothing may come; 0 is no bound
	Whole   bool          // the answer all at the end, not as it is written
}

// Client is one model on one server. It may be used by several goroutines.
type Client struct {
	model string
	base  *url.URL
	key   string
	http  *http.Client

	mu   sync.Mutex
	form form // what the server is known to take

	found  sync.Mutex // held while the server is looked at
	server *Server    // nil before that
}

var (
	_ summarize.Client  = (*Client)(nil)
	_ summarize.Counter = (*Client)(nil)
)

// New makes a client; nothing is sent before it is asked. The error is about the address, and does
// not repeat it: there may be a password in it.
func New(o Options) (*Client, error) {
	base, err := address(o.BaseURL)
	if err != nil {
		return nil, err
	}
	return &Client{
		model: o.Model, base: base, key: o.Key, http: wire.HTTP(o.Silence),
		form: form{cap: capField(base.Hostname(), o.Model), stream: !o.Whole, usage: true},
	}, nil
}

// address reads a base URL.
func address(s string) (*url.URL, error) {
	if s == "" {
		s = Base
	}
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("the address of the model's server is not of the form https://HOST/v1")
	}
	u.Path = strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions")
	if u.Path == "" {
		u.Path = "/v1"
	}
	u.RawPath, u.RawQuery, u.Fragment = "", "", ""
	return u, nil
}

// Send asks once, streaming where the server does.
func (c *Client) Send(ctx context.Context, p summarize.Prompt, on func(text string)) (summarize.Reply, error) {
	c.mu.Lock()
	f := c.form
	c.mu.Unlock()
	for {
		call, err := c.call(p, f)
		if err != nil {
			return summarize.Reply{}, err
		}
		reply, err := c.ask(ctx, call, p, on)
		next, ok := f.after(call.refusal)
		if err == nil || ctx.Err() != nil || !ok { // whatever it said, it was not about the form
			c.mu.Lock()
			c.form = f
			c.mu.Unlock()
			return reply, err
		}
		f = next
	}
}

// call is a request in the form that the server takes.
func (c *Client) call(p summarize.Prompt, f form) (*call, error) {
	most := p.MaxOutput
	if most == 0 {
		most = outputDefault
	}
	if f.most > 0 {
		most = min(most, f.most)
	}
	fields := map[string]any{f.cap: most}
	if len(p.Tools) > 0 {
		fields["tools"], fields["tool_choice"] = json.RawMessage(p.Tools), "none"
	}
	if len(p.Conversation) > 0 {
		all, err := replay(p)
		if err != nil {
			return nil, err
		}
		fields["messages"] = all
	}
	if !f.stream {
		fields["stream"] = false
	}
	return &call{http: c.http, host: c.base.Host, key: c.key, fields: fields, whole: !f.stream, usage: f.stream && f.usage}, nil
}

// ask sends a request and reads its answer.
func (c *Client) ask(ctx context.Context, call *call, p summarize.Prompt, on func(text string)) (summarize.Reply, error) {
	config := api.DefaultConfig(c.key)
	config.BaseURL, config.HTTPClient = c.base.String(), call
	config.EmptyMessagesLimit = math.MaxInt // silence is bounded elsewhere
	request := api.ChatCompletionRequest{Model: c.model}
	if len(p.Conversation) == 0 {
		request.Messages = messages(p)
	}
	if call.usage {
		request.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	a := &answer{host: c.base.Host, on: on}
	stream, err := api.NewClientWithConfig(config).CreateChatCompletionStream(ctx, request)
	var in *inOne
	if errors.As(err, &in) {
		err = a.whole(in.body, in.header, c.key)
		return a.end(ctx, err)
	}
	if err != nil {
		return a.end(ctx, err)
	}
	defer func() { _ = stream.Close() }()
	for {
		piece, err := stream.RecvRaw()
		if errors.Is(err, io.EOF) {
			return a.end(ctx, a.over(call.done()))
		}
		if err == nil {
			err = a.piece(piece)
		}
		if err != nil {
			return a.end(ctx, err)
		}
	}
}

// messages are those of a prompt that brings no conversation.
func messages(p summarize.Prompt) []api.ChatCompletionMessage {
	out := make([]api.ChatCompletionMessage, 0, 1+len(p.Turns))
	if p.System != "" {
		out = append(out, api.ChatCompletionMessage{Role: api.ChatMessageRoleSystem, Content: p.System})
	}
	for _, t := range p.Turns {
		out = append(out, api.ChatCompletionMessage{Role: t.Role, Content: t.Text})
	}
	return out
}

// replay puts a conversation between the system prompt and the turns, byte for byte: the library's
// messages would lose what they do not know.
func replay(p summarize.Prompt) ([]json.RawMessage, error) {
	var out, conversation []json.RawMessage
	if err := json.Unmarshal(p.Conversation, &conversation); err != nil {
		return nil, summarize.Fail(summarize.InvalidJSON, fmt.Sprintf("the conversation to replay is no list of messages: %v", err))
	}
	frame := messages(p)
	for i, m := range frame {
		raw, err := json.Marshal(m)
		if err != nil {
			return nil, summarize.Fail(summarize.InvalidJSON, fmt.Sprintf("a message of the prompt cannot be sent: %v", err))
		}
		if i == 0 && p.System != "" {
			out = append(out, raw)
			continue
		}
		if conversation != nil {
			out, conversation = append(out, conversation...), nil
		}
		out = append(out, raw)
	}
	return append(out, conversation...), nil
}
