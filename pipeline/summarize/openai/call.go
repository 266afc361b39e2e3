package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

const (
	maxAnswer  = 64 << 20 // bytes; no summary is that long
	maxRefusal = 64 << 10 // bytes of a failure's body that are read
)

// call is the library's way to a server, for one request. What the library would turn into text of its
// own, and lose on the way, is caught here: failures, answers in one piece, errors in a stream.
type call struct {
	http   *http.Client
	host   string
	key    string
	fields map[string]any // of the body, beside or instead of the library's
	whole  bool           // no stream is asked for
	usage  bool

	refusal []byte // the body of a failure that is about the form of the request
	tap     *tap
}

// Do sends the request of the library.
func (c *call) Do(req *http.Request) (*http.Response, error) {
	if err := c.fill(req); err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, wireError(req, err, false)
	}
	if resp.StatusCode/100 != 2 {
		defer func() { _ = resp.Body.Close() }()
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefusal)) // what came says enough
		f := wire.Failure(resp.StatusCode, resp.Header, body, c.key)
		if f.Kind == summarize.InvalidArgument || resp.StatusCode == http.StatusNotImplemented {
			c.refusal = body
		}
		return nil, f
	}
	r := bufio.NewReader(&limited{resp.Body, maxAnswer})
	first, err := peek(r)
	if c.whole || first == '{' || first == '[' || first == '<' || errors.Is(err, io.EOF) {
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(r)
		if err != nil {
			return nil, wireError(req, err, len(body) > 0)
		}
		return nil, &inOne{body, resp.Header}
	}
	if err != nil {
		_ = resp.Body.Close()
		return nil, wireError(req, err, false)
	}
	c.tap = &tap{lines: r, closer: resp.Body, key: c.key}
	resp.Body = c.tap
	return resp, nil
}

// wireError is what broke a request: the end of its context, else a failure.
func wireError(req *http.Request, err error, began bool) error {
	if ctx := req.Context(); ctx.Err() != nil {
		return ctx.Err()
	}
	return wire.Broken(err, began)
}

// fill writes the fields into the body that the library made.
func (c *call) fill(req *http.Request) error {
	body := make(map[string]any)
	old, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	raw := make(map[string]json.RawMessage)
	if err := json.Unmarshal(old, &raw); err != nil {
		return err
	}
	for k, v := range raw {
		body[k] = v
	}
	for k, v := range c.fields {
		body[k] = v
	}
	all, err := json.Marshal(body)
	if err != nil {
		return summarize.Fail(summarize.InvalidJSON, "the request cannot be written as JSON: "+wire.Words(err.Error(), c.key))
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(all)), int64(len(all))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(all)), nil }
	req.Header.Del("Connection")
	req.Header.Set("User-Agent", "cutline")
	if c.whole {
		req.Header.Set("Accept", "application/json")
	}
	return nil
}

// done reports whether the stream said that it is over.
func (c *call) done() bool { return c.tap != nil && c.tap.done }

// inOne is an answer that came in one piece; the library has no use for it.
type inOne struct {
	body   []byte
	header http.Header
}

func (*inOne) Error() string { return "the answer came in one piece" }

// peek looks at the first byte that is no space.
func peek(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if b > ' ' {
			return b, r.UnreadByte()
		}
	}
}

// limited ends an answer that does not.
type limited struct {
	r    io.Reader
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, summarize.Fail(summarize.Other, "the answer is longer than 64 MB; it was left there")
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// tap hands the lines of a stream with data on, one by one. A stream's own error becomes a failure
// here, and its end mark is noted: the library tells neither from the end of the connection.
type tap struct {
	lines  *bufio.Reader
	closer io.Closer
	key    string
	event  string
	rest   []byte
	done   bool
}

func (t *tap) Close() error { return t.closer.Close() }

func (t *tap) Read(p []byte) (int, error) {
	for len(t.rest) == 0 {
		line, err := t.lines.ReadBytes('\n')
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		data = bytes.TrimSpace(data)
		switch name, named := bytes.CutPrefix(bytes.TrimSpace(line), []byte("event:")); {
		case err != nil && !errors.Is(err, io.EOF):
			return 0, err
		case named:
			t.event = string(bytes.TrimSpace(name))
		case !ok || len(data) == 0:
		case bytes.Equal(data, []byte("[DONE]")):
			t.done = true
			fallthrough
		case t.event != "error" && !isError(data):
			t.rest = dataLine(data)
		default:
			return 0, wire.Failure(0, nil, data, t.key)
		}
		if err != nil && len(t.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// dataLine is a line of data that the library reads. It takes whatever begins with a field "error" for one,
// even if that is null, unless there is a space before it.
func dataLine(data []byte) []byte {
	out := append(make([]byte, 0, len(data)+8), "data: "...)
	if rest, ok := bytes.CutPrefix(data, []byte("{")); ok {
		out, data = append(out, "{ "...), rest
	}
	return append(append(out, data...), '\n')
}
