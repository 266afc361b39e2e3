package summarize

import (
	"regexp"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"cutline/model/pattern"
)

// ErrorText is the failure that an answer really is: some servers, and what stands before them,
// send an error as the text of a good answer, and a model may refuse in a polite sentence. It is
// nil for a summary. It looks at short answers only, and a summary that speaks of errors is none.
// The failure does not quote the answer: an error may repeat a key.
func ErrorText(answer string) *Failure {
	s := strings.TrimSpace(answer)
	if page.MatchString(s) {
		return Fail(Unavailable, "the answer is a web page, not a summary: something between here and the model answered")
	}
	if len(s) > errorBytes || section.MatchString(s) || strings.Count(s, "\n") >= errorLines {
		return nil
	}
	s = strings.NewReplacer("’", "'", "‘", "'").Replace(s)
	if refusal().MatchString(s) || len(s) <= sentenceBytes && declined().MatchString(s) && !told.MatchString(s) {
		return Fail(Refused, "the model refused to write a summary")
	}
	text := event.ReplaceAllString(s, "")
	if body := gjson.Parse(text); gjson.Valid(text) && body.IsObject() {
		if !errorBody(body) {
			return nil
		}
		return Fail(errorKind(text), "the answer is the body of an error, not a summary")
	}
	if len(s) > sentenceBytes || told.MatchString(s) {
		return nil
	}
	if alone().MatchString(text) || begins().MatchString(text) || named().MatchString(text) && signs().MatchString(text) {
		return Fail(errorKind(text), "the answer is the text of an error, not a summary")
	}
	return nil
}

const (
	errorBytes    = 2000 // the body of an error, which may hold a trace
	errorLines    = 12
	sentenceBytes = 400 // an error that is a sentence; a summary says more
)

// anyOf joins patterns to one that ignores case. It is built when it is needed first: most runs
// of the program never judge an answer.
func anyOf(before string, patterns []string, after string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)` + before + `(?:` + strings.Join(patterns, "|") + `)` + after)
	})
}

var (
	page = pattern.New(`(?i)^(?:<!doctype html|<html[\s>]|<\?xml[^>]*\?>\s*<(?:!doctype|html|error))`)
	// section is a heading or a label that a summary has and an error has not.
	section = pattern.New(`(?m)^(?:#{1,6} \S|\d{1,2}\. \S|- \[[ x]\]|\*\*[^*\n]+\*\*|[-*] (?:State|Next steps|Learnings))`)
	// told is what somebody says who tells of the work.
	told  = pattern.New(`(?i)\bthe user\b|\bnext:|\bfixed\b|\bdone\b|\btests? pass|\bwas added\b|\bas asked\b`)
	event = pattern.New(`^(?:event: ?\w+\s+)?(?:data: ?)?`)

	cannot  = `(?:i|we) ?(?:can ?not|can't|won't|will not|must decline to|(?:'m|am|'re|are) (?:unable|not able) to)\b`
	refusal = anyOf(`^`, []string{
		`(?:(?:i'?m|i am|we are|we're) +)?(?:very |really |so |truly )?sorry\b[,.!]? *(?:but |however,? )?` + cannot,
		`i apologi[sz]e,? *(?:but )?` + cannot,
		`as an ai\b[^.\n]{0,60}?,? *` + cannot,
	}, ``)
	// declined is a refusal without a word of regret, which may also be somebody's telling.
	declined = anyOf(`^(?:unfortunately,? *)?`+cannot+` +`, []string{
		`help`, `assist`, `comply`, `provide`, `process`, `fulfil`, `complete`, `continue`, `discuss`, `create`, `do that`, `do this`, `answer`, `respond`, `summari[sz]e`, `engage`,
	}, `\b`)

	// alone are errors when an answer is nothing else.
	alone = anyOf(`^(?:(?:http[/ ]?[\d.]* ?)?[45]\d\d[ :-]+)?`, []string{
		`bad gateway`, `gateway time-?out`, `service (?:is )?(?:temporarily |currently )?unavailable`, `internal server error`, `too many requests`, `unauthorized`,
		`forbidden`, `not found`, `bad request`, `overloaded`, `payload too large`, `method not allowed`, `no healthy upstream`, `fetch failed`, `socket hang up`,
		`(?:upstream|gateway|connection|request|stream|socket|read|write|proxy|server)(?: request| connection| response)? (?:timeout|timed out|time-out|reset(?: by peer)?|refused|closed|aborted|error)`,
		`(?:context )?deadline exceeded`, `e(?:connreset|connrefused|timedout|notfound|pipe)`, `something went wrong`,
	}, `[.!]?(?: please (?:try again|retry)[^\n]{0,40})?$`)

	// begins are errors when they begin an answer of a line or two that tells of nothing.
	begins = anyOf(`^`, []string{
		`upstream connect error`, `rate limit (?:exceeded|reached)`, `you exceeded your current quota`, `you(?: have|'ve) (?:exceeded|hit|reached) your`, `quota exceeded`,
		`(?:incorrect|invalid|missing) api key`, `(?:invalid|missing) (?:authentication|x-api-key)`, `insufficient (?:quota|credits|balance|funds)`, `(?:your )?credit balance`,
		`prompt is too long`, `input is too long`, `(?:the )?model is (?:currently )?overloaded`, `the (?:server|service|engine) (?:is (?:currently )?(?:overloaded|busy|unavailable)|had an error)`,
		`(?:the )?model \S+ (?:was )?not found`, `the model \S+ does not exist`, `(?:an|some) (?:unexpected |internal |unknown )?error (?:has )?occurred`,
		`e(?:connreset|connrefused|timedout|notfound|ai_again): \w+`, `[45]\d\d[ :-]+(?:error|bad gateway|service|gateway|internal|too many|overloaded)`,
	}, `\b[^\n]*(?:\n[^\n]*)?$`)

	// named is an answer that calls itself an error; signs are what such a one speaks of.
	named = anyOf(`^\W{0,3}(?:`, []string{
		`api`, `server`, `request`, `internal`, `unexpected`, `fatal`, `http`, `network`, `upstream`, `provider`, `model`, `llm`, `stream`, `connection`, `openai`, `anthropic`, `bedrock`, `gemini`,
	}, `[ _-]?){0,3}(?:error|exception)\b\s*(?:[:(\[–—-]|\d{3}\b|code\b)`)
	signs = anyOf(`\b`, []string{
		`[45]\d\d`, `overloaded\w*`, `rate.?limit\w*`, `too many requests`, `time(?:d[ -])?-?out`, `unavailable`, `unauthori[sz]ed`, `forbidden`, `api.?key`, `quota`, `credits?`,
		`context.?length`, `context window`, `max_tokens`, `too long`, `upstream`, `gateway`, `internal server`, `status code`, `invalid.?request\w*`, `authentication`, `not_found\w*`,
		`econn\w+`, `etimedout`, `enotfound`, `fetch failed`, `network error`, `connection (?:error|reset|refused|closed)`, `try again`, `request.?id`, `server_error`, `api_error`,
	}, `\b`)
)

// kinds are what the text of an error says of its kind; the first that is found counts.
var kinds = []struct {
	signs func() *regexp.Regexp
	kind  Kind
}{
	{anyOf(``, []string{`quota`, `credit`, `balance`, `insufficient`, `usage.?limit`}, ``), Quota},
	{anyOf(``, []string{`overloaded`, `\b529\b`, `is (?:currently )?busy`}, ``), Overloaded},
	{anyOf(``, []string{`rate.?limit`, `too many requests`, `\b429\b`, `resource.?exhausted`}, ``), RateLimited},
	{anyOf(``, []string{`too long`, `context.?length`, `context window`, `too many tokens`}, ``), InputTokens},
	{anyOf(``, []string{`api.?key`, `unauthori[sz]ed`, `authentication`, `\b401\b`}, ``), Unauthenticated},
	{anyOf(``, []string{
		`unavailable`, `time(?:d[ -])?-?out`, `upstream`, `gateway`, `internal server`, `\b50[0234]\b`, `econn`, `etimedout`, `enotfound`, `eai_again`, `reset`, `refused`, `hang up`,
		`closed`, `fetch failed`, `server_error`, `api_error`, `deadline`, `try again`, `had an error`,
	}, ``), Unavailable},
}

// errorKind is the kind of an error's text. It is NoSummary when the text does not say.
func errorKind(text string) Kind {
	for _, k := range kinds {
		if k.signs().MatchString(text) {
			return k.kind
		}
	}
	return NoSummary
}

// errorBody reports whether a JSON object is the body of an error.
func errorBody(o gjson.Result) bool {
	if e := o.Get("error"); e.Exists() && e.Type != gjson.Null && e.Type != gjson.False || o.Get("type").Str == "error" || o.Get("errors.0").Exists() {
		return true
	}
	for _, key := range []string{"message", "detail", "msg", "Message"} {
		if o.Get(key).Exists() && len(o.Map()) <= 4 && !o.Get("summary").Exists() {
			return true
		}
	}
	return false
}
