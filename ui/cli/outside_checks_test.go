package cli

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// seen is a run that is looked at.
type seen struct {
	*testing.T
	*ran
}

// summary wants a result with a model's summary after so many requests, and texts in it.
func (r seen) summary(requests int, texts ...string) {
	r.Helper()
	if r.status != Done || len(r.asked) != requests {
		r.Fatalf("status %d after %d requests", r.status, len(r.asked))
	}
	if !regexp.MustCompile(`summary +by external`).MatchString(r.out) {
		r.Error("the summary is not a model's")
	}
	said := r.said()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			r.Errorf("the result lacks %q", text)
		}
	}
}

// fails wants no result, and a line that says why. Requests are not counted when they are 0 and
// nobody could be called...
func (r seen) fails(status, requests int, texts ...string) {
	r.Helper()
	if r.status != status || requests > 0 && len(r.asked) != requests {
		r.Errorf("status %d after %d requests", r.status, len(r.asked))
	}
	for _, text := range texts {
		r.tells("", text)
	}
}

// falls wants a result of the rung below, and the same line.
func (r seen) falls(requests int, texts ...string) {
	r.Helper()
	r.fails(Done, requests, texts...)
	if !regexp.MustCompile(`summary +by local, outcome degraded`).MatchString(r.out) {
		r.Error("the fallback is not labelled")
	}
}

// overloaded is what api-02 expects.
func (r seen) overloaded(status int) {
	r.Helper()
	r.fails(status, 0)
	n := len(r.asked)
	r.tells("2", fmt.Sprintf("(?i)attempt %d.*overloaded.*529", n))
	if n < 2 || n > 6 {
		r.Fatalf("1: %d requests", n)
	}
	// What the program says it waits grows, and it does wait; how much longer the machine takes is not
	// its affair.
	waits := regexp.MustCompile(`attempt \d+ of \d+ in (\d+)s`).FindAllStringSubmatch(r.errs, -1)
	if len(waits) != n-1 {
		r.Fatalf("1: %d waits for %d requests:\n%s", len(waits), n, r.errs)
	}
	was := 0
	for k, w := range waits {
		is, err := strconv.Atoi(w[1])
		if err != nil || is <= was {
			r.Errorf("1: %d s, then %s s", was, w[1])
		}
		if took := r.asked[k+1].at - r.asked[k].at; took < 0.9*float64(is) {
			r.Errorf("1: %.1f s instead of %d s", took, is)
		}
		was = is
	}
	if r.asked[n-1].at-r.asked[0].at > 120 {
		r.Error("1: it takes more than 120 s")
	}
}

// latest is what cmp-08 expects.
func (r seen) latest(sent, kept bool) {
	r.Helper()
	r.summary(1)
	const text = "LATEST-90 third: only now translate the messages to German"
	if got := strings.Contains(r.asked[0].words(), text); got != sent {
		r.Errorf("2: the last user message is in the request: %t", got)
	}
	if got := regexp.MustCompile(`"role": ?"user",\s*"content": ?(\[\s*\{\s*"type": ?"text",\s*"text": ?)?"` + text + `"`).Match(r.file); got != kept {
		r.Errorf("4: it is kept: %t\n%s", got, r.file)
	}
}

// conversation is what stands in the frame of the first request.
func (r seen) conversation() string {
	r.Helper()
	_, said, ok := strings.Cut(r.turn(0), "<conversation>\n")
	end := strings.LastIndex(said, "\n</conversation>")
	if !ok || end < 0 {
		r.Fatalf("no frame:\n%s", r.turn(0))
	}
	return said[:end]
}

func (r *ran) turn(k int) string { return r.asked[k].turn() }

// line is the first line of stderr that matches.
func (r *ran) line(pattern string) string {
	for line := range strings.Lines(r.errs) {
		if regexp.MustCompile(pattern).MatchString(line) {
			return line
		}
	}
	return ""
}

// tells wants a line on stderr that matches.
func (r seen) tells(number, pattern string) {
	r.Helper()
	if r.line(pattern) == "" {
		r.Errorf("%s: stderr lacks %s", number, pattern)
	}
}
