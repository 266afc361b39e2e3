package wire

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cutline/model/pattern"
)

const (
	// maxWords bounds what is quoted of a server, in characters: a line and a half.
	maxWords = 200
	// piece is how many characters in a row make a part of a secret. A shorter one is in too many
	// common words ("-api" is in x-api-key), six seldom are.
	piece = 6
	// ends is what masked secrets show of their end, and short a length below which there is no
	// telling a secret from a word.
	ends, short = 4, 4
	hidden      = "[key]"
)

// escapes are sequences that move a terminal's cursor or name its window.
var escapes = pattern.New(`\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)?|\x1b.`)

// Words makes what a server says fit for a sentence: one line without control characters, at most
// 200 characters, and no word that holds one of the secrets, a part of six characters of
// one, or the end that servers show of a masked one.
func Words(s string, secrets ...string) string {
	if len(s) > 16*maxWords {
		s = s[:16*maxWords]
	}
	s = escapes.ReplaceAllString(strings.ToValidUTF8(s, ""), "")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co):
			return -1
		}
		return r
	}, s)
	words := strings.Fields(s)
	for i, w := range words {
		if holds(w, secrets) {
			words[i] = hidden
		}
	}
	return cut(strings.Join(words, " "), maxWords)
}

// holds reports whether a word shows something of a secret. Stars say that it is a masked one.
func holds(word string, secrets []string) bool {
	if len(secrets) > 0 && strings.Contains(word, "***") {
		return true
	}
	word = strings.ToLower(word)
	for _, secret := range secrets {
		secret = strings.ToLower(strings.TrimSpace(secret))
		switch {
		case len(secret) < short:
			continue
		case strings.Contains(word, secret):
			return true
		case len(secret) < 2*ends:
			continue
		case strings.Contains(word, secret[len(secret)-ends:]):
			return true
		}
		for i := 0; i+piece <= len(secret); i++ {
			if strings.Contains(word, secret[i:i+piece]) {
				return true
			}
		}
	}
	return false
}

// cut shortens a line at a character.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:most-1])) + "…"
}

// span is a time as a person says it: 5s, 2m, 1h.
func span(d time.Duration) string {
	if d >= time.Second {
		d = d.Round(time.Second)
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
