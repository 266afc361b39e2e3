package summarize

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	t.Parallel()
	const html = "The page uses <details><summary>More</summary>text</details> for the list."
	const block = "See\n<details open>\n  <summary>More</summary>\n  text\n</details>\nand go on."
	const comment = "Code:\n/// <summary>\n/// Gets it.\n/// </summary>\npublic int X;\nDone."
	tests := []struct{ name, in, want string }{
		{"plain", " 1. Goal: x \n", "1. Goal: x"},
		{"tags", "<summary>\nA\n</summary>\n", "A"},
		{"the analysis speaks of the tags, the page has HTML", "<analysis>\nI will now write <summary> as asked. SCRATCH </analysis>\n<summary>\n" + html + "\nNext.\n</summary>\n", html + "\nNext."},
		{"the analysis speaks of its own end", "<analysis>I close with </analysis> and then\nwrite it. SCRATCH\n</analysis>\n<summary>A</summary>", "A"},
		{"the analysis has a line with the tag", "<analysis>\n<summary>\nSCRATCH\n</summary>\n</analysis>\n<summary>\nA\n</summary>", "A"},
		{"trailing analysis", "A\n<analysis>x</analysis>\n", "A"},
		{"trailing analysis on the line", "A <analysis>x</analysis>", "A"},
		{"analysis behind the summary", "<summary>A</summary>\n<analysis>x</analysis>", "A"},
		{"analysis in the summary", "<summary>\n<analysis>x</analysis>\nA</summary>", "A"},
		{"analysis behind a preface", "Sure.\n<analysis>\n<summary>\nx</analysis>\n<summary>A</summary>", "A"},
		{"analysis without tags", "<analysis>x</analysis>\n1. A", "1. A"},
		{"unclosed analysis", "<analysis>\nSCRATCH\n<summary>\nA\n</summary>", "A"},
		{"thinking", "<think>\nhm\n</think>\n\nA", "A"},
		{"capitals", "<ANALYSIS>x</ANALYSIS><SUMMARY>A</Summary >", "A"},
		{"a preface on the line", "Here is the summary: <summary>A</summary> Hope it helps.", "A"},
		{"a preface of lines", "Sure!\n\n<summary>A</summary>", "A"},
		{"text behind", "<summary>\nA\n</summary>\nLet me know.", "A"},
		{"text with a tag behind", "<summary>\nA\n</summary>\nI used <details><summary>x</summary></details>.", "A"},
		{"a missing end", "<summary>\nA\nB", "A\nB"},
		{"a missing end, and HTML", "<summary>\n" + html + "\nB", html + "\nB"},
		{"a missing end behind HTML's", "<summary>\n<details><summary>M</summary>", "<details><summary>M</summary>"},
		{"HTML of several lines", "<summary>\n" + block + "\n</summary>", block},
		{"HTML without a frame", html, html},
		{"HTML of several lines without a frame", block, block},
		{"a comment without a frame", comment, comment},
		{"a comment", "<summary>\n" + comment + "\n</summary>", comment},
		{"a mention", "<summary>\nAsked for <summary> tags.\n</summary>\nBye", "Asked for <summary> tags."},
		{"a mention on one line", "<summary>Asked for <summary> tags.</summary>", "Asked for <summary> tags."},
		{"a closed mention", "<summary>\nWrap in <summary>x</summary> tags.\n</summary>", "Wrap in <summary>x</summary> tags."},
		{"a closed mention behind a colon", "<summary>\nUse: <summary>x</summary> tags.\n</summary>", "Use: [summary]x[/summary] tags."},
		{"a mention at the beginning of a line", "<summary>\nA\n<summary>x</summary>\nB\n</summary>", "A\n[summary]x[/summary]\nB"},
		{"mentions at the beginning of lines", "<summary>\nA\n<summary>x</summary>\n<summary>y</summary> z\n</summary>", "A\n[summary]x[/summary]\n[summary]y[/summary] z"},
		{"a mention without a frame", "The user wants <summary>x</summary> tags.", "The user wants <summary>x</summary> tags."},
		{"several blocks", "<summary>\nA\n</summary>\n<summary>\nB\n</summary>", "A\n\nB"},
		{"several blocks, text between", "<summary>\nA\n</summary>\nand\n<summary>\nB\n</summary>\nbye", "A\n\nand\n\nB"},
		{"several blocks, the last one open", "<summary>A</summary>\n<summary>B", "A\n\nB"},
		{"twice", "<summary><summary>\nA\n</summary></summary>", "A"},
		{"opened twice", "<summary>\n<summary>\nA\n</summary>", "A"},
		{"closed only", "A\n</summary>", "A\n</summary>"},
		{"a fence", "```\n<summary>A</summary>\n```", "A"},
		{"a fence with its language", "```xml\n<summary>\nA\n</summary>\n```\n", "A"},
		{"a fence without tags", "```markdown\n# A\ntext\n```", "# A\ntext"},
		{"a fence with code", "```markdown\n# A\n```go\nx\n```\ntext\n```", "# A\n```go\nx\n```\ntext"},
		{"a longer fence", "````\nA\n```\nx\n```\n````", "A\n```\nx\n```"},
		{"a fence in the tags", "<summary>\n```\nA\n```\n</summary>", "A"},
		{"code", "```go\nx\n```", "```go\nx\n```"},
		{"code first and last", "```\nx\n```\ntext\n```\ny\n```", "```\nx\n```\ntext\n```\ny\n```"},
	}
	for _, tt := range tests {
		got, err := Clean(tt.in)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q (%v), want %q", tt.name, got, err, tt.want)
		}
		if again, err := Clean(got); err != nil || again != got {
			t.Errorf("%s: twice it is %q (%v)", tt.name, again, err)
		}
	}
}

func TestCleanOfNothing(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"", " \n", "...", "12 34", "<analysis>all of it</analysis>", "<analysis>never closed", "<summary></summary>", "<analysis>x</analysis>\n<summary>\n \n</summary>",
		"<summary>\n<analysis>x</analysis>\n</summary>", "```\n```", "<think>hm", "<analysis>x</analysis>\n...\n<analysis>y</analysis>", "Here:\n<summary>\n</summary>",
	} {
		got, err := Clean(in)
		var f *Failure
		if !errors.As(err, &f) || f.Kind != Empty || got != "" {
			t.Errorf("%q: %q (%v)", in, got, err)
		}
	}
}

// answers draws texts made of what answers are made of.
var answers = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
		"<summary>", "</summary>", "<analysis>", "</analysis>", "<think>", "</think>", "<details>", "</details>", "```", "```go", "```xml", "\n", " ", "a", "Here: ", "/// ", "é", "1.",
	})).Draw(t, "parts"), "")
})

// TestCleanLaws: what was cleaned is clean, and nothing is in it that was not in the answer.
func TestCleanLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := answers.Draw(t, "answer")
		got, err := Clean(in)
		if err != nil {
			return
		}
		if again, err := Clean(got); err != nil || again != got {
			t.Fatalf("%q is %q, and that is %q (%v)", in, got, again, err)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.TrimSpace(rapid.StringOf(rapid.RuneFrom([]rune("ab .\n-#`é"))).Draw(t, "text"))
		if strings.HasPrefix(text, "```") || strings.IndexFunc(text, unicode.IsLetter) < 0 {
			return
		}
		for _, in := range []string{text, "<summary>\n" + text + "\n</summary>", "<analysis>\nq\n</analysis>\n\n<summary>\n" + text + "\n</summary>\nq", "```\n<summary>" + text + "</summary>\n```"} {
			if got, err := Clean(in); err != nil || got != text {
				t.Fatalf("%q became %q (%v)", in, got, err)
			}
		}
	})
}

func FuzzClean(f *testing.F) {
	f.Add("<analysis>\nx <summary> </analysis>\n<summary>\nA <details><summary>M</summary>t</details>\n</summary>")
	f.Add("```xml\n<summary>a\n```go\nb\n```\n</summary>\n```")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Clean(s)
		if err != nil {
			if got != "" {
				t.Errorf("%q with %v", got, err)
			}
			return
		}
		if again, err := Clean(got); err != nil || again != got {
			t.Errorf("%q is %q, and that is %q (%v)", s, got, again, err)
		}
		if strings.IndexFunc(got, unicode.IsLetter) < 0 {
			t.Errorf("no letter in %q", got)
		}
		only := "<analysis>" + strings.ReplaceAll(s, "<", "(") + "</analysis>\n<summary>\n12\n</summary>"
		if got, err := Clean(only); err == nil {
			t.Errorf("an analysis alone gave %q", got)
		}
	})
}
