package text

import (
	"strings"
	"unicode/utf8"
)

// CleanAt is Clean, and where places of s stand in the result. The places are in order. One within
// what is not drawn, such as an escape sequence, stands where that begins.
func CleanAt(s string, places []int) (string, []int) {
	clean := Clean(s)
	out := make([]int, len(places))
	untouched := plain(s)
	line, drawn := 0, 0 // the line that was reached last, in s and in the result
	for i, at := range places {
		at = max(line, min(at, len(s)))
		for at > line && at < len(s) && !utf8.RuneStart(s[at]) {
			at--
		}
		if untouched {
			out[i] = at
			continue
		}
		if k := strings.LastIndexByte(s[line:at], '\n') + 1; k > 0 {
			drawn += len(Clean(s[line : line+k]))
			line += k
		}
		n := min(drawn+len(Clean(s[line:at])), len(clean))
		for n > 0 && n < len(clean) && !utf8.RuneStart(clean[n]) { // what came after has overwritten it
			n--
		}
		out[i] = n
		if i > 0 {
			out[i] = max(n, out[i-1])
		}
	}
	return clean, out
}
