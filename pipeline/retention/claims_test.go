package retention

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/facts"
)

// invented are the inventions of a summary of one person's turn, by class.
func invented(t *testing.T, said, summary string) []string {
	t.Helper()
	var out []string
	for _, f := range score(t, messages{person(said)}.input(summary)).Fabricated {
		out = append(out, f.Class+" "+f.Text)
	}
	return out
}

func TestQuotations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`He said "never touch the old parser" and "ok then".`:      {"never touch the old parser"},
		`a 5" screen and "one two three four" of 3" width`:         {"one two three four"},
		`“one ‘two’ three four” and „eins zwei drei vier“`:         {"one ‘two’ three four", "eins zwei drei vier"},
		`«uno dos tres cuatro» 「キャンセルは三日前」`:                        {"uno dos tres cuatro", "キャンセルは三日前"},
		"\"one two\n  three four\" \"not\n\n closed at all here\"": {"one two\n  three four"},
		`‘it’s what they said then’ isn’t ’one two three four‘`:    {"it’s what they said then"},
		`"one two three"`: nil,
		`fmt.Println("some words to print"), x["a b c d"] and b"a b c d"`: {"some words to print", "a b c d"},
	} {
		var got []string
		for _, at := range quotations(text) {
			got = append(got, text[at[0]:at[1]])
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

// What a person wrote is quoted when it is told in other marks or with a slip put right, and not when a
// word of it is another one.
func TestQuoted(t *testing.T) {
	t.Parallel()
	said := "Please leave the archive alone, its to big for that and the rights are not cleared. See [the list](docs/rights.md) of open questions."
	for _, tt := range []struct {
		quote string
		want  bool
	}{
		{"leave the archive alone", true},
		{"Leave the **archive** alone … the rights are not cleared", true},
		{"its too big for that and the rights", true},
		{"See the list of open questions", true},
		{"See `docs/rights.md` of open questions", true},
		{"the rights are cleared", false},
		{"the rights are now cleared", false},
		{"the rights are not cleared … leave the archive alone", false},
		{"ave the archive alone, its", false},
		{"leave the archives alone, not its", false},
	} {
		got := invented(t, said, "They said: \""+tt.quote+"\".")
		if (len(got) == 0) != tt.want {
			t.Errorf("%q: invented %q", tt.quote, got)
		}
	}
}

func TestNumbersNamed(t *testing.T) {
	t.Parallel()
	said := "Of 800 statements 620 are covered. Port 8080 and 80801, 12500 rows, v1.2.3, 0a4f9e21c3, since 2024."
	for summary, want := range map[string][]string{
		"620 of 800 (77.5 %), 78%":                    nil,
		"620 of 800 (79 %)":                           {"number 79 %"},
		"port 8080, ports 8080 and 80801":             nil,
		"port 808 and status 8081":                    {"number 808", "number 8081"},
		"12,500 rows, about 13000 rows, 13000 rows":   {"number 13000"},
		"version 1.2.3, v1.2":                         {"number v1.2"},
		"commit 0a4f9e2, 0a4f9e3":                     {"number 0a4f9e3"},
		"[... truncated, 8245 chars], 1234.5 of it":   {"number 1234.5"},
		"1. done on 2026-04-02 in 2025, 3 files, 1-2": nil,
	} {
		if d := cmp.Diff(want, invented(t, said, summary)); d != "" {
			t.Errorf("%s: %s", summary, d)
		}
	}
}

func TestPathsNamed(t *testing.T) {
	t.Parallel()
	said := `Look at /repo/cmd/main.go, /home/ana/notes/plan.md, C:\src\app\Main.cs, /etc/hosts and lib/a-config.go. ` + "x/deep.go-12- code"
	for summary, want := range map[string][]string{
		"cmd/main.go:12, ./cmd/main.go and /repo/cmd/main.go":           nil,
		"/repo/main.go and src/main.go":                                 {"path /repo/main.go", "path src/main.go"},
		"~/notes/plan.md, ~/plan.md":                                    {"path ~/plan.md"},
		`app\Main.cs, C:\\src\\app\\Main.cs, app/Main.cs, app\Other.cs`: {`path app\Other.cs`},
		"/etc/hosts and `/etc/passwd.d/x`, and/or, 1/2":                 {"path /etc/passwd.d/x"},
		"lib/a-conf\n[... truncated, 7 chars]":                          nil,
		"config.go, a-config.go":                                        {"identifier config.go"},
		"x/deep.go":                                                     nil,
	} {
		if d := cmp.Diff(want, invented(t, said, summary)); d != "" {
			t.Errorf("%s: %s", summary, d)
		}
	}
}

func documentIn(t *testing.T, text string) *document {
	t.Helper()
	d, err := documentOf(t.Context(), []string{text}, memory{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A constraint is told by its words, its negations and its names, each of them.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		said, summary string
		want          float64
	}{
		{"Always run the tests first.", "Always run the tests first, and do not push yet.", 1},
		{"Never push to the main branch.", "Push to the main branch; never mind the rest.", 0},
		{"Do not delete the logs without asking me.", "Delete the logs without asking me.", 0.5},
		{"If the build fails, do not deploy it.", "If the build fails, deploy it.", 0},
		{"Only upgrade the bundler of the web client to 4.9.2 this week.", "Only upgrade the bundler of the web client to 4.9 this week.", 0.5},
		{"You must not change src/log/parser.go in this pull request at all.", "You must not change src/log/lexer.go in this pull request at all.", 0.5},
		{"You must keep it below 30 seconds.", "- you must keep it below **30s**", 1},
		{"You must keep every anchor that other pages link to.", "You must keep every anchor that other\npages link to.", 1},
		{"Do not\nrename the table.", "Do not rename\nthe table.", 1},
		{"Do not\nrename the table.", "Rename the table.", 0},
	} {
		m := matcher{doc: documentIn(t, tt.summary)}
		if got := m.kept(&item{Fact: facts.Fact{Class: facts.Constraint, Text: tt.said}}); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.said, tt.summary, got, tt.want)
		}
	}
}

// A todo needs its status: beside it, or a heading of open work above it.
func TestTodos(t *testing.T) {
	t.Parallel()
	for summary, want := range map[string]float64{
		"- [pending] water the plants": 1, "Pending:\n- water the plants": 1, "## Nächste Schritte\n- water the plants": 1,
		"water the plants": 0.5, "Pending:\n- [x] water the plants": 0.5, "Done:\n- water the plants\nPending:\n- rest": 0.5, "Pending:\n- rest": 0,
	} {
		m := matcher{doc: documentIn(t, summary)}
		if got := m.todo("[pending] water the plants"); got != want {
			t.Errorf("%q: %v, want %v", summary, got, want)
		}
	}
}
