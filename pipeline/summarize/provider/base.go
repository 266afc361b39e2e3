package provider

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

const (
	// ollamaHost is the variable of Ollama itself. It may be a host alone, and in its server's
	// environment the address that it listens on.
	ollamaHost = "OLLAMA_HOST"
	ollamaPort = "11434"
)

// address makes the base of requests of what a variable holds. The text is not repeated in an
// error: some people write their password into it.
func address(variable, text string) (*url.URL, error) {
	if variable == ollamaHost {
		text = ollama(text)
	}
	u, err := url.Parse(strings.TrimRight(text, "/"))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, fmt.Errorf("%s is no address of a server; it begins with https:// or http://", variable)
	case u.User != nil:
		return nil, fmt.Errorf("%s holds a user name or a password; a key has a variable of its own", variable)
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%s has something after ? or #, where only an address can stand", variable)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && ip.IsUnspecified() {
		// A server may listen on all addresses; it is called on this machine's own.
		u.Host = "localhost"
		if p := portOf(text); p != "" {
			u.Host = net.JoinHostPort("localhost", p)
		}
	}
	return u, nil
}

func portOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return u.Port()
}

// ollama completes an address as Ollama does: http and its own port unless the text says more; and
// names the path of its OpenAI interface.
func ollama(text string) string {
	text = strings.TrimRight(text, "/")
	if !strings.Contains(text, "://") {
		u, err := url.Parse("http://" + text)
		if err != nil && strings.Count(text, ":") > 1 { // an IPv6 address without its brackets
			u, err = url.Parse("http://[" + text + "]")
		}
		if err != nil {
			return text
		}
		if u.Port() == "" {
			u.Host = strings.TrimSuffix(u.Host, ":") + ":" + ollamaPort
		}
		text = u.String()
	}
	if !strings.HasSuffix(text, "/v1") {
		text += "/v1"
	}
	return text
}

// here reports whether a host is this machine.
func here(host string) bool {
	host = strings.ToLower(host)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && ip.Unmap().IsLoopback()
}

// near reports whether a host is this machine or stands in a private network: servers there often
// want no key.
func near(host string) bool {
	host = strings.ToLower(host)
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return here(host) || !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal")
}
