package scripted

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Request is a request as it came.
type Request struct {
	Step   int // which step answered it, from 0
	At     time.Time
	Path   string
	Header http.Header
	Body   []byte
}

// Server is a running server. Its URL has no path.
type Server struct {
	URL string

	tb     testing.TB
	steps  []Step
	done   chan struct{} // the test is over
	mu     sync.Mutex
	got    []Request
	gone   map[int]bool      // requests whose client hung up
	fixed  map[string]string // bodies of paths beside the script
	change chan struct{}     // closed and made anew when got or gone changes
}

// Start runs a server until the test ends.
func Start(tb testing.TB, steps ...Step) *Server {
	tb.Helper()
	s := &Server{tb: tb, steps: steps, done: make(chan struct{}), gone: make(map[int]bool), fixed: make(map[string]string), change: make(chan struct{})}
	srv := httptest.NewUnstartedServer(s)
	srv.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	srv.Start()
	s.URL = srv.URL
	tb.Cleanup(func() {
		close(s.done)
		srv.CloseClientConnections()
		srv.Close()
	})
	return s
}

type connKey struct{}

// Serve answers every request for a path with JSON, beside the script: what local servers tell about
// themselves. Such requests are not among Requests.
func (s *Server) Serve(path, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fixed[path] = body
}

// Requests are those that the script answered, so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

// WaitRequest waits until request k has come, from 0.
func (s *Server) WaitRequest(k int) Request {
	s.tb.Helper()
	s.wait("request", k, func() bool { return len(s.got) > k })
	return s.Requests()[k]
}

// WaitClosed waits until the client has hung up during request k.
func (s *Server) WaitClosed(k int) {
	s.tb.Helper()
	s.wait("hanging up of request", k, func() bool { return s.gone[k] })
}

// patience ends a test that would wait for ever.
const patience = 30 * time.Second

func (s *Server) wait(what string, k int, there func() bool) {
	s.tb.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		ok, change := there(), s.change
		s.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-change:
		case <-late.C:
			s.tb.Fatalf("the %s %d never came", what, k)
		}
	}
}

// changed is called with the lock held.
func (s *Server) changed() {
	close(s.change)
	s.change = make(chan struct{})
}

// ServeHTTP answers a request by the script.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	fixed, ok := s.fixed[r.URL.Path]
	s.mu.Unlock()
	switch {
	case ok:
		send(w, http.StatusOK, fixed)
		return
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		send(w, http.StatusOK, object{"input_tokens": max(1, len(body)/4)}.json())
		return
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/v1/models"):
		send(w, http.StatusOK, `{"object":"list","data":[{"id":"fake-model","object":"model","type":"model","display_name":"fake"}],"has_more":false}`)
		return
	case r.Method != http.MethodPost || len(s.steps) == 0:
		send(w, http.StatusNotFound, `{"error":{"message":"no such endpoint"}}`)
		return
	}
	s.mu.Lock()
	k := len(s.got)
	step := min(k, len(s.steps)-1)
	s.got = append(s.got, Request{Step: step, At: time.Now(), Path: r.URL.Path, Header: r.Header.Clone(), Body: body})
	s.changed()
	s.mu.Unlock()
	p := &play{w: w, r: r, body: body, done: s.done}
	p.run(s.steps[step])
	if r.Context().Err() != nil {
		s.mu.Lock()
		s.gone[k] = true
		s.changed()
		s.mu.Unlock()
	}
	if p.abort {
		panic(http.ErrAbortHandler) // closes the connection without an end of the answer
	}
}

// play is one request that is answered.
type play struct {
	w     http.ResponseWriter
	r     *http.Request
	body  []byte
	done  <-chan struct{}
	abort bool
}

// wait reports whether the token came, before the client or the test was gone. A nil token never
// comes.
func (p *play) wait(token <-chan struct{}) bool {
	select {
	case <-token:
		return true
	case <-p.r.Context().Done():
	case <-p.done:
	}
	p.abort = true
	return false
}

func (p *play) run(s Step) {
	if s.Delay > 0 {
		passed := make(chan struct{})
		timer := time.AfterFunc(s.Delay, func() { close(passed) })
		defer timer.Stop()
		if !p.wait(passed) {
			return
		}
	}
	switch {
	case s.Reset:
		p.reset()
		return
	case s.SSE != "":
		p.open()
		p.write(s.SSE)
		p.hang(s)
		return
	case s.Status > 0:
		for k, v := range s.Headers {
			p.w.Header().Set(k, v)
		}
		send(p.w, s.Status, s.Body)
		p.hang(s)
		return
	case s.Hang:
		p.hang(s)
		return
	}
	a := s.answer(p.echo, len(p.body))
	write := dialect(p.r.URL.Path)
	switch {
	case write == nil:
		send(p.w, http.StatusNotFound, `{"error":{"message":"no such endpoint"}}`)
	case streams(p.body):
		p.stream(a, write(a))
	case a.cut:
		p.abort = true
	case a.Gate == nil || p.wait(a.Gate):
		send(p.w, http.StatusOK, write(a).whole.json())
	}
}

// hang waits for the client to go when the step says so, with what was sent so far on its way.
func (p *play) hang(s Step) {
	if s.Hang {
		if s.SSE != "" || s.Status > 0 {
			_ = http.NewResponseController(p.w).Flush()
		}
		p.wait(nil)
	}
}

// stream sends the events one by one.
func (p *play) stream(a answer, d wording) {
	p.open()
	for _, e := range d.first {
		p.write(e)
	}
	for _, e := range d.pieces {
		if a.Gate != nil && !p.wait(a.Gate) {
			return
		}
		p.write(e)
	}
	switch {
	case a.DropAfter > 0:
		p.reset()
	case a.StreamError != "":
		p.write(d.failed)
	case !a.cut:
		for _, e := range d.last {
			p.write(e)
		}
	}
}

func (p *play) open() {
	p.w.Header().Set("Content-Type", "text/event-stream")
	p.w.Header().Set("Connection", "close")
	p.w.WriteHeader(http.StatusOK)
}

func (p *play) write(event string) {
	_, _ = io.WriteString(p.w, event)
	_ = http.NewResponseController(p.w).Flush()
}

// reset breaks the connection so that the client sees no end of it.
func (p *play) reset() {
	if c, ok := p.r.Context().Value(connKey{}).(*net.TCPConn); ok {
		_ = c.SetLinger(0)
	}
	p.abort = true
}

func (p *play) echo(pattern string) string {
	var seen []string
	for _, m := range regexp.MustCompile(pattern).FindAllString(string(p.body), -1) {
		if !slices.Contains(seen, m) {
			seen = append(seen, m)
		}
	}
	return strings.Join(seen, ", ")
}

// send is an answer in one piece.
func send(w http.ResponseWriter, status int, body string) {
	kind := "text/html"
	if strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[") {
		kind = "application/json"
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}
