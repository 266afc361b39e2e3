package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
)

// checkWritten holds a written list to its promises. It looks at JSON with the standard
// decoder only and shares nothing with the writer.
func checkWritten(t fataler, s *model.Session, d model.Draft, before []byte, w *model.Written, after []byte) {
	t.Helper()
	repaired := make(map[int]bool)
	for _, r := range w.Repairs {
		repaired[r.Row] = true
	}
	if len(after) == 0 || after[len(after)-1] != '\n' {
		t.Errorf("the file does not end with a line end")
	}
	list := split(t, after)
	n, at := 0, 0
	for _, e := range list {
		if strings.Contains(string(e), "<conversation_summary>") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d summaries", n)
	}
	for _, it := range d.Items {
		if it.Row < 0 || it.Kind == model.NewResult || repaired[it.Row] {
			continue
		}
		src := s.Sources[s.Rows[it.Row].Source]
		want := before[src.Off : src.Off+src.Len]
		if want[0] != '{' { // the text beside the list
			if !bytes.Contains(after, want) {
				t.Errorf("the system text is not there")
			}
			continue
		}
		found := false
		for k := max(0, at-1); k < len(list) && !found; k++ { // two messages may share an element
			if bytes.Equal(list[k], want) {
				found, at = true, k+1
			}
		}
		if !found {
			t.Errorf("message %d is not in the result, and no repair says why: %.300s", it.Row, want)
		}
	}
	pairs(t, list)
	checkAround(t, before, after)
}

// fataler is what a test and a property have in common.
type fataler interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// split gives the elements of a list.
func split(t fataler, doc []byte) []json.RawMessage {
	t.Helper()
	doc = bytes.TrimPrefix(doc, []byte("\ufeff"))
	var list []json.RawMessage
	if json.Unmarshal(doc, &list) == nil {
		return list
	}
	var o struct{ Messages []json.RawMessage }
	if json.Unmarshal(doc, &o) == nil && o.Messages != nil {
		return o.Messages
	}
	for _, line := range bytes.Split(bytes.TrimRight(doc, "\n"), []byte("\n")) {
		if !json.Valid(line) {
			t.Fatalf("neither a document nor lines of JSON: %.200q", line)
		}
		list = append(list, line)
	}
	return list
}

// pairs checks that every call and result has its other half, in this order and once, that
// roles are legal, and that no blank or missing content is left.
func pairs(t fataler, list []json.RawMessage) {
	t.Helper()
	open := map[string]bool{}
	answer := func(id any) {
		if s, _ := id.(string); !open[s] {
			t.Errorf("result %q has no call before it", s)
		} else {
			delete(open, s)
		}
	}
	for _, raw := range list {
		var e map[string]any
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatalf("%v: %s", err, raw)
		}
		switch e["role"] {
		case "system", "developer", "user", "assistant", "tool", "function":
		default:
			t.Errorf("role %v", e["role"])
		}
		blocks, _ := e["content"].([]any)
		if parts, ok := e["parts"].([]any); ok {
			blocks = parts
		}
		for _, b := range blocks {
			o, ok := b.(map[string]any)
			if !ok {
				t.Errorf("a block that is no object: %v", b)
				continue
			}
			kind, _ := o["type"].(string)
			switch {
			case kind == "tool_use":
				open[o["id"].(string)] = true
			case kind == "tool-call":
				open[o["toolCallId"].(string)] = true
			case kind == "tool_result":
				answer(o["tool_use_id"])
				if c, ok := o["content"]; ok && c == nil {
					t.Errorf("a result is null")
				}
			case kind == "tool-result":
				answer(o["toolCallId"])
			case strings.HasPrefix(kind, "tool-") && o["state"] != nil:
				if o["state"] == "input-available" {
					t.Errorf("call %v is open", o["toolCallId"])
				}
			case kind == "text" && strings.TrimSpace(fmt.Sprint(o["text"])) == "":
				t.Errorf("a blank text")
			}
		}
		if calls, ok := e["tool_calls"].([]any); ok {
			for _, c := range calls {
				open[c.(map[string]any)["id"].(string)] = true
			}
		} else if e["content"] == nil && e["parts"] == nil && e["refusal"] == nil && e["role"] != "system" {
			t.Errorf("an element without content: %s", raw)
		}
		if e["role"] == "tool" && e["tool_call_id"] != nil {
			answer(e["tool_call_id"])
		}
	}
	for id := range open {
		t.Errorf("call %q is open", id)
	}
}

// checkAround compares what stands around the list.
func checkAround(t fataler, before, after []byte) {
	t.Helper()
	var a, b map[string]json.RawMessage
	if json.Unmarshal(before, &a) != nil {
		return
	}
	if err := json.Unmarshal(after, &b); err != nil {
		t.Fatalf("an object became something else: %v", err)
	}
	delete(a, "messages")
	delete(b, "messages")
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("around the list: %s", d)
	}
}

// TestWriteCases cuts every case at every place.
func TestWriteCases(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root(t), "testdata", "cases", "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		b := file(t, path)
		if !LooksDocument(b) || len(b) > 50_000 {
			continue
		}
		n++
		s := open(t, path, b)
		for tail := 1; tail <= len(s.Rows); tail++ {
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(filepath.Dir(path)), tail), func(t *testing.T) {
				d := draft(s, tail)
				w, out := write(t, s, d)
				if strings.Count(string(b), "<conversation_summary>") == 0 {
					checkWritten(t, s, d, b, w, out)
				}
				roundTrip(t, s, d, w, out)
			})
		}
	}
	if n < 20 {
		t.Errorf("%d inputs were cut, want all of them", n)
	}
}

// roundTrip reads a written list again: the summary, and the same tail.
func roundTrip(t *testing.T, s *model.Session, d model.Draft, w *model.Written, out []byte) {
	t.Helper()
	after := open(t, w.Name, out)
	checkSession(t, after)
	repaired := make(map[int]bool)
	for _, r := range w.Repairs {
		repaired[r.Row] = true
	}
	at := 0
	for _, it := range d.Items {
		switch {
		case it.Kind == model.NewSummary:
			for at < len(after.Rows) && after.Rows[at].Origin != model.FromSummary {
				at++
			}
			if at == len(after.Rows) || message(t, after, at).Text() != summaryText {
				t.Fatalf("the summary is not there")
			}
		case it.Kind == model.NewResult || repaired[it.Row]:
		default:
			want := message(t, s, it.Row).Transcript()
			k := at
			for k < len(after.Rows) && message(t, after, k).Transcript() != want {
				k++
			}
			if k == len(after.Rows) {
				t.Fatalf("message %d is not there again", it.Row)
			}
			at = k
		}
	}
}

// TestRepairs cuts hand-made lists whose tail needs a repair and compares the whole result.
func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		name, in string
		tail     int
		want     string // the elements behind the summary
		repairs  []model.Repair
	}{
		{
			"result whose call is gone", `[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"1"}]},{"role":"user","content":"b"}]`, 2,
			`{"role":"user","content":"b"}`, []model.Repair{{Row: 2, Reason: noCall + "; " + nothingLeft}},
		},
		{
			"open calls of one message", `{"system":"S","messages":[{"role":"user","content":"a"},{"role":"user","content":"b"},{"role":"assistant","content":[` +
				`{"type":"tool_use","id":"x","name":"f","input":{}},{"type":"tool_use","id":"y","name":"f","input":{}}]}]}`, 2,
			`{"role":"user","content":"b"},{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}},{"type":"tool_use","id":"y","name":"f","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"no result was recorded","is_error":true},{"type":"tool_result","tool_use_id":"y","content":"no result was recorded","is_error":true}]}`, nil,
		},
		{
			"open call of the older form", `[{"role":"user","content":"a"},{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},{"role":"user","content":"b"}]`, 1,
			`{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},{"role":"function","name":"f","content":"no result was recorded"},{"role":"user","content":"b"}`, nil,
		},
		{
			"open call of version 4", `[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"x","toolName":"f","args":{}}]}]`, 1,
			`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"x","toolName":"f","args":{}}]},` +
				`{"role":"tool","content":[{"type":"tool-result","toolCallId":"x","toolName":"f","result":"no result was recorded","isError":true}]}`, nil,
		},
		{
			"second answer", `[{"role":"user","content":"a"},{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}}]},` +
				`{"role":"tool","tool_call_id":"x","content":"1"},{"role":"tool","tool_call_id":"x","content":"2"}]`, 1,
			`{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"x","content":"1"}`,
			[]model.Repair{{Row: 3, Reason: noCall}},
		},
		{
			"odd shapes", `[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":" "},"bare",null,[{"type":"text","text":"in"}],7]},{"role":"assistant","content":7},` +
				`{"role":"assistant","content":null},{"role":"user"},{"role":"assistant","content":"\n"}]`, 1,
			`{"role":"assistant","content":[{"type":"text","text":"bare"},{"type":"text","text":"in"},{"type":"text","text":"7"}]},{"role":"assistant","content":"7"}`,
			[]model.Repair{
				{Row: 1, Reason: blankText + "; " + shape}, {Row: 2, Reason: shape}, {Row: 3, Reason: nothingLeft}, {Row: 4, Reason: nothingLeft}, {Row: 5, Reason: nothingLeft},
			},
		},
		{
			"odd results", `[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}},{"type":"tool_use","id":"y","name":"f","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":null},{"type":"tool_result","tool_use_id":"y","content":{"k": 1}}]}]`, 1,
			`{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}},{"type":"tool_use","id":"y","name":"f","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":""},{"type":"tool_result","tool_use_id":"y","content":"{\"k\":1}"}]}`,
			[]model.Repair{{Row: 2, Reason: shape}},
		},
		{
			"bytes that are no text", "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"user\",\"content\":\"\xff \\ud83d \\ud83d\\ude00 \\\\ud83d\"}]", 1,
			`{"role":"user","content":"` + "\ufffd" + ` \ufffd \ud83d\ude00 \\ud83d"}`, []model.Repair{{Row: 1, Reason: badBytes}},
		},
		{
			"one step of two", `[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]},{"id":"2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"one"},` +
				`{"type":"step-start"},{"type":"text","text":"two"}]}]`, 2,
			`{"id":"2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"two"}]}`, []model.Repair{{Row: 2, Reason: partly}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parse(t, c.in)
			w, out := write(t, s, draft(s, c.tail))
			list := elements(t, out)
			var got []string
			for i, e := range list {
				if strings.Contains(string(e), "<conversation_summary>") {
					for _, e := range list[i+1:] {
						got = append(got, string(e))
					}
				}
			}
			if d := cmp.Diff(c.want, strings.Join(got, ",")); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.repairs, w.Repairs); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestSummaryForm compares the summary message of each dialect.
func TestSummaryForm(t *testing.T) {
	for _, c := range []struct{ dialect, want string }{
		{OpenAI, `{"role":"user","content":"a<b & \"c\""}`},
		{Anthropic, `{"role":"user","content":"a<b & \"c\""}`},
		{AISDK, `{"role":"user","content":"a<b & \"c\"","providerOptions":{"cursor":{"isSummary":true}}}`},
		{AISDKUI, `{"id":"new","role":"user","metadata":{"isSummary":true},"parts":[{"type":"text","text":"a<b & \"c\""}]}`},
	} {
		got := summary(c.dialect, `a<b & "c"`, func() string { return "new" })
		if got != c.want {
			t.Errorf("%s: %s", c.dialect, got)
		}
		if s := parse(t, "["+got+"]"); c.dialect != OpenAI && c.dialect != Anthropic && s.Rows[0].Origin != model.FromSummary {
			t.Errorf("%s: the flag is not read", c.dialect)
		}
	}
}

func TestName(t *testing.T) {
	for _, c := range []struct {
		path  string
		lines bool
		want  string
	}{
		{"/tmp/a.json", false, "a.compacted.json"},
		{"a.b.jsonl", true, "a.b.compacted.jsonl"},
		{"-", false, "session.compacted.json"},
		{"", true, "session.compacted.jsonl"},
		{"dump", false, "dump.compacted.json"},
	} {
		if got := name(c.path, c.lines); got != c.want {
			t.Errorf("%q: %q", c.path, got)
		}
	}
}

// TestLinesAndLate writes a file of lines to which the agent went on appending.
func TestLinesAndLate(t *testing.T) {
	head := `{"working_dir":"/x","description":"d"}` + "\n"
	call := `{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	in := head + `{"role":"user","content":"a"}` + "\n" + `{"role":"user","content":"b"}` + "\n" + call
	late := in + "\n" + `{"role":"tool","tool_call_id":"x","content":"late"}` + "\n" + `{"role":"tool","tool_call_id":"gone","content":"?"}` + "\n" + `{"note":1}` + "\n" + `{"role":"assistant","content":"done"}` + "\n"
	s := open(t, "l.jsonl", []byte(in))
	if roles(s) != "uua" || s.Dialect != OpenAI || s.Rows[0].Line != 2 {
		t.Fatalf("%s %s line %d", roles(s), s.Dialect, s.Rows[0].Line)
	}
	o := options()
	o.Late = &model.Input{Reader: strings.NewReader(late), Size: int64(len(late))}
	w, err := Write(s, draft(s, 1), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := w.Rope.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	want := head + `{"role":"user","content":"` + strings.ReplaceAll(summaryText, "\n", `\n`) + `"}` + "\n" + `{"role":"user","content":"b"}` + "\n" + call + "\n" +
		`{"role":"tool","tool_call_id":"x","content":"late"}` + "\n" + `{"role":"assistant","content":"done"}` + "\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	if w.Carried != 2 || w.Missed != 2 {
		t.Errorf("carried %d, missed %d", w.Carried, w.Missed)
	}

	doc := parse(t, `[{"role":"user","content":"a"},{"role":"user","content":"b"}]`)
	grown := `[{"role":"user","content":"a"},{"role":"user","content":"b"},{"role":"user","content":"c"}]`
	o.Late = &model.Input{Reader: strings.NewReader(grown), Size: int64(len(grown))}
	if w, err = Write(doc, draft(doc, 1), o); err != nil || w.Missed != 1 || w.Carried != 0 {
		t.Errorf("%+v %v", w, err)
	}
}

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
	paths, err := filepath.Glob(filepath.Join(root(f), "testdata", "cases", "*", "*.json*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.Size() < 4096 {
			f.Add(file(f, p))
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
