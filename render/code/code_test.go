package code

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/render/text"
	"cutline/render/theme"
)

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

func visible(lines []string) string { return sgr.ReplaceAllString(strings.Join(lines, "\n"), "") }

// show replaces the sequences of the dark theme by the names of the inks.
func show(s string) string {
	return strings.NewReplacer("\x1b[1m", "‹bold:", "\x1b[38;5;75m", "‹blue:", "\x1b[38;5;246m", "‹grey:", "\x1b[38;5;214m", "‹orange:", "\x1b[0m", "›").Replace(s)
}

func TestHighlight(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, lang, in, want string }{
		{"go", "go", "// why\nfunc f() string {\n\treturn \"x\"\n}", "‹grey:// why›\n‹bold:func› f() ‹bold:string› {\n        ‹bold:return› ‹blue:\"x\"›\n}"},
		{"json", "json", `{"a": [1, true]}`, `{‹bold:"a"›: [‹blue:1›, ‹bold:true›]}`},
		{
			"diff", "diff", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n",
			"‹orange:--- a/x›\n‹blue:+++ b/x›\n‹bold:@@ -1 +1 @@›\n‹orange:-old›\n‹blue:+new›\n same\n",
		},
		{"listing", "go", "  9→// a\n 10→return nil\n", "‹grey:  9→// a›\n‹grey: 10→›‹bold:return› ‹bold:nil›\n"},
		{"a line that is too long", "go", "return\n\"" + strings.Repeat("x", 1100) + "\"\nreturn", "‹bold:return›\n\"" + strings.Repeat("x", 1100) + "\"\n‹bold:return›"},
		{"many blank lines", "c", "return" + strings.Repeat("\n", 50) + "return", "‹bold:return›" + strings.Repeat("\n", 50) + "‹bold:return›"},
		{"unknown language", "klingon", "return", "return"},
		{"no language", "", "return", "return"},
		{"nothing", "go", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var h Highlighter
			got := h.Highlight(longContext(t), Request{text.Clean(tt.in), tt.lang, theme.Colour(true)})
			if diff := cmp.Diff(tt.want, show(strings.Join(got.Lines(), "\n"))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// longContext ends with the test; it has a deadline, so that the usual patience does not apply on a slow machine.
func longContext(t interface {
	Helper()
	Cleanup(func())
},
) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience*1000)
	t.Cleanup(cancel)
	return ctx
}

// Whatever the text and the language, the characters that show are the same,
// as lines and in ranges.
func TestSameCharacters(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"func", " ", "\n", "\n\n\n\n\n\n", "\"", "'", "`", "/*", "*/", "//", "{", "}", "[", "\\", "\\\"", "#", "<a>", "</a>", "<?php", "$x", "=", "+", "-", "@@ -1 +1 @@",
		"12→", "é", "中文", "🙂", "e\u0301", "\ufffd", "return", "0x1f", "--- a", ": |\n", "def f():", strings.Repeat("x", 1100), "${", "}}", "%", "\t",
	}
	langs := []string{"go", "python", "json", "yaml", "bash", "markdown", "html", "php", "diff", "cpp", "make", "javascript", "rust", "css", "sql"}
	var h Highlighter
	rapid.Check(t, func(rt *rapid.T) {
		in := text.Clean(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(rt, "pieces"), ""))
		req := Request{in, rapid.SampledFrom(langs).Draw(rt, "lang"), theme.Colour(rapid.Bool().Draw(rt, "dark"))}
		got := h.Highlight(longContext(rt), req)
		if diff := cmp.Diff(in, visible(got.Lines())); diff != "" {
			rt.Fatalf("(-want +got):\n%s", diff)
		}
		w := text.NewWrapped(in, rapid.IntRange(2, 40).Draw(rt, "w"))
		if w.Text() != in {
			return // a wrapped text may be spelled differently; then that one is to be highlighted
		}
		for i := range w.Lines() {
			line, _ := w.Line(i)
			from, to, _ := w.Span(i)
			if s := got.Range(from, to); visible([]string{s}) != line {
				rt.Fatalf("line %d is %q, want %q", i, s, line)
			}
		}
	})
}

func TestRangeOutside(t *testing.T) {
	t.Parallel()
	var h Highlighter
	p := h.Highlight(longContext(t), Request{"return", "go", theme.Plain()})
	for _, r := range [][2]int{{-5, 99}, {0, 6}} {
		if got := p.Range(r[0], r[1]); got != "return" {
			t.Errorf("Range%v = %q", r, got)
		}
	}
	if got := p.Range(4, 2) + p.Range(9, 12); got != "" {
		t.Errorf("an empty range is %q", got)
	}
}

func TestGivesUp(t *testing.T) {
	t.Parallel()
	req := Request{"return 1", "go", theme.Colour(true)}
	ended, cancel := context.WithCancel(context.Background())
	cancel()

	t.Run("when the context has ended", func(t *testing.T) {
		t.Parallel()
		var h Highlighter
		if got := visible(h.Highlight(ended, req).Lines()); got != req.Text {
			t.Errorf("%q", got)
		}
		if got := h.Highlight(longContext(t), req); !got.Coloured() {
			t.Error("the text stays plain when there is time again")
		}
	})
	t.Run("when another text holds the lexer", func(t *testing.T) {
		t.Parallel()
		var h Highlighter
		h.once.Do(func() { h.turn = make(chan struct{}, 1) })
		h.turn <- struct{}{}
		if got := h.Highlight(ended, req); got.Coloured() || visible(got.Lines()) != req.Text {
			t.Errorf("%q", got.Lines())
		}
	})
}

// badLexer fails in the ways a lexer can.
type badLexer struct {
	chroma.Lexer
	tokens []chroma.Token
	err    error
}

func (l badLexer) Tokenise(*chroma.TokeniseOptions, string) (chroma.Iterator, error) {
	i := 0
	return func() chroma.Token {
		if i == len(l.tokens) {
			panic("lexer")
		}
		i++
		return l.tokens[i-1]
	}, l.err
}

func TestBadLexers(t *testing.T) {
	t.Parallel()
	const in = "return 1\nreturn 2"
	tests := []struct {
		name  string
		lexer badLexer
		want  []span
	}{
		{"an error", badLexer{err: fmt.Errorf("no")}, nil},
		{"a panic", badLexer{tokens: []chroma.Token{{Type: chroma.Keyword, Value: "return"}}}, []span{{6, keyword}}},
		{"other characters", badLexer{tokens: []chroma.Token{{Type: chroma.Keyword, Value: "return"}, {Type: chroma.Comment, Value: "?"}}}, []span{{6, keyword}, {17, plain}}},
		{"too many characters", badLexer{tokens: []chroma.Token{{Type: chroma.Keyword, Value: in + "\n"}, chroma.EOF}}, []span{{17, keyword}}},
		{"too few", badLexer{tokens: []chroma.Token{{Type: chroma.Keyword, Value: "return"}, chroma.EOF}}, []span{{6, keyword}, {17, plain}}},
	}
	for _, tt := range tests {
		got, _ := paint(context.Background(), tt.lexer, in)
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(span{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestCache(t *testing.T) {
	t.Parallel()
	var h Highlighter
	th := theme.Colour(true)
	ctx := longContext(t)
	request := func(i int) Request { return Request{fmt.Sprint("return ", i), "go", th} }
	for i := range remembered + 1 {
		h.Highlight(ctx, request(i))
	}
	if _, ok := h.Cached(request(0)); ok {
		t.Error("the oldest is still there")
	}
	if p, ok := h.Cached(request(1)); !ok || !p.Coloured() {
		t.Error("the second is not there")
	}
	h.Highlight(ctx, request(0)) // takes the place of the third, since the second was just used
	if _, ok := h.Cached(request(1)); !ok {
		t.Error("one just used was dropped")
	}
	if _, ok := h.Cached(request(2)); ok {
		t.Error("the oldest was not dropped")
	}
	other := request(1)
	other.Theme = theme.Colour(false)
	if p, ok := h.Cached(other); !ok || !strings.Contains(p.Lines()[0], "38;5;25m") {
		t.Error("another theme does not share the result")
	}
	var c lru
	c.put(key{1, "go"}, "a", nil)
	if _, ok := c.get(key{1, "go"}, "b"); ok {
		t.Error("two texts with one hash are taken for the same")
	}
}

func TestTogether(t *testing.T) {
	t.Parallel()
	var h Highlighter
	var all sync.WaitGroup
	for i := range 16 {
		all.Add(1)
		go func() {
			defer all.Done()
			in := fmt.Sprint("return ", i%5)
			if got := visible(h.Highlight(context.Background(), Request{in, "go", theme.Plain()}).Lines()); got != in {
				t.Errorf("%q, want %q", got, in)
			}
		}()
	}
	all.Wait()
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	tests := []struct {
		hint Hint
		want string
	}{
		{Hint{File: "/a/b/main.go"}, "go"},
		{Hint{File: `C:\x\App.TSX`}, "typescript"},
		{Hint{File: "Makefile"}, "makefile"},
		{Hint{File: "Dockerfile"}, "docker"},
		{Hint{File: "x.hs"}, "haskell"},
		{Hint{File: "notes.txt"}, ""},
		{Hint{File: "notes.unheardof"}, ""},
		{Hint{File: "run", Text: "#!/usr/bin/env -S python3 -u\nprint()"}, "python"},
		{Hint{Text: "#!/bin/sh\n"}, "sh"},
		{Hint{Text: "#!/usr/local/bin/node18"}, "javascript"},
		{Hint{Text: "#!"}, ""},
		{Hint{Text: "#!/usr/bin/env"}, ""},
		{Hint{Fence: "Rust"}, "rust"},
		{Hint{Fence: "whatever", File: "a.py"}, "python"},
		{Hint{Tool: "Bash", Text: "ls"}, "bash"},
		{Hint{Tool: "Read"}, ""},
		{Hint{Text: `{"a": 1}`}, "json"},
		{Hint{Text: "[\n  {\"a\": 1}]"}, "json"},
		{Hint{Text: "[INFO] started"}, ""},
		{Hint{Text: "{ not json }"}, ""},
		{Hint{Text: "{"}, ""},
		{Hint{Text: "diff --git a/x b/x\n"}, "diff"},
		{Hint{Text: "--- a/x\n+++ b/x\n"}, "diff"},
		{Hint{Text: "--- FAIL: TestX\n"}, ""},
		{Hint{Text: "package main\n\nfunc main() {}\n"}, ""},
		{Hint{}, ""},
	}
	for _, tt := range tests {
		if got := Language(tt.hint); got != tt.want {
			t.Errorf("Language(%+v) = %q, want %q", tt.hint, got, tt.want)
		}
		if tt.want != "" && lexerOf(tt.want) == nil {
			t.Errorf("there is no lexer %q", tt.want)
		}
	}
	for ext, lang := range byExtension {
		if lang != "" && lexerOf(lang) == nil {
			t.Errorf("%s is %q, which has no lexer", ext, lang)
		}
	}
}

func BenchmarkHighlight(b *testing.B) {
	screen := strings.Repeat("// Run decides.\nfunc Run(in Input) Output {\n        limit, source := in.limit()\n        return Output{Limit: limit, Name: \"x\"}\n}\n\n", 10)
	slow := map[string]Request{
		"go":          {screen, "go", theme.Colour(true)},
		"newlines":    {strings.Repeat("\n", 32<<10), "cpp", theme.Colour(true)},
		"comments":    {strings.Repeat("/* \n", 8<<10), "go", theme.Colour(true)},
		"one line":    {strings.Repeat("a", 32<<10), "php", theme.Colour(true)},
		"quotes":      {strings.Repeat("a\\\"\n", 8<<10), "bash", theme.Colour(true)},
		"brackets":    {strings.Repeat("[\n", 16<<10), "yaml", theme.Colour(true)},
		"blank lines": {strings.Repeat(" \n", 16<<10), "java", theme.Colour(true)},
	}
	for name, req := range slow {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var h Highlighter
				h.Highlight(context.Background(), req)
			}
		})
	}
}
