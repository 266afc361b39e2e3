package tokens

import (
	"cmp"
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
// matching name wins. A model that is not in the table is reported as false, with no
// window and no vendor; counting it with the zero encoding is then an approximation.
func Lookup(model string) (Model, bool) {
	name, long := normal(model)
	for _, m := range byLength {
		if !begins(name, m.Name) {
			continue
		}
		m.Windows = slices.Clone(m.Windows)
		if long {
			m.Windows = millionUp(m.Windows)
		}
		return m, true
	}
	return Model{}, false
}

// byLength is the table with the longest names first.
var byLength = func() []Model {
	rows := slices.Clone(table)
	slices.SortStableFunc(rows, func(a, b Model) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	return rows
}()

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

func digit(b byte) bool { return '0' <= b && b <= '9' }
