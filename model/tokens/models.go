package tokens

import (
	"slices"
	"strings"
)

// Model is what the table knows of a model.
type Model struct {
	Name     string   // the row of the table, such as "claude-sonnet-4"; a row may stand for several models
	Vendor   string   // who made it, in lower case: "anthropic", "openai", "google", "xai" …
	Windows  []int    // the windows it is offered with, in tokens, ascending; the first is the usual one
	Encoding Encoding // the encoding to count with
	Exact    bool     // whether the model really uses that encoding; if not, a count is an approximation
	Output   int      // the most tokens of one answer, 0 when unknown
	Price    Price    // the zero Price when unknown
}

// NextWindow is the smallest known window that holds used tokens, or 0 when none does. It
// serves where a server reported more tokens than the usual window has.
func (m Model) NextWindow(used int) int {
	for _, w := range m.Windows {
		if w >= used {
			return w
		}
	}
	return 0
}

// Lookup finds a model by the name that a session or a person gave it: in any case, with or
// without the vendor's, router's or cloud's prefix, a date, a version or a variant after
// it. A name that ends in [1m] asks for the window of a million. The row with the longest
// matching name wins. What an answer may have and cost is known only when the row is that of
// the very model. A model that is not in the table is reported as false, with no
// window and no vendor; counting it with the zero encoding is then an approximation.
func Lookup(model string) (Model, bool) {
	name, long := normal(model)
	models := current().models
	for i := range models {
		if !begins(name, models[i].Name) {
			continue
		}
		m := models[i]
		if !dated(name[len(m.Name):]) {
			m.Output, m.Price = 0, Price{}
		}
		m.Windows = slices.Clone(m.Windows)
		if long {
			m.Windows = millionUp(m.Windows)
		}
		return m, true
	}
	return Model{}, false
}

// million is the window that the suffix [1m] stands for, in tokens.
const million = 1_000_000

// millionUp leaves the windows of at least a million, and that one if there is none.
func millionUp(windows []int) []int {
	if i := slices.IndexFunc(windows, func(w int) bool { return w >= million }); i >= 0 {
		return windows[i:]
	}
	return []int{million}
}

// normal is a name in the form of the table: the model alone, in lower case, versions with
// a dash; and whether the name asked for a window of a million.
func normal(model string) (name string, long bool) {
	name = strings.ToLower(strings.TrimSpace(model))
	name = strings.TrimPrefix(name[strings.LastIndexByte(name, '/')+1:], "meta-")
	name, long = strings.CutSuffix(name, "[1m]")
	for {
		i := strings.IndexAny(name, ".:")
		if i < 0 || !slices.Contains(prefixes, name[:i]) {
			break
		}
		name = name[i+1:]
	}
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == ' ' {
			return '-'
		}
		return r
	}, name), long
}

// prefixes are the regions and vendors that stand before a name with a dot or a colon.
var prefixes = []string{
	"us", "eu", "apac", "au", "jp", "us-gov", "global",
	"anthropic", "openai", "azure", "google", "google-vertex", "google-gla", "vertex", "gemini", "bedrock", "meta", "mistral", "mistralai",
	"qwen", "moonshot", "moonshotai", "zai", "xai", "minimax", "groq", "openrouter", "ollama",
}

// begins reports whether a name is that of a row, perhaps with more after it. What comes
// after must not continue its last word or number: gpt-4o is no gpt-4, and gpt-4-1106 no
// gpt-4-1. A number may follow a word at once: llama3.
func begins(name, row string) bool {
	rest, ok := strings.CutPrefix(name, row)
	if !ok || rest == "" {
		return ok
	}
	next, last := rest[0], row[len(row)-1]
	if 'a' <= next && next <= 'z' {
		return false
	}
	return !digit(next) || !digit(last)
}

// dated reports whether what follows the name of a row says only which edition of that very model
// is meant: a date, latest or preview, the version that Bedrock adds.
func dated(rest string) bool {
	rest, _, _ = strings.Cut(rest, "-v1:") // -v1:0
	rest = strings.TrimSuffix(rest, "-v1")
	for _, word := range []string{"-latest", "-preview"} {
		rest = strings.TrimPrefix(rest, word)
	}
	if rest == "" {
		return true
	}
	if rest[0] != '-' && rest[0] != '@' {
		return false
	}
	digits := 0
	for i := range len(rest) {
		switch {
		case digit(rest[i]):
			digits++
		case rest[i] != '-' && i > 0:
			return false
		}
	}
	return digits == len("20060102") && strings.HasPrefix(rest[1:], "20") // 20250929, 2025-09-29
}

func digit(b byte) bool { return '0' <= b && b <= '9' }
