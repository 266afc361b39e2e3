package jsonl

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMend(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain":                "plain",
		`"plain \n é"`:         `"plain \n é"`,
		"\xff\xfe":             "\ufffd\ufffd",
		`\ud83d`:               `\ufffd`,
		`\udc00x`:              `\ufffdx`,
		`\ud83e\n`:             `\ufffd\n`,
		`\ud83d\ude00`:         `\ud83d\ude00`,
		`\ud83d\ud83d\ude00`:   `\ufffd\ud83d\ude00`,
		`\udd8a\ud83e\udd8a`:   `\ufffd\ud83e\udd8a`,
		`\\ud83d \u0041`:       `\\ud83d \u0041`,
		"\xe2\x82 \\ud83d\\n":  "\ufffd\ufffd \\ufffd\\n",
		"\xed\xa0\xbd\\\"\\\\": "\ufffd\ufffd\ufffd\\\"\\\\",
		"\\\xff":               "\\\ufffd",
		"\xff\\é":              "\ufffd\\é",
		"\xff\\":               "\ufffd\\",
	} {
		if got := Mend(in); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// Mended JSON is sound, any mended text is UTF-8, and a sound one is left alone.
func FuzzMend(f *testing.F) {
	f.Add(`"\ud83d\ude00 \ud83d"` + "\xff\\")
	f.Fuzz(func(t *testing.T, raw string) {
		got := Mend(raw)
		if !utf8.ValidString(got) || json.Valid([]byte(got)) && Damaged(got) || Mend(got) != got || !Damaged(raw) && got != raw {
			t.Errorf("%q becomes %q", raw, got)
		}
		if !strings.Contains(raw, "\\") && got != strings.Map(func(r rune) rune { return r }, raw) {
			t.Errorf("%q becomes %q", raw, got)
		}
	})
}
