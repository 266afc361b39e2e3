package openai

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// The servers that tell who they are.
const (
	LlamaCpp = "llama.cpp"
	Ollama   = "Ollama"
	LMStudio = "LM Studio"
	VLLM     = "vLLM"
)

// Server is what a server tells about itself and its model.
type Server struct {
	Name   string // empty when it does not tell
	Window int    // tokens that a prompt and its answer may have now, 0 when unknown
	// Most is what the model could take if the server were set up for it; 0 when unknown. Ollama
	// and LM Studio load models with less, and the first cuts what is longer without a word.
	Most int
}

const (
	probeSilence = 2 * time.Second // a local server knows itself without thinking
	probeTime    = 5 * time.Second // for all questions together
	probeBytes   = 4 << 20         // a router's list of models has one
)

// Probe asks a server which window it gives the model; no prompt is sent. It is meant for local
// servers: others mostly do not tell. What cannot be found out is left empty.
func (c *Client) Probe(ctx context.Context) Server {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	p := probe{Client: c, ctx: ctx, http: wire.HTTP(probeSilence)}
	for _, ask := range []func() (Server, bool){p.llamaCpp, p.ollama, p.lmStudio, p.list} {
		if s, ok := ask(); ok || p.dead || ctx.Err() != nil {
			return s
		}
	}
	return Server{}
}

// probe is one look at a server.
type probe struct {
	*Client
	ctx  context.Context
	http *http.Client
	dead bool // nothing is there to be asked
}

// root is the address without the version, where servers keep what is their own.
func (c *Client) root() *url.URL {
	u := *c.base
	u.Path = strings.TrimSuffix(u.Path, "/v1")
	return &u
}

// get asks for JSON; what is no JSON does not exist.
func (p *probe) get(at *url.URL, path, body string) gjson.Result {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	status, got, err := p.fetch(p.ctx, p.http, method, at.JoinPath(path), body)
	if err != nil && status == 0 {
		p.dead = true
	}
	if err != nil || status != http.StatusOK || !gjson.ValidBytes(got) {
		return gjson.Result{}
	}
	return gjson.ParseBytes(got)
}

// fetch is one small request beside the prompts.
func (c *Client) fetch(ctx context.Context, client *http.Client, method string, at *url.URL, body string) (status int, got []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, method, at.String(), strings.NewReader(body))
	if err != nil {
		return 0, nil, summarize.Fail(summarize.InvalidArgument, "the address of the model's server cannot be asked")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "cutline")
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	got, err = io.ReadAll(&limited{resp.Body, probeBytes})
	return resp.StatusCode, got, err
}

// llamaCpp tells the window of one slot: what it was started with, shared by those who ask at once.
func (p *probe) llamaCpp() (Server, bool) {
	r := p.get(p.root(), "props", "")
	n := count(r.Get("default_generation_settings.n_ctx"))
	if n == 0 {
		n = count(r.Get("n_ctx"))
	}
	if n == 0 && !r.Get("total_slots").Exists() {
		return Server{}, false
	}
	return Server{Name: LlamaCpp, Window: n}, true
}

// ollama tells the window of a model that is loaded, else what its file sets, else only what the model
// could take.
func (p *probe) ollama() (Server, bool) {
	loaded := p.get(p.root(), "api/ps", "").Get("models")
	if !loaded.IsArray() {
		return Server{}, false
	}
	s := Server{Name: Ollama}
	for _, m := range loaded.Array() {
		if name := m.Get("name").Str; name == p.model || name == p.model+":latest" {
			s.Window = count(m.Get("context_length"))
		}
	}
	name := gjson.AppendJSONString(nil, p.model)
	shown := p.get(p.root(), "api/show", `{"model":`+string(name)+`}`)
	shown.Get("model_info").ForEach(func(k, v gjson.Result) bool {
		if strings.HasSuffix(k.Str, ".context_length") {
			s.Most = count(v)
		}
		return s.Most == 0
	})
	for line := range strings.Lines(shown.Get("parameters").Str) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "num_ctx" && s.Window == 0 {
			s.Window = count(gjson.Parse(f[1]))
		}
	}
	return s, true
}

func (p *probe) lmStudio() (Server, bool) {
	m, ok := p.pick(p.get(p.root(), "api/v0/models", "").Get("data"))
	if !ok || !m.Get("max_context_length").Exists() {
		return Server{}, false
	}
	return Server{Name: LMStudio, Window: count(m.Get("loaded_context_length")), Most: count(m.Get("max_context_length"))}, true
}

// list looks at the models as every server lists them; some say more of each than they have to.
func (p *probe) list() (Server, bool) {
	m, ok := p.pick(p.get(p.base, "models", "").Get("data"))
	if !ok {
		return Server{}, false
	}
	if n := count(m.Get("max_model_len")); n > 0 {
		return Server{Name: VLLM, Window: n}, true
	}
	for _, field := range []string{"context_length", "context_window", "max_context_length"} { // OpenRouter, Groq, Mistral
		if n := count(m.Get(field)); n > 0 {
			return Server{Window: n}, true
		}
	}
	return Server{}, false
}

// pick is the model of a list that is asked for. A server with one model gives that for any name.
func (p *probe) pick(list gjson.Result) (gjson.Result, bool) {
	all := list.Array()
	for _, m := range all {
		if m.Get("id").Str == p.model {
			return m, true
		}
	}
	if len(all) == 1 {
		return all[0], true
	}
	return gjson.Result{}, false
}
