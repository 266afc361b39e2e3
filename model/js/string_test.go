package js

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestUnquote(t *testing.T) {
	t.Parallel()
	tests := []struct {
		raw, want string
		broken    bool
	}{
		{`""`, "", false},
		{`"plain"`, "plain", false},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t", false},
		{`"\u0041\u00e9\u8a9e"`, "Aé語", false},
		{`"\ud83e\udd8a"`, "🦊", false},
		{`"\uD83E\uDD8A"`, "🦊", false},
		{`"\ud83e"`, "\ufffd", true},
		{`"\udd8a"`, "\ufffd", true},
		{`"\ud83e\u0041"`, "\ufffdA", true},
		{`"\ud83ex"`, "\ufffdx", true},
		{`"\ud83e\n"`, "\ufffd\n", true},
		{`"\ud83e\ud83e\udd8a"`, "\ufffd🦊", true},
		{`"\udd8a\ud83e"`, "\ufffd\ufffd", true},
		{`"\ufffd"`, "\ufffd", false},
		{"\"\xff\"", "\ufffd", true},
		{"\"\\n\xe8\xaa\"", "\n\ufffd\ufffd", true},
		{"\"\xed\xa0\xbe\"", "\ufffd\ufffd\ufffd", true},
		{`"\u12"`, "\ufffd12", true},
	}
	for _, tt := range tests {
		s, broken := Unquote(tt.raw)
		if s != tt.want || broken != tt.broken {
			t.Errorf("Unquote(%s) = %q, %v; want %q, %v", tt.raw, s, broken, tt.want, tt.broken)
		}
		if got := Unescape([]byte(tt.raw[1 : len(tt.raw)-1])); got != tt.want {
			t.Errorf("Unescape of what is in %s = %q; want %q", tt.raw, got, tt.want)
		}
	}
}

// TestQuoteThereAndBack: what Quote writes is JSON of the same text, for Unquote and for others.
func TestQuoteThereAndBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), wide(true)).Draw(t, "s")
		q := Quote(s)
		var other string
		if err := json.Unmarshal([]byte(q), &other); err != nil || other != s {
			t.Fatalf("Quote(%q) = %s, which is %q to encoding/json (%v)", s, q, other, err)
		}
		if back, broken := Unquote(q); back != s || broken {
			t.Fatalf("Quote(%q) = %s, which is %q, broken %v", s, q, back, broken)
		}
	})
}

func FuzzUnquote(f *testing.F) {
	for _, s := range []string{`""`, `"\ud83e\udd8a"`, `"\ud83e\u0041"`, "\"\xff\\n\"", `"\u00`, `"\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		s, broken := Unquote(raw)
		if !json.Valid([]byte(raw)) || raw[0] != '"' || raw[len(raw)-1] != '"' { // blanks around it are not the string's
			return
		}
		var want string
		if err := json.Unmarshal([]byte(raw), &want); err != nil || s != want {
			t.Errorf("Unquote(%q) = %q, want %q (%v)", raw, s, want, err)
		}
		if again, bad := Unquote(Quote(s)); again != s || bad {
			t.Errorf("%q is not stable: %q, broken before %v", s, again, broken)
		}
	})
}
