package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// typed is the test of a format whose records all have a type.
func typed(raw []byte) bool { return bytes.HasPrefix(raw, []byte(`{"type"`)) }

// scan reads a text, holds every record to its place in it, and gives the records, the
// problems as "line kind" and the number of lines.
func scan(tb testing.TB, text string) (recs []string, problems []string, lines int) {
	tb.Helper()
	res, err := Scan(strings.NewReader(text), int64(len(text)), typed, func(r Record) bool {
		if got := text[r.Off : r.Off+r.Len]; got != string(r.Raw) {
			tb.Errorf("the record %q stands where the file has %q", r.Raw, got)
		}
		if want := 1 + strings.Count(text[:r.Off], "\n"); r.Line != want {
			tb.Errorf("the record %.60q is said to be in line %d, it is in %d", r.Raw, r.Line, want)
		}
		if !json.Valid(r.Raw) || r.Raw[0] != '{' {
			tb.Errorf("the record %q is no JSON object", r.Raw)
		}
		s := string(r.Raw)
		if r.Broken {
			s = "broken " + s
		}
		recs = append(recs, s)
		return true
	})
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range res.Problems {
		what := fmt.Sprint(p.Line, " ", p.Kind)
		if p.Whole {
			what += ", whole"
		}
		problems = append(problems, what)
		if strings.Contains(p.Message, "\n") || p.Message == "" {
			tb.Errorf("the message %q is no single line", p.Message)
		}
	}
	return recs, problems, res.Lines
}

func TestScan(t *testing.T) {
	t.Parallel()
	const a, b = `{"type":"a","n":1}`, `{"type":"b","s":"}{"}`
	tests := []struct {
		name, text string
		recs       []string
		problems   []string
		lines      int
	}{
		{"nothing", "", nil, nil, 0},
		{"two lines", a + "\n" + b + "\n", []string{a, b}, nil, 2},
		{"no line end at the end", a + "\n" + b, []string{a, b}, nil, 2},
		{"byte order mark", "\ufeff" + a + "\n" + b + "\n", []string{a, b}, nil, 2},
		{"a byte order mark in the middle is damage", a + "\n\ufeff" + b + "\n", []string{a, b}, []string{"2 malformed"}, 2},
		{"CRLF", a + "\r\n" + b + "\r\n", []string{a, b}, nil, 2},
		{"blank lines", "\n \t\r\n" + a + "\n\n\n" + b + "\n\n", []string{a, b}, nil, 7},
		{"blanks around a record", "  " + a + " \t\n", []string{a}, nil, 1},
		{"NUL padding before, behind and alone", "\x00\x00" + a + "\n" + b + "\x00\n\x00\x00\x00\n", []string{a, b}, []string{"1 padding", "2 padding", "3 padding"}, 3},
		{"torn", a + "\n" + `{"type":"c","s":"half` + "\n" + b + "\n", []string{a, b}, []string{"2 malformed"}, 3},
		{"glued", a + b + "\n" + a + "\n", []string{a, b, a}, []string{"1 malformed, whole"}, 2},
		{"glued with blanks", a + " \t" + b + "\n", []string{a, b}, []string{"1 malformed, whole"}, 1},
		{"torn, then glued", `{"type":"c","s":"ha` + a + "\n" + b + "\n", []string{a, b}, []string{"1 malformed"}, 2},
		{"glued, then torn", a + `{"type":"c","s":` + "\n" + b + "\n", []string{a, b}, []string{"1 malformed"}, 2},
		{"torn in the middle of two", a + `{"type":"c","s":tr` + b + "\n", []string{a, b}, []string{"1 malformed"}, 1},
		{"a piece that is no record", `{"type":"c","m":{"x":1},"s":tr` + "\n", nil, []string{"1 malformed"}, 1},
		{"the last line is unfinished", a + "\n" + `{"type":"c","s":"half`, []string{a}, []string{"2 malformed"}, 2},
		{"a record before the unfinished one", a + `{"type":"c"`, []string{a}, []string{"1 malformed"}, 1},
		{"values that are no objects", "null\n[1]\n\"x\"\n" + a + "\n", []string{a}, []string{"1 not-an-object", "2 not-an-object", "3 not-an-object"}, 4},
		{"bytes that are no UTF-8", "{\"type\":\"\xff\"}\n" + a + "\n", []string{"broken {\"type\":\"\xff\"}", a}, []string{"1 encoding"}, 2},
		{"half of a surrogate pair", `{"type":"\ud83e"}` + "\n", []string{`broken {"type":"\ud83e"}`}, []string{"1 surrogate"}, 1},
		{"a whole pair", `{"type":"\ud83e\udd8a \\ud83e"}` + "\n", []string{`{"type":"\ud83e\udd8a \\ud83e"}`}, nil, 1},
		{"a line separator is no line end", "{\"type\":\"\u2028\"}\n", []string{"{\"type\":\"\u2028\"}"}, nil, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			recs, problems, lines := scan(t, tt.text)
			if diff := cmp.Diff(tt.recs, recs); diff != "" {
				t.Errorf("records (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.problems, problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if lines != tt.lines {
				t.Errorf("%d lines, want %d", lines, tt.lines)
			}
		})
	}
}

func TestLoneSurrogate(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`""`: false, `"\ud83e"`: true, `"\udd8a"`: true, `"\ud83e\udd8a"`: false, `"\uD83E\uDD8A"`: false, `"\ud83e\u0041"`: true,
		`"\ud83ex\udd8a"`: true, `"\\ud83e"`: false, `"\\\ud83e"`: true, `"\ud83e\ud83e\udd8a"`: true, `"\u0041\n"`: false, `"\udbff\udfff"`: false, `"\n"`: false,
	} {
		if got := LoneSurrogate([]byte(raw)); got != want {
			t.Errorf("LoneSurrogate(%s) = %v", raw, got)
		}
	}
}

// TestLongLines: a line of 5 MB between short ones, and a file that is one line.
func TestLongLines(t *testing.T) {
	t.Parallel()
	long := `{"type":"x","s":"` + strings.Repeat("語🦊 \\n", 5<<20/11) + `"}`
	short := `{"type":"y"}`
	recs, problems, lines := scan(t, short+"\n"+long+"\n"+short+"\n")
	if len(recs) != 3 || recs[1] != long || recs[2] != short || problems != nil || lines != 3 {
		t.Errorf("%d records, problems %v, %d lines", len(recs), problems, lines)
	}
	if recs, _, _ := scan(t, long); len(recs) != 1 {
		t.Errorf("%d records of one line without an end", len(recs))
	}
}

func TestScanStops(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(`{"type":"a"}{"type":"b"}`+"\n", 3)
	n := 0
	res, err := Scan(strings.NewReader(text), int64(len(text)), typed, func(Record) bool { n++; return n < 3 })
	if err != nil || n != 3 || res.Lines != 2 {
		t.Errorf("%d records were given, %d lines, error %v", n, res.Lines, err)
	}
}

// TestScanOfAFileThatShrank: what is gone since the size was taken is no error.
func TestScanOfAFileThatShrank(t *testing.T) {
	t.Parallel()
	text := `{"type":"a"}` + "\n"
	n := 0
	res, err := Scan(strings.NewReader(text), 10_000, typed, func(Record) bool { n++; return true })
	if err != nil || n != 1 || res.Lines != 1 {
		t.Errorf("%d records, %d lines, error %v", n, res.Lines, err)
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }

func TestScanSaysWhatReadingSaid(t *testing.T) {
	t.Parallel()
	if _, err := Scan(failing{}, 10, nil, func(Record) bool { return true }); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}
