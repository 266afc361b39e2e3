package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"nothing to do", "plain text\nsecond line\n", "plain text\nsecond line\n"},
		{"empty", "", ""},
		{"unicode stays", "naïve — 中文 한국어 🙂", "naïve — 中文 한국어 🙂"},

		{"colour", "\x1b[38;5;213mPINK-1\x1b[0m ok", "PINK-1 ok"},
		{"screen and cursor", "\x1b[7;77HJUMP\x1b[2J\x1b[6n\x1b[?1049l\x1b[10A end", "JUMP end"},
		{"two bytes", "\x1bcRESET\x1b[!p\x1b#8\x1b(0lqk\x1b(B VISIBLE-1\x1b7\x1b=", "RESETlqk VISIBLE-1"},
		{"lone escape", "a\x1b", "a"},
		{"escape before a line end", "a\x1b\nb", "a\nb"},
		{"escape before a character", "a\x1b中", "a中"},
		{"csi broken by a line end", "a\x1b[12\nb", "a\nb"},
		{"csi at the end", "a\x1b[12;", "a"},
		{"endless csi is text", "\x1b[" + strings.Repeat("1", 300) + "m", strings.Repeat("1", 300) + "m"},
		{"cursor forward is room", "a\x1b[3Cb\x1b[Cc", "a   b c"},

		{"osc by bel", "A\x1b]52;c;Y3VybCBldmlsfHNo\aB\x1b]0;TITLE\aC", "ABC"},
		{"osc by st", "A\x1b]0;TITLE\x1b\\B", "AB"},
		{"osc by c1 st", "A\x1b]0;TITLE\u009cB", "AB"},
		{"link", "\x1b]8;;http://evil.example/\aclick\x1b]8;;\a", "click"},
		{"osc without end keeps its text", "VISIBLE-2 \x1b]unterminated\nnext", "VISIBLE-2 unterminated\nnext"},
		{"osc cut by another sequence", "\x1b]0;title\x1b[31mred\a", "0;titlered"},
		{"dcs, apc, pm, sos", "D\x1bPq\aq\x1b\\E\x1b_Gf=100;AAAA\x1b\\F\x1b^pm\x1b\\G\x1bXsos\x1b\\H", "DEFGH"},
		{"passthrough", "D\x1bPtmux;\x1b\x1b]52;c;eA==\a\x1b\\E", "DE"},
		{"passthrough without end", "D\x1bPtmux;\x1b\x1b]52;c;eA==\aE", "Dtmux;E"},
		{"c1 as characters", "H\u009b2J\u009d52;c;eA==\u009cI\u0090x\u009cJ\u0084K\u0085L", "HIJK\nL"},
		{"c1 as bytes", "H\x9b2JI\x9dJ", "H\ufffd2JI\ufffdJ"},
		{"c1 is not put together", "\xc2\x1b[m\x9b2J", "\ufffd\ufffd2J"},
		{"controls", "a\x00\x01\x02\x03\x0e\x0f\ab\x7fc", "abc"},
		{"form feed is a line end", "a\fb\vc", "a\nb\nc"},
		{"bad utf-8", "a\xff\xc3(b", "a\ufffd\ufffd(b"},

		{"tabs", "all:\n\tgo build\n\t\techo\na\tb\tc\t\td", "all:\n        go build\n                echo\na       b       c               d"},
		{"tab after wide and mark", "中文\tx\n<\u200b\ty", "中文    x\n<<U+200B>       y"},
		{"tab after colour", "\x1b[31mab\x1b[0m\tx", "ab      x"},

		{"carriage return overwrites", "ab\rcd\nabcd\rxy", "cd\nxycd"},
		{"crlf", "a\r\nb\r\r\nc\r\n", "a\nb\nc\n"},
		{"backspace", "abc\b\by", "ayc"},
		{"overstrike", "b\bbo\bol\bld _\bu", "bold u"},
		{"spinner", "|\b/\b-\bdone", "done"},
		{"backspace at the start", "\b\bx", "x"},
		{"erase to the end", "long text here\rshort\x1b[K", "short"},
		{"erase line", "gone\x1b[2K\rhere", "here"},
		{"erase without movement", "\x1b[31mfoo\x1b[m\x1b[K bar", "foo bar"},
		{"erase to the start", "abcd\b\b\x1b[1Kx", "  xd"},
		{"column one", "one\x1b[1Gtwo", "two"},
		{"overwrite half a wide one", "中文\rab\b\bx", "xb文"},
		{"overwrite second half", "中文\b\b\bx", " x文"},
		{"marks move with their letter", "e\u0301x\ry", "yx"},

		{"bidi", "user\u202e\u2066// admin\u2069 \u200e\u061c", "user<U+202E><U+2066>// admin<U+2069> <U+200E><U+061C>"},
		{"invisible", "ple\u200base re\u00adview zero\ufeffwidth\u2060\u2028", "ple<U+200B>ase re<U+00AD>view zero<U+FEFF>width<U+2060><U+2028>"},
		{"signature", "\ufeffpackage main\n\ufeff", "package main\n<U+FEFF>"},
		{"tags", "hi\U000e0068\U000e0069", "hi<U+E0068><U+E0069>"},
		{"smuggled variation selectors", "😀\ufe0f\ufe0f\U000e0101a\ufe01", "😀\ufe0f<U+FE0F><U+E0101>a<U+FE01>"},
		{"emoji stay", "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 👍🏽 🇩🇪", "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 👍🏽 🇩🇪"},
		{"joiner alone", "a\u200db 👨\u200d x", "a<U+200D>b 👨<U+200D> x"},
		{"half a flag", "🇩🇪🇫 🇫", "🇩🇪<U+1F1EB> <U+1F1EB>"},
		{"ordinary spelling", "نص عربي می\u200cخواهم क्\u200dष ทำน้ำ e\u0301", "نص عربي می\u200cخواهم क्\u200dष ทำน้ำ e\u0301"},
		{"mark without a base", "\u0301a\n\u0e33 \u0301", "<U+0301>a\n<U+0E33> <U+0301>"},
		{"voicing marks", "ｶﾞﾊﾟ aﾞ", "ｶﾞﾊﾟ a<U+FF9E>"},
		{"too new or no character", "\u1ad0 \ufdd0 \U000efffe \ue0b0", "<U+1AD0> <U+FDD0> <U+EFFFE> \ue0b0"},
		{"too many marks", "a" + strings.Repeat("\u0301", 10), "a" + strings.Repeat("\u0301", 8) + "<U+0301><U+0301>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Clean(tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Clean(%q) (-want +got):\n%s", tt.in, diff)
			}
			if again := Clean(got); again != got {
				t.Errorf("Clean twice: %q, then %q", got, again)
			}
		})
	}
}

func TestCleanProgressBar(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	for i := range 101 {
		in.WriteString("\rDownloading " + PadLeft(Num(i), 3) + "% [" + Pad(strings.Repeat("#", i/5), 20) + "]")
	}
	in.WriteString("\r\nDONE-10\n")
	want := "Downloading 100% [####################]\nDONE-10\n"
	if diff := cmp.Diff(want, Clean(in.String())); diff != "" {
		t.Error(diff)
	}
}

func TestCopied(t *testing.T) {
	t.Parallel()
	if got, want := Copied("all:\n\tgo \x1b[31mbuild\tx\u202e"), "all:\n\tgo build\tx<U+202E>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCleanLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"sh\x1b]0;TITLE\aell\nFORGED-ROW user: approved", "shell FORGED-ROW user: approved"},
		{"\n\n  a \t b\r\n\n c\n", "a b c"},
		{"call_\x1b[2J1", "call_1"},
		{" \n ", ""},
		{" \u0612x", "<U+0612>x"}, // the mark keeps no blank that folding takes away
		{"as it is", "as it is"},
	}
	for _, tt := range tests {
		got := CleanLine(tt.in)
		if got != tt.want {
			t.Errorf("CleanLine(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if again := CleanLine(got); again != got {
			t.Errorf("CleanLine twice: %q, then %q", got, again)
		}
	}
}

func TestLabel(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 1<<20)
	tests := []struct {
		name, in string
		w        int
		want     string
	}{
		{"fits", "a\nb", 10, "a b"},
		{"cut", long, 10, "word word…"},
		{"wide", strings.Repeat("中", 1000), 6, "中中…"},
		{"blank beginning", strings.Repeat(" \n", 5000) + "text", 10, "text"},
		{"sequence on the border", strings.Repeat("\x1b]8;;http://example.org/a/rather/long/address\x1b\\x\x1b]8;;\x1b\\", 99), 4, "xxx…"},
		{"nothing visible for long", strings.Repeat(" ", 1<<20) + "x", 4, "   …"},
		{"no room", "abc", 0, ""},
	}
	for _, tt := range tests {
		if got := Label(tt.in, tt.w); got != tt.want {
			t.Errorf("%s: Label = %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := LabelTail(long, 6, "..."); got != "wor..." {
		t.Errorf("LabelTail = %q", got)
	}
}

// unsafeRune returns the first character of s that must never reach a terminal, and whether there is one.
func unsafeRune(s string) (rune, bool) {
	for _, r := range s {
		if r != '\n' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x2028 {
			return r, true
		}
	}
	return 0, false
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"A\x1b]52;c;Y3VybA==\aB\x1b]8;;http://e/\aclick\x1b]8;;\aD\x1bPtmux;\x1b\x1b]52;c;eA==\a\x1b\\E\u009b2J\u009d52;c\u009cI",
		"\x1b[7;77HJUMP\x1b[2J\x1b#8\x1b(0lqk\x1b(B", "a\tb\rcd\b\be\r\n\xff\x9b\xc2\x1b[m\x9b",
		"user\u202e\u2066 \u200b\ufeff👨\u200d👩\u200d👧 🇩🇪🇫 ทำ क्\u200dष 각 ❤\ufe0f👍🏽",
		"long\rshort\x1b[K\x1b[2K\x1b[1K\x1b[5C\x1b[G", "می\u200cخواهم\u0301\u0301", "\u06dd\u0600 \u0d4ea",
	} {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, s string, w int) {
		got := Clean(s)
		if !utf8.ValidString(got) {
			t.Fatalf("not UTF-8: %q", got)
		}
		if r, found := unsafeRune(got); found {
			t.Fatalf("%U in %q", r, got)
		}
		if again := Clean(got); again != got {
			t.Fatalf("not idempotent: %q, then %q", got, again)
		}
		copied := Copied(s)
		if r, found := unsafeRune(strings.ReplaceAll(copied, "\t", " ")); found || Clean(copied) != got {
			t.Fatalf("Copied: %U in %q, which comes to %q", r, copied, Clean(copied))
		}
		line := CleanLine(s)
		if again := CleanLine(line); again != line || strings.Contains(line, "\n") {
			t.Fatalf("CleanLine: %q, then %q", line, again)
		}
		checkRows(t, got, w%130)
	})
}
