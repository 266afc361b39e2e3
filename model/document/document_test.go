package document

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/jsonl"
)

func read(text string) (*File, error) {
	return Read(model.Input{Reader: strings.NewReader(text), Size: int64(len(text))})
}

func TestRecords(t *testing.T) {
	type found struct {
		At, Line int
		Raw      string
		Broken   bool
	}
	for name, c := range map[string]struct {
		text     string
		lines    int
		want     []found
		problems []string
	}{
		"one line": {`{"a":1,"l":[{"x":1},{"x":2}]}`, 1, []found{{12, 1, `{"x":1}`, false}, {20, 1, `{"x":2}`, false}}, nil},
		"pretty":   {"{\n \"l\": [\n  {\n   \"x\": 1\n  },\n  {}\n ]\n}\n", 8, []found{{12, 3, "{\n   \"x\": 1\n  }", false}, {31, 6, "{}", false}}, nil},
		"around":   {"\ufeff\n\x00{\"l\":[{}]}\x00\n", 2, []found{{11, 2, "{}", false}}, nil},
		"no list":  {`{"k":[{}]}`, 1, nil, nil},
		"no array": {`{"l":"[{}]"}`, 1, nil, nil},
		"strangers": {
			`{"l":[7,{"x":"\ud800"},{"x":"` + "\xff" + `"}]}`, 1,
			[]found{{8, 1, `{"x":"\ud800"}`, true}, {23, 1, "{\"x\":\"\xff\"}", true}},
			[]string{"not-an-object", "surrogate", "encoding"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := read(c.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []found
			var kinds []string
			for _, p := range f.Records("l", func(r jsonl.Record) bool {
				got = append(got, found{int(r.Off), r.Line, string(r.Raw), r.Broken})
				if s := c.text[r.Off : r.Off+r.Len]; s != string(r.Raw) {
					t.Errorf("at %d stands %q", r.Off, s)
				}
				return true
			}) {
				kinds = append(kinds, p.Kind)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.problems, kinds); d != "" {
				t.Error(d)
			}
			if f.Lines != c.lines {
				t.Errorf("%d lines", f.Lines)
			}
		})
	}
}

func TestNotOne(t *testing.T) {
	for _, text := range []string{"", " \n", `[{}]`, `{"l":[`, "{}\n{}"} {
		if _, err := read(text); !errors.Is(err, ErrNotOne) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
