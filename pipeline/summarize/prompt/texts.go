package prompt

import (
	"embed"
	"strings"
)

// Families are the kinds of prompts that there are.
var Families = []string{"terse", "nine", "xai", "external", "prime"}

// fallback is the family of whoever is not known.
const fallback = "external"

//go:embed text
var files embed.FS

// The files of what all families say, and of the nine sections that three of them ask for.
const (
	sharedFile   = "shared"
	sectionsFile = "sections"
	sectionsMark = "{{sections}}"
)

// texts are the pieces of each file by their names.
var texts = read()

func read() map[string]map[string]string {
	sections := strings.TrimSpace(file(sectionsFile))
	all := make(map[string]map[string]string)
	for _, name := range append([]string{sharedFile}, Families...) {
		all[name] = parse(strings.ReplaceAll(file(name), sectionsMark, sections))
	}
	return all
}

func file(name string) string {
	b, err := files.ReadFile("text/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

// parse takes a file apart: a line "== name ==" begins a piece; what stands before the first
// one is for who reads the file.
func parse(text string) map[string]string {
	pieces := make(map[string]string)
	for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
		name, body, _ := strings.Cut(part, " ==\n")
		pieces[name] = strings.TrimSpace(body)
	}
	return pieces
}

// Nine reports whether a family asks for the nine sections of summarize.Sections.
func Nine(family string) bool {
	return strings.Contains(of(family, "ask"), strings.TrimSpace(file(sectionsFile)))
}

// shared is a piece that every family has.
func shared(name string) string { return texts[sharedFile][name] }

// of is a piece of a family, empty when it has none of that name.
func of(family, name string) string {
	if _, ok := texts[family]; !ok || family == sharedFile {
		family = fallback
	}
	return texts[family][name]
}
