package retention

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/model/pattern"
	"cutline/pipeline/facts"
	"cutline/pipeline/lint"
)

var (
	escapes = pattern.New("\x1b\\[[0-9;?]*[a-zA-Z]")
	tags    = pattern.New(`</?[A-Za-z][\w-]*>`)
	quotes  = strings.NewReplacer(`"`, "", "'", "", "`", "", `\`, "")
)

// units are the pieces of a text in which something is looked for: its lines, cut behind the end of
// a sentence. Where one ends depends on the bytes around that place alone, so that taking one away
// leaves the others as they are, and nothing is found across two of them.
func units(text string) []string {
	out, _ := parts(text)
	return out
}

// parts are the units of a text, and what those say together that are one sentence broken into lines.
func parts(text string) (units, joined []string) {
	text = tags.ReplaceAllString(escapes.ReplaceAllString(strings.ReplaceAll(text, "\\\n", " "), ""), "\n")
	sentence, lines := "", 0 // the one that may go on in the next line
	end := func() {
		if lines > 1 {
			joined = append(joined, sentence)
		}
		sentence, lines = "", 0
	}
	add := func(s string, first bool) {
		s = strings.Join(strings.Fields(s), " ")
		if s == "" {
			end()
			return
		}
		units = append(units, s)
		if !first || lines == 0 || len(sentence)+len(s) > widestUnit {
			end()
			sentence = s
		} else {
			sentence += " " + s
		}
		lines++
	}
	for line := range strings.Lines(text) {
		start, first := 0, continues(line)
		for i, r := range line {
			if i < start {
				continue
			}
			if stop := sentenceEnd(line, i, r); stop > i {
				add(line[start:stop], first)
				end()
				start, first = stop, false
			}
		}
		add(line[start:], first)
	}
	end()
	return units, joined
}

// widestUnit is how many bytes a sentence of several lines has at most.
const widestUnit = 600

// continues reports whether a line can be the rest of a sentence: it begins with a lower-case letter,
// as deep as the text of a list entry. One blank is what stands before the rest of a line from which a
// sentence was taken away.
func continues(line string) bool {
	body := strings.TrimLeft(line, " ")
	if n := len(line) - len(body); n != 0 && n != 2 && n != 4 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(body)
	return unicode.IsLower(r)
}

// sentenceEnd is where the sentence ends of which the sign at i is the last, or i. A stop behind a
// sign, as in "./... ", is part of a word.
func sentenceEnd(line string, i int, r rune) int {
	switch r {
	case '。', '！', '？':
		return i + utf8.RuneLen(r)
	case '.', '!', '?':
	default:
		return i
	}
	before, _ := utf8.DecodeLastRuneInString(line[:i])
	if !unicode.IsLetter(before) && !unicode.IsDigit(before) && !strings.ContainsRune("`)\"'", before) {
		return i
	}
	end := i + 1
	for end < len(line) && strings.IndexByte("`)\"'*_", line[end]) >= 0 {
		end++
	}
	if end < len(line) && line[end] == ' ' {
		return end
	}
	return i
}

// document is the new context as facts are looked for in it. Units are apart by a line feed in each
// of the texts.
type document struct {
	units    []string
	text     string // as it stands
	lower    string // in lower case, apostrophes plain
	slashed  string // with / for each backslash
	bare     string // without quotes and backslashes
	figures  string // with its numbers in one spelling
	open     []bool // the units that stand below a heading of what is to be done
	index    map[string][]int
	shingles map[string]bool
}

// often is after how many units the context is asked.
const often = 64

// saying is what a unit says.
type saying struct {
	content []string // its words
	spoken  []string // those without a class of their own
}

// memory is what units say that were read before. Texts that could stand in one place have most of
// their units in common. A nil one keeps nothing.
type memory map[string]saying

func (m memory) of(unit string) saying {
	x, ok := m[unit]
	if !ok {
		x = saying{lint.Content(facts.Figures(unit)), spoken(unit)}
		if m != nil {
			m[unit] = x
		}
	}
	return x
}

func documentOf(ctx context.Context, texts []string, heard memory) (*document, error) {
	d := &document{index: map[string][]int{}, shingles: map[string]bool{}}
	for _, t := range texts {
		below := false
		single, joined := parts(t)
		for _, u := range single {
			below = below || opens(u)
			d.units, d.open = append(d.units, u), append(d.open, below)
		}
		for _, u := range joined {
			d.units, d.open = append(d.units, u), append(d.open, false)
		}
	}
	d.text = strings.Join(d.units, "\n")
	d.lower = plain(d.text)
	d.slashed = slashed(d.text)
	d.bare = quotes.Replace(d.text)
	d.figures = facts.Figures(d.text)
	for i, u := range d.units {
		if i%often == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		says := heard.of(u)
		for _, w := range says.content {
			d.index[w] = append(d.index[w], i)
		}
		for k, w := range says.spoken {
			d.shingles[w] = true
			if k > 0 {
				d.shingles[says.spoken[k-1]+" "+w] = true
			}
		}
	}
	return d, nil
}

// with is the document of the texts of both.
func (d *document) with(more *document) *document {
	n := len(d.units)
	if n == 0 {
		return more
	}
	lines := func(a, b string) string { return a + "\n" + b }
	out := &document{
		units: slices.Concat(d.units, more.units), index: maps.Clone(d.index), shingles: maps.Clone(d.shingles), open: slices.Concat(d.open, more.open),
		figures: lines(d.figures, more.figures), text: lines(d.text, more.text), lower: lines(d.lower, more.lower), slashed: lines(d.slashed, more.slashed), bare: lines(d.bare, more.bare),
	}
	for w, list := range more.index {
		all := slices.Grow(slices.Clone(out.index[w]), len(list))
		for _, i := range list {
			all = append(all, n+i)
		}
		out.index[w] = all
	}
	maps.Copy(out.shingles, more.shingles)
	return out
}

// headingWords is how many words a heading has at most.
const headingWords = 6

// opens reports whether a unit is a heading of what is to be done.
func opens(unit string) bool {
	s := strings.Trim(plain(unit), "#*_ 0123456789.)")
	title, colon := strings.CutSuffix(s, ":")
	if !colon && s == plain(unit) || len(strings.Fields(title)) > headingWords {
		return false
	}
	for _, w := range openWords {
		if find(title, w, func(at, end int) bool { return w[0] >= utf8.RuneSelf || whole(title, at, end) }) {
			return true
		}
	}
	return false
}

func plain(s string) string { return strings.ReplaceAll(strings.ToLower(s), "’", "'") }

// spoken are the words of a unit without those that have a class of their own: paths, names, numbers.
func spoken(unit string) []string {
	fields := strings.Fields(facts.Figures(unit))
	words := fields[:0]
	for _, f := range fields {
		inner := strings.Trim(f, ".,;:!?()[]\"'“”„‘’«»*")
		if !strings.ContainsAny(inner, "/\\_`0123456789.") {
			words = append(words, f)
		}
	}
	return lint.Content(strings.Join(words, " "))
}

// find tells each place of a word in a text until one is good.
func find(text, word string, good func(at, end int) bool) bool {
	if word == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		if good(i, i+len(word)) {
			return true
		}
		from = i + 1
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// whole reports whether text[at:end] is no part of a longer word.
func whole(text string, at, end int) bool {
	return (at == 0 || !wordByte(text[at-1])) && (end == len(text) || !wordByte(text[end]))
}

// apart reports whether text[at:end] is whole and no dot joins it to another word, as in 1.2.3.
func apart(text string, at, end int) bool {
	return whole(text, at, end) && (at < 2 || text[at-1] != '.' || !wordByte(text[at-2])) &&
		(end+1 >= len(text) || text[end] != '.' || !wordByte(text[end+1]))
}
