package records

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

func input(text string) model.Input {
	return model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text))}
}

// array takes a document that is a list, or an object with one under the key l.
func array(doc gjson.Result) gjson.Result {
	if doc.IsArray() {
		return doc
	}
	return js.Fields(doc).Get("l")
}

// never recognises no record in a damaged line.
func never([]byte) bool { return false }

func TestOpenNoLines(t *testing.T) {
	if _, err := Open(input("{\"a\":1}\n{\"a\":2}\n"), array, nil); !errors.Is(err, ErrNone) {
		t.Errorf("lines are read as a document: %v", err)
	}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name, text string
		document   bool
		lines      int
		want       []string // line and text of each record
		problems   []string
	}{
		{"a list", "[{\"a\":1},\n{\"b\":2}]\n", true, 2, []string{`1 {"a":1}`, `2 {"b":2}`}, nil},
		{"behind a mark and blank lines", "\ufeff\n \n{\"l\":[\n{\"a\":1}]}\x00", true, 4, []string{`4 {"a":1}`}, nil},
		{"lines", "{\"a\":1}\n\n{\"b\":2}{\"c\":3}\n{\"d", false, 4, []string{`1 {"a":1}`, `3 {"b":2}`, `3 {"c":3}`}, []string{"3 malformed", "4 malformed"}},
		{"an object without a list", `{"a":1}`, false, 1, []string{`1 {"a":1}`}, nil},
		{"no objects", "[1,\n{\"a\":1},null]", true, 2, []string{`2 {"a":1}`}, []string{"1 shape", "2 shape"}},
		{"bytes that are no text", "[{\"a\":\"\xff\"},{\"a\":\"\\ud83d\"}]", true, 1, []string{"1 {\"a\":\"\xff\"}!", `1 {"a":"\ud83d"}!`}, []string{"1 encoding", "1 surrogate"}},
		{"nothing", "", false, 0, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Open(input(c.text), array, never)
			if err != nil {
				t.Fatal(err)
			}
			var got, problems []string
			for _, r := range f.Records {
				if r.Raw != c.text[r.Off:r.Off+r.Len] {
					t.Errorf("%s does not stand at %d", r.Raw, r.Off)
				}
				mark := ""
				if r.Broken {
					mark = "!"
				}
				got = append(got, fmt.Sprintf("%d %s%s", r.Line, r.Raw, mark))
			}
			for _, p := range f.Problems {
				problems = append(problems, fmt.Sprintf("%d %s", p.Line, p.Kind))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.problems, problems); d != "" {
				t.Error(d)
			}
			if f.Document != c.document || f.Lines != c.lines {
				t.Errorf("document %t, %d lines", f.Document, f.Lines)
			}
		})
	}
}

// TestAt: a value in front of the one before has its own line too.
func TestAt(t *testing.T) {
	f, err := Open(input("{\"x\":\n\"v\",\"l\":[\n{\"a\":1}]}"), array, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := f.At(f.Around.Get("x")); r.Line != 2 || r.Off != 6 || r.Raw != `"v"` {
		t.Errorf("%+v", r)
	}
}

// words makes a call of an object with c, a result of one with r, and text of any other; the
// hint is who says it.
func words(records []string, hint int) ([]model.Message, string) {
	m := model.Message{Role: model.Role(hint)}
	for _, raw := range records {
		f := js.Fields(gjson.Parse(raw))
		switch {
		case f.Has("none"):
			return nil, "says nothing"
		case f.Has("c"):
			m.Parts = append(m.Parts, model.Part{Kind: model.Call, Name: f.Text("c")})
		case f.Has("r"):
			m.Parts = append(m.Parts, model.Part{Kind: model.Result})
		default:
			m.Parts = append(m.Parts, model.Part{Kind: model.Text, Text: f.Text("t")})
		}
	}
	return []model.Message{m}, ""
}

func TestBuilder(t *testing.T) {
	f, err := Open(input(`[{"t":"a"},{"c":"f"},{"c":"g"},{"r":1},{"none":1},{"c":"h"},{"r":2},{"r":3}]`), array, nil)
	if err != nil {
		t.Fatal(err)
	}
	const agent, tool = int(model.Assistant), int(model.Tool)
	b := New(input(""), "test", f, words)
	b.S.Reader = strings.NewReader(f.doc)
	b.Numbered = true
	b.Add(agent, f.Records[0], f.Records[1], f.Records[2])
	if b.Add(tool, f.Records[3]); !b.Open() {
		t.Error("the second call is answered")
	}
	if rows := b.Add(agent, f.Records[4]); len(rows) > 0 {
		t.Errorf("a record without a message became %v", rows)
	}
	b.Add(agent, f.Records[5])
	b.Add(tool, f.Records[6])
	rows := b.Add(tool, f.Records[7])
	b.Reported(0, 9, 4, 2)
	b.Reported(2, 0, 0, 3) // an answer of which only its own length is known
	s, err := b.Finish()
	if err != nil || len(rows) != 1 || rows[0] != 4 {
		t.Fatalf("rows %v, %v", rows, err)
	}
	var ids []string
	for i := range s.Rows {
		m, err := s.Message(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Parts {
			if p.Kind != model.Text {
				ids = append(ids, fmt.Sprintf("%d %s %s", i, p.Name, p.ID))
			}
		}
	}
	if d := cmp.Diff([]string{"0 f call-1", "0 g call-2", "1 f call-1", "2 h call-3", "3 h call-3", "4  "}, ids); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(model.Usage{Known: true, Input: 9, Cached: 4, Output: 2, Total: 5}, s.Usage); d != "" {
		t.Error(d)
	}
	if len(s.Problems) != 1 || s.Problems[0].Message != "the record at line 1 says nothing" {
		t.Errorf("%+v", s.Problems)
	}
	if _, err := New(input(""), "test", f, words).Finish(); !errors.Is(err, ErrNone) {
		t.Errorf("a session without a message: %v", err)
	}
}

// TestChanged: a file that is no longer what it was is an error and no message.
func TestChanged(t *testing.T) {
	f, err := Open(input(`[{"t":"a"}]`), array, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := New(input(`[{"none":1}]`), "test", f, func(raws []string, _ int) ([]model.Message, string) {
		if !gjson.Valid(raws[0]) {
			return nil, "is no JSON"
		}
		return words(raws, 0)
	})
	b.Add(0, f.Records[0])
	if _, err := b.S.Message(0); !errors.Is(err, errChanged) {
		t.Errorf("read again: %v", err)
	}
}

func TestCount(t *testing.T) {
	for raw, want := range map[string]int{"7": 7, "-1": 0, "null": 0, `"x"`: 0, "1e30": 1 << 40} {
		if got := Count(gjson.Parse(raw)); got != want {
			t.Errorf("%s: %d", raw, got)
		}
	}
}
