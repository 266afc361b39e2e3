package redact

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzText holds what is true of any text: it stays UTF-8, a second time changes nothing, by the
// same redactor or another, and markers that stood in it are still there.
func FuzzText(f *testing.F) {
	for i, p := range planted {
		text, _ := plant(f, p.text, uint64(i))
		f.Add(text)
		f.Add(new(Redactor).Text(text))
	}
	for i, sh := range shapes {
		f.Add("x " + whole(sh, grow(f, sh.example, uint64(i))) + " y")
	}
	for _, s := range []string{
		"[redacted a #1]", "PASSWORD=[redacted bearer #2]", "password: \"\\", "=", ":", "k='", "--token ", "-----BEGIN PRIVATE KEY-----",
		"-----END PRIVATE KEY-----", "PASSWORD=\xff\xfe", "пароль: пароль", "token=" + strings.Repeat("aB3", 30), "\\\\\\\"key\\\\\\\": \\\\\\\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var r Redactor
		once := r.Text(s)
		if utf8.ValidString(s) && !utf8.ValidString(once) {
			t.Fatalf("%q became %q", s, once)
		}
		found := len(r.Findings())
		if again := r.Text(once); again != once || len(r.Findings()) != found {
			t.Errorf("%q became %q, then %q", s, once, again)
		}
		if again := new(Redactor).Text(once); again != once {
			t.Errorf("%q became %q, then %q for another", s, once, again)
		}
		for _, w := range markers(s) {
			if !strings.Contains(once, s[w.start:w.end]) {
				t.Errorf("%q became %q without %q", s, once, s[w.start:w.end])
			}
		}
		for _, p := range r.Findings() {
			if p.Line < 1 || p.Number < 1 || p.Chars < 1 || p.Kind == "" || p.Line > 1+strings.Count(s, "\n") {
				t.Errorf("%+v of %q", p, s)
			}
		}
	})
}
