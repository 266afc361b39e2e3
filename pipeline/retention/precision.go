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
	linkWord  = regexp.MustCompile(`https?://\S+`)
)

// claim is something that the summary names.
type claim struct {
	Invention
	key string
	cut bool // an ellipsis follows: it is the beginning of a word
}

// check looks for what the summary names in the whole session.
func check(ctx context.Context, in Input, out *Output) error {
	left := claims(in.Summary)
	out.Checked = len(left)
	if len(left) == 0 {
		return nil
	}
	left = missing(left, in.Root+"\n"+todos(in.Todos))
	for i := 0; i < len(in.Rows) && len(left) > 0; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if m, err := in.Source.Message(i); err == nil { // what cannot be read proves nothing
			left = missing(left, Text(m))
		}
	}
	out.Precision = 100 * float64(out.Checked-len(left)) / float64(out.Checked)
	for _, c := range left {
		c.Line = 1 + strings.Count(in.Summary[:c.From], "\n")
		out.Fabricated = append(out.Fabricated, c.Invention)
	}
	return nil
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
	return slices.DeleteFunc(left, func(c claim) bool {
		switch c.Class {
		case aQuote:
			if folded == "" {
				folded = fold(text)
			}
			return contains(folded, c.key)
		case facts.Link.String():
			return strings.Contains(text, c.key)
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
func fold(s string) string { return strings.Join(strings.Fields(plain(s)), " ") }

// claims are the things that a summary names, each at its first place, in order.
func claims(summary string) []claim {
	var out []claim
	seen := map[string]bool{}
	add := func(class, key string, from, to int) {
		key = strings.TrimSpace(key)
		if key == "" || seen[class+key] || class == facts.Identifier.String() && facts.IsLanguage(key) {
			return
		}
		seen[class+key] = true
		cut := strings.HasPrefix(summary[to:], "…") || strings.HasPrefix(summary[to:], "...")
		out = append(out, claim{Invention{Class: class, Text: summary[from:to], From: from, To: to}, key, cut})
	}
	for _, f := range facts.Named(summary, model.Assistant) {
		add(f.Class.String(), strings.TrimPrefix(f.Key, ":"), f.Span.Start, f.Span.End)
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
