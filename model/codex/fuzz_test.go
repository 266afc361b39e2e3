package codex

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

// FuzzRead reads anything, and writes what it has read. Whatever the input, a written session
// can be read again, holds one summary more, and no call or result that was not kept.
func FuzzRead(f *testing.F) {
	for _, file := range cases(f) {
		if b := sessiontest.Bytes(f, file); len(b) < 16<<10 {
			f.Add(string(b))
		}
	}
	f.Add(head() + say("user", "a") + resp(fn("c1")) + rec("compacted", `{"message":"m","replacement_history":[`+msg("user", "a")+`,{"type":"compaction","encrypted_content":"g"},`+fn("c2")+`]}`) + resp(out("c2", "x")) + event(`{"type":"thread_rolled_back","num_turns":1}`))
	f.Add(`{"id":"a","timestamp":"b","git":{}}` + "\n" + msg("user", env) + "\n" + fn("c") + "\n" + `{"record_type":"state"}`)
	f.Add(event(`{"type":"user_message","message":"Go."}`) + rec("compacted", `{"message":"m"}`) + resp(`{"type":"tool_search_call"}`) + resp(`{"type":"web_search_call"}`))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(model.Input{Reader: strings.NewReader(text), Size: int64(len(text))})
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Rows {
			if m := sessiontest.Message(t, s, i); m.Role != s.Rows[i].Role {
				t.Errorf("message %d: %v and %v", i, m.Role, s.Rows[i].Role)
			}
		}
		d := sessiontest.DraftFrom(s, len(s.Rows)/2)
		for _, late := range []*model.Input{nil, {Reader: strings.NewReader(text + "\n" + text), Size: int64(2*len(text) + 1)}} {
			o := options()
			o.Late = late
			w, b := write(t, s, d, o)
			again := open(t, b)
			if again.ID != w.ID {
				t.Errorf("session %q, not %q", again.ID, w.ID)
			}
			if n := len(again.Compactions) - len(s.Compactions); n != 1 {
				t.Errorf("%d compactions more", n)
			}
			if most := len(s.Rows) + len(d.Items) + w.Carried; len(again.Rows) > most {
				t.Errorf("%d messages, at most %d were kept", len(again.Rows), most)
			}
			if p := model.Mismatched(again.Links, func(row int) bool { return row < len(again.Rows)-w.Carried }); late == nil && len(p.Orphans) > 0 {
				t.Errorf("results without a call: %q", p.Orphans)
			}
		}
	})
}

// FuzzIndex reads anything by its index. Measured, that is the whole, unless the file is found to
// be another than its index says.
func FuzzIndex(f *testing.F) {
	for _, text := range odd {
		f.Add(text)
	}
	f.Add(head() + say("user", "a") + event(`{"type":"thread_rolled_back","num_turns":1}`) + count(1, 2, 3))
	indexer.Fuzz(f)
}
