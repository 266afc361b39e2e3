package cli

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/pick"
)

// writersOf is what a desk lists in an environment.
func writersOf(o Open, s *model.Session, env map[string]string) map[string]pick.Writer {
	d := NewDesk(o)
	d.Env = func(k string) string { return env[k] }
	out := map[string]pick.Writer{}
	for _, w := range d.Writers(s, o.Params) {
		name := w.Name
		if _, there := out[name]; there {
			name += " " + w.Model
		}
		out[name] = w
	}
	return out
}

func TestWriters(t *testing.T) {
	t.Parallel()
	const secret = "sk-not-to-be-seen"
	s := &model.Session{Model: "claude-sonnet-4-5-20250929"}
	o := Open{Params: pipeline.Defaults()}
	all := writersOf(o, s, map[string]string{"ANTHROPIC_API_KEY": secret, "GROQ_API_KEY": secret, "OPENAI_BASE_URL": "http://localhost:9/v1"})
	if w := all["local"]; !w.Chosen || w.Missing != "" || w.Pick.Summarizer != "local" {
		t.Errorf("local: %+v", w)
	}
	if w := all["anthropic"]; w.Missing != "" || w.Model == "" || w.Host != "api.anthropic.com" || w.Key != "ANTHROPIC_API_KEY" || w.Pick.Provider != "anthropic" || w.Pick.Model != w.Model {
		t.Errorf("anthropic: %+v", w)
	}
	if w := all["anthropic "+s.Model]; w.Missing != "" || w.Pick.Model != s.Model {
		t.Errorf("the session's own model: %+v", w)
	}
	if w := all["openai"]; w.Name != "" {
		t.Errorf("openai at another address is %+v", w)
	}
	for name, want := range map[string]string{
		"self": "needs the agent's tools", "gemini": "needs a key in GEMINI_API_KEY or GOOGLE_API_KEY", "groq": "no model is chosen for groq; --model",
	} {
		if w := all[name]; !strings.HasPrefix(w.Missing, want) || w.Chosen {
			t.Errorf("%s: %+v, want %q", name, w, want)
		}
	}
	if w := all["ollama"]; w.Missing != "" || w.Host != "localhost:11434" || w.Model != "" {
		t.Errorf("ollama: %+v", w)
	}
	if w := all["custom"]; w.Missing != "" || w.Host != "localhost:9" {
		t.Errorf("custom: %+v", w)
	}
	for name, w := range all {
		if strings.Contains(w.Missing+w.Key+w.Model+w.Host, secret) {
			t.Errorf("%s shows a key", name)
		}
	}
}

// Whoever is chosen is the one that is marked.
func TestWriterChosen(t *testing.T) {
	t.Parallel()
	env := map[string]string{"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "b"}
	s := &model.Session{Model: "claude-sonnet-4-5-20250929"}
	o := Open{Params: pipeline.Defaults()}
	o.Params.Pick.Tools = "tools.json"
	for name, w := range writersOf(o, s, env) {
		if w.Missing != "" {
			continue
		}
		p := o
		p.Params.Pick = w.Pick
		for other, now := range writersOf(p, s, env) {
			if now.Chosen != (other == name) {
				t.Errorf("%s was chosen, %s is marked %t", name, other, now.Chosen)
			}
		}
	}
	o.Params.Pick.Summarizer = "external" // by the rule: the session's own vendor
	if w := writersOf(o, s, env)["anthropic"]; !w.Chosen {
		t.Error("nobody is marked as chosen by the rule")
	}
}

func TestWritersOffline(t *testing.T) {
	t.Parallel()
	o := Open{Params: pipeline.Defaults(), Offline: true}
	for name, w := range writersOf(o, &model.Session{Model: "gpt-5"}, map[string]string{"OPENAI_API_KEY": "k"}) {
		if (w.Missing == "--offline forbids it") != (name != "local") || w.Chosen != (name == "local") {
			t.Errorf("%s: %+v", name, w)
		}
	}
}

// A key command prints the key of one provider, and goes along with no other.
func TestWritersKeyCommand(t *testing.T) {
	t.Parallel()
	o := Open{Params: pipeline.Defaults()}
	o.Params.Pick.KeyCommand, o.Params.Pick.Provider = "exit 1", "xai"
	all := writersOf(o, &model.Session{Model: "gpt-5"}, map[string]string{"OPENAI_API_KEY": "k"})
	if w := all["xai"]; w.Missing != "" || w.Key != "the key command" || w.Pick.KeyCommand == "" {
		t.Errorf("xai: %+v", w)
	}
	if w := all["openai"]; w.Key != "OPENAI_API_KEY" || w.Pick.KeyCommand != "" {
		t.Errorf("openai: %+v", w)
	}
	if w := all["mistral"]; w.Missing == "" || w.Pick.KeyCommand != "" {
		t.Errorf("mistral: %+v", w)
	}
}
