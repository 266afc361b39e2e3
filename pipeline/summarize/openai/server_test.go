package openai_test

import (
	"context"
	"errors"
	"testing"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/openai"
	"cutline/pipeline/summarize/scripted"
)

// TestProbe holds what servers tell about themselves.
func TestProbe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tells map[string]string
		want  openai.Server
	}{
		"llama.cpp":            {map[string]string{"/props": `{"default_generation_settings":{"n_ctx":65536},"total_slots":2}`}, openai.Server{Name: openai.LlamaCpp, Window: 65536}},
		"ollama, loaded":       {map[string]string{"/api/ps": `{"models":[{"name":"other","context_length":1},{"name":"m:latest","context_length":4096}]}`, "/api/show": `{"model_info":{"llama.context_length":131072},"parameters":"num_ctx 8192\n"}`}, openai.Server{Name: openai.Ollama, Window: 4096, Most: 131072}},
		"ollama, set":          {map[string]string{"/api/ps": `{"models":[]}`, "/api/show": `{"parameters":"stop \"x\"\nnum_ctx   8192"}`}, openai.Server{Name: openai.Ollama, Window: 8192}},
		"ollama, not loaded":   {map[string]string{"/api/ps": `{"models":[]}`, "/api/show": `{"model_info":{"llama.context_length":131072}}`}, openai.Server{Name: openai.Ollama, Most: 131072}},
		"lm studio":            {map[string]string{"/props": `{"error":"Unexpected endpoint"}`, "/api/ps": `{"error":"Unexpected endpoint"}`, "/api/v0/models": `{"data":[{"id":"x"},{"id":"m","max_context_length":131072,"loaded_context_length":8192}]}`}, openai.Server{Name: openai.LMStudio, Window: 8192, Most: 131072}},
		"vllm":                 {map[string]string{"/v1/models": `{"data":[{"id":"served/name","owned_by":"vllm","max_model_len":32768}]}`}, openai.Server{Name: openai.VLLM, Window: 32768}},
		"a router":             {map[string]string{"/v1/models": `{"data":[{"id":"a","context_length":1},{"id":"m","context_length":200000}]}`}, openai.Server{Window: 200000}},
		"nothing":              {nil, openai.Server{}},
		"no JSON, odd numbers": {map[string]string{"/props": `<html>`, "/api/ps": `{"models":{}}`, "/api/v0/models": `{"data":[]}`, "/v1/models": `{"data":[{"id":"m","max_model_len":-5,"context_length":1e99}]}`}, openai.Server{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scripted.Start(t)
			for path, told := range c.tells {
				s.Serve(path, told)
			}
			if got := client(t, s, "m").Probe(t.Context()); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// TestCount counts where the server can, and sends the prompt to no other.
func TestCount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tells map[string]string
		want  int
		kind  summarize.Kind
	}{
		"llama.cpp": {map[string]string{"/props": `{"n_ctx":4096}`, "/tokenize": `{"tokens":[1,2,3]}`}, 3, ""},
		"vllm":      {map[string]string{"/v1/models": `{"data":[{"id":"m","max_model_len":32768}]}`, "/tokenize": `{"count":7,"max_model_len":32768,"tokens":[1]}`}, 7, ""},
		"odd":       {map[string]string{"/props": `{"n_ctx":4096}`, "/tokenize": `[]`}, 0, summarize.InvalidJSON},
		"another":   {map[string]string{"/tokenize": `{"count":7}`}, 0, summarize.NotFound},
		"refuses":   {map[string]string{"/props": `{"n_ctx":4096}`}, 0, summarize.Overloaded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scripted.Start(t, scripted.Step{Status: 529})
			for path, told := range c.tells {
				s.Serve(path, told)
			}
			cl := client(t, s, "m")
			for range 2 {
				got, err := cl.CountTokens(t.Context(), prompt)
				if c.kind != "" {
					if f := failure(t, err); f.Kind != c.kind {
						t.Errorf("%+v", f)
					}
				} else if err != nil || got != c.want {
					t.Errorf("%d, %v", got, err)
				}
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client(t, scripted.Start(t), "m").CountTokens(ctx, prompt); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
