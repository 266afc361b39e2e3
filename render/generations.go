package render

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"cutline/pipeline/facts"
	"cutline/pipeline/generations"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// The cells of a table of generations: the names, the facts of a class, and a generation at least, at
// most, and from where on its shares have bars.
const (
	generationName  = 11
	generationFacts = 6
	generationLeast = 8
	generationMost  = 18
	generationBar   = 11
)

// generationRow is a row of the table that is no class of facts.
type generationRow struct {
	title string
	brief bool // it stands in a table without room too
	cell  func(s *generations.Step) string
}

var generationRows = []generationRow{
	{"before", false, func(s *generations.Step) string { return text.Num(s.Before) }},
	{"after", true, func(s *generations.Step) string { return text.Num(s.Tokens) }},
	{"RS", true, func(s *generations.Step) string { return scored(s, fmt.Sprintf("%.0f", s.Score)) }},
	{"interval", false, func(s *generations.Step) string { return scored(s, fmt.Sprintf("%.0f–%.0f", s.Low, s.High)) }},
	{"died", true, func(s *generations.Step) string { return scored(s, text.Num(s.Deaths)) }},
	{"invented", false, func(s *generations.Step) string { return text.Num(len(s.Inventions)) }},
	{"written by", false, func(s *generations.Step) string { return cmp.Or(s.Writer, "-") }},
}

// scored is a word about a score, or that there is none.
func scored(s *generations.Step, word string) string {
	for _, k := range s.Classes {
		if k.N > 0 {
			return word
		}
	}
	return "-"
}

// GenerationsAbout says in one sentence how the generations are made.
func GenerationsAbout(g *generations.Generations) string {
	how := "each of what the one before left, without anything new (--grow lets it grow)"
	if g.Grow {
		how = "each of what the one before left and the next stretch of the session"
	}
	return trace.Count(g.Of, "generation") + ", " + how
}

// GenerationsCohort says which facts are followed.
func GenerationsCohort(g *generations.Generations) string {
	if g.Facts == 0 {
		return "no facts to follow: nothing that holds any was replaced"
	}
	gone := 0
	for i := range g.Deaths {
		if g.Deaths[i].Back == 0 {
			gone++
		}
	}
	return fmt.Sprintf("%s of what the first compaction replaced: %s died, %s of them are there again", trace.Count(g.Facts, "fact"), text.Num(len(g.Deaths)), text.Num(len(g.Deaths)-gone))
}

// generationColumns are the generations that a table of w cells shows, the first and the last among them, and the
// cells of each.
func generationColumns(n, w int) (shown []int, cells int) {
	room := w - generationName - generationFacts
	fit := min(n, max(room/generationLeast, 1))
	for k := range fit {
		at := 1
		if fit > 1 {
			at = 1 + int(math.Round(float64(k)*float64(n-1)/float64(fit-1)))
		}
		shown = append(shown, at)
	}
	return shown, min(max(room/fit, generationLeast), generationMost)
}

// Generations is the table of generations: a column each, tokens and scores, and of every class that
// has facts what survived. Columns of generations that are not made yet are empty. A brief one has
// fewer rows.
func Generations(th *theme.Theme, g *generations.Generations, brief bool, w int) []string {
	shown, cells := generationColumns(g.Of, w)
	l := newLine(th, w)
	l.column(th.Dim, "generation", generationName)
	l.number(th.Dim, "facts", generationFacts)
	for _, n := range shown {
		ink := th.Title
		if n > len(g.Steps) {
			ink = th.Dim
		}
		l.number(ink, strconv.Itoa(n), cells)
	}
	out := []string{l.end(th.Dim)}
	for _, row := range generationRows {
		if brief && !row.brief {
			continue
		}
		l := newLine(th, w)
		l.column(th.Dim, row.title, generationName)
		l.blank(th.Dim, generationFacts)
		for _, n := range shown {
			if n <= len(g.Steps) {
				l.number(th.Text, text.CutTail(words(th, row.cell(&g.Steps[n-1])), cells-1, th.Shapes.Ellipsis), cells)
			}
		}
		out = append(out, l.end(th.Text))
	}
	for c := range generations.Classes {
		if n := generationFactsOf(g, c); n > 0 {
			out = append(out, generationClass(th, g, c, n, shown, cells, w))
		}
	}
	return out
}

// generationFactsOf is how many facts of a class are followed.
func generationFactsOf(g *generations.Generations, class int) int {
	n := 0
	for i := range g.Steps {
		n = max(n, g.Steps[i].Classes[class].N)
	}
	return n
}

// generationClass is the curve of a class: its share in each generation, with a bar where there is room.
func generationClass(th *theme.Theme, g *generations.Generations, class, followed int, shown []int, cells, w int) string {
	l := newLine(th, w)
	l.column(th.Text, facts.Class(class).String(), generationName)
	l.number(th.Dim, text.Num(followed), generationFacts)
	for _, n := range shown {
		if n > len(g.Steps) {
			continue
		}
		k := g.Steps[n-1].Classes[class]
		if k.N == 0 {
			l.number(th.Dim, "-", cells)
			continue
		}
		ink := th.Text
		if k.Kept == 0 {
			ink = th.Lost
		}
		if cells < generationBar {
			l.number(ink, generationShare(k.Kept), cells)
			continue
		}
		bar := cells - 7 // two blanks before it, a number of 5 cells behind
		full := min(part(int(math.Round(1000*k.Kept)), 1000, bar), bar)
		if k.Kept < 1 {
			full = min(full, bar-1)
		}
		l.blank(th.Text, 2)
		l.repeat(th.Kept, th.Shapes.Bar, full)
		l.repeat(th.Lost, th.Shapes.Empty, bar-full)
		l.number(ink, generationShare(k.Kept), 5)
	}
	return l.end(th.Text)
}

// generationShare is a share in percent: all is said of nothing less, and nothing of nothing more.
func generationShare(kept float64) string {
	switch {
	case kept >= 1:
		return "100%"
	case kept <= 0:
		return "0%"
	}
	return strconv.Itoa(min(99, max(1, int(100*kept+0.5)))) + "%"
}

// GenerationsTold says of which generations something has to be told, and what: nothing was
// compacted, or one that was to write could not.
func GenerationsTold(g *generations.Generations) []string {
	var out []string
	for i := range g.Steps {
		s := &g.Steps[i]
		if told := cmp.Or(s.Why, Told(s.Attempts, s.Writer)); told != "" {
			out = append(out, fmt.Sprintf("generation %d: %s", s.N, told))
		}
	}
	return out
}

// GenerationsLegend says what the rows mean that do not say it themselves.
const GenerationsLegend = "before, after: tokens · RS: share of the facts, weighed, of 100 · died: less than half of it is there for the first time · classes: what survived of them"
