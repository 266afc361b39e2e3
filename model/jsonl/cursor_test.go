package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

// outline writes down what a cursor finds: the keys, and the values that are neither object
// nor array.
func outline(c *Cursor) string {
	var b strings.Builder
	var value func()
	value = func() {
		switch c.Next() {
		case '{':
			c.Object(func(key []byte) { fmt.Fprintf(&b, "%s:", key); value() })
		case '[':
			c.Array(func() { b.WriteByte('-'); value() })
		default:
			fmt.Fprintf(&b, "%s;", c.Raw())
		}
	}
	value()
	return b.String()
}

// wanted is outline by another reader.
func wanted(v gjson.Result) string {
	if !v.IsObject() && !v.IsArray() {
		return strings.TrimSpace(v.Raw) + ";"
	}
	out := ""
	v.ForEach(func(k, e gjson.Result) bool {
		if v.IsObject() {
			out += k.Raw[1:len(k.Raw)-1] + ":" + wanted(e)
		} else {
			out += "-" + wanted(e)
		}
		return true
	})
	return out
}

func TestCursor(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `[]`, `"a\"b\\"`, ` { "a" : [ 1 , -2.5e3,{"b":null}, true ] , "c\"" : "\\" } `, `[[],{},[{}]]`, `0`,
	} {
		c := CursorOf(text)
		if got, want := outline(c), wanted(gjson.Parse(text)); got != want || !c.Done() {
			t.Errorf("%s: %s, want %s; done: %v", text, got, want, c.Done())
		}
		c = CursorOf(text)
		if got := string(c.Raw()); got != strings.TrimSpace(text) || !c.Done() {
			t.Errorf("%s: raw %s", text, got)
		}
	}
	for _, text := range []string{``, `{`, `{"a"}`, `{"a":}`, `{"a":1`, `{"a":1,}`, `[1,]`, `[1 2]`, `"a`, `"a\"`, `{"a":1}}`, `{a:1}`, `{"a":1}{"b":2}`, `[`} {
		c := CursorOf(text)
		if outline(c); c.Done() {
			t.Errorf("%s: taken", text)
		}
	}
}

func TestCursorValues(t *testing.T) {
	t.Parallel()
	c := CursorOf(`{"text":"a\nb","no":7,"yes":true,"left":{"x":[1]},"span":[1, 2]} `)
	got := map[string]string{}
	c.Object(func(key []byte) {
		switch k := string(key); k {
		case "text", "no":
			got[k] = string(c.Text())
		case "yes":
			got[k] = fmt.Sprint(c.True())
		case "span":
			got[k] = string(c.Span(func() { c.Array(func() {}) })) + string(c.Rest())
		}
	})
	want := map[string]string{"text": `a\nb`, "no": "", "yes": "true", "span": "[1, 2]}"}
	if d := cmp.Diff(want, got); d != "" || !c.Done() {
		t.Errorf("done: %v\n%s", c.Done(), d)
	}
}

func TestTrimEscape(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`abc`: `abc`, `abc\`: `abc`, `abc\u00`: `abc`, `\ud83d\ude`: `\ud83d`, `a\nlong enough`: `a\nlong enough`, ``: ``} {
		if got := string(TrimEscape([]byte(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A valid value is walked through as another reader does; what is walked through without being
// valid is only wrong inside strings, scalars and pairs of brackets.
func FuzzCursor(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\"",{"b":null}]}`, `[]`, `{"a":1,}`, `"\\"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c := NewCursor(b)
		got := outline(c)
		if json.Valid(b) {
			if want := wanted(gjson.ParseBytes(b)); got != want || !c.Done() {
				t.Errorf("%s, want %s; done: %v", got, want, c.Done())
			}
		}
		c = NewCursor(b)
		if c.Raw(); json.Valid(b) && !c.Done() {
			t.Error("not leapt over")
		}
	})
}

// Skim finds the records that Scan finds when what it takes is valid.
func FuzzSkim(f *testing.F) {
	for _, s := range []string{"{\"type\":1}\n{\"type\":2}", "{\"type\":1}{\"type\":2}\n", "{\"type\":\n{\"type\":2}\n\n", "\ufeff{}\r\n\x00\x00{}\n7\n", "{\"a\":\"\\"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		read := func(scan func(func(Record) bool) (Result, error)) (out []string, problems []string) {
			res, err := scan(func(r Record) bool {
				if !json.Valid(r.Raw) {
					return false
				}
				out = append(out, fmt.Sprint(r.Off, r.Len, r.Line, string(r.Raw)))
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range res.Problems {
				if p.Kind != "encoding" && p.Kind != "surrogate" {
					problems = append(problems, fmt.Sprint(p))
				}
			}
			return out, append(problems, fmt.Sprint(res.Lines))
		}
		size := int64(len(b))
		whole, p1 := read(func(f func(Record) bool) (Result, error) { return Scan(bytes.NewReader(b), size, anyRecord, f) })
		index, p2 := read(func(f func(Record) bool) (Result, error) { return Skim(bytes.NewReader(b), size, anyRecord, f) })
		if d := cmp.Diff([][]string{whole, p1}, [][]string{index, p2}); d != "" {
			t.Errorf("scanned (-), skimmed (+):\n%s", d)
		}
	})
}

func anyRecord(raw []byte) bool { return gjson.GetBytes(raw, "type").Exists() }
