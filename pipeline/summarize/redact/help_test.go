package redact

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var drawn = regexp.MustCompile(`\[redacted [a-z0-9-]+ #\d+\]`)

var blank = regexp.MustCompile(`<([a-z]?)(\d+)>`)

// grow fills the blanks of an example with random chars: no secret is written down in this folder,
// not even a false one.
func grow(tb testing.TB, example string, seed uint64) string {
	tb.Helper()
	const digits, lower = "0123456789", "abcdefghijklmnopqrstuvwxyz"
	sets := map[string]string{
		"": digits + lower + strings.ToUpper(lower), "h": digits + "abcdef", "u": "234567" + strings.ToUpper(lower), "d": digits,
		"b": digits + lower + strings.ToUpper(lower) + "+/", "l": lower, "p": digits + lower + strings.ToUpper(lower) + "!@#%^*_-+=?.,;:~",
	}
	r := rand.New(rand.NewPCG(seed, 7))
	return blank.ReplaceAllStringFunc(example, func(m string) string {
		p := blank.FindStringSubmatch(m)
		n, err := strconv.Atoi(p[2])
		if err != nil || sets[p[1]] == "" {
			tb.Fatalf("no such blank: %s", m)
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = sets[p[1]][r.IntN(len(sets[p[1]]))]
		}
		return string(b)
	})
}

// leak is a part of a secret that a text shows outside of its markers, 5 chars long or all of a shorter one.
func leak(secret, text string) string {
	text = drawn.ReplaceAllString(text, "")
	for line := range strings.FieldsFuncSeq(secret, func(r rune) bool { return r == '\n' || r == '\\' }) {
		for i := 0; i+5 <= len(line); i++ {
			if strings.Contains(text, line[i:i+5]) {
				return line[i : i+5]
			}
		}
	}
	return ""
}
