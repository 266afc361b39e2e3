package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"cutline/pipeline"
	"cutline/pipeline/facts"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
	"cutline/pipeline/trace"
)

// reportWith is a report in which a text stands wherever one of a session can stand.
func reportWith(s string) *Report {
	one := pipeline.Scored{Line: 7, Before: 900, After: 90, Held: 300, Replaced: 4}
	one.Score, one.N = 60, 30
	one.Classes = []retention.Class{{Class: facts.Constraint, Weight: 25, N: 3, Kept: 0.6}, {Class: facts.File, Weight: 15, N: 1, Kept: 1}}
	one.Lost = []retention.Loss{{Class: facts.Constraint, Text: s, Index: 3, Points: 12.5}, {Class: facts.Ask, Text: s, Index: 4, Kept: 0.5, Points: 1}}
	one.Baselines = []retention.Baseline{{Name: retention.DropOldest, Score: 40.4, Tokens: 88}, {Name: retention.Slim, Score: 61, Tokens: 90}}
	one.Lint = []lint.Finding{{Name: lint.LostCorrection, Message: s, Line: 2, Severity: lint.Warn}}
	one.Gates = []reassemble.Gate{{Name: "shape", Pass: true, Message: s}, {Name: "invented", Message: s}}
	part := Of("compacted "+s, "RS 60 "+s, &one)
	part.Invented = append(part.Invented, Row{Kind: "quote", Place: "line 2", Text: s})
	part.Decide(s, []trace.Decision{{Rule: "cut", Chose: s, Because: s}})
	none := Of("compacted", "", &pipeline.Scored{Line: 9, Why: s})
	return &Report{Session: []string{s, "x"}, Parts: []Part{part, none}}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	golden.RequireEqual(t, reportWith("Never push to `main`.").Markdown())
}

func TestHTML(t *testing.T) {
	t.Parallel()
	got, err := reportWith("Never push to <main>.").HTML()
	if err != nil {
		t.Fatal(err)
	}
	golden.RequireEqual(t, got)
}

// Long lists are cut, and the report says by how much.
func TestCut(t *testing.T) {
	t.Parallel()
	one := pipeline.Scored{}
	one.Lost = make([]retention.Loss, most+3)
	p := Of("x", "y", &one)
	if got := strings.Join(p.Notes, "\n"); len(p.Lost) != most || got != "3 more are lost or weakened; the JSON form has all" {
		t.Errorf("%d rows, %q", len(p.Lost), got)
	}
}

// hostile are texts that try to become a part of the document.
var hostile = []string{
	"</code></pre><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "`", "``", "``` \n# heading\n```", "a ` b `` c ``` d", "` ", " `",
	"[x](javascript:alert(1))", "![x](https://example.com/x.png)", "<https://example.com>", "@somebody #1 https://example.com", "| a | b |\n|---|---|", "~~~\n<b>\n~~~",
	"\n\n# heading\n\n- item\n", "\\`", "{{.}}", "</style><style>body{display:none}</style>", "</title>", "--></ul>", "\x1b[31mred\x1b[0m\x00\u202egnp.exe", " ", "\xff\xfe", "&lt;b&gt; &#60;",
	"expression(alert(1))", "100%; background: url(//example.com)",
}

// spans takes the content out of the code spans of a line: a span ends with the first run of backticks
// that is as long as the one that began it.
func spans(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		n := 0
		for i+n < len(line) && line[i+n] == '`' {
			n++
		}
		if n == 0 {
			b.WriteByte(line[i])
			i++
			continue
		}
		at := i + n
		for at < len(line) {
			m := 0
			for at+m < len(line) && line[at+m] == '`' {
				m++
			}
			if m == n {
				break
			}
			at += max(m, 1)
		}
		if at >= len(line) {
			return b.String() + "<open span>"
		}
		b.WriteString("`x`")
		i = at + n
	}
	return b.String()
}

// form is a Markdown document without the contents of its code spans.
func form(doc string) string {
	var out []string
	for line := range strings.Lines(doc) {
		out = append(out, spans(strings.TrimSuffix(line, "\n")))
	}
	return strings.Join(out, "\n")
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

// checkText: whatever a session says, the form of both documents is that of one which says nothing.
func checkText(t *testing.T, s string) {
	t.Helper()
	if s == "" { // what is not there has no place in it
		return
	}
	doc := reportWith(s)
	if got, want := form(doc.Markdown()), form(reportWith("x").Markdown()); got != want {
		t.Errorf("%q changes the Markdown:\n%s", s, got)
	}
	page := func(s string) (text string, tags string) {
		p, err := reportWith(s).HTML()
		if err != nil {
			t.Fatal(err)
		}
		return p, strings.Join(anyTag.FindAllString(p, -1), "\n")
	}
	got, tags := page(s)
	if _, want := page("x"); tags != want {
		t.Errorf("%q changes the page:\n%s", s, got)
	}
	for _, r := range "\x00\x1b\u202e\u200b" {
		if strings.ContainsRune(got, r) || strings.ContainsRune(doc.Markdown(), r) {
			t.Errorf("%q: %U is in a report", s, r)
		}
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, s := range hostile {
		checkText(t, s)
	}
}

// The page loads nothing and runs nothing.
func TestPageIsWhole(t *testing.T) {
	t.Parallel()
	got, err := reportWith("x").HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"<script", "src=", "href=", "url(", "@import", "http:", "https:"} {
		if strings.Contains(got, word) {
			t.Errorf("the page has %s", word)
		}
	}
	if !strings.Contains(got, "default-src 'none'") || !strings.Contains(got, "prefers-color-scheme: dark") {
		t.Error("the page has no policy, or no dark form")
	}
}

func FuzzText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkText(t, s) })
}
