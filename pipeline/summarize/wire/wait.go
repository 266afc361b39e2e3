package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"cutline/model/pattern"
)

// tellWait is from when on the sentence names the pause that a server asks for: whether it is waited
// for is not decided here.
const tellWait = 60 * time.Second

// again is a wait in the words of a message: "try again in 6.2s", "in 120ms", "in 1m30s", "after 20
// seconds".
var again = pattern.New(`(?i)(?:try again|retry) (?:in|after) ((?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?m?s\b|(\d+(?:\.\d+)?) ?(?:s|sec|seconds?)\b)`)

// asked is how long a server asks to wait, in its headers or in its body; 0 when it does not.
func asked(h http.Header, s said, now time.Time) time.Duration {
	if ms, ok := number(h.Get("Retry-After-Ms")); ok {
		return duration(ms, time.Millisecond)
	}
	if v := strings.TrimSpace(h.Get("Retry-After")); v != "" {
		if seconds, ok := number(v); ok {
			return duration(seconds, time.Second)
		}
		if at, err := http.ParseTime(v); err == nil {
			return max(0, at.Sub(now))
		}
	}
	if d, err := time.ParseDuration(s.delay); err == nil && d > 0 {
		return d
	}
	if m := again.FindStringSubmatch(s.text); m != nil {
		if seconds, ok := number(m[2]); ok {
			return duration(seconds, time.Second)
		}
		if d, err := time.ParseDuration(strings.ToLower(m[1])); err == nil {
			return d
		}
	}
	return 0
}

func number(s string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return f, err == nil
}

// duration keeps a number of units within a day, so that none overflows.
func duration(n float64, unit time.Duration) time.Duration {
	const day = 24 * time.Hour
	if !(n > 0) { // also what is no number
		return 0
	}
	return time.Duration(min(n, float64(day/unit)) * float64(unit))
}
