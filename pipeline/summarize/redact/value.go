package redact

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"cutline/model/pattern"
)

// kinds counts what a value is made of.
type kinds struct {
	lower, upper, digits, other int
	distinct                    int // different bytes
	turns                       int // neighbours of different kinds; signs are no neighbours
	hard                        int // neighbours that a name of camels seldom has: two capitals, a capital and a digit
}

// look counts.
func look(v string) kinds {
	var k kinds
	var seen [256]bool
	last := byte(0)
	for i := range len(v) {
		c := v[i]
		if !seen[c] {
			seen[c] = true
			k.distinct++
		}
		kind := byte(0)
		switch {
		case isLower(c):
			k.lower++
			kind = 'a'
		case isUpper(c):
			k.upper++
			kind = 'A'
		case isDigit(c):
			k.digits++
			kind = '0'
		default:
			k.other++
		}
		if kind != 0 && last != 0 && kind != last {
			k.turns++
		}
		if kind == 'A' && last == 'A' || kind == 'A' && last == '0' || kind == '0' && last == 'A' {
			k.hard++
		}
		last = kind
	}
	return k
}

// random reports whether a value looks as if a machine had drawn it. In base62 six neighbours of
// ten are of different kinds, in hexadecimal five, in lower case and digits four; in names that
// people make, such as getUserById2, it is three at most, and few of those are digits.
func random(v string) bool {
	k := look(v)
	n := len(v) - k.other
	switch {
	case n < 12 || k.distinct < 8 || k.other > n/4:
		return false
	case k.digits == 0:
		return k.upper > 1 && k.lower > 1 && k.hard > 1 && k.turns*100 >= n*40
	case k.digits == n:
		return false
	}
	return k.turns*100 >= n*27 && (k.hard > 0 || k.upper == 0 || k.lower == 0)
}

// veryRandom is random without a name that says so: capitals, small letters and digits, long.
func veryRandom(v string) bool {
	k := look(v)
	n := len(v) - k.other
	return n >= 24 && len(v) <= 512 && k.other <= n/12 && k.digits >= 1 && k.upper >= 4 && k.lower >= 4 && k.hard >= 3 && k.turns*100 >= n*42
}

var (
	uuid    = pattern.New(`^\{?[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\}?$`)
	version = pattern.New(`^[a-zA-Z@/_-]{0,40}[-@]?v?\d+(\.\d+)+([-+.][\w.-]*)?$`)
	dotted  = pattern.New(`^[A-Za-z_$][\w$]*(\??\.[A-Za-z_$][\w$]*)+[,;)\]]*$`)
	called  = pattern.New(`^[&*!]?[A-Za-z_$][\w.$:]*[(\[{<]`)
	envName = pattern.New(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)
	ident   = pattern.New(`^[A-Za-z_][A-Za-z_]*\d{0,2}$`)
	symbol  = pattern.New(`^[A-Za-z_]\w*$`)
	number  = pattern.New(`^0[xX][0-9A-Fa-f_]{1,16}$`)
	path    = pattern.New(`^(?:[A-Za-z]:\\|file:|https?://|~|\.{0,2}/[\w.-]+/|[\w.-]+/[\w.-]+/[\w.-]+/)`)
)

// versioned reports whether a value is a version, perhaps with the name of a module, or a number.
func versioned(v string) bool { return version.MatchString(v) || number.MatchString(v) }

// placeholder reports whether a value stands for one that somebody has to fill in.
func placeholder(v string) bool {
	if k := look(v); k.distinct < 5 && len(v) > k.distinct*2 || k.distinct < 3 {
		return true
	}
	if strings.HasSuffix(v, "...") || strings.Contains(v, "…") || strings.Contains(v, "***") || strings.Contains(v, "•••") {
		return true
	}
	low := strings.ToLower(v)
	for _, w := range fill {
		if strings.Contains(low, w) {
			return true
		}
	}
	return strings.HasSuffix(v, "EXAMPLE") || strings.HasSuffix(v, "EXAMPLEKEY")
}

// fill are what placeholders hold. Each is long enough not to come up by chance in a random key.
var fill = []string{
	"your-", "your_", "yourapi", "yourkey", "yourtoken", "yourpass", "yoursecret", "-here", "_here", "xxxxx", "example-", "example_", "-example", "_example",
	"placeholder", "changeme", "change-me", "change_me", "change_this", "change-this", "replace_", "replace-", "replaceme", "redacted", "dummy", "insert-", "insert_",
	"abcdefgh", "12345678901234", "0123456789abcdef", "deadbeef", "foobar", "lorem",
}

// reference reports whether a value only says where the secret is: a variable, a template, a path,
// an address.
func reference(v string) bool {
	for _, open := range []string{"${", "$(", "{{", "#{", "%(", "<%", "${{", "ref+", "vault:", "op://", "!Ref", "arn:"} {
		if strings.Contains(v, open) {
			return true
		}
	}
	switch {
	case strings.HasPrefix(v, "<"), strings.HasPrefix(v, "["), strings.HasPrefix(v, "{") && strings.HasSuffix(v, "}"):
		return true
	case strings.HasPrefix(v, "$") && ident.MatchString(strings.Trim(v[1:], `;,)"'`)):
		return true
	case strings.HasPrefix(v, "%") && (len(v) <= 3 || strings.HasSuffix(v, "%")):
		return true
	}
	return envName.MatchString(v) || path.MatchString(v) && !random(v)
}

// plain reports whether a value is a word for a secret, a type, or a state: password: required.
func plain(v string) bool {
	v = strings.Trim(v, ".,;:!?()[]{}*_-`")
	if v == "" {
		return true
	}
	if utf8.RuneCountInString(v) < len(v) && look(v).digits == 0 {
		return true // a word of another language; labels are translated, passwords seldom are
	}
	known := true
	eachWord(v, func(w []byte) bool {
		_, name := names[string(w)]
		known = name || plainWords[string(w)] || len(w) < 2
		return known
	})
	return known
}

// code reports whether a value without quotes is an expression of a program.
func code(v string) bool {
	return called.MatchString(v) || dotted.MatchString(v) && !random(v) || strings.HasSuffix(v, ";") && ident.MatchString(v[:len(v)-1]) ||
		strings.HasPrefix(v, "&") || strings.HasPrefix(v, "*") || strings.Contains(v, "=>") || strings.Contains(v, "::")
}

// userAndPassword reports whether a value is the base64 of a name, a colon and a password.
func userAndPassword(s string, start, end int) bool {
	v := strings.TrimRight(s[start:end], "=")
	raw, err := base64.RawStdEncoding.DecodeString(v)
	if err != nil {
		raw, err = base64.RawURLEncoding.DecodeString(v)
	}
	if err != nil {
		raw, err = base64.RawStdEncoding.DecodeString(v[:len(v)/4*4]) // it was cut
	}
	user, _, ok := strings.Cut(string(raw), ":")
	return err == nil && ok && strings.IndexFunc(user, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// session reports whether one of the values of a cookie may be that of a session.
func session(s string, start, end int) bool {
	for c := range strings.SplitSeq(s[start:end], ";") {
		_, v, _ := strings.Cut(c, "=")
		if v = strings.TrimSpace(v); len(v) >= 16 && !placeholder(v) && !reference(v) && (random(v) || look(v).digits > 3 && (hexes(v) || uuid.MatchString(v))) {
			return true
		}
	}
	return false
}
