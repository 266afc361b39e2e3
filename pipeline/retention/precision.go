package retention

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/facts"
)

// What the other names of inventions are, beside those of the classes of facts.
const (
	aPath  = "path"
	aQuote = "quote"
)

// quoteWords is how many words a quotation has at least: shorter ones are terms.
const quoteWords = 4

var (
	pathWord  = regexp.MustCompile(`(?:~|\.{1,2})?(?:/?[\w.@+-]+)*/[\w.@+-]*\w\.[A-Za-z]\w{0,7}\b`)
	quotation = regexp.MustCompile(`"([^"\n]{8,})"|“([^”\n]{8,})”`)
	lineRef   = regexp.MustCompile(`:\d+(?:-\d+)?$`)
	codeName  = regexp.MustCompile(`^[\pL_$][\pL\pN_$.:-]*$`)
	emphasis  = strings.NewReplacer("*", "", "`", "")
	linkWord  = regexp.MustCompile(`https?://\S+`)
)

// claim is something that the summary names.
type claim struct {
	Claim
	key string
	cut bool // an ellipsis follows: it is the beginning of a word
}

// check looks for what the summary names in the whole session.
func check(ctx context.Context, in Input, out *Output) error {
	named := claims(in.Summary)
	left := slices.Clone(named)
	out.Checked = len(named)
	if len(named) == 0 {
		return nil
	}
	left = missing(left, in.Root+"\n"+todos(in.Todos))
	for i := 0; i < len(in.Rows) && len(left) > 0; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if m, err := in.Source.Message(i); err == nil { // what cannot be read proves nothing
			left = missing(left, Text(m)+thoughts(m))
		}
	}
	if in.Also != nil && len(left) > 0 {
		for text := range in.Also {
			if left = missing(left, text); len(left) == 0 || ctx.Err() != nil {
				break
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	out.Precision = 100 * float64(out.Checked-len(left)) / float64(out.Checked)
	line, at := 1, 0
	for _, c := range named { // left is in the same order
		invented := len(left) > 0 && left[0] == c
		line, at = line+strings.Count(in.Summary[at:c.From], "\n"), c.From
		c.Line = line
		if c.Supported = !invented; invented {
			left = left[1:]
			out.Fabricated = append(out.Fabricated, c.Claim)
		}
		out.Named = append(out.Named, c.Claim)
	}
	return nil
}

// thoughts are what an assistant thought: a summary that its own model wrote can name them.
func thoughts(m model.Message) string {
	var b strings.Builder
	for _, p := range m.Parts {
		if p.Kind == model.Thinking {
			b.WriteString("\n" + p.Text)
		}
	}
	return b.String()
}

func todos(list []model.Todo) string {
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.Text + "\n")
	}
	return b.String()
}

// missing are the claims that do not stand in a text.
func missing(left []claim, text string) []claim {
	if strings.Contains(text, "\x1b") { // a colour is no part of a word
		text = escapes.ReplaceAllString(text, "")
	}
	folded := ""
	slashes := text
	if strings.Contains(text, `\`) {
		slashes = strings.ReplaceAll(text, `\`, "/")
	}
	return slices.DeleteFunc(left, func(c claim) bool {
		switch c.Class {
		case aQuote:
			if folded == "" {
				folded = fold(text)
			}
			return contains(folded, c.key)
		case facts.Link.String():
			return strings.Contains(text, c.key)
		case aPath:
			return find(slashes, c.key, func(at, end int) bool { return c.cut || whole(slashes, at, end) })
		case facts.Number.String():
			return find(text, c.key, func(at, end int) bool { return c.cut || apart(text, at, end) })
		default:
			return find(text, c.key, func(at, end int) bool { return c.cut || whole(text, at, end) })
		}
	})
}

// contains reports whether the pieces of a quotation that ellipses part stand in a text, in order.
func contains(text, quote string) bool {
	for _, p := range strings.Split(strings.ReplaceAll(quote, "...", "…"), "…") {
		_, rest, ok := strings.Cut(text, strings.Trim(p, " .,;:!?[]()"))
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// fold is the form in which quotations are compared.
func fold(s string) string { return strings.Join(strings.Fields(plain(emphasis.Replace(s))), " ") }

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

// claims are the things that a summary names, each at its first place, in order.
func claims(summary string) []claim {
	var out []claim
	seen := map[string]bool{}
	add := func(class, key string, from, to int) {
		key = strings.TrimSpace(key)
		if key == "" || seen[class+key] {
			return
		}
		seen[class+key] = true
		cut := strings.HasPrefix(summary[to:], "…") || strings.HasPrefix(summary[to:], "...")
		out = append(out, claim{Claim{Class: class, Text: summary[from:to], From: from, To: to}, key, cut})
	}
	summary = tags.ReplaceAllStringFunc(summary, func(tag string) string { return strings.Repeat(" ", len(tag)) }) // marks, and not said
	for _, f := range facts.Named(summary, model.Assistant) {
		key := strings.TrimLeft(f.Key, ":#")
		if f.Class == facts.Identifier {
			key = nameOf(f.Key)
		}
		add(f.Class.String(), key, f.Span.Start, f.Span.End)
	}
	links := linkWord.FindAllStringIndex(summary, -1)
	for _, at := range pathWord.FindAllStringIndex(summary, -1) {
		if !slices.ContainsFunc(links, func(l []int) bool { return at[0] < l[1] && l[0] < at[1] }) {
			add(aPath, strings.TrimPrefix(summary[at[0]:at[1]], "./"), at[0], at[1])
		}
	}
	for _, at := range quotation.FindAllStringSubmatchIndex(summary, -1) {
		from, to := max(at[2], at[4]), max(at[3], at[5])
		if len(strings.Fields(summary[from:to])) >= quoteWords {
			add(aQuote, strings.Trim(fold(summary[from:to]), " .,;:!?…"), from, to)
		}
	}
	slices.SortStableFunc(out, func(a, b claim) int { return cmp.Compare(a.From, b.From) })
	return out
}
