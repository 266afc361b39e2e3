package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/sessiontest"
)

// stringsOf appends every string in a decoded JSON value.
func stringsOf(v any, to []string) []string {
	switch v := v.(type) {
	case string:
		to = append(to, v)
	case []any:
		for _, e := range v {
			to = stringsOf(e, to)
		}
	case map[string]any:
		for _, e := range v {
			to = stringsOf(e, to)
		}
	}
	return to
}

func TestCases(t *testing.T) {
	t.Parallel()
	dir := sessiontest.Shared(t, "cases/cases")[0]
	tests := []struct {
		file string
		want []string // what a reader must be able to see
	}{
		{"ren-01/input.jsonl", []string{"JUMPPINK-1 ok", "RESETlqk VISIBLE-1"}},
		{"ren-02/input.jsonl", []string{"ABCclickDEFGHKVISIBLE-2 unterminated", "Next ."}},
		{"ren-03/input.jsonl", []string{"/home/dev/shop", "call_1"}},
		{"ren-04/input.json", nil},
		{"ren-06/input.json", nil},
		{"ren-08/input.json", []string{"user<U+202E><U+2066>// admin", "ple<U+200B>ase re<U+00AD>view zero<U+FEFF>width", "نص عربي عادي مع English"}},
		{"ren-09/input.jsonl", []string{"\n        go build", "\n                echo two", "\na       b       c               d\n", "END-9"}},
		{"ren-10/input.jsonl", []string{"Downloading 100%", "[####################]\nInstalled x-1.0 DONE-10\n", "cd", "ayc"}},
		{"ren-12/input.json", nil},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(filepath.Join(dir, tt.file))
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			dec := json.NewDecoder(bytes.NewReader(data))
			for {
				var v any
				if err := dec.Decode(&v); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				for _, s := range stringsOf(v, nil) {
					clean := Clean(s)
					if r, found := unsafeRune(clean); found {
						t.Errorf("%U in %q", r, clean)
					}
					for _, w := range []int{1, 2, 20, 41, 79, 80} {
						checkRows(t, clean, w)
					}
					all.WriteString(clean + "\n")
				}
			}
			for _, want := range tt.want {
				if !strings.Contains(all.String(), want) {
					t.Errorf("%q is not to be seen in %s", want, all.String())
				}
			}
			if strings.Contains(all.String(), "99% [") {
				t.Error("a state of the progress bar before the last is still there")
			}
		})
	}
}
