package gemini

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

// FuzzRead reads anything, and writes what it has read. Whatever the input, a written session
// can be read again, has one summary more, and no half of a pair that was not kept.
func FuzzRead(f *testing.F) {
	for _, file := range sessiontest.Paths(f, Name) {
		f.Add(sessiontest.Text(f, file))
	}
	f.Add(header + msg("user", "u", `{"functionResponse":{"name":"f","response":7}}`, ``) + `{"$set":{"messages":[7,{},{"type":"gemini","toolCalls":[{},{"id":"a"},{"id":"a","result":[{"functionResponse":{}}]}]}]}}`)
	f.Add(`{"sessionId":"s","projectHash":"h","messages":[{"type":"user","content":["a",{"functionCall":{"id":"x"}}]},7]}`)
	f.Add(`{"sessionId":"s","projectHash":"h","messages":[{"type":"user","content":["a",{"functionCall":{"Id":"s"}}]},7]}`) // a call without an id
	f.Add("{\n}")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(input(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Rows {
			if m := sessiontest.Message(t, s, i); m.Role != s.Rows[i].Role || m.Origin != s.Rows[i].Origin {
				t.Errorf("message %d: %v and %v", i, m.Role, s.Rows[i].Role)
			}
		}
		d := sessiontest.DraftFrom(s, len(s.Rows)/2)
		for _, late := range []*model.Input{nil, {Reader: strings.NewReader(text + "\n" + text), Size: int64(2*len(text) + 1)}} {
			o := options()
			o.Late = late
			w, b := write(t, s, d, o)
			again := open(t, b)
			if again.ID != w.ID || again.Dialect != s.Dialect {
				t.Errorf("session %q, not %q; %s and %s", again.ID, w.ID, again.Dialect, s.Dialect)
			}
			if len(again.Rows) == 0 || again.Rows[0].Origin != model.FromSummary {
				t.Error("no summary")
			}
			if p := model.Mismatched(again.Links, nil); late == nil && len(p.Orphans)+len(p.Doubled) > 0 {
				t.Errorf("%+v in %s", p, b)
			}
		}
	})
}
