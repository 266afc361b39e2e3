package render

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cutline/model/discover"
	"cutline/render/theme"
)

func TestAge(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		-time.Hour: "now", 59 * time.Second: "now", time.Minute: "1m", 59 * time.Minute: "59m", time.Hour: "1h", 47 * time.Hour: "47h",
		2 * day: "2d", 13 * day: "13d", 14 * day: "2w", 364 * day: "52w", 366 * day: "1y",
	} {
		if got := Age(d); got != want {
			t.Errorf("Age(%s) = %s, want %s", d, got, want)
		}
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir, home string
		n         int
		want      string
	}{
		{"/home/dev/code/ledger", "/home/dev", 20, "~/code/ledger"},
		{"/home/dev", "/home/dev", 20, "~"},
		{"/home/developer/x", "/home/dev", 20, "/home/developer/x"},
		{"/home/dev/code/ledger", "/home/dev", 9, "…/ledger"},
		{"/home/dev/code/ledger", "/home/dev", 5, "ledg…"},
		{`D:\code\oh-my`, "", 8, `…\oh-my`},
		{"", "/home/dev", 8, ""},
		{"/", "", 0, "…"},
		{"/a\x1b[31m/b", "", 12, "/a/b"},
	} {
		if got := folder(theme.Plain(), c.dir, c.home, c.n); got != c.want && !(c.n == 0 && got == "") {
			t.Errorf("folder(%q, %q, %d) = %q, want %q", c.dir, c.home, c.n, got, c.want)
		}
	}
}

// What is known shows, what is not is blank, and an estimate says that it is one.
func TestSession(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	e := discover.Entry{
		Agent: "claude-code", Project: "/home/dev/ledger", Title: "Rename the flag", ModTime: now.Add(-3 * time.Hour), Size: 1_830_000,
		Read: true, Messages: 412, Used: 184_000, Window: 200_000, Compactions: 2,
	}
	row := func(w int) string {
		return Session(theme.Plain(), SessionData{Entry: e, Now: now, Home: "/home/dev"}, w)
	}
	has := func(row string, words ...string) {
		t.Helper()
		for _, s := range words {
			if !strings.Contains(row, s) {
				t.Errorf("no %q in %q", s, row)
			}
		}
	}
	has(row(120), "claude-code", " 3h", "~/ledger", "Rename the flag", " 412 ", "1.83 MB", "█████· ", "92%", "Σ2")
	if narrow := row(58); strings.Contains(narrow, "MB") || strings.Contains(narrow, "Σ") {
		t.Errorf("too much for 58 cells: %q", narrow)
	}
	e.Approx = true
	has(row(120), "≈412", "Σ2+")
	e.Read, e.Title = false, ""
	if r := row(120); strings.Contains(r, "412") {
		t.Errorf("a count before it is read: %q", r)
	}
	e.Read, e.Why = true, "no reader"
	has(row(120), "no reader")
}

func TestSessionsAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(0, 260).Draw(t, "w")
		d := SessionData{
			Entry: discover.Entry{
				Agent: wild().Draw(t, "agent"), Project: wild().Draw(t, "project"), Title: wild().Draw(t, "title"), Why: wild().Draw(t, "why"),
				Size: rapid.Int64Range(0, 1<<45).Draw(t, "size"), Read: rapid.Bool().Draw(t, "read"), Approx: rapid.Bool().Draw(t, "approx"),
				Messages: rapid.IntRange(-1, 1<<30).Draw(t, "messages"), Used: rapid.IntRange(0, 1<<30).Draw(t, "used"),
				Window: rapid.IntRange(0, 1<<24).Draw(t, "window"), Compactions: rapid.IntRange(0, 9999).Draw(t, "compactions"),
			},
			Home: wild().Draw(t, "home"), Cursor: rapid.Bool().Draw(t, "cursor"),
		}
		exactly(t, "session", w, Session(theme.Colour(true), d, w), SessionHead(theme.Colour(true), w))
	})
}
