package prime

import (
	"cutline/model/js"
	"cutline/model/pattern"
)

// The texts by which providers say that a request did not fit the context window, and those
// that only look like it: too many requests are no long request.
var (
	tooLong = pattern.New(`(?i)prompt is too long|request_too_large|input is too long for requested model|exceeds the context window|` +
		`input token count.*exceeds the maximum|maximum prompt length is \d+|reduce the length of the messages|maximum context length is \d+ tokens|` +
		`exceeds the limit of \d+|exceeds the available context size|greater than the context length|context window exceeds limit|` +
		`exceeded model token limit|too large for model with \d+ maximum context length|model_context_window_exceeded|` +
		`prompt too long; exceeded (max )?context length|context[ _]length[ _]exceeded|too many tokens|token limit exceeded|` +
		`^4(00|13)( status code)? ?\(no body\)`)
	tooOften = pattern.New(`(?i)^(throttling error|service unavailable):|rate limit|too many requests`)
)

// overflowed reports whether an answer failed because the request was too long.
func overflowed(m js.Object) bool {
	if m.Text("stopReason") != "error" {
		return false
	}
	text := m.Text("errorMessage")
	return tooLong.MatchString(text) && !tooOften.MatchString(text)
}
