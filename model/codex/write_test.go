package codex

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

// value is the message value of a row's records.
func value(tb testing.TB, s *model.Session, i int) string {
	tb.Helper()
	raws, err := s.Raw(i)
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, r := range raws {
		out = append(out, string(Value(r)))
	}
	return strings.Join(out, "\n")
}

// roundTrip writes the messages from row on and reads them again: they must be there byte for
// byte, and the summary behind them.
func roundTrip(t *testing.T, s *model.Session, text string, row int) {
	t.Helper()
	d := sessiontest.DraftFrom(s, row)
	w, b := write(t, s, d, options())
	got := checked(t, b, 0)
	if got.ID != w.ID || got.Text != "This session is being continued from a previous conversation.\n\nWhat was done." {
		t.Errorf("from message %d: id %q, summary %q", row, got.ID, got.Text)
	}
	again := open(t, b)
	if again.ID != w.ID || again.CWD != s.CWD || again.Lines < s.Lines-len(s.Problems) || len(again.Compactions) != len(s.Compactions)+1 {
		t.Errorf("from message %d: id %s, cwd %s, %d lines, %d compactions", row, again.ID, again.CWD, again.Lines, len(again.Compactions))
	}
	if n := len(again.Rows) - 1; again.Rows[n].Origin != model.FromSummary || again.Compactions[len(again.Compactions)-1].Summary != n {
		t.Errorf("from message %d: the last message is %v, the compaction says %+v", row, again.Rows[n].Origin, again.Compactions)
	}
	sessiontest.Kept(t, value, s, again, d, w, 0)
	if len(w.Repairs) == 0 && !strings.Contains(text, "\r\n") && !strings.HasPrefix(text, "\ufeff") {
		rest := text[strings.IndexByte(text, '\n')+1:]
		if !strings.Contains(b, strings.TrimSuffix(rest, "\n")+"\n") {
			t.Errorf("from message %d: the copy is not the input", row)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, f := range cases(t) {
		t.Run(filepath.Base(filepath.Dir(f)), func(t *testing.T) {
			text := string(sessiontest.Bytes(t, f))
			s := open(t, text)
			for row := range s.Rows {
				roundTrip(t, s, text, row)
			}
			roundTrip(t, s, text, len(s.Rows))
		})
	}
}

func TestRoundTripCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/codex__*.jsonl") {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text := string(sessiontest.Bytes(t, f))
			s := open(t, text)
			for part := range 5 {
				roundTrip(t, s, text, len(s.Rows)*part/4)
			}
		})
	}
}

// checked is what the agent would send of a written rollout, in which so many items follow the
// compaction; it must break no rule.
func checked(t *testing.T, b string, behind int) rules.Context {
	t.Helper()
	c := rules.Codex([]byte(b))
	for i, msg := range c.Bad {
		if i < 5 {
			t.Error(msg)
		}
	}
	if c.Summary != len(c.Messages)-1-behind {
		t.Fatalf("the summary is item %d of %d, and %d are behind it", c.Summary, len(c.Messages), behind)
	}
	return c
}

// items are what the list of a written compaction holds, the summary left out.
func items(t *testing.T, b string, behind int) []string {
	t.Helper()
	got := checked(t, b, behind)
	out := make([]string, 0, len(got.Messages))
	for i, it := range got.Messages {
		if i != got.Summary {
			out = append(out, string(it))
		}
	}
	return out
}

func TestHistory(t *testing.T) {
	opaqueItem := `{"type":"compaction","encrypted_content":"gAAA"}`
	think := `{"type":"reasoning","summary":[],"encrypted_content":"gAAA"}`
	custom := `{"type":"custom_tool_call","name":"apply_patch","input":"x","call_id":"p1"}`
	shell := `{"type":"local_shell_call","call_id":"l1","status":"completed","action":{"type":"exec","command":["ls"]}}`
	search := `{"type":"tool_search_call","call_id":"t1","execution":"client","arguments":{}}`
	const none = "[no result was recorded]"
	tests := []struct {
		name    string
		text    string
		from    int
		want    []string
		repairs []string
	}{
		{
			name: "the context before the first person, and the tail",
			text: head() + say("developer", "perm") + say("user", agents) + say("user", "<turn_aborted>x</turn_aborted>") + say("user", env) + say("user", "one") + say("developer", "later") + say("user", "two") + resp(think) + resp(fn("c1")) + resp(out("c1", "ok")),
			from: 6,
			want: []string{msg("developer", "perm"), msg("user", agents), msg("user", env), msg("user", "two"), think, fn("c1"), out("c1", "ok")},
		},
		{
			name: "the context in the list of an earlier compaction, and what only the server can read",
			text: head() + say("user", "one") + rec("compacted", `{"message":"","replacement_history":[`+msg("user", "one")+`, `+msg("developer", "perm")+` ,`+msg("user", agents)+`,`+opaqueItem+`]}`) + say("user", "two"),
			from: 3,
			want: []string{msg("developer", "perm"), msg("user", agents), opaqueItem, msg("user", "two")},
		},
		{
			name: "calls without a result",
			text: head() + say("user", "one") + say("user", "two") + resp(fn("c1")) + resp(custom) + resp(shell) + resp(search),
			from: 1,
			want: []string{
				msg("user", "two"), fn("c1"), custom, shell, search, out("c1", none), `{"type":"custom_tool_call_output","call_id":"p1","output":"` + none + `"}`, out("l1", none),
				`{"type":"tool_search_output","call_id":"t1","status":"completed","execution":"client","tools":[]}`,
			},
		},
		{
			name: "a result without a call, between calls",
			text: head() + say("user", "one") + resp(fn("c1")) + say("user", "two") + resp(fn("c2")) + resp(out("c1", "late")) + resp(fn("c3")) + resp(out("c2", "b")) + resp(out("c3", "c")),
			from: 2,
			want: []string{msg("user", "two"), fn("c2"), fn("c3"), out("c2", "b"), out("c3", "c")},
			repairs: []string{
				"4 the result of a call that is not kept is left out", "3 what stood between two messages of calls is not kept, so they are read as one",
				"5 what stood between two messages of calls is not kept, so they are read as one",
			},
		},
		{
			name:    "words without an item",
			text:    head() + event(`{"type":"user_message","message":"one"}`) + event(`{"type":"agent_message","message":"1 \ud83d"}`),
			from:    0,
			want:    []string{msg("user", "one"), msg("assistant", "1 \ufffd")},
			repairs: []string{"0 its words stand in the file without an item of their own; one is written", "1 its words stand in the file without an item of their own; one is written", "-1 1 line(s) held bytes that are no text, or half of a surrogate pair; they are U+FFFD now"},
		},
		{
			name:    "a summary of an older compaction",
			text:    head() + say("user", "one") + rec("compacted", `{"message":"`+strings.Repeat("Summary. ", 6)+`"}`) + say("user", "two"),
			from:    1,
			want:    []string{msg("user", strings.Repeat("Summary. ", 6)), msg("user", "two")},
			repairs: []string{"1 its words stand in the file without an item of their own; one is written"},
		},
		{
			name: "bytes that are no text",
			text: head() + say("user", "one") + say("user", "two\xff") + resp(strings.Replace(msg("assistant", "half"), "half", `\ud83d and \ud83e\udd8a`, 1)),
			from: 1,
			want: []string{msg("user", "two\ufffd"), strings.Replace(msg("assistant", "half"), "half", `\ufffd and \ud83e\udd8a`, 1)},
			repairs: []string{
				"1 it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now", "2 it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now",
				"-1 2 line(s) held bytes that are no text, or half of a surrogate pair; they are U+FFFD now",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.ReplaceAll(tt.text, `\xff`, "\xff")
			s := open(t, text)
			w, b := write(t, s, sessiontest.DraftFrom(s, tt.from), options())
			if d := cmp.Diff(tt.want, items(t, b, 0)); d != "" {
				t.Error(d)
			}
			var repairs []string
			for _, r := range w.Repairs {
				repairs = append(repairs, fmt.Sprintf("%d %s", r.Row, r.Reason))
			}
			if d := cmp.Diff(tt.repairs, repairs); d != "" {
				t.Error(d)
			}
			again := open(t, b)
			if n := strings.Count(strings.Join(sessiontest.Brief(t, again), "|"), "us <conversation_summary>"); n != 1 || again.Turns() > s.Turns() {
				t.Errorf("%d summaries, %d turns: %q", n, again.Turns(), sessiontest.Brief(t, again))
			}
		})
	}
}

// TestKeptInFront: the system message of the draft stands in front once, wherever it stood.
func TestKeptInFront(t *testing.T) {
	s := open(t, head()+say("user", "one")+say("developer", "perm")+say("user", "two"))
	d := sessiontest.DraftFrom(s, 2)
	d.Items = append([]model.Item{{Kind: model.KeptSystem, Row: 1}}, d.Items...)
	_, b := write(t, s, d, options())
	if d := cmp.Diff([]string{msg("developer", "perm"), msg("user", "two")}, items(t, b, 0)); d != "" {
		t.Error(d)
	}
}

// TestCopy: all lines stay as they are but the first, and nothing damaged is carried along.
func TestCopy(t *testing.T) {
	lines := []string{
		`{"timestamp":"2026-05-04T09:00:01.000Z","type":"session_meta","payload":{ "session_id":"s1", "id":"s1","cwd":"/a","n":12345678901234567890 }}`,
		`{"timestamp":"x","ordinal":7,"type":"new_kind","payload":{"b": 1 }}`, `{"broken`, `[1]`,
		strings.TrimSuffix(say("user", "one"), "\n") + strings.TrimSuffix(say("assistant", "two"), "\n"),
		`{"timestamp":"y","type":"session_meta","payload":{"id":"parent"}}`,
	}
	s := open(t, "\ufeff"+strings.Join(lines, "\r\n"))
	w, b := write(t, s, sessiontest.DraftFrom(s, len(s.Rows)), options())
	want := []string{
		`{"timestamp":"2026-05-04T09:00:01.000Z","type":"session_meta","payload":{ "session_id":"` + w.ID + `", "id":"` + w.ID + `","cwd":"/a","n":12345678901234567890 }}`,
		lines[1], strings.TrimSuffix(say("user", "one"), "\n"), strings.TrimSuffix(say("assistant", "two"), "\n"), lines[5],
		`{"timestamp":"2026-05-04T09:00:00.005Z","ordinal":8,"type":"compacted","payload":{"message":"This session is being continued from a previous conversation.\n\nWhat was done.","replacement_history":[` + words("user", sessiontest.Wrapped) + `]}}`, "",
	}
	if d := cmp.Diff(want, strings.Split(b, "\n")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]model.Repair{{Row: -1, Reason: "2 damaged line(s) are not carried into the new file"}}, w.Repairs); d != "" {
		t.Error(d)
	}
	if w.Name != "rollout-2026-05-04T09-00-00-"+w.ID+".jsonl" || w.Resume != "cd /a && codex resume "+w.ID {
		t.Errorf("name %s, resume %s", w.Name, w.Resume)
	}
}

// TestFirstGeneration: a file that today's agent cannot read is written as one that it can.
func TestFirstGeneration(t *testing.T) {
	text := `{"id":"s1","timestamp":"2025-08-01T09:00:00.000Z","instructions":"Be kind.","git":{"branch":"main"}}` + "\n" +
		msg("user", env) + "\n" + `{"record_type":"state"}` + "\n" + msg("user", "one") + "\n" + msg("user", "two") + "\n" + fn("c1") + "\n" + out("c1", "ok") + "\n"
	s := open(t, text)
	if s.ID != "s1" || s.CWD != "/home/dev" || s.Attachments[0].Chars != 8 {
		t.Errorf("id %s, cwd %s, %+v", s.ID, s.CWD, s.Attachments)
	}
	roundTrip(t, s, text, 2)
	w, b := write(t, s, sessiontest.DraftFrom(s, 2), options())
	if d := cmp.Diff([]string{msg("user", env), msg("user", "two"), fn("c1"), out("c1", "ok")}, items(t, b, 0)); d != "" {
		t.Error(d)
	}
	first, _, _ := strings.Cut(b, "\n")
	if want := `{"timestamp":"2025-08-01T09:00:00.000Z","type":"session_meta","payload":{"id":"` + w.ID + `","timestamp":"2025-08-01T09:00:00.000Z","cwd":"/home/dev","originator":"codex_cli_rs","cli_version":"unknown","instructions":"Be kind.","git":{"branch":"main"}}}`; first != want {
		t.Error(first)
	}
	if again := open(t, b); again.Lines != 7 || len(w.Repairs) != 1 {
		t.Errorf("%d lines, repairs %+v", again.Lines, w.Repairs)
	}
	s = open(t, say("user", "one")) // a copy that has lost its first line
	w, b = write(t, s, sessiontest.DraftFrom(s, 0), options())
	if again := open(t, b); again.ID != w.ID || len(w.Repairs) != 1 {
		t.Errorf("id %q, repairs %+v", again.ID, w.Repairs)
	}
}

func TestResume(t *testing.T) {
	for cwd, want := range map[string]string{
		"":             "codex resume X",
		"/home/dev/me": "cd /home/dev/me && codex resume X",
		"/it's $HOME":  `cd '/it'\''s $HOME' && codex resume X`,
	} {
		if got := Resume(cwd, "X"); got != want {
			t.Errorf("%q: got %s, want %s", cwd, got, want)
		}
	}
}

func TestWriteForeign(t *testing.T) {
	if _, err := Write(&model.Session{}, model.Draft{}, options()); err == nil {
		t.Error("a session of another format was written")
	}
}

// TestDecodeAfterChange: a file that is no longer what it was is an error and no message.
func TestDecodeAfterChange(t *testing.T) {
	if _, err := (decoder{}).Decode([][]byte{[]byte(`{"half`)}, model.Row{}); err == nil {
		t.Error("half a record was decoded")
	}
	s := open(t, head()+say("user", "one"))
	s.Reader = strings.NewReader(strings.Repeat("x", 4000))
	if _, err := Write(s, sessiontest.DraftFrom(s, 0), options()); err == nil {
		t.Error("a session was written of a file that has changed")
	}
}

// TestNumbers: the server's numbers of the context before are followed by what is left of it, as
// the agent does; a rollout without any gets none.
func TestNumbers(t *testing.T) {
	count := `{"timestamp":"2026-03-01T10:00:00.000Z","ordinal":3,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":900,"output_tokens":50,"total_tokens":950},"last_token_usage":{"input_tokens":400,"cached_input_tokens":8,"output_tokens":50,"total_tokens":450},"model_context_window":1000},"rate_limits":{"primary":null}}}` + "\n"
	number := func(n, l string) string { return strings.Replace(l, `"type"`, `"ordinal":`+n+`,"type"`, 1) }
	text := number("0", head()) + number("1", say("user", "go")) + number("2", say("user", "on")) + count
	s := open(t, text)
	late := text + number("4", say("user", "late"))
	o := options()
	o.Late = &model.Input{Reader: strings.NewReader(late), Size: int64(len(late))}
	_, b := write(t, s, sessiontest.DraftFrom(s, 1), o)
	if c := checked(t, b, 1); len(c.Refused) > 0 {
		t.Error(c.Refused)
	}
	again := open(t, b)
	if again.Usage.Known || again.Usage.Total != 50 || again.Window != 1000 || again.Compactions[0].After == 0 {
		t.Errorf("usage %+v, window %d, %+v", again.Usage, again.Window, again.Compactions)
	}
	want := fmt.Sprintf(`"ordinal":5,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":900,"output_tokens":50,"total_tokens":950},"last_token_usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"total_tokens":%d},"model_context_window":1000},"rate_limits":{"primary":null}}}`, again.Compactions[0].After)
	if lines := strings.Split(b, "\n"); !strings.HasSuffix(lines[5], want) || !strings.Contains(lines[6], `"ordinal":6`) {
		t.Errorf("%s\nis not in %s", want, lines[5:])
	}
	s = open(t, head()+say("user", "go")+say("user", "on"))
	if _, b = write(t, s, sessiontest.DraftFrom(s, 1), options()); strings.Contains(b, "token_count") {
		t.Error(b)
	}
}
