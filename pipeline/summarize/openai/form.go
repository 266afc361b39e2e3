package openai

import (
	"bytes"
	"strconv"
	"strings"

	"cutline/model/pattern"
)

// form is what servers that speak the same API do not agree on.
type form struct {
	cap     string // the name of the limit of an answer
	most    int    // tokens that the server allows an answer, 0 when it has not said
	stream  bool
	usage   bool // tokens are asked for at the end of a stream
	swapped bool // the other name of the limit was tried
}

const (
	capNew = "max_completion_tokens" // counts reasoning too
	capOld = "max_tokens"
)

// reasons are OpenAI's models that take the new name only, with a vendor before it or not.
var reasons = pattern.New(`^(?:openai/)?(?:o\d|gpt-[5-9])`)

// capField is the name of the limit that a server most likely takes.
func capField(host, model string) string {
	if host == "api.openai.com" || reasons.MatchString(model) {
		return capNew
	}
	return capOld
}

var atMost = pattern.New(`at most (\d{2,9}) (?:completion |output )?tokens`)

// after is the form to try once a server has refused this one, from the words of the refusal. Each
// part changes once at most.
func (f form) after(refusal []byte) (form, bool) {
	said := string(bytes.ToLower(refusal))
	switch m := atMost.FindStringSubmatch(said); {
	case said == "":
		return f, false
	case m != nil && f.most == 0 && strings.Contains(said, "completion"):
		f.most, _ = strconv.Atoi(m[1])
		return f, f.most > 0
	case f.stream && f.usage && strings.Contains(said, "stream_options"):
		f.usage = false
		return f, true
	case f.stream && refusesStream.MatchString(said):
		f.stream = false
		return f, true
	case !f.swapped && refusesField(said, f.cap):
		f.swapped = true
		if f.cap == capNew {
			f.cap = capOld
		} else {
			f.cap = capNew
		}
		return f, true
	}
	return f, false
}

var (
	refusesStream = pattern.New(`stream[a-z'"_ ]{0,40}(?:not |un)(?:supported|allowed|available|implemented|permitted|enabled)|(?:not|n't|un)[a-z ]{0,10}support[a-z]*[ '"]+stream|unsupported[a-z :]{0,20}['"]stream['"]`)
	unknown       = pattern.New(`unsupported|not supported|unknown|unrecognized|unexpected|not permitted|not allowed|extra|invalid (?:parameter|field|argument)|instead`)
)

// refusesField reports whether a refusal is about the name of a field, not about its value.
func refusesField(said, name string) bool {
	return strings.Contains(said, name) && unknown.MatchString(said) && !strings.Contains(said, "context l")
}
