package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// units are the names of measures, each with the one that a number is compared with.
var units = unitTable()

func unitTable() map[string]string {
	out := make(map[string]string)
	for _, l := range lines("units.txt") {
		names := strings.Fields(l)
		for _, n := range names {
			out[n] = names[0]
		}
	}
	return out
}

const (
	longestUnit = 16 // bytes of the longest name of a unit
	groupDigits = 3  // digits between two separators of thousands
)

// figure reads the number that begins at a digit of a text. Its key has no separators of thousands
// and the short name of the unit directly behind; end is 0 when the number has neither of the two.
func figure(text string, i int) (key string, end int, unit bool) {
	end = i
	for end < len(text) && digit(text[end]) {
		end++
	}
	digits, grouped := text[i:end], false
	for end-i <= groupDigits || grouped {
		n := separator(text[end:])
		if n == 0 || !threeDigits(text[end+n:]) {
			break
		}
		end += n
		digits += text[end : end+groupDigits]
		end += groupDigits
		grouped = true
	}
	if end+1 < len(text) && text[end] == '.' && digit(text[end+1]) {
		from := end
		for end++; end < len(text) && digit(text[end]); end++ {
		}
		digits += text[from:end]
	}
	if name, n := unitAt(text[end:]); n > 0 {
		return digits + name, end + n, true
	}
	if !grouped || end < len(text) && tokenByte[text[end]] && !stops(text[end:]) {
		return "", 0, false
	}
	return digits, end, false
}

// stops reports whether a word ends here although a byte that it can hold follows: as the stop
// behind a sentence.
func stops(rest string) bool {
	return strings.IndexByte(".:-/", rest[0]) >= 0 && (len(rest) == 1 || !tokenByte[rest[1]])
}

// separator is the length of a separator of thousands.
func separator(s string) int {
	for _, sep := range []string{",", "'", "’", "_", "\u00a0", "\u202f"} {
		if strings.HasPrefix(s, sep) {
			return len(sep)
		}
	}
	return 0
}

func threeDigits(s string) bool {
	return len(s) >= groupDigits && allDigits(s[:groupDigits]) && (len(s) == groupDigits || !digit(s[groupDigits]))
}

// unitAt gives the unit at the start of a text, with what joins it to its number. One letter apart
// from its number is a unit only for seconds and hours: "2 x 4" is none.
func unitAt(s string) (name string, n int) {
	apart := 0
	for _, j := range []string{" ", "-", "\u00a0", "\u202f"} {
		if strings.HasPrefix(s, j) {
			apart = len(j)
		}
	}
	end := apart
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if r == '%' && end == apart {
			end++
			break
		}
		if !unicode.IsLetter(r) {
			break
		}
		if end += size; end-apart > longestUnit {
			return "", 0
		}
	}
	name, ok := units[strings.ToLower(s[apart:end])]
	if !ok || end < len(s) && (digit(s[end]) || s[end] == '_') {
		return "", 0
	}
	if apart > 0 && end-apart == 1 && name != "s" && name != "h" && name != "%" {
		return "", 0
	}
	return name, end
}

// Figures is a text with its numbers in one spelling: without separators of thousands, and with the
// short name of their unit directly behind, as "1,500 seconds" is "1500s".
func Figures(text string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); i++ {
		if !digit(text[i]) {
			continue
		}
		if i == 0 || !tokenByte[text[i-1]] {
			if key, end, _ := figure(text, i); end > i {
				b.WriteString(text[done:i])
				b.WriteString(key)
				done, i = end, end-1
				continue
			}
		}
		for i+1 < len(text) && tokenByte[text[i+1]] {
			i++
		}
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
