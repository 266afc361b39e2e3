package chat

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/sessiontest"
)

// TestWriteLaw makes lists of every dialect and cuts them anywhere.
func TestWriteLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := generate(t)
		s, err := Read(model.Input{Path: "r.json", Reader: strings.NewReader(doc), Size: int64(len(doc))})
		if err != nil {
			t.Fatalf("%v: %s", err, doc)
		}
		d := draft(s, rapid.IntRange(0, len(s.Rows)).Draw(t, "tail"))
		w, err := Write(s, d, options())
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := w.Rope.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		checkWritten(t, s, d, []byte(doc), w, b.Bytes())
	})
}

// generate draws a list in one dialect, with calls that are answered, open, or answered late.
func generate(t *rapid.T) string {
	dialect := rapid.SampledFrom([]string{OpenAI, Anthropic, AISDK}).Draw(t, "dialect")
	var out []string
	calls := 0
	word := rapid.SampledFrom([]string{`"hello"`, `"  "`, `""`, `"a \"b\" \ud83d\ude00"`, `"x"`})
	for range rapid.IntRange(1, 12).Draw(t, "n") {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			out = append(out, `{"role":"user","content":`+word.Draw(t, "w")+`}`)
		case 1:
			out = append(out, `{"role":"assistant","content": [ {"type":"text","text":`+word.Draw(t, "w")+`} ]}`)
		case 2, 3:
			calls++
			id := fmt.Sprintf(`"c%d"`, calls)
			var call, result string
			switch dialect {
			case OpenAI:
				call = `{"role":"assistant","content":null,"tool_calls":[{"id":` + id + `,"type":"function","function":{"name":"f","arguments":"{}"}}]}`
				result = `{"role":"tool","tool_call_id":` + id + `,"content":"r"}`
			case Anthropic:
				call = `{"role":"assistant","content":[{"type":"tool_use","id":` + id + `,"name":"f","input":{}}]}`
				result = `{"role":"user","content":[{"type":"tool_result","tool_use_id":` + id + `,"content":"r"},{"type":"text","text":` + word.Draw(t, "w") + `}]}`
			case AISDK:
				call = `{"role":"assistant","content":[{"type":"tool-call","toolCallId":` + id + `,"toolName":"f","input":{}}]}`
				result = `{"role":"tool","content":[{"type":"tool-result","toolCallId":` + id + `,"toolName":"f","output":{"type":"text","value":"r"}}]}`
			}
			out = append(out, call)
			if rapid.Bool().Draw(t, "answered") {
				if rapid.Bool().Draw(t, "between") {
					out = append(out, `{"role":"user","content":"between"}`)
				}
				out = append(out, result)
			}
		case 4:
			out = append(out, `{"role":"user","content":[{"type":"text","text":"q"},`+word.Draw(t, "w")+`]}`)
		}
	}
	list := "[" + strings.Join(out, " ,\n  ") + "\n]"
	if rapid.Bool().Draw(t, "object") {
		return `{ "model":"m", "messages" : ` + list + `, "max_tokens": 1.0 }`
	}
	return list
}

func FuzzRead(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(sessiontest.Root(f), "testdata", "cases", "*", "*.json*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.Size() < 4096 {
			f.Add(sessiontest.Bytes(f, p))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Read(model.Input{Path: "f.json", Reader: bytes.NewReader(b), Size: int64(len(b))})
		if err != nil {
			return
		}
		checkSession(t, s)
		for _, tail := range []int{0, len(s.Rows) / 2} {
			w, out := write(t, s, draft(s, tail))
			if len(s.Rows) == 0 {
				continue
			}
			if _, err := Read(model.Input{Path: w.Name, Reader: bytes.NewReader(out), Size: int64(len(out))}); err != nil {
				t.Errorf("%v: %q became %q", err, b, out)
			}
		}
	})
}
