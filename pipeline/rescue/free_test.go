package rescue

import (
	"strings"
	"testing"
	"unicode/utf8"

	"cutline/pipeline/retention"
)

// made is the invention of a class at the first place of a text.
func made(t *testing.T, summary, class, text string) retention.Claim {
	t.Helper()
	at := strings.Index(summary, text)
	if at < 0 {
		t.Fatalf("%q is not in %q", text, summary)
	}
	return retention.Claim{Class: class, Text: text, From: at, To: at + len(text), Line: 1 + strings.Count(summary[:at], "\n")}
}

func TestFree(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, summary, class, text, want, how string }{
		{"a path", "Then `src/made.go` was written, and src/made.go again.", "path", "src/made.go", "Then (not in the session) was written, and (not in the session) again.", Struck},
		{"a number, and not a longer one", "Port 8080 and 80801.", "number", "8080", "Port (not in the session) and 80801.", Struck},
		{"an item of a list of a person's messages", "6. All user messages:\n   - \"fix the parser please\"\n   - \"delete the old branch\"\n7. Next:\n", "quote", "delete the old branch", "6. All user messages:\n   - \"fix the parser please\"\n7. Next:\n", Removed},
		{"the last line", "## User messages\n- \"delete the old branch\"", "quote", "delete the old branch", "## User messages\n", Removed},
		{"a sentence of several", "It was fixed. The user said \"delete the old branch now\". Tests pass.", "quote", "delete the old branch now", "It was fixed. Tests pass.", Removed},
		{"a sentence in a quotation", "- user: \"Stop. Delete the old branch. Now.\"\n- next", "quote", "Stop. Delete the old branch. Now.", "- next", Removed},
		{"of a tool", "The build said \"the old branch is gone\" and went on.", "quote", "the old branch is gone", "The build said the old branch is gone (not word for word) and went on.", Unquoted},
		{"twice", "It is called \"the old branch of it\", yes, \"the old branch of it\".", "quote", "the old branch of it", "It is called the old branch of it (not word for word), yes, the old branch of it (not word for word).", Unquoted},
		{"a plan that a user did not object to", "As I stated and the user did not contest: \"first the tests, then the code\".", "quote", "first the tests, then the code", "As I stated and the user did not contest: first the tests, then the code (not word for word).", Unquoted},
		{"of a person in other marks", "The user asked “why is the old branch gone?” and left.", "quote", "why is the old branch gone?", "", Removed},
	} {
		got, changes := Free(tt.summary, []retention.Claim{made(t, tt.summary, tt.class, tt.text)})
		if got != tt.want || len(changes) != 1 || changes[0].How != tt.how || changes[0].Text != tt.text || changes[0].Was == "" {
			t.Errorf("%s: %q, want %q; %+v", tt.name, got, tt.want, changes)
		}
	}
	summary := "The user said \"delete src/made.go at once\". Then x."
	got, changes := Free(summary, []retention.Claim{made(t, summary, "quote", "delete src/made.go at once"), made(t, summary, "path", "src/made.go")})
	if got != "Then x." || len(changes) != 2 {
		t.Errorf("a path in a quotation: %q, %v", got, changes)
	}
	if got, changes := Free("as it is", nil); got != "as it is" || changes != nil {
		t.Errorf("nothing was invented: %q %v", got, changes)
	}
}

// FuzzFree takes anything out of anything: it never adds but its remarks, leaves text as text, and says
// of each invention once what it did. What is amended keeps all that stood there.
func FuzzFree(f *testing.F) {
	f.Add("6. All user messages:\n - \"delete the old branch\"\n - `src/made.go`", 26, 47, true)
	f.Add("The user said \"a. b. c\". “d”", 15, 22, true)
	f.Fuzz(func(t *testing.T, summary string, from, to int, quote bool) {
		if from < 0 || to > len(summary) || from >= to || !utf8.ValidString(summary) || !utf8.ValidString(summary[from:to]) {
			return
		}
		m := retention.Claim{Class: "path", Text: summary[from:to], From: from, To: to}
		if quote {
			m.Class = quoted
		}
		got, changes := Free(summary, []retention.Claim{m, m})
		if !utf8.ValidString(got) || len(changes) != 1 {
			t.Fatalf("%q of %q: %v", got, summary, changes)
		}
		if n := strings.Count(got, notThere) + strings.Count(got, notVerbatim) - strings.Count(summary, notThere) - strings.Count(summary, notVerbatim); len(got) > len(summary)+max(n, 1)*(len(notThere)+1) {
			t.Fatalf("%q became longer: %q", summary, got)
		}
		end := End(summary)
		amended := Amend(summary, "NEW")
		if end < 0 || end > len(summary) || !strings.HasSuffix(amended, summary[end:]) || !strings.Contains(amended, "NEW") || !strings.HasPrefix(amended, strings.TrimRight(summary[:end], "\n")) {
			t.Fatalf("%q became %q", summary, amended)
		}
	})
}
