package lint

import (
	"embed"
	"path"
	"slices"
	"strings"
	"unicode"

	"cutline/pipeline/facts"
)

//go:embed data
var data embed.FS

// phrases are lists of one language, by what they mean (see data/en.txt).
type phrases map[string][]facts.Phrase

// lexicon is what the files say.
type lexicon struct {
	names      []string // of the languages, sorted
	lists      map[string]phrases
	function   map[string]bool            // function words of all languages
	functionOf map[string]map[string]bool // by language
	nextStep   []string                   // headings
}

var cues = readCues()

// The lists that a file may have.
const (
	correction      = "correction"
	correctionFirst = "correction first"
	correctionPart  = "correction of a clause"
	opensClause     = "opens a clause"
	noCorrection    = "no correction"
	acknowledgement = "acknowledgement"
	preface         = "preface"
	nothing         = "nothing"
	waiting         = "waiting"
	settled         = "settled"
	asksPerson      = "asks a person"
	done            = "done"
	notDone         = "not done"
	approval        = "approval"
	openAgain       = "open again"
	nextStep        = "next step"
	functionWords   = "function words"
)

func readCues() lexicon {
	x := lexicon{lists: map[string]phrases{}, function: map[string]bool{}, functionOf: map[string]map[string]bool{}}
	files, err := data.ReadDir("data")
	if err != nil {
		panic("lint: " + err.Error()) // the files are part of the program
	}
	for _, f := range files {
		b, err := data.ReadFile(path.Join("data", f.Name()))
		if err != nil {
			panic("lint: " + err.Error())
		}
		x.load(strings.TrimSuffix(f.Name(), ".txt"), string(b))
	}
	return x
}

// load reads the file of a language.
func (x *lexicon) load(lang, text string) {
	lists, function := phrases{}, map[string]bool{}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		case section == functionWords:
			for _, w := range words(line) {
				x.function[w], function[w] = true, true
			}
		case section == nextStep:
			x.nextStep = append(x.nextStep, strings.ToLower(line))
		default:
			lists[section] = append(lists[section], facts.NewPhrase(line))
		}
	}
	x.names, x.lists[lang], x.functionOf[lang] = append(x.names, lang), lists, function
}

// plain is the form of a text in which phrases are looked for.
func plain(s string) string { return strings.ReplaceAll(strings.ToLower(s), "’", "'") }

// opening is a text in that form without the marks before its first word.
func opening(s string) string {
	return strings.TrimLeftFunc(plain(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// holds reports whether a text has a phrase of a list, in any language, and in which.
func holds(s, list string) (lang string, ok bool) {
	s = plain(s)
	for _, lang := range cues.names {
		if slices.ContainsFunc(cues.lists[lang][list], func(p facts.Phrase) bool { at, _ := p.Find(s, 0); return at >= 0 }) {
			return lang, true
		}
	}
	return "", false
}

// begins reports whether a text begins with a phrase of a list, in which language, and what follows
// it.
func begins(s, list string) (lang, rest string, ok bool) {
	s = opening(s)
	for _, l := range cues.names {
		for _, p := range cues.lists[l][list] {
			if at, end := p.Find(s, 0); at == 0 && (!ok || len(s)-end < len(rest)) {
				lang, rest, ok = l, s[end:], true
			}
		}
	}
	return lang, rest, ok
}

// ends reports whether a text in its plain form ends with a phrase of a list.
func ends(s, list string) bool {
	for _, lang := range cues.names {
		for _, p := range cues.lists[lang][list] {
			if at, end := p.Find(s, max(0, len(s)-maxOpener)); at >= 0 && end == len(s) {
				return true
			}
		}
	}
	return false
}

// without takes the phrases of a list out of a text, in every language.
func without(s, list string) string {
	s = plain(s)
	for _, lang := range cues.names {
		for _, p := range cues.lists[lang][list] {
			for {
				at, end := p.Find(s, 0)
				if end <= at {
					break
				}
				s = s[:at] + " " + s[end:]
			}
		}
	}
	return s
}

// languageOf is the language that most words of a text belong to, empty when none can be told.
func languageOf(list []string) string {
	most, out := 0, ""
	for _, lang := range cues.names {
		n := 0
		for _, w := range list {
			if cues.functionOf[lang][w] {
				n++
			}
		}
		if n > most {
			most, out = n, lang
		}
	}
	return out
}
