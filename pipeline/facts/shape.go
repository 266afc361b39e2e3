package facts

import (
	"strings"

	"cutline/model"
)

// number reports whether a word is a version, a hash, an issue, a measure; a bare integer is
// one when a person wrote it, because only then it is known to matter.
func number(w string, role model.Role) bool {
	switch {
	case w[0] == '#':
		return allDigits(w[1:])
	case w[0] == 'v' && w[1] >= '0' && w[1] <= '9':
		return version(w[1:])
	case w[0] < '0' || w[0] > '9':
		return hash(w)
	case allDigits(w):
		return role == model.User && len(w) <= 12
	}
	digits := w
	for digit(digits[0]) { // it is not digits alone
		digits = digits[1:]
	}
	switch {
	case digits[0] == '.':
		rest := strings.TrimLeft(digits[1:], "0123456789")
		if rest == "" || rest[0] == '.' || rest[0] == '-' {
			return version(w) && (role != model.Tool || !fraction(w))
		}
		return units[strings.ToLower(rest)] != ""
	case units[strings.ToLower(digits)] != "":
		return true
	}
	return hash(w)
}

// versionParts is how many numbers a version or an address has at most; more are data, as the path of
// a drawing.
const versionParts = 4

// version reports digits with dots between, and whatever follows a hyphen.
func version(w string) bool {
	core, _, _ := strings.Cut(w, "-")
	return strings.Contains(core, ".") && strings.Trim(core, "0123456789.") == "" && !strings.Contains(core, "..") && strings.Count(core, ".") < versionParts
}

// fraction reports a number with more than two digits behind its only point: a measured value, as how
// long a test took, and no version or limit.
func fraction(w string) bool {
	_, after, _ := strings.Cut(w, ".")
	return len(after)-len(strings.TrimLeft(after, "0123456789")) > 2 && !strings.Contains(after, ".")
}

// hash reports 7 to 64 hexadecimal digits, letters and figures both.
func hash(w string) bool {
	if len(w) < 7 || len(w) > 64 {
		return false
	}
	letters, figures := false, false
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case c >= '0' && c <= '9':
			figures = true
		case c >= 'a' && c <= 'f':
			letters = true
		default:
			return false
		}
	}
	return letters && figures
}

// identifier reports a name from code: snake_case, CamelCase, dotted.name. A path is none, nor is an
// abbreviation or what belongs to a variable of one letter.
func identifier(w string) bool {
	if len(w) < 3 || !letter(w[0]) && w[0] != '_' || w[1] == '.' && (Abbreviation(w) || Language(w) == "") {
		return false
	}
	camel, snake, dotted := false, false, false
	for i := 0; i < len(w); i++ {
		c := w[i]
		switch {
		case c == '/' || c == ':' || c == '#' || c == '%':
			return false
		case c == '_':
			snake = snake || i > 0 && i+1 < len(w) && w[i-1] != '_'
		case c == '.':
			if i == 0 || i+1 == len(w) || !letter(w[i+1]) && w[i+1] != '_' {
				return false
			}
			dotted = true
		case c >= 'A' && c <= 'Z':
			camel = camel || i > 0 && w[i-1] >= 'a' && w[i-1] <= 'z'
		}
	}
	return camel || snake || dotted
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func hasLetter(s string) bool {
	for i := 0; i < len(s); i++ {
		if letter(s[i]) || s[i] >= 0x80 {
			return true
		}
	}
	return false
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !digit(s[i]) {
			return false
		}
	}
	return s != ""
}
