package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"cutline/model/pattern"
	"cutline/pipeline/summarize"
)

// Failure says what an answer means that is none: its status, its headers and its body. An error in
// the middle of a stream has no status, and may have no headers; its body is the data of the event. The
// secrets, and what looks like a part of one, are taken out of what is quoted.
func Failure(status int, header http.Header, body []byte, secrets ...string) *summarize.Failure {
	s := listen(body)
	if s.code > 0 && status < 300 { // an error that a router found out about too late
		status = s.code
	}
	f := &summarize.Failure{Status: status}
	wait := asked(header, s, time.Now())
	f.Kind, f.Size, f.Limit = kind(status, s, wait)
	why := sentences[f.Kind]
	if status > 0 {
		why += " (status " + strconv.Itoa(status) + ")"
	}
	if f.Wait = wait; wait >= tellWait {
		why += ", and asks for a pause of " + span(wait)
	}
	switch words := Words(s.text, secrets...); {
	case s.page && status >= 500: // of a proxy
		why += ", with a page for browsers"
	case s.page:
		why += ", with a page for browsers instead of an answer; is the address right?"
	case words != "":
		why += ": " + words
	}
	f.Detail = why
	f.Final = f.Kind == summarize.Quota
	switch strings.ToLower(header.Get("X-Should-Retry")) {
	case "false":
		f.Final = true
	case "true":
		if f.Kind == summarize.InvalidArgument || f.Kind == summarize.NotFound {
			f.Kind = summarize.Other // of which another attempt is made
		}
	}
	return f
}

// sentences say what happened.
var sentences = map[summarize.Kind]string{
	summarize.InputTokens:     "the prompt has more tokens than the model takes",
	summarize.InputSize:       "the request has more bytes than the server takes",
	summarize.RateLimited:     "the server takes no more requests for now",
	summarize.Quota:           "the quota or the credit of the account is used up",
	summarize.Overloaded:      "the server is overloaded",
	summarize.Unavailable:     "the server could not answer",
	summarize.Unauthenticated: "the server does not accept the key",
	summarize.Forbidden:       "the server does not allow this",
	summarize.NotFound:        "the server has no such model or no such address",
	summarize.Refused:         "a filter of the server stopped the request",
	summarize.InvalidArgument: "the server does not take the request",
	summarize.Other:           "the server reports an error",
}

var (
	// throttled messages may speak of tokens and of limits; they are no overflow.
	throttled = pattern.New(`(?i)throttl|rate.?limit|too many (?:requests|tokens)|service unavailable|slow down|tokens? per (?:min|day)|requests per|concurren`)
	// spent messages are about money, strongly or together with the absence of throttling.
	spent  = pattern.New(`(?i)credit balance|insufficient.?(?:balance|quota|credit|fund)|usage limit (?:has been )?reached|usage_limit|reached your specified .{0,20}usage limits?|extra usage is required|daily limit reached|requires more credits|used all available credits|spending limit|exceeded your current quota|key limit exceeded|out of credits|billing.{0,20}not active|not enough credits`)
	money  = pattern.New(`(?i)\bbilling\b|\bquota\b|\bcredits?\b|payment required|subscription`)
	busy   = pattern.New(`(?i)overloaded|high demand|at capacity|over capacity|no capacity`)
	badKey = pattern.New(`(?i)(?:incorrect|invalid|missing|no|expired)[a-z -]{0,12}api.?key|api key not valid|invalid x-api-key|invalid bearer`)
	noSuch = pattern.New(`(?i)model.{0,80}(?:does not exist|not found|not exist|is not supported)|(?:not a valid|unknown|no such) model|invalid model`)
	filter = pattern.New(`(?i)content (?:management|filter|policy)|content_filter|safety (?:system|filter)|usage polic`)
)

// kind sorts a failure. What the server calls it counts more than its status: a router gives the
// same one for many things.
func kind(status int, s said, wait time.Duration) (k summarize.Kind, size, limit int) {
	if size, limit, ok := tooLong(s); ok && status != http.StatusUnauthorized &&
		(!throttled.MatchString(s.text) || size > limit && limit > 0) {
		return summarize.InputTokens, size, limit
	}
	slow := throttled.MatchString(s.text) || s.named("rate_limit_error", "rate_limit_exceeded", "throttlingexception", "too_many_requests")
	switch {
	case paid(status, s, slow, wait):
		return summarize.Quota, 0, 0
	case status == 529, busy.MatchString(s.text) && (status == 0 || status == http.StatusTooManyRequests || status >= 500 || status < 300),
		s.named("overloaded_error", "engine_overloaded_error", "server_is_overloaded", "slow_down"):
		return summarize.Overloaded, 0, 0
	case slow && (status < 400 || status == http.StatusBadRequest || status == http.StatusServiceUnavailable || status == 413),
		status == http.StatusTooManyRequests:
		return summarize.RateLimited, 0, 0
	}
	if limit, ok := tooLarge(status, s); ok && (status < 300 || status == http.StatusBadRequest || status == 413) {
		return summarize.InputSize, 0, limit
	}
	switch {
	case status == http.StatusBadRequest && s.none: // Cerebras says no more about an overflow
		return summarize.InputTokens, 0, 0
	case s.named("content_filter", "content_policy_violation", "responsibleaipolicyviolation"), filter.MatchString(s.text) && status < 500:
		return summarize.Refused, 0, 0
	case s.named("api_key_invalid", "invalid_api_key", "authentication_error") && status != http.StatusForbidden,
		badKey.MatchString(s.text) && (status < 300 || status == http.StatusBadRequest):
		return summarize.Unauthenticated, 0, 0
	case (s.named("model_not_found") || noSuch.MatchString(s.text)) && (status < 300 || status == http.StatusBadRequest):
		return summarize.NotFound, 0, 0
	}
	return byStatus(status, s), 0, 0
}

// paid reports whether a failure is about money, for which waiting does not help. A free tier speaks
// of its quota and says when the next minute begins: that is a limit of requests.
func paid(status int, s said, slow bool, wait time.Duration) bool {
	switch {
	case s.named("insufficient_quota", "usage_limit_reached", "billing_error", "billing_hard_limit_reached", "billing_not_active",
		"quota_exceeded", "exceeded_current_quota_error", "usage_not_included"):
		return true
	case status == http.StatusPaymentRequired:
		return true
	case status >= 500 || status == http.StatusNotFound || wait > 0 && wait < tellWait && s.delay != "":
		return false
	}
	return spent.MatchString(s.text) || !slow && money.MatchString(s.text) &&
		(status == http.StatusTooManyRequests || status == http.StatusForbidden)
}

// byStatus is what is left when the words tell nothing: the status, else the name.
func byStatus(status int, s said) summarize.Kind {
	switch {
	case status == http.StatusUnauthorized:
		return summarize.Unauthenticated
	case status == http.StatusForbidden:
		return summarize.Forbidden
	case status == http.StatusNotFound, status >= 300 && status < 400:
		return summarize.NotFound
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly, status >= 500:
		return summarize.Unavailable
	case status >= 400:
		return summarize.InvalidArgument
	case s.named("permission_error", "permission_denied"):
		return summarize.Forbidden
	case s.named("not_found_error", "model_not_found"):
		return summarize.NotFound
	case s.named("invalid_request_error", "invalid_argument", "bad_request"):
		return summarize.InvalidArgument
	case s.named("api_error", "server_error", "internal_error", "internal_server_error", "timeout_error", "unavailable", "service_unavailable"):
		return summarize.Unavailable
	}
	return summarize.Other
}
