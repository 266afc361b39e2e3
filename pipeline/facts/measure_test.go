package facts

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"12,500 rows in 90 seconds":           "12500 rows in 90s",
		"1’234’567 and 1_000 and 12\u202f500": "1234567 and 1000 and 12500",
		"512 MB, 512MB, 512 megabytes":        "512mb, 512mb, 512mb",
		"a 5-minute wait, 40 Millisekunden":   "a 5min wait, 40ms",
		"30 s or 2 h, not 2 x 4 or 3 m":       "30s or 2h, not 2 x 4 or 3 m",
		"75 % and 77.5 percent":               "75% and 77.5%",
		"v1.2.3, 1.2.3 s, 2026-05-04, 10-20":  "v1.2.3, 1.2.3 s, 2026-05-04, 10-20",
		"80,44 and 1,2345 and 12345,678":      "80,44 and 1,2345 and 12345,678",
		"x86_64 utf8 3d4e5f6 5minutes_ago":    "x86_64 utf8 3d4e5f6 5minutes_ago",
		"ends 1,000. Then 2,000":              "ends 1000. Then 2000",
	} {
		if got := Figures(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if again := Figures(want); again != want {
			t.Errorf("%q again: %q", want, again)
		}
	}
}

// The key of a number is its one spelling, its text and span are what stands there.
func TestNumberKeys(t *testing.T) {
	t.Parallel()
	text := "It takes 90 seconds for 12,500 rows on port 8080, i.e. 0.5 ms each, see v1.2."
	var got [][2]string
	for _, n := range collect(t, messages{person(text)}).Numbers {
		if text[n.Span.Start:n.Span.End] != n.Text {
			t.Errorf("%q stands at %v", n.Text, n.Span)
		}
		got = append(got, [2]string{n.Key, n.Text})
	}
	want := [][2]string{{"90s", "90 seconds"}, {"12500", "12,500"}, {"8080", "8080"}, {"0.5ms", "0.5 ms"}, {"v1.2", "v1.2"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := Named("12,500 rows in 90 seconds", model.Tool); len(got) != 1 || got[0].Key != "90s" {
		t.Errorf("of a tool: %+v", got)
	}
}

// Neither an abbreviation nor a member of a one-letter variable is a name.
func TestNoNames(t *testing.T) {
	t.Parallel()
	for _, f := range Named("e.g. i.e. z.B. d.h. r.price and f.zeit but m.py, store.Get", model.Assistant) {
		if f.Key != "m.py" && f.Key != "store.Get" {
			t.Errorf("%q is a name", f.Key)
		}
	}
}

func TestNegations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Do not delete it without asking.": 2, "Delete it without asking.": 1, "Don’t touch it": 1, "Never, never do that": 2,
		"Always run the tests": 0, "Auf keinen Fall ändern": 1, "禁止删除": 1, "表示しないでください": 1, "It can't fail": 1,
	} {
		if got := Negations(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// A backslash before a letter parts the folders of a path; the others escape.
func TestShellOfWindows(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		`Get-Content logs\startup.log`: {"Get-Content", `logs\startup.log`}, `type "C:\a\b.txt"`: {"type", `C:\a\b.txt`},
		`cat a\ b.txt`: {"cat", "a b.txt"}, `\ls x`: {"ls", "x"}, `echo "\"q\" \$x"`: {"echo", `"q" $x`},
	} {
		got := parseShell(line)
		if len(got) != 1 {
			t.Fatalf("%q: %d commands", line, len(got))
		}
		if d := cmp.Diff(want, got[0].words); d != "" {
			t.Errorf("%q: %s", line, d)
		}
	}
}

func FuzzFigures(f *testing.F) {
	for _, s := range []string{"1,000 s", "1'000'000.5 %", "12\u202f345", "5-minute", "µs 3 µs", "1,000,00", "9.", "0.s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := Figures(s); len(got) > len(s) {
			t.Errorf("%q became %q", s, got)
		}
		Named(s, model.User)
	})
}

func TestClipped(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{headBytes - 10: false, headBytes + 10: true} {
		f := collect(t, messages{calls("1", "Write", `{"file_path":"a","content":"`+strings.Repeat("x", n)+`"}`), gives("1", "Write", "ok", false)})
		if got := f.Files[0].Clipped(); got != want {
			t.Errorf("%d bytes: %v", n, got)
		}
	}
}
