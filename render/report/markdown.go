package report

import (
	"fmt"
	"strings"
)

// cells is the width of a bar in Markdown.
const cells = 20

// Markdown is the report as a file for a bug tracker or a chat. All text of the session stands in code
// spans, on the line of an item that begins with words of ours: it can open no block, end no span,
// make no link and call nobody.
func (r *Report) Markdown() string {
	var b strings.Builder
	b.WriteString("# What survived a compaction\n\n")
	for _, l := range r.Session {
		fmt.Fprintf(&b, "- %s\n", code(l))
	}
	fmt.Fprintf(&b, "\n%s\n", about)
	for i := range r.Parts {
		r.Parts[i].markdown(&b)
	}
	return b.String()
}

// about is what a reader has to know.
const about = "It quotes the session: read it before it is handed on. The score is a lower bound: what was kept in other words is not found."

func (p *Part) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", code(p.Title))
	if p.Headline != "" {
		fmt.Fprintf(b, "%s\n\n", code(p.Headline))
	}
	for _, n := range p.Notes {
		fmt.Fprintf(b, "- %s\n", code(n))
	}
	bars(b, "What was kept, by class", p.Classes)
	bars(b, "What else would score, at as many tokens", p.Baselines)
	rows(b, "Lost, the heaviest first", p.Lost)
	rows(b, "In the summary, and not in the session", p.Invented)
	rows(b, "Findings in the summary", p.Findings)
	heading(b, "Gates", len(p.Gates))
	for _, g := range p.Gates {
		fmt.Fprintf(b, "- **%s** %s: %s\n", sign(g.Pass), code(g.Name), code(g.Message))
	}
	rows(b, "Decisions", p.Decisions)
}

func heading(b *strings.Builder, title string, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\n### %s\n\n", title)
	}
}

func bars(b *strings.Builder, title string, list []Bar) {
	heading(b, title, len(list))
	for _, x := range list {
		full := min(max(x.Percent, 0), 100) * cells / 100
		fmt.Fprintf(b, "- %s\n", code(fmt.Sprintf("%s%s %3d %% %s, %s", strings.Repeat("█", full), strings.Repeat("░", cells-full), x.Percent, x.Name, x.Note)))
	}
}

func rows(b *strings.Builder, title string, list []Row) {
	heading(b, title, len(list))
	for _, x := range list {
		fmt.Fprintf(b, "- **%s** %s %s", code(x.Kind), code(x.Place), code(x.Text))
		if x.More != "" {
			fmt.Fprintf(b, " %s", code(x.More))
		}
		b.WriteByte('\n')
	}
}

// code is a code span: its fence is one backtick longer than the longest run in it, so that nothing in
// it can be its end. An empty one would be two backticks, which is no span.
func code(s string) string {
	s = clean(s)
	if s == "" {
		s = "–"
	}
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " " // which a reader of Markdown takes away again
	}
	return fence + s + fence
}
