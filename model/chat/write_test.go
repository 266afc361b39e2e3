package chat

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// TestWriteCases cuts every case at every place.
func TestWriteCases(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "cases", "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		b := sessiontest.Bytes(t, path)
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
			if at == len(after.Rows) || sessiontest.Message(t, after, at).Text() != summaryText {
				t.Fatalf("the summary is not there")
			}
		case it.Kind == model.NewResult || repaired[it.Row]:
		default:
			want := sessiontest.Message(t, s, it.Row).Transcript()
			k := at
			for k < len(after.Rows) && sessiontest.Message(t, after, k).Transcript() != want {
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
			`{"role":"user","content":"b"}`,
			[]model.Repair{{Row: 2, Reason: noCall + "; " + nothingLeft}},
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
			`{"role":"user","content":"` + "\ufffd" + ` \ufffd \ud83d\ude00 \\ud83d"}`,
			[]model.Repair{{Row: 1, Reason: badBytes}},
		},
		{
			"one step of two", `[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]},{"id":"2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"one"},` +
				`{"type":"step-start"},{"type":"text","text":"two"}]}]`, 2,
			`{"id":"2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"two"}]}`,
			[]model.Repair{{Row: 2, Reason: partly}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parse(t, c.in)
			w, out := write(t, s, draft(s, c.tail))
			list := split(t, out)
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

// TestResultWithoutRow closes a call that the draft names by its id only, in a screen
// message of the older form.
func TestResultWithoutRow(t *testing.T) {
	s := parse(t, `[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]},{"id":"2","role":"assistant","parts":[{"type":"tool-invocation","toolInvocation":{"state":"call","toolCallId":"x","toolName":"f","args":{}}}]}]`)
	d := draft(s, 1)
	for i := range d.Items {
		if d.Items[i].Kind == model.NewResult {
			d.Items[i].Row = -1
		}
	}
	w, out := write(t, s, d)
	if !strings.Contains(string(out), `"toolInvocation":{"state":"result","toolCallId":"x","toolName":"f","args":{},"result":"no result was recorded"}`) {
		t.Errorf("%s", out)
	}
	if d := cmp.Diff([]model.Repair{{Row: 1, Reason: noResult}}, w.Repairs); d != "" {
		t.Error(d)
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
	if sessiontest.Letters(s) != "uua" || s.Dialect != OpenAI || s.Rows[0].Line != 2 {
		t.Fatalf("%s %s line %d", sessiontest.Letters(s), s.Dialect, s.Rows[0].Line)
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
