package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"cutline/pipeline/summarize"
)

// lost is an error of a connection, with the host at its other end.
type lost struct {
	host string
	err  error
}

func (l *lost) Error() string { return l.host + ": " + l.err.Error() }
func (l *lost) Unwrap() error { return l.err }

// Broken says what an error of the network means; began is set when some of the answer had come. An
// error that is a *summarize.Failure already is given back as it is.
func Broken(err error, began bool) *summarize.Failure {
	var f *summarize.Failure
	if errors.As(err, &f) {
		return f
	}
	host := hostOf(err)
	kind, detail := summarize.Network, trouble(err, host)
	switch {
	case errors.Is(err, context.Canceled):
		return summarize.Fail(summarize.Aborted, "the request was cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		return summarize.Fail(summarize.Silent, "the time for the request to "+host+" was up")
	case began:
		kind, detail = summarize.TruncatedStream, "the answer broke off: "+detail
	}
	out := summarize.Fail(kind, detail)
	out.Final = certificate(err) // it is the same the next time
	return out
}

// hostOf finds the host that an error speaks of.
func hostOf(err error) string {
	var l *lost
	if errors.As(err, &l) && l.host != "" {
		return l.host
	}
	var u *url.Error
	if errors.As(err, &u) {
		if at, err := url.Parse(u.URL); err == nil && at.Host != "" {
			return Words(at.Host)
		}
	}
	return "the server"
}

// trouble is a sentence about an error of the network. Text of an error that is not known is shown
// without addresses of requests, which may hold a key.
func trouble(err error, host string) string {
	var dns *net.DNSError
	var header tls.RecordHeaderError
	var op *net.OpError
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return "the proxy that the environment names could not be reached for " + host
	case errors.As(err, &dns) && dns.IsNotFound:
		return "there is no host with the name " + Words(dns.Name)
	case errors.As(err, &dns):
		return "the name " + Words(dns.Name) + " could not be looked up"
	case errors.Is(err, syscall.ECONNREFUSED):
		return host + " refuses the connection; is the server running?"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNABORTED):
		return host + " closed the connection"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return host + " ended the connection too early"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "there is no way to " + host
	case errors.As(err, &header), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return host + " does not speak TLS; does its address begin with http://?"
	case certificate(err):
		return "the certificate of " + host + " is not trusted: " + Words(innermost(err).Error())
	}
	return "the connection to " + host + " failed: " + Words(innermost(err).Error())
}

func certificate(err error) bool {
	var c *tls.CertificateVerificationError
	return errors.As(err, &c)
}

// innermost is the error that others are wrapped around.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
