package provider

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"cutline/model/tokens"
)

// TestTable holds each row to what the choice relies on.
func TestTable(t *testing.T) {
	t.Parallel()
	for _, p := range Table {
		u, err := url.Parse(p.Base)
		switch {
		case p.Name == Custom:
			if p.Base != "" || len(p.BaseVars) == 0 {
				t.Errorf("%s: %+v", p.Name, p)
			}
		case err != nil || u.Host == "" || strings.HasSuffix(p.Base, "/"):
			t.Errorf("%s: base %q: %v", p.Name, p.Base, err)
		case p.Local != here(u.Hostname()) || p.Local == p.NeedsKey:
			t.Errorf("%s: local %t, needs a key %t, at %s", p.Name, p.Local, p.NeedsKey, p.Base)
		case !p.Local && u.Scheme != "https":
			t.Errorf("%s: what is sent to %s can be read on the way", p.Name, p.Base)
		}
		if p.NeedsKey && len(p.KeyVars) == 0 {
			t.Errorf("%s needs a key that nothing can hold", p.Name)
		}
		small := tokens.Small(p.Small)
		if (p.Small == "") != (small == "") {
			t.Errorf("%s: its small model is %q", p.Name, small)
		}
		if m, known := tokens.Lookup(small); small != "" && (!known || p.Vendor != "" && m.Vendor != p.Vendor) {
			t.Errorf("%s: its small model %s is of %q", p.Name, small, m.Vendor)
		}
		if got, ok := ByName(p.Name); !ok || got.Name != p.Name {
			t.Errorf("%s is not found", p.Name)
		}
	}
	for _, vendor := range []string{"anthropic", "openai", "google", "xai", "openrouter"} {
		if tokens.Small(vendor) == "" {
			t.Errorf("%s has no small model", vendor)
		}
	}
}

// env is an environment of pairs A=b.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for _, p := range pairs {
			if n, v, _ := strings.Cut(p, "="); n == name {
				return v
			}
		}
		return ""
	}
}

const (
	anthropicKey  = "ANTHROPIC_API_KEY=sk-ant-1"
	openaiKey     = "OPENAI_API_KEY=sk-1"
	openrouterKey = "OPENROUTER_API_KEY=or-1"
)

func TestChoose(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in         Input
		env        []string
		provider   string
		base, host string
		from       string
		model      string // "small": that of the table; "ask": of the server
		vendor     string
		local      bool
	}{
		"the session's vendor": {in: Input{Vendor: "anthropic"}, env: []string{anthropicKey, openaiKey}, provider: "anthropic", base: "https://api.anthropic.com", host: "api.anthropic.com", from: "ANTHROPIC_API_KEY", model: "small", vendor: "anthropic"},
		"another key only":     {in: Input{Vendor: "anthropic"}, env: []string{openaiKey}, provider: "openai", base: "https://api.openai.com/v1", host: "api.openai.com", from: "OPENAI_API_KEY", model: "small", vendor: "openai"},
		"named":                {in: Input{Vendor: "anthropic", Provider: "openai"}, env: []string{anthropicKey, openaiKey}, provider: "openai", base: "https://api.openai.com/v1", host: "api.openai.com", from: "OPENAI_API_KEY", model: "small", vendor: "openai"},
		"of the named model":   {in: Input{Vendor: "anthropic", Model: "gpt-5-mini"}, env: []string{anthropicKey, openaiKey}, provider: "openai", base: "https://api.openai.com/v1", host: "api.openai.com", from: "OPENAI_API_KEY", model: "gpt-5-mini", vendor: "openai"},
		"named model, router":  {in: Input{Vendor: "anthropic", Model: "openai/gpt-5-mini"}, env: []string{anthropicKey, openrouterKey}, provider: "openrouter", base: "https://openrouter.ai/api/v1", host: "openrouter.ai", from: "OPENROUTER_API_KEY", model: "openai/gpt-5-mini", vendor: "openai"},
		"a model unknown":      {in: Input{Vendor: "anthropic", Model: "mystery-9"}, env: []string{anthropicKey}, provider: "anthropic", base: "https://api.anthropic.com", host: "api.anthropic.com", from: "ANTHROPIC_API_KEY", model: "mystery-9", vendor: "anthropic"},
		"the second variable":  {in: Input{Provider: "gemini"}, env: []string{"GOOGLE_API_KEY= g-1\n"}, provider: "gemini", base: "https://generativelanguage.googleapis.com/v1beta/openai", host: "generativelanguage.googleapis.com", from: "GOOGLE_API_KEY", model: "small", vendor: "google"},
		"a router":             {in: Input{}, env: []string{openrouterKey}, provider: "openrouter", base: "https://openrouter.ai/api/v1", host: "openrouter.ai", from: "OPENROUTER_API_KEY", model: "small", vendor: "*"},
		"moved anthropic":      {in: Input{Vendor: "anthropic"}, env: []string{anthropicKey, "ANTHROPIC_BASE_URL=https://proxy.example.com/a/"}, provider: "anthropic", base: "https://proxy.example.com/a", host: "proxy.example.com", from: "ANTHROPIC_API_KEY", model: "small", vendor: "anthropic"},
		"local anthropic":      {in: Input{Vendor: "anthropic"}, env: []string{"ANTHROPIC_BASE_URL=http://127.0.0.1:4000"}, provider: "anthropic", base: "http://127.0.0.1:4000", host: "127.0.0.1:4000", model: "small", vendor: "anthropic", local: true},
		"local openai":         {in: Input{}, env: []string{"OPENAI_BASE_URL=http://localhost:9000/v1"}, provider: "custom", base: "http://localhost:9000/v1", host: "localhost:9000", model: "ask", local: true},
		"moved openai, named":  {in: Input{Provider: "openai", Model: "m"}, env: []string{openaiKey, "OPENAI_BASE_URL=https://gate.example.com/v1"}, provider: "custom", base: "https://gate.example.com/v1", host: "gate.example.com", from: "OPENAI_API_KEY", model: "m"},
		"openai's own region":  {in: Input{}, env: []string{openaiKey, "OPENAI_BASE_URL=https://eu.api.openai.com/v1"}, provider: "openai", base: "https://eu.api.openai.com/v1", host: "eu.api.openai.com", from: "OPENAI_API_KEY", model: "small", vendor: "openai"},
		"private network":      {in: Input{Provider: "custom"}, env: []string{"OPENAI_BASE_URL=http://192.168.1.7:8000/v1"}, provider: "custom", base: "http://192.168.1.7:8000/v1", host: "192.168.1.7:8000", model: "ask"},
		"ollama":               {in: Input{Provider: "ollama", Model: "qwen3:30b"}, provider: "ollama", base: "http://localhost:11434/v1", host: "localhost:11434", model: "qwen3:30b", vendor: "alibaba", local: true},
		"ollama elsewhere":     {in: Input{Provider: "ollama"}, env: []string{"OLLAMA_HOST=gpu.example.com"}, provider: "ollama", base: "http://gpu.example.com:11434/v1", host: "gpu.example.com:11434", model: "ask"},
		"ollama is no default": {in: Input{}, env: []string{"OLLAMA_HOST=127.0.0.1", openaiKey}, provider: "openai", base: "https://api.openai.com/v1", host: "api.openai.com", from: "OPENAI_API_KEY", model: "small", vendor: "openai"},
		"a base is not shared": {in: Input{Provider: "groq", Model: "m"}, env: []string{"GROQ_API_KEY=g", "OPENAI_BASE_URL=http://localhost:1/v1"}, provider: "groq", base: "https://api.groq.com/openai/v1", host: "api.groq.com", from: "GROQ_API_KEY", model: "m"},
		"own":                  {in: Input{Vendor: "xai", Model: "grok-4", Own: true}, env: []string{"XAI_API_KEY=x", anthropicKey}, provider: "xai", base: "https://api.x.ai/v1", host: "api.x.ai", from: "XAI_API_KEY", model: "grok-4", vendor: "xai"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.in.Env = env(c.env...)
			got, err := Choose(c.in)
			if err != nil {
				t.Fatal(err)
			}
			want := c.model
			switch c.model {
			case "small":
				want = tokens.Small(got.Provider.Small)
			case "ask":
				want = ""
			}
			if got.Provider.Name != c.provider || got.Base != c.base || got.Host != c.host || got.KeyFrom != c.from || got.Key.IsSet() != (c.from != "") {
				t.Errorf("%s at %s (%s) with a key from %q", got.Provider.Name, got.Base, got.Host, got.KeyFrom)
			}
			if got.Model != want || got.AskServer != (c.model == "ask") || got.Vendor != c.vendor && c.vendor != "*" {
				t.Errorf("model %q of %q, ask %t", got.Model, got.Vendor, got.AskServer)
			}
			if got.Local != c.local || got.Plain != (strings.HasPrefix(c.base, "http:") && !c.local) {
				t.Errorf("local %t, plain %t", got.Local, got.Plain)
			}
			if got.Because == "" || strings.ContainsAny(got.Key.Reveal(), " \n") {
				t.Errorf("because %q", got.Because)
			}
		})
	}
}

func TestChooseRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   Input
		env  []string
		want string
		vars []string
	}{
		"no key":                 {in: Input{Vendor: "anthropic"}, want: "anthropic needs a key in ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or from --key-command", vars: []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"}},
		"a blank key":            {in: Input{Provider: "openai"}, env: []string{"OPENAI_API_KEY= "}, want: "openai needs a key in OPENAI_API_KEY, or from --key-command", vars: []string{"OPENAI_API_KEY"}},
		"several":                {in: Input{}, env: []string{anthropicKey, openaiKey}, want: "anthropic and openai could each be called; --provider says which one"},
		"of the named model":     {in: Input{Model: "gpt-5"}, env: []string{anthropicKey}, want: "openai needs a key in OPENAI_API_KEY, or from --key-command", vars: []string{"OPENAI_API_KEY"}},
		"nobody":                 {in: Input{}, want: "a model needs a key in ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, GEMINI_API_KEY, XAI_API_KEY, GROQ_API_KEY, MISTRAL_API_KEY or DEEPSEEK_API_KEY, or a server on this machine that --provider names"},
		"no such":                {in: Input{Provider: "cloud"}, want: `there is no provider "cloud"; there are anthropic, openai, openrouter, gemini, xai, groq, mistral, deepseek, ollama, llamacpp, lmstudio, vllm, custom`},
		"no address":             {in: Input{Provider: "custom"}, want: "--provider custom needs the address of the server in OPENAI_BASE_URL", vars: []string{"OPENAI_BASE_URL"}},
		"no model":               {in: Input{Provider: "groq"}, env: []string{"GROQ_API_KEY=g"}, want: "no model is chosen for groq; --model names one"},
		"remote without a key":   {in: Input{Provider: "custom"}, env: []string{"OPENAI_BASE_URL=https://gate.example.com/v1"}, want: "custom needs a key in OPENAI_API_KEY, or from --key-command", vars: []string{"OPENAI_API_KEY"}},
		"no scheme":              {in: Input{Provider: "custom"}, env: []string{"OPENAI_BASE_URL=localhost:1234/v1"}, want: "OPENAI_BASE_URL is no address of a server; it begins with https:// or http://"},
		"a password":             {in: Input{Provider: "custom"}, env: []string{"OPENAI_BASE_URL=https://me:hunter2@gate.example.com"}, want: "OPENAI_BASE_URL holds a user name or a password; a key has a variable of its own"},
		"a query":                {in: Input{Provider: "custom"}, env: []string{"OPENAI_BASE_URL=https://gate.example.com/v1?key=hunter2"}, want: "OPENAI_BASE_URL has something after ? or #, where only an address can stand"},
		"a broken key":           {in: Input{Provider: "openai"}, env: []string{"OPENAI_API_KEY=hunter2\nhunter3"}, want: "the key from OPENAI_API_KEY cannot be sent: it holds a character that no key has, such as a space or a line break"},
		"own, and another's key": {in: Input{Vendor: "xai", Own: true}, env: []string{anthropicKey}, want: "xai needs a key in XAI_API_KEY, or from --key-command", vars: []string{"XAI_API_KEY"}},
		"own, of nobody":         {in: Input{Own: true}, env: []string{anthropicKey}, want: "nobody is known who serves the session's own model; --provider says who does"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.in.Env = env(c.env...)
			_, err := Choose(c.in)
			var e *Error
			if !errors.As(err, &e) || err.Error() != c.want || c.vars != nil && !slices.Equal(e.Vars, c.vars) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter") {
				t.Error("the error shows a secret")
			}
		})
	}
}

func TestKeyCommand(t *testing.T) {
	t.Parallel()
	in := Input{Vendor: "anthropic", Env: env(openaiKey), Command: true}
	got, err := Choose(in)
	if err != nil || got.Provider.Name != "anthropic" || got.Key.IsSet() || got.KeyFrom != FromCommand || got.Bearer {
		t.Errorf("%+v, %v", got, err)
	}
	in.Provider = "openai"
	if got, err = Choose(in); err != nil || got.Key.IsSet() || got.KeyFrom != FromCommand || !got.Bearer {
		t.Errorf("a key command yields to the environment: %+v, %v", got, err)
	}
	in.Provider = "lmstudio"
	if got, err = Choose(in); err != nil || got.KeyFrom != "" {
		t.Errorf("a server that takes no key gets one: %+v, %v", got, err)
	}
	for want, in := range map[string]Input{
		"the key command prints the key of one provider; --provider says whose":         {Command: true, Env: env()},
		"there is no provider \"x\"; there are " + strings.Join(Names(), ", "):          {Provider: "x", Command: true, Env: env()},
		"--provider custom needs the address of the server in OPENAI_BASE_URL":          {Provider: Custom, Command: true, Env: env()},
		"OPENAI_BASE_URL is no address of a server; it begins with https:// or http://": {Provider: Custom, Command: true, Env: env("OPENAI_BASE_URL=ftp://x")},
	} {
		if _, err := Choose(in); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestBearer(t *testing.T) {
	t.Parallel()
	for pair, want := range map[string]bool{"ANTHROPIC_AUTH_TOKEN=t": true, anthropicKey: false} {
		if got, err := Choose(Input{Provider: "anthropic", Env: env(pair)}); err != nil || got.Bearer != want {
			t.Errorf("%s: bearer %t, %v", pair, got.Bearer, err)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	ask, err := Choose(Input{Provider: "ollama", Env: env()})
	if err != nil || !ask.AskServer {
		t.Fatalf("%+v, %v", ask, err)
	}
	one, err := ask.Named([]string{"llama3.1:8b"})
	if err != nil || one.Model != "llama3.1:8b" || one.AskServer || one.Vendor != "meta" {
		t.Errorf("%+v, %v", one, err)
	}
	if info := one.Info("external"); info.Window != 131_072 || info.Host != "localhost:11434" || info.Model != one.Model || info.Vendor != "meta" {
		t.Errorf("%+v", info)
	}
	if same, err := one.Named(nil); err != nil || same.Model != one.Model {
		t.Errorf("a chosen model was asked for: %v", err)
	}
	for want, models := range map[string][]string{
		"ollama at localhost:11434 has no model; load one, or name it with --model":          nil,
		"ollama at localhost:11434 has several models; --model names one: a or b":            {"a", "b"},
		"ollama at localhost:11434 has 6 models; --model names one, such as a, b, c, d or e": {"a", "b", "c", "d", "e", "f"},
	} {
		if _, err := ask.Named(models); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
