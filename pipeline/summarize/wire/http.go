// Package wire is what the clients of all vendors share: how a request travels, and what an answer
// that is none means. What a server says about a failure comes in many shapes; here they become one
// kind and one sentence, without the key that some servers send back.
package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"cutline/pipeline/summarize"
)

// HTTP gives a client that bounds silence, not duration: a request may take hours while bytes come,
// and ends with a *summarize.Failure of kind Silent once none has come, or gone out, for as long
// as silence; 0 is no bound. A request whose context ends closes its connection at once. Each request
// has a connection of its own, so that none is left behind and none is found dead; proxies come from
// the environment, cookies are not kept, and no redirect leaves the host.
func HTTP(silence time.Duration) *http.Client {
	return &http.Client{
		Transport: &patient{silence: silence, next: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{}).DialContext,
			DisableKeepAlives:      true,
			DisableCompression:     true,        // a compressed stream comes in lumps
			Protocols:              onlyHTTP1(), // cancelling then closes the connection, not a stream in it
			MaxResponseHeaderBytes: 1 << 20,
		}},
		CheckRedirect: stay,
	}
}

func onlyHTTP1() *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	return p
}

// maxRedirects is how often a server may send a request on within itself.
const maxRedirects = 3

// stay refuses what would carry the key to another place, in the clear, or turn the request into
// one without a prompt.
func stay(req *http.Request, via []*http.Request) error {
	from := via[len(via)-1]
	if req.URL.Host == from.URL.Host && req.URL.Scheme == from.URL.Scheme && req.Method == from.Method && len(via) <= maxRedirects {
		return nil
	}
	return summarize.Fail(summarize.NotFound, from.URL.Host+" sends the request on to "+
		Words(req.URL.Scheme+"://"+req.URL.Host, keys(via[0].Header)...)+", which is not followed; give the address that answers itself")
}

// keys are those that a request carries: a server may put them into the address that it names.
func keys(h http.Header) []string {
	return []string{h.Get("X-Api-Key"), strings.TrimPrefix(h.Get("Authorization"), "Bearer ")}
}

// errSilent is the cause of a request that ends because nothing comes.
var errSilent = errors.New("silent")

// patient ends requests in which nothing moves.
type patient struct {
	silence time.Duration
	next    http.RoundTripper
}

// RoundTrip watches over the connecting, the sending and the headers here, and over the answer as
// long as it is read.
func (p *patient) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	w := &watch{host: req.URL.Host, silence: p.silence, outer: req.Context(), ctx: ctx, cancel: cancel}
	if p.silence > 0 {
		w.timer = time.AfterFunc(p.silence, func() { cancel(errSilent) })
	}
	sent := req.Clone(ctx)
	if req.Body != nil && req.Body != http.NoBody {
		sent.Body = &sending{req.Body, w}
	}
	resp, err := p.next.RoundTrip(sent)
	w.answered()
	if err != nil {
		err = w.why(err)
		cancel(nil)
		return nil, err
	}
	resp.Body = &receiving{resp.Body, w}
	return resp, nil
}

// CloseIdleConnections is what http.Client calls by the same name.
func (p *patient) CloseIdleConnections() {
	if c, ok := p.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// watch measures the silence of one request.
type watch struct {
	host    string
	silence time.Duration
	timer   *time.Timer // nil without a bound
	outer   context.Context
	ctx     context.Context
	cancel  context.CancelCauseFunc

	sending sync.Mutex
	sent    bool // or answered before all of it was
}

// moved says that a piece of the request goes out. That may happen beside an early answer.
func (w *watch) moved() {
	w.sending.Lock()
	defer w.sending.Unlock()
	if !w.sent {
		w.start()
	}
}

func (w *watch) answered() {
	w.sending.Lock()
	defer w.sending.Unlock()
	w.sent = true
	w.stop()
}

func (w *watch) start() {
	if w.timer != nil {
		w.timer.Reset(w.silence)
	}
}

func (w *watch) stop() {
	if w.timer != nil {
		w.timer.Stop()
	}
}

// why is the error that a person is told instead of the one that came of it: that of the caller's
// context, silence, or what broke, with the host.
func (w *watch) why(err error) error {
	switch {
	case w.outer.Err() != nil:
		return w.outer.Err()
	case errors.Is(context.Cause(w.ctx), errSilent):
		return summarize.Fail(summarize.Silent, "nothing came from "+w.host+" for "+span(w.silence)+", the time limit")
	}
	return &lost{host: w.host, err: err}
}

// sending is the body of a request: each piece that goes out ends a silence.
type sending struct {
	io.ReadCloser
	w *watch
}

func (s *sending) Read(p []byte) (int, error) {
	s.w.moved()
	return s.ReadCloser.Read(p)
}

// receiving is the body of an answer. The time between two reads is the reader's, not the server's.
type receiving struct {
	io.ReadCloser
	w *watch
}

func (r *receiving) Read(p []byte) (int, error) {
	r.w.start()
	n, err := r.ReadCloser.Read(p)
	r.w.stop()
	if err != nil && !errors.Is(err, io.EOF) {
		err = r.w.why(err)
	}
	return n, err
}

func (r *receiving) Close() error {
	r.w.stop()
	r.w.cancel(nil)
	return r.ReadCloser.Close()
}
