package summarize

import (
	"strings"
	"testing"
)

func TestErrorText(t *testing.T) {
	t.Parallel()
	errs := []struct {
		text string
		kind Kind
	}{
		{"Error: 529 overloaded", Overloaded},
		{"API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}", Overloaded},
		{"Overloaded", Overloaded},
		{"The model is currently overloaded. Please try again later.", Overloaded},
		{"upstream request timeout", Unavailable},
		{"upstream connect error or disconnect/reset before headers. reset reason: connection failure", Unavailable},
		{"no healthy upstream", Unavailable},
		{"stream timeout", Unavailable},
		{"502 Bad Gateway", Unavailable},
		{"HTTP 504: Gateway Time-out", Unavailable},
		{"Service Unavailable", Unavailable},
		{"Internal Server Error\n", Unavailable},
		{"Too Many Requests", RateLimited},
		{"Rate limit exceeded: free-models-per-day. Add credits to go on.", Quota},
		{"Rate limit reached for requests. Please wait.", RateLimited},
		{"Error code: 429 - {'error': {'message': 'Rate limit'}}", RateLimited},
		{"You exceeded your current quota, please check your plan and billing details.", Quota},
		{"Incorrect API key provided: sk-abc. You can find yours on the site.", Unauthenticated},
		{"Error: context length exceeded (status code 400)", InputTokens},
		{"prompt is too long: 213462 tokens > 200000 maximum", InputTokens},
		{"An error occurred while processing your request. Please try again.", Unavailable},
		{"Something went wrong.", NoSummary},
		{"fetch failed", Unavailable},
		{"ECONNRESET: read ECONNRESET", Unavailable},
		{"model llama3 not found, try pulling it first", NoSummary},
		{"{\"error\":{\"message\":\"The server had an error\",\"type\":\"server_error\"}}", Unavailable},
		{"{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow down\"}}", RateLimited},
		{"{\"detail\":\"Not Found\"}", NoSummary},
		{"{\n  \"message\": \"Invalid API key\"\n}", Unauthenticated},
		{"event: error\ndata: {\"error\":\"overloaded\"}", Overloaded},
		{"<!DOCTYPE html>\n<html><head><title>502</title></head></html>", Unavailable},
		{"<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n" + strings.Repeat("<p>x</p>\n", 300) + "</html>", Unavailable},
		{"I'm sorry, but I cannot help with that.", Refused},
		{"I’m sorry, but I can’t assist with that request.", Refused},
		{"Sorry, I am unable to summarize this conversation.", Refused},
		{"I cannot provide a summary of this content.", Refused},
		{"I can't help with that.", Refused},
		{"Unfortunately, I cannot process this request because it may break the rules.", Refused},
		{"As an AI language model, I can't do that.", Refused},
		{"I apologize, but I won't be able to do this.", Refused},
		{"I'm unable to comply with this request.", Refused},
	}
	for _, tt := range errs {
		f := ErrorText(tt.text)
		if f == nil {
			t.Errorf("%q is taken for a summary", tt.text)
			continue
		}
		if f.Kind != tt.kind {
			t.Errorf("%q is %s, want %s", tt.text, f.Kind, tt.kind)
		}
		if f.Detail == "" || strings.Contains(f.Detail, "sk-") {
			t.Errorf("%q: %q", tt.text, f.Detail)
		}
	}
	for _, text := range []string{
		"",
		"The user wants date parsing. Next: write the migration.",
		"Error handling was added to api.go; the tests pass. Next: retry on 529.",
		"Errors and fixes: the 502 Bad Gateway came from the proxy and was fixed in nginx.conf.",
		"Error: the build failed because main.go did not compile; it was fixed by adding the import. Next: run the tests.",
		"1. Primary Request and Intent: find out why the service answers 503.",
		"# Goal\nFix \"upstream request timeout\".",
		"Internal server errors in checkout were traced to a nil pointer. The fix is in cart.go.",
		"Internal Server Error in checkout is what the user reported; the cause is a nil pointer in cart.go.",
		"Rate limiting was added to the API: 100 requests a minute. The user asked not to touch the login.",
		"The server returned 429, so the client waits now.",
		"I cannot reproduce the crash: the user was told, and wants a test for it anyway.",
		"I cannot complete the migration without the key, which the user will send. Next: wait.",
		"ECONNRESET errors came from the pool in db.go. Retries were added there.",
		"Unfortunately, I cannot run the linter here: it is not installed. The code compiles.",
		"I won the tests back: all pass. Next: commit.",
		"Sorry page: the user wants the text \"I'm sorry, but I cannot\" in error.html. Done in 2 files.",
		"The user said: I'm sorry, but I cannot share the key. Use the staging one.",
		"Unfortunately the migration failed twice; the third attempt worked. Next: deploy.",
		"{\"summary\":\"The user wants a parser.\",\"next\":\"write it\"}",
		"{\"message\":\"x\",\"a\":1,\"b\":2,\"c\":3,\"d\":4}",
		"{\"goal\":\"fix it\",\"state\":\"done\"}",
		"Timeouts: the upstream request timeout was raised to 30 s in envoy.yaml, as the user asked.",
		"Request timeouts were fixed in client.go by raising the limit. Next: ask for the review.",
		"The page starts with <!DOCTYPE html> now; index.html has been changed.",
		"Not found pages now redirect to the search. The user wants this tested.",
		"Forbidden: never push to main. Done: parser. Next: tests.",
		"Connection errors in the pool were caused by a leak in db.go; fixed, tests pass.",
		"- State: done.\n- Next steps: none.",
		"**Goal**\nError: 529 overloaded must be retried.",
		"Error: 529 overloaded\n\n1. Goal: retry.",
		"Fatal errors are logged now. " + strings.Repeat("More was said about it. ", 100),
		"Error: 529 overloaded. " + strings.Repeat("More was said about it. ", 30),
		"Something is wrong with the cache; the user wants it off.",
	} {
		if f := ErrorText(text); f != nil {
			t.Errorf("%q is taken for an error: %v", text, f)
		}
	}
}

func FuzzErrorText(f *testing.F) {
	f.Add("Error: 529 overloaded")
	f.Add("{\"error\":{\"message\":\"x\"}}")
	f.Fuzz(func(t *testing.T, s string) {
		if got := ErrorText("# Goal\n" + s); got != nil {
			t.Errorf("a text with a heading is an error: %v: %q", got, s)
		}
		if got := ErrorText(s); got != nil && (got.Kind == "" || got.Detail == "") {
			t.Errorf("%+v", got)
		}
	})
}
