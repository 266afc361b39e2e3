package retention

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"cutline/model"
	"cutline/model/pattern"
	"cutline/pipeline/facts"
)

// What the other names of inventions are, beside those of the classes of facts.
const (
	aPath  = "path"
	aQuote = "quote"
)

var (
	lineRef  = pattern.New(`:\d+(?:-\d+)?$`)
	codeName = pattern.New(`^[\pL_$][\pL\pN_$.:-]*$`)
	linkWord = pattern.New(`https?://\S+`)
	cutAfter = pattern.New(`^(?:…|\.\.\.|\s*\[(?:\.\.\.|…))`)
	leftOut  = pattern.New(`\[(?:\.\.\.|…)[^\]\n]*\]`) // the note of who cut something, and how much of it
	// bigNumber is one that is too long to be counted on fingers; portNumber one that is called so.
	bigNumber  = pattern.New(`(?:^|[^\w.,:/#%+-])(\d{4,12})(?:[^\w%/-]|-\D|$)`)
	portNumber = pattern.New(`(?i)\b(?:port|puerto|ポート|端口|status|code|pid|issue)s?[ :=]+#?(\d{2,12})\b`)
	about      = pattern.New(`(?i)(?:~|≈|\b(?:about|around|roughly|approximately|approx\.|over|almost|nearly|more than|less than|ca\.|etwa|rund|unos|unas|environ))\s*$`)
)

// claim is something that the summary names.
type claim struct {
	Claim
	key   string
	keys  []pathKey // of a path: the spellings of which one has to stand there
	parts []string  // of a quotation: what stands between its ellipses
	cut   bool      // an ellipsis follows: it is the beginning of a word
	loose bool      // a name in prose, whose case is a matter of taste
}

// claims are the things that a summary names, each at its first place, in order. Root is the folder
// of the project.
func claims(summary, root string) []claim {
	var out []claim
	seen := map[string]bool{}
	said := summary
	summary = tags.ReplaceAllStringFunc(summary, blank) // marks, and not said
	summary = leftOut.ReplaceAllStringFunc(summary, blank)
	add := func(c claim, from, to int) {
		if c.key = strings.TrimSpace(c.key); c.key == "" || seen[c.Class+c.key] {
			return
		}
		seen[c.Class+c.key] = true
		c.cut = cutAfter.MatchString(said[to:])
		c.Text, c.From, c.To = summary[from:to], from, to
		out = append(out, c)
	}
	taken := linkWord.FindAllStringIndex(summary, -1)
	free := func(from, to int) bool {
		return !slices.ContainsFunc(taken, func(t []int) bool { return from < t[1] && t[0] < to })
	}
	for _, at := range paths(summary) {
		if free(at[0], at[1]) {
			c := claim{Claim: Claim{Class: aPath}}
			c.key, c.keys = pathKeys(summary[at[0]:at[1]], root)
			add(c, at[0], at[1])
			taken = append(taken, at)
		}
	}
	for _, f := range facts.Named(summary, model.Assistant) {
		c := claim{Claim: Claim{Class: f.Class.String()}, key: strings.TrimLeft(f.Key, ":#")}
		switch {
		case f.Class == facts.Link:
		case !free(f.Span.Start, f.Span.End):
			continue
		case f.Class == facts.Identifier:
			c.key = nameOf(f.Key)
			c.loose = !strings.ContainsAny(c.key, "_.") && !strings.HasPrefix(summary[f.Span.End:], "`")
		}
		add(c, f.Span.Start, f.Span.End)
		if f.Class == facts.Number { // of which its whole part is no number of its own
			taken = append(taken, []int{f.Span.Start, f.Span.End})
		}
	}
	for _, at := range integers(summary) {
		if free(at[0], at[1]) {
			key := strings.Trim(facts.Figures(summary[at[0]:at[1]]), " ")
			add(claim{Claim: Claim{Class: facts.Number.String()}, key: key}, at[0], at[1])
		}
	}
	for _, at := range quotations(summary) {
		parts := quoteParts(summary[at[0]:at[1]])
		add(claim{Claim: Claim{Class: aQuote}, key: strings.Join(parts, "…"), parts: parts}, at[0], at[1])
	}
	slices.SortStableFunc(out, func(a, b claim) int { return cmp.Compare(a.From, b.From) })
	return out
}

func blank(s string) string { return strings.Repeat(" ", len(s)) }

// nameOf is what a name from code is looked for as: without the line behind a file, the brackets
// behind a function and the package before a type. It is empty for code that is no name.
func nameOf(code string) string {
	code = strings.TrimSuffix(lineRef.ReplaceAllString(code, ""), "()")
	if !codeName.MatchString(code) || facts.IsLanguage(code) {
		return ""
	}
	if i := strings.LastIndexByte(code, '.'); i >= 0 && i+1 < len(code) && code[i+1] >= 'A' && code[i+1] <= 'Z' {
		return code[i+1:]
	}
	return code
}

// integers are the places of whole numbers that a summary does not count itself: long ones that are
// no years and not said to be rounded, and those that are called a port or a code.
func integers(summary string) [][]int {
	var out [][]int
	for _, at := range bigNumber.FindAllStringSubmatchIndex(summary, -1) {
		n := summary[at[2]:at[3]]
		year := len(n) == 4 && (n[:2] == "19" || n[:2] == "20")
		if !year && !about.MatchString(summary[max(0, at[2]-aboutBytes):at[2]]) && ended(summary, at[3]) {
			out = append(out, at[2:4])
		}
	}
	for _, at := range portNumber.FindAllStringSubmatchIndex(summary, -1) {
		if ended(summary, at[3]) {
			out = append(out, at[2:4])
		}
	}
	return out
}

// aboutBytes is how far before a number the word is looked for that says that it is rounded.
const aboutBytes = 20

// ended reports whether a number that ends there goes on with no further digits, as a fraction.
func ended(text string, end int) bool {
	return end+1 >= len(text) || strings.IndexByte(".,:", text[end]) < 0 || text[end+1] < '0' || text[end+1] > '9'
}

// anyNumber are the numbers from which a share can follow.
var anyNumber = pattern.New(`\d+(?:\.\d+)?`)

// computed reports whether a share follows from two numbers in the same line: as "3 of 4 (75 %)". One
// of them must not be invented itself.
func computed(c claim, summary string, invented []claim) bool {
	digits, percent := strings.CutSuffix(c.key, "%")
	if !percent {
		return false
	}
	want, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return false
	}
	unit := 1.0 // of the last digit
	if _, after, ok := strings.Cut(digits, "."); ok {
		unit = math.Pow10(-len(after))
	}
	start := strings.LastIndexByte(summary[:c.From], '\n') + 1
	line, _, _ := strings.Cut(summary[start:], "\n")
	var near []float64
	for _, at := range anyNumber.FindAllStringIndex(facts.Figures(line), -1) {
		word := facts.Figures(line)[at[0]:at[1]]
		if n, err := strconv.ParseFloat(word, 64); err == nil && word != digits &&
			!slices.ContainsFunc(invented, func(o claim) bool { return o.Class == c.Class && o.key == word }) {
			near = append(near, n)
		}
	}
	for i, a := range near {
		for k, b := range near {
			if i == k || b == 0 {
				continue
			}
			for _, p := range []float64{100 * a / b, 100 * (1 - a/b), 100 * (a/b - 1)} {
				if math.Abs(p-want) <= unit/2+1e-9 {
					return true
				}
			}
		}
	}
	return false
}
