package trigger

import (
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"each of them", "compact. token limit! clean memory? summarize session, context full", "compact|token limit|clean memory|summarize session|context full"},
		{"nothing", "go on with the tests", ""},
		{"another case", "COMPACT, Token Limit", "compact|token limit"},
		{"a command", "/compact focus on fees", "compact"},
		{"a command in a sentence", "please run /compact now", "compact"},
		{"twice", "compact, I said: compact", "compact"},
		{"over a line end and wide spaces", "the token\n  limit and clean\u00a0memory", "token limit|clean memory"},
		{"not over a paragraph", "clean\n\nmemory", ""},
		{"in brackets", "(compact) [context full]", "compact|context full"},
		{"behind a dash", "now—compact", "compact"},
		{"with a colon", "compact: keep the fees", "compact"},
		{"the end of a sentence", "please compact.", "compact"},

		{"a longer word", "compacted compaction compactness incompact", ""},
		{"a plural", "token limits", ""},
		{"a word in front", "subtoken limit", ""},
		{"with an underscore", "compact_mode and _compact", ""},
		{"with a digit", "compact2", ""},
		{"with a hyphen", "auto-compact and compact-mode", ""},
		{"a flag", "use --compact or -compact", ""},
		{"a file", "see compact.go, src/compact, compact/main.go and C:\\compact\\x", ""},
		{"with an apostrophe", "compact's", ""},
		{"another script", "ücompact compactß компакт", ""},
		{"an accent of its own", "compact\u0301", ""},
		{"another order", "limit token, memory clean", ""},
		{"a word in between", "token usage limit", ""},

		{"straight quotes", `he said "compact" and "the token limit is near"`, ""},
		{"single quotes", "the word 'compact' there", ""},
		{"curly quotes", "“compact” ‘clean memory’ „context full“", ""},
		{"other quotes", "«compact» »token limit« 「compact」", ""},
		{"a quote over lines of a paragraph", "\"first\ncompact\nlast\"", ""},
		{"an inch closes nothing", `a 5" disk, compact the 3" one`, "compact"},
		{"a quote that is never closed", `he said "yes. compact`, "compact"},
		{"a quote does not go over a paragraph", "he said \"yes.\n\ncompact\n\nand \"no\"", "compact"},
		{"apostrophes are no quotes", "don't stop, compact; it's time", "compact"},
		{"a plural's apostrophe", "the tests' output: compact, it's due", "compact"},
		{"around a quote", `token "x" limit`, ""},
		{"before and after a quote", `compact "this" token limit`, "compact|token limit"},
		{"code", "run `compact` or ``a ` compact`` there", ""},
		{"code that is never closed", "a ` compact", "compact"},
		{"a block of code", "look:\n```\ncompact\n```\n", ""},
		{"behind a block of code", "look:\n```go\ncompact\n```\ncontext full", "context full"},
		{"a block with tildes", "~~~\n```\ncompact\n~~~", ""},
		{"a block that is never closed", "```\ncompact", ""},
		{"a longer fence", "````\n```\ncompact\n````\nclean memory", "clean memory"},
		{"three backquotes in a line", "``` x ``` compact", "compact"},
		{"a quoted line", "> compact\nno", ""},
		{"a quoted block", "> ```\n> compact\n> ```\ncompact", "compact"},
		{"a phrase over a quoted line", "token\n> x\nlimit", ""},
		{"bytes that are no text", "\xff compact \xff", "compact"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(Phrases(tt.text), "|"); got != tt.want {
				t.Errorf("%q asks with %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestPhrasesOfLongTexts: no text takes more than a few looks at each char. A quadratic reader would
// take minutes for these.
func TestPhrasesOfLongTexts(t *testing.T) {
	t.Parallel()
	for _, s := range []string{`" `, "« ", "`a``b ", "' ", "'a", "```x\n", "> ", "compact_", "“ „ ", "~~~\n\n", "token "} {
		if got := Phrases(strings.Repeat(s, 20_000)); len(got) > 0 {
			t.Errorf("%q many times asks with %q", s, got)
		}
	}
}

func TestRulePhrase(t *testing.T) {
	t.Parallel()
	in := func(said string, asked ...int) Input {
		return with(199_000, 200_000, func(p *Params) { p.Rule = RulePhrase }).saying(said, asked)
	}
	tests := []struct {
		name  string
		in    Input
		value int
		says  string
	}{
		{"asked for", in("clean memory, compact"), 2, "phrase: fires: asked for with “clean memory”, “compact”"},
		{"nothing said", in(""), 0, "a compaction by hand needs none"},
		{"quoted", in("what is `compact`?"), 0, "in quotation marks, in code or in a longer word"},
		{"marks of the session start nothing", in("", 3, 9), 0, "asked: 2 messages of the session ask for it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := Run(tt.in)
			if len(out.Signals) != 1 || out.Signals[0] != (Signal{"phrase", ">=", tt.value, 1, tt.value > 0}) || out.Fires != (tt.value > 0) {
				t.Errorf("signals %+v", out.Signals)
			}
			if !strings.Contains(reasons(out), tt.says) {
				t.Errorf("the reasons do not hold %q:\n%s", tt.says, reasons(out))
			}
			if out.Limit != 0 || out.Background != (Background{}) {
				t.Errorf("limit %d, background %+v", out.Limit, out.Background)
			}
		})
	}
	limited := in("compact")
	limited.Params.TokenLimit = 5
	if got := reasons(Run(limited)); !strings.Contains(got, "the rule phrase looks at what is said; without effect: --token-limit") {
		t.Error(got)
	}
}

func (in Input) saying(said string, asked []int) Input {
	in.Said, in.Asked = said, asked
	return in
}

func FuzzPhrases(f *testing.F) {
	f.Add("compact “token limit” `x` \n```\ncontext full")
	f.Fuzz(func(t *testing.T, s string) {
		n := len(Phrases(s))
		if n > len(phrases) {
			t.Fatalf("%d phrases", n)
		}
		if n == 0 && len(Phrases("clean memory\n\n"+s)) == 0 {
			t.Fatalf("a phrase in a paragraph of its own is lost before %q", s)
		}
	})
}
