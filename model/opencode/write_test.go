package opencode

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

func value(tb testing.TB, s *model.Session, i int) string {
	tb.Helper()
	raws, err := s.Raw(i)
	if err != nil {
		tb.Fatal(err)
	}
	return string(Value(raws[len(raws)-1]))
}

// taken are the ids of a session and all that is in it.
func taken(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(`"id":\s*"([^"]*)"`).FindAllStringSubmatch(text, -1) {
		out[m[1]] = true
	}
	return out
}

// TestRoundTrip writes the messages from every row on and reads them again: they must be there
// byte for byte, behind the summary.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, f := range sessiontest.Paths(t, Name) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			text := sessiontest.Text(t, f)
			s := sessiontest.Open(t, Read, text)
			for row := range len(s.Rows) + 1 {
				d := sessiontest.DraftFrom(s, row)
				w, b := write(t, s, d, options())
				agent := rules.OpenCode([]byte(b))
				for _, msg := range agent.Bad {
					t.Errorf("from message %d: %s", row, msg)
				}
				for id := range taken(b) {
					if taken(text)[id] && id != "prt_a" { // that of a file in a result is no row of its own
						t.Errorf("from message %d: the id %s is not new", row, id)
					}
				}
				again := sessiontest.Open(t, Read, b)
				if agent.ID != w.ID || again.ID != w.ID || again.CWD != s.CWD || len(again.Problems) > 0 {
					t.Fatalf("from message %d: %q in %q, %v", row, again.ID, again.CWD, again.Problems)
				}
				if again.Rows[0].Origin != model.FromSummary || sessiontest.Message(t, again, 0).Text() != sessiontest.Wrapped {
					t.Errorf("from message %d: no summary", row)
				}
				found(t, s, again, d, w)
				if p := model.Mismatched(again.Links, nil); len(p.Orphans)+len(p.Doubled)+len(p.Unanswered) > 0 {
					t.Errorf("from message %d: %+v", row, p)
				}
			}
		})
	}
}

// found looks for every kept message that was not repaired.
func found(t *testing.T, s, again *model.Session, d model.Draft, w *model.Written) {
	t.Helper()
	sessiontest.Kept(t, value, s, again, d, w, 1)
}

// TestWritten: ids, names, times, and what of the old session stays.
func TestWritten(t *testing.T) {
	t.Parallel()
	s := fixture(t, "reverted")
	w, b := write(t, s, sessiontest.DraftFrom(s, 1), options())
	if w.ID != "ses_6108a06fefff"+"00000000000001" && !strings.HasPrefix(w.ID, "ses_") || w.Name != w.ID+".json" {
		t.Errorf("%s, %s", w.ID, w.Name)
	}
	if got := w.Command("out.json"); got != "opencode import out.json && opencode -s "+w.ID {
		t.Error(got)
	}
	v := gjson.Parse(b)
	if d := cmp.Diff(`{"id":"`+w.ID+`","slug":"quiet-ledger","projectID":"prj_1","directory":"/home/dev/ledger","title":"A taken back turn","version":"1.15.3","time":{"created":1777885680005,"updated":1777885680005}}`, v.Get("info").Raw); d != "" {
		t.Error(d)
	}
	var times []int64
	for _, m := range v.Get("messages").Array() {
		times = append(times, m.Get("info.time.created").Int())
	}
	if d := cmp.Diff([]int64{1767225601998, 1767225601999, 1767225602000}, times); d != "" {
		t.Error(d)
	}
	kept, summary := v.Get("messages.2.info"), v.Get("messages.1.info")
	if kept.Get("parentID").Str != v.Get("messages.0.info.id").Str {
		t.Error("an answer to what is gone does not answer the compaction")
	}
	if summary.Get("modelID").Str != "claude-sonnet-4-5" || summary.Get("providerID").Str != "anthropic" || v.Get("messages.0.info.agent").Str != "build" {
		t.Errorf("the compaction is by %s", summary.Raw)
	}
	if _, err := Write(&model.Session{}, model.Draft{}, options()); err == nil {
		t.Error("a session of another format was written")
	}
}

// TestRepairs: what cannot stay as it is, and why.
func TestRepairs(t *testing.T) {
	t.Parallel()
	reasons := func(s *model.Session, row int) (out []string, text string) {
		w, b := write(t, s, sessiontest.DraftFrom(s, row), options())
		for _, r := range w.Repairs {
			reason, _, _ := strings.Cut(r.Reason, ";")
			reason, _, _ = strings.Cut(reason, ":")
			out = append(out, reason)
		}
		return slices.Compact(out), b
	}
	got, _ := reasons(fixture(t, "compacted"), 0)
	if d := cmp.Diff([]string{"it asks for a compaction that has not come about", "an earlier summary is a plain message now"}, got); d != "" {
		t.Error(d)
	}
	got, b := reasons(fixture(t, "tools"), 3)
	if d := cmp.Diff([]string{"what else stood in the same record is not kept"}, got); d != "" || strings.Contains(b, "call_1") || !strings.Contains(b, "call_3") {
		t.Error(d, b)
	}
	got, b = reasons(fixture(t, "tools"), 4) // the result of a call that is not kept
	if d := cmp.Diff([]string{"what else stood in the same record is not kept"}, got); d != "" || strings.Contains(b, "call_3") {
		t.Error(d, b)
	}
	s := sessiontest.Open(t, Read, `{"info":{"id":"ses_x"},"messages":[7,{"info":{"role":"user"},"parts":[{"type":"text","text":"a`+"\xff"+`\ud83d"},7]}]}`)
	got, b = reasons(s, 0)
	if d := cmp.Diff([]string{"it held bytes that are no text, or half of a surrogate pair", "1 damaged element(s) are not carried into the new file"}, got); d != "" || !json.Valid([]byte(b)) || !strings.Contains(b, "a\ufffd\\ufffd") {
		t.Error(d, b)
	}
}

// TestLate: messages that came meanwhile are counted.
func TestLate(t *testing.T) {
	t.Parallel()
	s := fixture(t, "early")
	more := strings.Replace(sessiontest.Text(t, path(t, "early")), `"messages": [`, `"messages": [{"info":{"id":"msg_new","role":"user"},"parts":[]},`, 1)
	for text, want := range map[string]int{more: 1, more[:len(more)-9]: 0, "": 0} {
		o := options()
		o.Late = &model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}
		if w, _ := write(t, s, sessiontest.DraftFrom(s, 1), o); w.Missed != want || w.Carried != 0 {
			t.Errorf("%d missed, %d carried", w.Missed, w.Carried)
		}
	}
	s.Reader = strings.NewReader(strings.Repeat("x", 9000))
	if _, err := Write(s, sessiontest.DraftFrom(s, 0), options()); err == nil {
		t.Error("a session was written of a file that has changed")
	}
}
