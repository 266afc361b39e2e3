package claudecode

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// contents are the content values of the lines behind the summary, and the lines themselves.
func contents(t *testing.T, b []byte) (content, lines []string) {
	t.Helper()
	for _, l := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")[2:] {
		var r struct {
			Message struct{ Content json.RawMessage }
		}
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		content, lines = append(content, string(r.Message.Content)), append(lines, l)
	}
	return content, lines
}

func reasons(w *model.Written) []string {
	var out []string
	for _, r := range w.Repairs {
		out = append(out, fmt.Sprintf("%d %s", r.Row, r.Reason))
	}
	return out
}

func TestRepairs(t *testing.T) {
	mixed := `[{"type":"tool_result","tool_use_id":"t1","content":"one"},{"type":"text","text":"and go on"}]`
	two := `[{"tool_use_id":"t0","type":"tool_result","content":"zero"}, {"tool_use_id":"t1","type":"tool_result","content":"one"}]`
	tests := []struct {
		name    string
		in      []string
		items   []model.Item
		want    []string // contents
		reasons []string
		absent  string // of the whole file
	}{
		{
			name: "a result whose call is gone",
			in: []string{
				line("u1", "", "user", say("go")), line("a1", "u1", "assistant", call("t1")),
				line("r1", "a1", "user", two, `"toolUseResult":{"stdout":"zero"}`),
			},
			items:   []model.Item{{Kind: model.KeptTail, Row: 1}, {Kind: model.KeptTail, Row: 2, Drop: []string{"t0"}}},
			want:    []string{call("t1"), `[{"tool_use_id":"t1","type":"tool_result","content":"one"}]`},
			reasons: []string{"2 the result of a call that is not kept is left out"},
			absent:  "zero",
		},
		{
			name: "nothing left of a record",
			in: []string{
				line("u1", "", "user", say("go")), line("a1", "u1", "assistant", call("t1")),
				line("r1", "a1", "user", answer("t1", "one")), line("u2", "r1", "user", say("more")),
			},
			items:   []model.Item{{Kind: model.KeptTail, Row: 2, Drop: []string{"t1"}}, {Kind: model.KeptTail, Row: 3}},
			want:    []string{say("more")},
			reasons: []string{"2 the result of a call that is not kept is left out"},
		},
		{
			name:    "the words of a record with results",
			in:      []string{line("u1", "", "user", say("go")), line("a1", "u1", "assistant", call("t1")), line("r1", "a1", "user", mixed, `"toolUseResult":"one"`)},
			items:   []model.Item{{Kind: model.KeptTail, Row: 3}},
			want:    []string{say("and go on")},
			reasons: []string{"3 the results that stood in the same record are not kept"},
			absent:  "toolUseResult",
		},
		{
			name:    "the results of a record with words",
			in:      []string{line("u1", "", "user", say("go")), line("a1", "u1", "assistant", call("t1")), line("r1", "a1", "user", mixed)},
			items:   []model.Item{{Kind: model.KeptTail, Row: 1}, {Kind: model.KeptTail, Row: 2}},
			want:    []string{call("t1"), answer("t1", "one")},
			reasons: []string{"2 the words that stood in the same record are not kept"},
		},
		{
			name:  "both halves of a record",
			in:    []string{line("u1", "", "user", say("go")), line("a1", "u1", "assistant", call("t1")), line("r1", "a1", "user", mixed)},
			items: []model.Item{{Kind: model.KeptTail, Row: 1}, {Kind: model.KeptTail, Row: 2}, {Kind: model.KeptTail, Row: 3}},
			want:  []string{call("t1"), mixed},
		},
		{
			name: "blank blocks",
			in: []string{
				line("u1", "", "user", `"  "`),
				line("a1", "u1", "assistant", `[{"type":"text","text":"\n\n"},{"type":"text","text":" x "}]`),
				line("a2", "a1", "assistant", `[{"type":"text","text":""}]`),
			},
			items:   []model.Item{{Kind: model.KeptTail, Row: 0}, {Kind: model.KeptTail, Row: 1}, {Kind: model.KeptTail, Row: 2}},
			want:    []string{`[{"type":"text","text":" x "}]`},
			reasons: []string{"0 it is blank and is left out", "1 a blank block of text is left out", "2 a blank block of text is left out"},
		},
		{
			name:    "bytes that are no text",
			in:      []string{line("u1", "", "user", "\"a\xa4b \\ud83e \\ud83e\\uddea \\\\ud83e\"")},
			items:   []model.Item{{Kind: model.KeptTail, Row: 0}},
			want:    []string{"\"a\ufffdb \\ufffd \\ud83e\\uddea \\\\ud83e\""},
			reasons: []string{"0 it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now"},
		},
		{
			name: "a call without a result",
			in:   []string{line("u1", "", "user", say("go")), line("a1", "u1", "assistant", call("t1"))},
			items: []model.Item{
				{Kind: model.KeptTail, Row: 1}, {Kind: model.NewResult, Row: -1, Part: noResult("t1")},
			},
			want: []string{call("t1"), `[{"type":"tool_result","tool_use_id":"t1","content":"[no result was recorded]","is_error":true}]`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, []byte(strings.Join(tt.in, "")))
			d := model.Draft{Items: append([]model.Item{{Kind: model.NewSummary, Row: -1, Text: "S"}}, tt.items...)}
			w, b := write(t, s, d, options())
			got, lines := contents(t, b)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.reasons, reasons(w)); d != "" {
				t.Error(d)
			}
			checked(t, b)
			if tt.absent != "" && strings.Contains(strings.Join(lines, ""), tt.absent) {
				t.Errorf("%s is still there: %s", tt.absent, lines)
			}
		})
	}
}

func TestQueuedPromptStaysAttachment(t *testing.T) {
	s := open(t, fixture(t, "queued-command.jsonl"))
	at := -1
	for i, r := range s.Rows {
		if r.Label == "and those of money" {
			at = i
		}
	}
	if at < 0 || !s.Rows[at].Typed() {
		t.Fatalf("no queued prompt of a person in %s", sessiontest.Letters(s))
	}
	_, b := write(t, s, draftFrom(s, at), options())
	raw, err := s.Raw(at)
	if err != nil {
		t.Fatal(err)
	}
	c := checked(t, b)
	if got, want := string(c.Messages[c.Summary+1]), string(Value(raw[0])); got != want || !strings.Contains(got, "queued_command") {
		t.Errorf("got %s, want %s", got, want)
	}
}
