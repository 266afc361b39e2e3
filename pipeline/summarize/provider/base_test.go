package provider

import (
	"strings"
	"testing"
)

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variable, text, want string }{
		{"OPENAI_BASE_URL", "http://localhost:1234/v1/", "http://localhost:1234/v1"},
		{"OPENAI_BASE_URL", "HTTPS://Gate.example.com", "https://Gate.example.com"},
		{"OPENAI_BASE_URL", "http://0.0.0.0:8000/v1", "http://localhost:8000/v1"},
		{"OPENAI_BASE_URL", "http://[::]:8000/v1", "http://localhost:8000/v1"},
		{"OPENAI_BASE_URL", "http://[::1]:8000/v1", "http://[::1]:8000/v1"},
		{ollamaHost, "127.0.0.1:11500", "http://127.0.0.1:11500/v1"},
		{ollamaHost, "0.0.0.0", "http://localhost:11434/v1"},
		{ollamaHost, "0.0.0.0:11500", "http://localhost:11500/v1"},
		{ollamaHost, "::1", "http://[::1]:11434/v1"},
		{ollamaHost, "https://ollama.example.com", "https://ollama.example.com/v1"},
		{ollamaHost, "http://localhost:11434/", "http://localhost:11434/v1"},
		{ollamaHost, "http://localhost:11434/v1", "http://localhost:11434/v1"},
		{"OPENAI_BASE_URL", "", ""},
		{"OPENAI_BASE_URL", "localhost", ""},
		{"OPENAI_BASE_URL", "file:///etc/passwd", ""},
		{"OPENAI_BASE_URL", "https://", ""},
		{"OPENAI_BASE_URL", "https://a b", ""},
		{ollamaHost, "a b", ""},
	} {
		u, err := address(c.variable, c.text)
		got := ""
		if err == nil {
			got = u.String()
		}
		if got != c.want {
			t.Errorf("%s=%s: %q (%v), want %q", c.variable, c.text, got, err, c.want)
		}
	}
}

func TestHereAndNear(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{
		"localhost": "here", "LOCALHOST": "here", "a.localhost": "here", "127.0.0.1": "here", "127.9.9.9": "here", "::1": "here", "::ffff:127.0.0.1": "here",
		"10.0.0.1": "near", "192.168.0.2": "near", "172.16.3.4": "near", "fe80::1": "near", "fd00::1": "near", "gpu-box": "near", "box.local": "near", "host.docker.internal": "near",
		"8.8.8.8": "far", "172.32.0.1": "far", "example.com": "far", "localhost.example.com": "far", "127.0.0.1.example.com": "far", "2001:4860::1": "far",
	} {
		got := "far"
		if near(host) {
			got = "near"
		}
		if here(host) {
			got = "here"
		}
		if got != want {
			t.Errorf("%s is %s, want %s", host, got, want)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, s := range []string{"http://localhost:1/v1", "0.0.0.0", "::1", "[::]:1", "https://u:p@h", "a:b:c", "http://h?x#y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range []string{ollamaHost, "OPENAI_BASE_URL"} {
			u, err := address(v, text)
			if err != nil {
				continue
			}
			if u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.HasSuffix(u.String(), "/") {
				t.Errorf("%s=%q: %q", v, text, u)
			}
		}
	})
}
