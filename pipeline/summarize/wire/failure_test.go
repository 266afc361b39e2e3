package wire_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// TestFailure holds messages as servers send them to what they mean.
func TestFailure(t *testing.T) {
	t.Parallel()
	openAI := func(code, message string) string {
		return `{"error":{"message":"` + message + `","type":"invalid_request_error","param":null,"code":"` + code + `"}}`
	}
	anthropic := func(kind, message string) string {
		return `{"type":"error","error":{"type":"` + kind + `","message":"` + message + `"},"request_id":"req_1"}`
	}
	for _, c := range []struct {
		name        string
		status      int
		body        string
		kind        summarize.Kind
		size, limit int
	}{
		// more tokens than the window
		{"anthropic", 400, anthropic("invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"), summarize.InputTokens, 213462, 200000},
		{"anthropic, 413", 413, anthropic("invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"), summarize.InputTokens, 213462, 200000},
		{"anthropic with output", 400, anthropic("invalid_request_error", "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length"), summarize.InputTokens, 209573, 200000},
		{"openai", 400, openAI("context_length_exceeded", "This model's maximum context length is 128000 tokens. However, your messages resulted in 131072 tokens. Please reduce the length of the messages."), summarize.InputTokens, 131072, 128000},
		{"openai, older", 400, openAI("", "This model's maximum context length is 4097 tokens, however you requested 5300 tokens (1300 in your prompt; 4000 for the completion)."), summarize.InputTokens, 5300, 4097},
		{"openai, by name", 400, openAI("context_length_exceeded", "no"), summarize.InputTokens, 0, 0},
		{"openai responses", 400, openAI("", "Your input exceeds the context window of this model. Please adjust your input and try again."), summarize.InputTokens, 0, 0},
		{"openai, more than a minute allows", 429, openAI("rate_limit_exceeded", "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 40120. The input or output tokens must be reduced."), summarize.InputTokens, 40120, 30000},
		{"groq, more than a minute allows", 413, openAI("rate_limit_exceeded", "Request too large for model `x` in organization `o` on tokens per minute (TPM): Limit 6000, Requested 8012, please reduce your message size"), summarize.InputTokens, 8012, 6000},
		{"groq", 400, openAI("", "Please reduce the length of the messages or completion."), summarize.InputTokens, 0, 0},
		{"gemini", 400, `[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]`, summarize.InputTokens, 1200000, 1048576},
		{"gemini, one number", 400, `{"error":{"code":400,"message":"The input token count exceeds the maximum number of tokens allowed 1048576."}}`, summarize.InputTokens, 0, 1048576},
		{"xai", 400, `{"code":"Client specified an invalid argument","error":"This model's maximum prompt length is 131072 but the request contains 537812 tokens."}`, summarize.InputTokens, 537812, 131072},
		{"openrouter", 400, `{"error":{"message":"This endpoint's maximum context length is 131,072 tokens. However, you requested about 150,000 tokens (149000 of text input, 1000 in the output).","code":400}}`, summarize.InputTokens, 150000, 131072},
		{"openrouter, quoting", 400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 9 tokens > 8 maximum\"}}"}}}`, summarize.InputTokens, 9, 8},
		{"llama.cpp", 400, `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":66202,"n_ctx":65536}}`, summarize.InputTokens, 66202, 65536},
		{"llama.cpp, newer", 400, `{"error":{"code":400,"message":"request (66202 tokens) exceeds the available context size (65536 tokens), try increasing it"}}`, summarize.InputTokens, 66202, 65536},
		{"vllm", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).","type":"BadRequestError","code":400}`, summarize.InputTokens, 5000, 4096},
		{"vllm, newer", 400, `{"error":{"message":"This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the length of the input messages.","type":"BadRequestError","code":400}}`, summarize.InputTokens, 5000, 4096},
		{"vllm, output", 400, `{"object":"error","message":"'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 32768 tokens and your request has 30000 input tokens (8192 > 32768 - 30000)."}`, summarize.InputTokens, 38192, 32768},
		{"vllm, decoder", 400, `{"message":"The decoder prompt (length 5000) is longer than the maximum model length of 4096."}`, summarize.InputTokens, 5000, 4096},
		{"sglang", 400, `{"message":"The input (5000 tokens) is longer than the model's context length (4096 tokens)."}`, summarize.InputTokens, 5000, 4096},
		{"tgi", 422, "{\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 200 `max_new_tokens`\",\"error_type\":\"validation\"}", summarize.InputTokens, 4200, 4096},
		{"lm studio", 400, `{"error":"The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length"}`, summarize.InputTokens, 0, 0},
		{"lm studio, numbers", 400, `{"error":"Trying to keep the first 4500 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}`, summarize.InputTokens, 4500, 4096},
		{"ollama", 400, `{"error":{"message":"prompt too long; exceeded max context length by 12 tokens","type":"api_error"}}`, summarize.InputTokens, 0, 0},
		{"minimax", 400, `{"error":{"message":"invalid params, context window exceeds limit (2013)"}}`, summarize.InputTokens, 0, 0},
		{"kimi", 400, `{"error":{"message":"Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)","type":"invalid_request_error"}}`, summarize.InputTokens, 300000, 262144},
		{"mistral", 400, `{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","code":"3051"}`, summarize.InputTokens, 40000, 32768},
		{"vercel", 400, `{"error":{"message":"Input too long: 250000 input tokens, limit is 200000"}}`, summarize.InputTokens, 250000, 200000},
		{"copilot", 400, `{"error":{"message":"prompt token count of 128500 exceeds the limit of 128000","code":"model_max_prompt_tokens_exceeded"}}`, summarize.InputTokens, 128500, 128000},
		{"fireworks", 400, `{"error":{"message":"The prompt is too long: 140000, model maximum context length: 131071"}}`, summarize.InputTokens, 140000, 131071},
		{"qwen", 400, `{"error":{"code":"invalid_parameter_error","message":"Range of input length should be [1, 129024]"}}`, summarize.InputTokens, 0, 129024},
		{"bedrock", 400, `{"message":"Input is too long for requested model."}`, summarize.InputTokens, 0, 0},
		{"cerebras", 400, "", summarize.InputTokens, 0, 0},
		{"in a stream", 0, anthropic("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"), summarize.InputTokens, 9, 8},
		{"a failed response", 0, `{"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"too long"}}}`, summarize.InputTokens, 0, 0},

		// more bytes than the server takes
		{"anthropic, bytes", 413, anthropic("request_too_large", "Request exceeds the maximum size"), summarize.InputSize, 0, 0},
		{"anthropic, bytes by number", 413, anthropic("request_too_large", "Request exceeds the maximum allowed number of bytes. The maximum request size is 32 MB."), summarize.InputSize, 0, 32 << 20},
		{"nginx", 413, "<html><head><title>413 Request Entity Too Large</title></head></html>", summarize.InputSize, 0, 0},
		{"413 alone", 413, "", summarize.InputSize, 0, 0},
		{"google, bytes", 400, `{"error":{"code":400,"message":"Request payload size exceeds the limit: 20971520 bytes.","status":"INVALID_ARGUMENT"}}`, summarize.InputSize, 0, 20971520},
		{"openai, string", 400, openAI("string_above_max_length", "Invalid 'messages[1].content': string too long. Expected a string with maximum length 10485760, but got a string with length 11345332 instead."), summarize.InputSize, 0, 10485760},

		// wait
		{"anthropic, rate", 429, anthropic("rate_limit_error", "slow down"), summarize.RateLimited, 0, 0},
		{"openai, rate", 429, openAI("rate_limit_exceeded", "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 6.2s. Add a payment method at https://example.com/account/billing."), summarize.RateLimited, 0, 0},
		{"bedrock, tokens", 400, `{"message":"Too many tokens, please wait before trying again.","__type":"ThrottlingException"}`, summarize.RateLimited, 0, 0},
		{"throttled, with a word of length", 400, `{"message":"Rate limit: prompt is too long to be served now"}`, summarize.RateLimited, 0, 0},
		{"gemini, a minute's quota", 429, `{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}`, summarize.RateLimited, 0, 0},
		{"429 alone", 429, "", summarize.RateLimited, 0, 0},
		{"anthropic, busy", 529, anthropic("overloaded_error", "Overloaded"), summarize.Overloaded, 0, 0},
		{"busy in a stream", 0, anthropic("overloaded_error", "Overloaded"), summarize.Overloaded, 0, 0},
		{"openai, busy", 503, openAI("", "The engine is currently overloaded, please try again later"), summarize.Overloaded, 0, 0},
		{"gemini, busy", 503, `{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}`, summarize.Overloaded, 0, 0},
		{"moonshot, busy", 429, `{"error":{"message":"The engine is busy","type":"engine_overloaded_error"}}`, summarize.Overloaded, 0, 0},
		{"router, too late", 200, `{"error":{"code":502,"message":"Provider disconnected"}}`, summarize.Unavailable, 0, 0},
		{"500", 500, anthropic("api_error", "Internal server error"), summarize.Unavailable, 0, 0},
		{"500 in a stream", 0, anthropic("api_error", "Internal server error"), summarize.Unavailable, 0, 0},
		{"openai, 500 in a stream", 0, `{"error":{"type":"server_error","message":"The server had an error"}}`, summarize.Unavailable, 0, 0},
		{"cloudflare", 524, "<!DOCTYPE html><html></html>", summarize.Unavailable, 0, 0},
		{"llama.cpp, loading", 503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, summarize.Unavailable, 0, 0},
		{"408", 408, "", summarize.Unavailable, 0, 0},
		{"409", 409, `{"error":{"message":"conflict"}}`, summarize.Unavailable, 0, 0},

		// pay
		{"openai, quota", 429, openAI("insufficient_quota", "You exceeded your current quota, please check your plan and billing details."), summarize.Quota, 0, 0},
		{"chatgpt", 429, `{"error":{"type":"usage_limit_reached","message":"The usage limit has been reached","resets_in_seconds":3600}}`, summarize.Quota, 0, 0},
		{"anthropic, 400", 400, anthropic("invalid_request_error", "Your credit balance is too low to access the API."), summarize.Quota, 0, 0},
		{"anthropic, 403", 403, anthropic("permission_error", "Your credit balance is too low"), summarize.Quota, 0, 0},
		{"deepseek", 402, `{"error":{"message":"Insufficient Balance","type":"unknown_error"}}`, summarize.Quota, 0, 0},
		{"openrouter, credits", 402, `{"error":{"message":"This request requires more credits, or fewer max_tokens.","code":402}}`, summarize.Quota, 0, 0},
		{"openrouter, key", 403, `{"error":{"message":"Key limit exceeded (total limit).","code":403}}`, summarize.Quota, 0, 0},
		{"xai, spent", 403, `{"error":"Your team has either used all available credits or reached its monthly spending limit."}`, summarize.Quota, 0, 0},
		{"z.ai", 429, `{"error":{"code":"1113","message":"Insufficient balance or no resource package. Please recharge."}}`, summarize.Quota, 0, 0},
		{"openai, inactive", 429, openAI("billing_not_active", "Your account is not active, please check your billing details"), summarize.Quota, 0, 0},
		{"402 alone", 402, "", summarize.Quota, 0, 0},

		// no use
		{"anthropic, key", 401, anthropic("authentication_error", "invalid x-api-key"), summarize.Unauthenticated, 0, 0},
		{"gemini, key", 400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]`, summarize.Unauthenticated, 0, 0},
		{"xai, key", 400, `{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***34."}`, summarize.Unauthenticated, 0, 0},
		{"403", 403, anthropic("permission_error", "no access"), summarize.Forbidden, 0, 0},
		{"cloudflare, 403", 403, "<html>Attention Required!</html>", summarize.Forbidden, 0, 0},
		{"404", 404, anthropic("not_found_error", "model: x"), summarize.NotFound, 0, 0},
		{"ollama, no model", 404, `{"error":{"message":"model 'x' not found, try pulling it first"}}`, summarize.NotFound, 0, 0},
		{"no model by 400", 400, openAI("model_not_found", "The model 'x' does not exist"), summarize.NotFound, 0, 0},
		{"a redirect", 302, "", summarize.NotFound, 0, 0},
		{"azure, filter", 400, openAI("content_filter", "The response was filtered due to the prompt triggering the content management policy."), summarize.Refused, 0, 0},
		{"400", 400, anthropic("invalid_request_error", "messages: at least one message is required"), summarize.InvalidArgument, 0, 0},
		{"400 in a stream", 0, anthropic("invalid_request_error", "no"), summarize.InvalidArgument, 0, 0},
		{"fastapi", 422, `{"detail":[{"loc":["body"],"msg":"field required","input":"prompt is too long"}]}`, summarize.InvalidArgument, 0, 0},
		{"nothing known", 0, `{"error":{"type":"odd"}}`, summarize.Other, 0, 0},
		{"nothing", 0, "", summarize.Other, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := wire.Failure(c.status, nil, []byte(c.body))
			if f.Kind != c.kind || f.Size != c.size || f.Limit != c.limit {
				t.Errorf("%s %d of %d, want %s %d of %d: %s", f.Kind, f.Size, f.Limit, c.kind, c.size, c.limit, f.Detail)
			}
			if f.Final != (c.kind == summarize.Quota) {
				t.Errorf("final is %v", f.Final)
			}
			if strings.Contains(f.Detail, "<h") || strings.Contains(f.Detail, "<!") || f.Detail == "" {
				t.Errorf("sentence %q", f.Detail)
			}
		})
	}
}

// TestSentence holds whole sentences, as a person sees them.
func TestSentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status           int
		head, body, want string
	}{
		{529, "", `{"error":{"message":"Overloaded"}}`, "the server is overloaded (status 529): Overloaded"},
		{429, "3600", `{"error":{"message":"slow down"}}`, "the server takes no more requests for now (status 429), and asks for a pause of 1h: slow down"},
		{413, "", "", "the request has more bytes than the server takes (status 413)"},
		{502, "", "<html>\n<body>Bad gateway</body>", "the server could not answer (status 502), with a page for browsers"},
		{404, "", "<html>", "the server has no such model or no such address (status 404), with a page for browsers instead of an answer; is the address right?"},
		{0, "", `{"error":{"type":"api_error","message":"a\u001b[31mb\u202ec\r\nd\u0007"}}`, "the server could not answer: abc d"},
		{400, "", "not json\n\tat all", "the server does not take the request (status 400): not json at all"},
	} {
		f := wire.Failure(c.status, http.Header{"Retry-After": {c.head}}, []byte(c.body))
		if f.Detail != c.want {
			t.Errorf("%q\nwant %q", f.Detail, c.want)
		}
	}
}

// TestSecrets sends the key back in the ways of servers.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const key = "sk-test-SECRET-4242-abcdefgh"
	for _, c := range []struct{ said, want string }{
		{"invalid x-api-key " + key, "invalid x-api-key [key]"},
		{"Incorrect API key provided: sk-test-***********efgh. You can find yours", "Incorrect API key provided: [key] You can find yours"},
		{"key (SK-TEST-SECRET-4242-ABCDEFGH)", "key [key]"},
		{`{"key":"` + key + `"} is bad`, "[key] is bad"},
		{"begins with sk-test-S, ends in efgh", "begins with [key] ends in [key]"},
		{"the part SECRET-4242", "the part [key]"},
		{"sk-test-\u200bSECRET-4242-abcdefgh", "[key]"},
		{"sk***gh", "[key]"},
		{"Bearer " + key + "\r\nnext", "Bearer [key] next"},
	} {
		if got := wire.Words(c.said, key, ""); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
	if got := wire.Words("the local key", "key", "x", "local-key"); got != "the local key" {
		t.Errorf("short secrets: %q", got)
	}
}

// TestWait reads how long a server asks to wait.
func TestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
		for _, c := range []struct {
			header, value, body string
			want                time.Duration
		}{
			{"Retry-After", "2", "", 2 * time.Second},
			{"Retry-After", "1.5", "", 1500 * time.Millisecond},
			{"Retry-After", "60", "", time.Minute},
			{"Retry-After", "1e300", "", 24 * time.Hour},
			{"Retry-After", "-3", "", 0},
			{"Retry-After", "NaN", "", 0},
			{"Retry-After", "soon", "", 0},
			{"Retry-After", at(7 * time.Second), "", 7 * time.Second},
			{"Retry-After", at(-time.Hour), "", 0},
			{"Retry-After", at(time.Hour), "", time.Hour},
			{"Retry-After-Ms", "250", "", 250 * time.Millisecond},
			{"X", "", `{"error":{"message":"quota","details":[{"retryDelay":"34.5s"}]}}`, 34500 * time.Millisecond},
			{"X", "", `{"error":{"message":"Please try again in 6.2s. Visit"}}`, 6200 * time.Millisecond},
			{"X", "", `{"error":{"message":"Please try again in 120ms."}}`, 120 * time.Millisecond},
			{"X", "", `{"error":{"message":"Please retry after 20 seconds."}}`, 20 * time.Second},
			{"X", "", `{"error":{"message":"try again in 1m30s"}}`, 90 * time.Second},
		} {
			f := wire.Failure(429, http.Header{c.header: {c.value}}, []byte(c.body))
			if f.Wait != c.want || f.Kind != summarize.RateLimited {
				t.Errorf("%s %q %s: %s, want %s (%s)", c.header, c.value, c.body, f.Wait, c.want, f.Kind)
			}
			// A server that asks for more than a person will wait is not asked again.
			if step := f.Next(summarize.Past{Rung: summarize.External, Tries: 1}); step.Again != (c.want <= summarize.MaxWait) || c.want > 0 && step.Again && step.Wait != c.want {
				t.Errorf("%s %q %s: then %+v", c.header, c.value, c.body, step)
			}
		}
	})
}

func TestShouldRetry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		header string
		kind   summarize.Kind
		final  bool
	}{
		{529, "false", summarize.Overloaded, true},
		{400, "true", summarize.Other, false},
		{429, "true", summarize.RateLimited, false},
	} {
		if f := wire.Failure(c.status, http.Header{"X-Should-Retry": {c.header}}, []byte(`{"error":"x"}`)); f.Kind != c.kind || f.Final != c.final {
			t.Errorf("%d with %s: %s, final %v", c.status, c.header, f.Kind, f.Final)
		}
	}
}

// FuzzFailure holds every sentence to one line without the key.
func FuzzFailure(f *testing.F) {
	const key = "sk-test-SECRET-4242-abcdefgh"
	for _, s := range []string{
		"", "<html>", `{"error":"` + key + `"}`, `[{"error":{"code":429,"details":[{"retryDelay":"3s"}]}}]`,
		`{"error":{"message":"prompt is too long: 9 tokens > 8 maximum","metadata":{"raw":"{\"error\":\"{}\"}"}}}`, "try again in 99999999999h",
	} {
		f.Add(400, "2", s)
	}
	f.Fuzz(func(t *testing.T, status int, after, body string) {
		got := wire.Failure(status, http.Header{"Retry-After": {after}}, []byte(body), key)
		if got.Kind == "" || got.Size < 0 || got.Limit < 0 || got.Wait < 0 || got.Wait >= time.Minute {
			t.Errorf("%+v", got)
		}
		if !utf8.ValidString(got.Detail) || strings.ContainsFunc(got.Detail, unicode.IsControl) || utf8.RuneCountInString(got.Detail) > 500 {
			t.Errorf("sentence %q", got.Detail)
		}
		if low := strings.ToLower(got.Detail); strings.Contains(low, "sk-test-") || strings.Contains(low, "efgh") || strings.Contains(low, "secret-4242") {
			t.Errorf("the key shows in %q", got.Detail)
		}
	})
}
