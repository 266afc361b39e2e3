package jsonl

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValidDeep(t *testing.T) {
	t.Parallel()
	for _, n := range []int{deepest, deepest + 1, 5_000_000} {
		b := []byte(strings.Repeat("[", n) + strings.Repeat("]", n))
		if got, want := Valid(b), json.Valid(b); got != want {
			t.Errorf("%d deep: %v, want %v", n, got, want)
		}
	}
	for _, s := range []string{strings.Repeat("[", 5_000_000), `"` + strings.Repeat("[", 20_000), strings.Repeat(`{"":`, 3_000_000)} {
		if Valid([]byte(s)) {
			t.Errorf("valid: %.20s", s)
		}
	}
}

func FuzzValid(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"\u00e9\n",null]}`, `"a`, `{"a":1}x`, `[01]`, `[1.]`, `-`, ` true `, "\"\x01\"", "\"\xff\"", ``} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, want := Valid(b), json.Valid(b); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
