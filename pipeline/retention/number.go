package retention

import "strings"

// shortHash is how many digits of a hash tell it.
const shortHash = 7

// version reports whether text[at:end] is no part of a longer number or word; a v may stand before it.
func version(text string, at, end int) bool {
	if at > 0 && text[at-1] == 'v' && (at == 1 || !wordByte(text[at-2])) {
		at--
	}
	return apart(text, at, end)
}

// hash reports whether a word is long and hexadecimal enough to be shortened.
func hash(word string) bool {
	return len(word) >= shortHash && strings.Trim(word, "0123456789abcdef") == "" && strings.ContainsAny(word, "abcdef") && strings.ContainsAny(word, "0123456789")
}

// shortened reports whether the word at a place is the beginning of a hash, or its whole.
func shortened(text string, at, end int, key string) bool {
	for end < len(text) && wordByte(text[end]) {
		end++
	}
	return (at == 0 || !wordByte(text[at-1])) && strings.HasPrefix(key, text[at:end])
}
