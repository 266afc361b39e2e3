package jsonl

import (
	"encoding/json"
	"testing"
)

func TestMend(t *testing.T) {
	for raw, want := range map[string]string{
		`"plain \n é"`: `"plain \n é"`, "\"a\xffb\"": "\"a\ufffdb\"", `"\ud83d"`: `"\ufffd"`, `"\udd8a\ud83e\udd8a\\ud83d"`: `"\ufffd\ud83e\udd8a\\ud83d"`, `"\ud83e\n"`: `"\ufffd\n"`,
	} {
		if got := Mend(raw); got != want || !json.Valid([]byte(got)) {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}
