package wire

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// said is what a server tells of a failure, taken out of its body.
type said struct {
	text  string // its words
	codes string // names of the error, in lower case, with a space around each
	code  int    // a status of HTTP that stands in the body, 0 without one
	delay string // RetryInfo of Google, "34s"
	// size and limit are fields of their own in llama.cpp.
	size, limit int
	page        bool // a page of HTML, of a proxy or of a wrong address
	none        bool // no body
}

// The places of words and names, in the shapes of the vendors: {"error":{…}}, {"error":"…"},
// {"message":…}, {"detail":…}, [{"error":{…}}], and the events of a stream.
var (
	roots  = []string{"error", "response.error", "0.error", "errors.0", "detail", "detail.0", "@this"}
	texts  = []string{"metadata.raw", "message", "msg", "error_description", "error.message", "error", "detail"}
	names  = []string{"type", "code", "status", "reason", "__type", "error_type", "metadata.error_type", "error.type", "error.code"}
	google = []string{`details.#.reason`, `details.#.retryDelay`}
)

// listen takes a body apart. What is no JSON is words as it is, unless it is a page.
func listen(body []byte) said {
	const most = 1 << 16 // bytes; who says more about an error sends something else
	body = bytes.TrimSpace(body[:min(len(body), most)])
	switch {
	case len(body) == 0:
		return said{none: true}
	case body[0] == '<':
		return said{page: true}
	case !gjson.ValidBytes(body):
		return said{text: string(body)}
	}
	var out said
	for _, root := range roots {
		if r := gjson.GetBytes(body, root); r.Exists() {
			out.add(r)
		}
	}
	out.codes = " " + strings.ToLower(strings.TrimSpace(out.codes)) + " "
	return out
}

// add takes what one place of a body says. The first place that has words keeps them.
func (s *said) add(r gjson.Result) {
	if r.Type == gjson.String {
		s.say(r.Str)
		return
	}
	if !r.IsObject() {
		return
	}
	for _, path := range texts {
		if v := r.Get(path); v.Type == gjson.String {
			s.say(v.Str)
		}
	}
	for _, path := range names {
		v := r.Get(path)
		switch {
		case v.Type == gjson.Number && s.code == 0 && v.Num >= 400 && v.Num < 600:
			s.code = int(v.Num)
		case v.Type == gjson.String && len(v.Str) < 100:
			s.codes += v.Str + " "
		}
	}
	for _, v := range r.Get(google[0]).Array() {
		s.codes += v.String() + " "
	}
	for _, v := range r.Get(google[1]).Array() {
		s.delay = v.String()
	}
	if n := tokens(r.Get("n_prompt_tokens").Raw); n > 0 {
		s.size = n
	}
	if n := tokens(r.Get("n_ctx").Raw); n > 0 {
		s.limit = n
	}
}

// say keeps the first words. Some routers quote the body of the server behind them in it.
func (s *said) say(words string) {
	if s.text != "" || strings.TrimSpace(words) == "" {
		return
	}
	if inner := strings.TrimSpace(words); strings.HasPrefix(inner, "{") && gjson.Valid(inner) {
		if in := listen([]byte(inner)); in.text != "" {
			s.text, s.codes = in.text, s.codes+in.codes
			s.delay = in.delay
			return
		}
	}
	s.text = words
}

// named reports whether one of the names is what the server calls the error.
func (s *said) named(names ...string) bool {
	for _, n := range names {
		if strings.Contains(s.codes, " "+n+" ") {
			return true
		}
	}
	return false
}
