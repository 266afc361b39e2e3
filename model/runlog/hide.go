package runlog

import (
	"strings"
	"unicode"

	"cutline/model/pattern"
)

// Hidden stands where something was that looks like a key.
const Hidden = "[hidden]"

// shaped are keys that are known by how they begin, and what follows a word that announces one.
var shaped = pattern.New(`(?i:\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{6,}|\b(?:gsk|hf|r8|gh[pousr]|github_pat)_[A-Za-z0-9_-]{6,}|\b(?:xai|glpat|pplx|nvapi)-[A-Za-z0-9_-]{6,}` +
	`|\bxox[a-z]-[A-Za-z0-9-]{6,}|\bAIza[A-Za-z0-9_-]{20,}|\beyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){1,2}` +
	`|-----BEGIN[^-]*KEY-----(?:[\s\S]*-----END[^-]*-----)?` +
	`|\b(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}|\b(?:api[-_]?key|x-api-key|x-goog-api-key|authorization|password|passwd|secret|token)["']?\s*[:=]\s*["']?[^\s"'&,;]{4,}` +
	`|://[^/\s:@]+:[^/\s@]+@)|\bA[KS]IA[A-Z0-9]{12,}`)

// words are runs of the letters that keys are made of.
var words = pattern.New(`[A-Za-z0-9+/=]{24,}`)

// Hide takes out of a text what looks like a key or another secret: by how it begins, by the word
// before it, or because it is a long run of large and small letters and digits, as no name is.
func Hide(s string) string {
	s = shaped.ReplaceAllString(s, Hidden)
	return words.ReplaceAllStringFunc(s, func(w string) string {
		large := strings.ContainsFunc(w, unicode.IsUpper)
		small := strings.ContainsFunc(w, unicode.IsLower)
		if digits := strings.ContainsFunc(w, unicode.IsDigit); large && small && digits {
			return Hidden
		}
		return w
	})
}
