package memorybank

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// words counts a hundred tokens a word, so that tests need no vocabulary and no long texts.
func words(s string) int { return 100 * len(strings.Fields(s)) }

const most = Limit / 100 // words

// run adds a session to files.
func run(tb interface {
	Helper()
	Fatal(args ...any)
}, f Files, s Session,
) Output {
	tb.Helper()
	out, err := Run(Input{Files: f, New: s, Count: words})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// named is a session of n words.
func named(id string, n int) Session {
	return Session{Date: "2026-03-04T05:06:07Z", ID: id, Source: "/s/" + id + ".jsonl", Content: strings.TrimSpace("Of " + id + "." + strings.Repeat(" word", n))}
}

// ids are the sessions of a file, in its order.
func ids(file string) string {
	var out []string
	for _, p := range parse(file) {
		if p.session != nil {
			out = append(out, p.session.ID)
		}
	}
	return strings.Join(out, " ")
}

// rest is what a file holds beside sessions.
func rest(file string) string {
	var b strings.Builder
	for _, p := range parse(file) {
		if p.session == nil {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

func TestFirst(t *testing.T) {
	t.Parallel()
	s := Session{Date: "2026-03-04T05:06:07Z", ID: "0a-1", Source: "/w/s.jsonl", Content: "\n1. Primary Request and Intent:\r\nBuild it.\n\x1b[2J\n"}
	out := run(t, Files{}, s)
	want := `# Active context

Compacted sessions, the oldest first. Older ones are in sessionArchive.md.

## Compacted Session

- Date: 2026-03-04T05:06:07Z
- Session: 0a-1
- Source: /w/s.jsonl
- Key: KEY

1. Primary Request and Intent:
Build it.
[2J

<!-- end of compacted session KEY -->
`
	want = strings.ReplaceAll(want, "KEY", s.clean().key())
	if diff := cmp.Diff(want, out.Active); diff != "" || out.Archive != "" || !out.Added || len(out.Moved)+len(out.Removed) > 0 {
		t.Errorf("%+v (-want +got):\n%s", out, diff)
	}
	again := run(t, out.Files, s)
	if again.Changed(out.Files) || again.Added || !again.Doubled {
		t.Errorf("a second time: %+v", again)
	}
	later := s
	later.Date = "2027-01-01T00:00:00Z"
	if again = run(t, out.Files, later); again.Changed(out.Files) {
		t.Errorf("the same summary at another time: %+v", again)
	}
	if none := run(t, out.Files, Session{ID: "x", Content: " \n"}); none.Changed(out.Files) || none.Added {
		t.Errorf("an empty summary: %+v", none)
	}
}

func TestOldestMove(t *testing.T) {
	t.Parallel()
	f := Files{Active: "# Mine\n\nkeep me", Archive: "old things\n"}
	for _, id := range []string{"a", "b", "c", "d"} {
		f = run(t, f, named(id, 20)).Files
	}
	if ids(f.Active) != "b c d" || ids(f.Archive) != "a" || rest(f.Active) != "# Mine\n\nkeep me\n" || rest(f.Archive) != "old things\n" {
		t.Fatalf("active %s, archive %s, beside them %q and %q", ids(f.Active), ids(f.Archive), rest(f.Active), rest(f.Archive))
	}
	// One that alone is over the limit moves all others, stays, and is the first to go later.
	out := run(t, f, named("large", most))
	if ids(out.Active) != "large" || ids(out.Archive) != "a b c d" || !out.Alone || out.Own || len(out.Moved) != 3 {
		t.Errorf("active %s, archive %s, %+v", ids(out.Active), ids(out.Archive), out.Moved)
	}
	if out = run(t, out.Files, named("e", 1)); ids(out.Active) != "e" || !strings.HasSuffix(ids(out.Archive), "d large") || out.Alone {
		t.Errorf("active %s, archive %s", ids(out.Active), ids(out.Archive))
	}
	// What is not ours is over the limit: moving the newest would not help.
	f = Files{Active: strings.Repeat("mine ", most+1)}
	out = run(t, run(t, f, named("a", 1)).Files, named("b", 1))
	if ids(out.Active) != "b" || ids(out.Archive) != "a" || !out.Own || out.Alone || out.Tokens <= Limit {
		t.Errorf("active %s, archive %s, %+v", ids(out.Active), ids(out.Archive), out.Says())
	}
	// It leaves no room, but would fit without the session.
	f = Files{Active: strings.Repeat("mine ", most-10)}
	out = run(t, f, named("a", 60))
	if ids(out.Active) != "" || ids(out.Archive) != "a" || out.Own || out.Alone || !out.Added {
		t.Errorf("active %s, archive %s, %+v", ids(out.Active), ids(out.Archive), out.Says())
	}
}

// TestDoubled: what a write that was interrupted leaves in both files is in one afterwards.
func TestDoubled(t *testing.T) {
	t.Parallel()
	f := run(t, run(t, Files{}, named("a", 1)).Files, named("b", 1)).Files
	f.Archive = attach(archiveHead, named("a", 1))
	out := run(t, f, Session{})
	if ids(out.Active) != "b" || ids(out.Archive) != "a" || len(out.Removed) != 1 || out.Added {
		t.Errorf("active %s, archive %s", ids(out.Active), ids(out.Archive))
	}
	// Another summary of the same session is another one.
	if out = run(t, out.Files, named("a", 2)); ids(out.Active) != "b a" {
		t.Errorf("active %s", ids(out.Active))
	}
	// An editor that saved with other line ends has not made another session.
	crlf := Files{Active: strings.ReplaceAll(f.Active, "\n", "\r\n")}
	if out = run(t, crlf, named("b", 1)); !out.Doubled || out.Changed(crlf) {
		t.Errorf("%+v", out.Says())
	}
}

func TestSays(t *testing.T) {
	t.Parallel()
	out := run(t, Files{}, named("a", 1))
	if got := out.Line(); got != "1 session added, 3,800 of 15,000 tokens" {
		t.Error(got)
	}
	out = Output{Doubled: true, Moved: make([]Session, 2), Removed: make([]Session, 1), Alone: true, Tokens: 20_000}
	if got := out.Line(); got != "this summary is there already, 2 sessions moved to sessionArchive.md, 1 duplicate removed, 20,000 of 15,000 tokens, over the limit: one session alone is, and it stays whole" {
		t.Error(got)
	}
}

func TestRealCounter(t *testing.T) {
	t.Parallel()
	out, err := Run(Input{New: named("a", Limit)}) // a token a word
	if err != nil || !out.Alone || out.Tokens < Limit || out.Tokens > Limit+200 {
		t.Errorf("%d tokens, %v", out.Tokens, err)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	before := run(t, Files{}, named("a", 1)).Files
	if d := Diff("m", before, before); d != "" {
		t.Error(d)
	}
	after := before
	after.Active, after.Archive = "", before.Active
	d := Diff("m", before, after)
	if !strings.HasPrefix(d, "--- /dev/null\n+++ m/sessionArchive.md\n@@ -0,0 +1,14 @@\n+# Active context\n") || !strings.Contains(d, "--- m/activeContext.md\n+++ m/activeContext.md\n") {
		t.Error(d)
	}
}

// odd are texts that look like sessions and are none, or break what stands around them.
var odd = []string{
	"", "plain\n", "no line end", "\n\n", "## Compacted Session\n", "## Compacted Session\n\nmine, without a date\n",
	"## Compacted Session\n\n- Date: today\n- Session: x\n", "```\n## Compacted Session\n\n- Date: d\n- Session: s\n- Source: p\n\nx\n```\n",
	"~~~ text\n" + named("quoted", 3).text() + "~~~\n", "# Heading\n\n## Another\n", "Title\n=====\n", "<!-- end of compacted session 00 -->\n",
	"a\r\nb\r\n", "ends with a blank\n\n", "    ## Compacted Session\n", "> " + heading + "\n", "### Compacted Session\n", "中文\n", "\x00\xff\n",
}

// unclosed texts end inside a block of code.
var unclosed = []string{"```\ncode\n", "~~~~ go\ncode", "````\n```\n"}

// TestLaws: whatever sequence of compactions, edits and interrupted writes, no session is lost, none
// is there twice after the next run, what is not ours stays, and the limit holds.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(odd)
		f := Files{Active: text.Draw(t, "active"), Archive: text.Draw(t, "archive")}
		mine, theirs := []string{f.Active}, []string{f.Archive}
		order := []string{}
		for step := range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0: // somebody writes at the end, but no second block of code behind an open one, which would turn it inside out
				if openAtEnd(f.Active).n > 0 {
					continue
				}
				more := rapid.SampledFrom(append(odd, unclosed...)).Draw(t, "more")
				if f.Active != "" && !strings.HasSuffix(f.Active, "\n") {
					more = "\n" + more
				}
				f.Active += more
				mine = append(mine, more)
			case 1: // or at the beginning
				more := strings.TrimRight(text.Draw(t, "first"), "\n") + "\n\n"
				f.Active = more + f.Active
				mine = append([]string{more}, mine...)
			default:
				s := named(fmt.Sprint("s", step), rapid.IntRange(0, 90).Draw(t, "size"))
				if rapid.IntRange(0, 9).Draw(t, "large") == 0 {
					s = named(s.ID, most)
				}
				out := run(t, f, s)
				switch rapid.IntRange(0, 3).Draw(t, "killed") {
				case 0: // before the archive
					continue
				case 1: // between archive and active file
					f.Archive = out.Archive
					if strings.HasSuffix(ids(f.Archive), s.ID) { // it had gone there at once
						order = append(order, s.ID)
					}
					continue
				}
				f = out.Files
				order = append(order, s.ID)
				if all := ids(f.Archive) + " " + ids(f.Active); strings.Join(strings.Fields(all), " ") != strings.Join(order, " ") {
					t.Fatalf("sessions %q of %q", all, order)
				}
				if out.Tokens > Limit && !out.Alone && !out.Own || out.Alone && len(strings.Fields(ids(f.Active))) != 1 {
					t.Fatalf("%d tokens, %v", out.Tokens, out.Says())
				}
				if again := run(t, f, s); again.Changed(f) {
					t.Fatalf("the same again changes the files:\n%s", Diff("m", f, again.Files))
				}
				holds(t, "active file", rest(f.Active), mine)
				holds(t, "archive", rest(f.Archive), theirs)
			}
		}
	})
}

// holds looks for texts in a file, in their order, byte for byte.
func holds(t *rapid.T, name, file string, texts []string) {
	at := 0
	for _, s := range texts {
		i := strings.Index(file[at:], s)
		if i < 0 {
			t.Fatalf("the %s has lost or changed %q:\n%q", name, s, file)
		}
		at += i + len(s)
	}
}
