package facts

import (
	"embed"
	"path"
	"strings"
	"unicode"
)

//go:embed data
var data embed.FS

// lines are the lines of a data file without comments and blank ones. Trailing blanks can
// matter, so they stay.
func lines(name string) []string {
	b, err := data.ReadFile(path.Join("data", name))
	if err != nil {
		panic("facts: " + err.Error()) // the file is part of the program
	}
	var out []string
	for _, l := range strings.Split(string(b), "\n") {
		if l != "" && !strings.HasPrefix(l, "#") {
			out = append(out, l)
		}
	}
	return out
}

// setOf makes a set of the lines of a data file.
func setOf(name string) map[string]bool {
	out := make(map[string]bool)
	for _, l := range lines(name) {
		out[l] = true
	}
	return out
}

var (
	dull          = setOf("dull.txt")
	abbreviations = setOf("abbreviations.txt")
	languages     = languageTable()
	languageNames = valuesOf(languages)
)

func valuesOf(table map[string]string) map[string]bool {
	out := make(map[string]bool, len(table))
	for _, v := range table {
		out[v] = true
	}
	return out
}

func languageTable() map[string]string {
	out := make(map[string]string)
	for _, l := range lines("languages.txt") {
		ext, name, _ := strings.Cut(l, " ")
		out[ext] = name
	}
	return out
}

// Language is what a file is written in, by the end of its name; empty when not known.
func Language(file string) string {
	return languages[strings.ToLower(strings.TrimPrefix(path.Ext(file), "."))]
}

// IsLanguage reports whether a name is that of a language that files are written in.
func IsLanguage(name string) bool { return languageNames[name] }

// fold makes every run of white space one blank.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// normal is the form in which two texts are compared: lower case, white space folded, typographic
// apostrophes plain, no punctuation at the ends.
func normal(s string) string {
	s = strings.ReplaceAll(strings.ToLower(fold(s)), "’", "'")
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsPunct(r) && r != '/' && r != '#' })
}

// clip cuts a text to n bytes without splitting a code point, and where a blank is near without
// splitting a word: half a number is another one.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	if i := strings.LastIndexAny(s[:n], " \t\n"); i > n-n/4 && !strings.ContainsAny(s[n:n+1], " \t\n") {
		n = i
	}
	return s[:n]
}

// Abbreviation reports whether a word without the stop at its end is a known abbreviation.
func Abbreviation(word string) bool { return abbreviations[strings.ToLower(word)] }
