package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"cutline/pipeline/summarize"
)

// script is a transport without a network: it waits, answers with a body, or both.
type script struct {
	headers time.Duration
	body    func(ctx context.Context) io.ReadCloser
}

func (s script) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		if _, err := io.Copy(io.Discard, req.Body); err != nil {
			return nil, err
		}
		_ = req.Body.Close()
	}
	select {
	case <-time.After(s.headers):
	case <-req.Context().Done():
	}
	if err := req.Context().Err(); err != nil {
		return nil, fmt.Errorf("transport: %w", err)
	}
	return &http.Response{StatusCode: 200, Body: s.body(req.Context())}, nil
}

// drip is a body of bytes with a gap before each.
type drip struct {
	ctx  context.Context
	gaps []time.Duration
	err  error
}

func (d *drip) Read(p []byte) (int, error) {
	if len(d.gaps) == 0 {
		return 0, d.err
	}
	select {
	case <-time.After(d.gaps[0]):
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
	d.gaps = d.gaps[1:]
	return copy(p, "x"), nil
}

func (d *drip) Close() error { return nil }

// TestSilence measures silence by a clock that costs nothing: what is bounded is the gap.
func TestSilence(t *testing.T) {
	t.Parallel()
	const second = time.Second
	for _, c := range []struct {
		name    string
		headers time.Duration
		gaps    []time.Duration
		read    time.Duration // the reader's own pause between two reads
		sent    []time.Duration
		end     error
		want    summarize.Kind // "" is an answer
	}{
		{name: "an hour of small gaps", headers: 4 * second, gaps: gaps(900, 4*second)},
		{name: "no headers", headers: 6 * second, want: summarize.Silent},
		{name: "a gap", gaps: []time.Duration{second, 6 * second}, want: summarize.Silent},
		{name: "a slow reader", gaps: gaps(3, second), read: time.Hour},
		{name: "a long upload", sent: gaps(10, 4*second)},
		{name: "a stuck upload", sent: gaps(2, 6*second), want: summarize.Silent},
		{name: "it breaks", gaps: gaps(2, second), end: syscall.ECONNRESET, want: summarize.TruncatedStream},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				end := c.end
				if end == nil {
					end = io.EOF
				}
				client := &http.Client{Transport: &patient{silence: 5 * second, next: script{c.headers, func(ctx context.Context) io.ReadCloser {
					return &drip{ctx, c.gaps, end}
				}}}}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://model.example/v1", &drip{ctx, c.sent, io.EOF})
				if err != nil {
					t.Fatal(err)
				}
				got, err := fetch(client, req, c.read)
				if c.want == "" {
					if err != nil || len(got) != len(c.gaps) {
						t.Fatalf("%d bytes, %v", len(got), err)
					}
					return
				}
				f := Broken(err, len(got) > 0)
				if f.Kind != c.want || !strings.Contains(f.Detail, "model.example") {
					t.Errorf("%s: %s", f.Kind, f.Detail)
				}
				if f.Kind == summarize.Silent && f.Detail != "nothing came from model.example for 5s, the time limit" {
					t.Errorf("sentence %q", f.Detail)
				}
			})
		})
	}
}

func gaps(n int, d time.Duration) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		out[i] = d
	}
	return out
}

// fetch reads an answer byte by byte.
func fetch(c *http.Client, req *http.Request, pause time.Duration) ([]byte, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out []byte
	for p := make([]byte, 1); ; time.Sleep(pause) {
		n, err := resp.Body.Read(p)
		out = append(out, p[:n]...)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
	}
}

// TestCancel ends requests by their context; the error is the context's.
func TestCancel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := &http.Client{Transport: &patient{silence: time.Minute, next: script{time.Hour, nil}}}
		ctx, cancel := context.WithCancel(t.Context())
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://model.example", nil)
		time.AfterFunc(time.Second, cancel)
		if _, err := fetch(client, req, 0); !errors.Is(err, context.Canceled) || Broken(err, false).Kind != summarize.Aborted {
			t.Errorf("%v", err)
		}
	})
}

// TestRedirects follows within a host and nowhere else.
func TestRedirects(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 10)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen <- r.Header.Get("Authorization") }))
	defer other.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/there", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/here", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/here", func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/get", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/here", http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/loop", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/cookie", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	client := HTTP(time.Minute)
	get := func(path string) (string, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+path, strings.NewReader("the prompt"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer key")
		b, err := fetch(client, req, 0)
		return string(b), err
	}
	if got, err := get("/there"); got != "the prompt" {
		t.Errorf("within the host: %q, %v", got, err)
	}
	for _, path := range []string{"/away", "/get", "/loop"} {
		if _, err := get(path); err == nil || Broken(err, false).Kind != summarize.NotFound {
			t.Errorf("%s: %v", path, err)
		}
	}
	for range 2 {
		if got, err := get("/cookie"); got != "" || err != nil {
			t.Errorf("cookies: %q, %v", got, err)
		}
	}
	if len(seen) > 0 {
		t.Errorf("the other host got %q", <-seen)
	}
}

// TestBroken says what errors of the network mean, and never the address that a request went to.
func TestBroken(t *testing.T) {
	t.Parallel()
	at := func(err error) error {
		return &url.Error{Op: "Post", URL: "https://user:pass@model.example/v1?key=SECRET", Err: err}
	}
	for _, c := range []struct {
		err   error
		began bool
		kind  summarize.Kind
		want  string
	}{
		{at(syscall.ECONNREFUSED), false, summarize.Network, "model.example refuses the connection; is the server running?"},
		{at(syscall.ECONNRESET), false, summarize.Network, "model.example closed the connection"},
		{at(io.EOF), false, summarize.Network, "model.example ended the connection too early"},
		{&lost{"model.example", io.ErrUnexpectedEOF}, true, summarize.TruncatedStream, "the answer broke off: model.example ended the connection too early"},
		{io.ErrUnexpectedEOF, true, summarize.TruncatedStream, "the answer broke off: the server ended the connection too early"},
		{at(&net.DNSError{Err: "no such host", Name: "model.example", IsNotFound: true}), false, summarize.Network, "there is no host with the name model.example"},
		{at(&net.DNSError{Err: "timeout", Name: "model.example"}), false, summarize.Network, "the name model.example could not be looked up"},
		{at(tls.RecordHeaderError{}), false, summarize.Network, "model.example does not speak TLS; does its address begin with http://?"},
		{at(&tls.CertificateVerificationError{Err: errors.New("expired")}), false, summarize.Network, "the certificate of model.example is not trusted: expired"},
		{at(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: syscall.ECONNREFUSED}), false, summarize.Network, "the proxy that the environment names could not be reached for model.example"},
		{at(syscall.ENETUNREACH), false, summarize.Network, "there is no way to model.example"},
		{at(errors.New("odd\nthing")), false, summarize.Network, "the connection to model.example failed: odd thing"},
		{at(context.Canceled), true, summarize.Aborted, "the request was cancelled"},
		{at(context.DeadlineExceeded), false, summarize.Silent, "the time for the request to model.example was up"},
		{at(summarize.Fail(summarize.Silent, "x")), true, summarize.Silent, "x"},
	} {
		if f := Broken(c.err, c.began); f.Kind != c.kind || f.Detail != c.want {
			t.Errorf("%v: %s %q, want %s %q", c.err, f.Kind, f.Detail, c.kind, c.want)
		}
	}
}
