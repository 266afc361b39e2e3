package opencode

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

// FuzzRead reads anything, and writes what it has read. A written session can be read again, and
// begins with the new summary.
func FuzzRead(f *testing.F) {
	for _, file := range sessiontest.Paths(f, Name) {
		f.Add(sessiontest.Text(f, file))
	}
	f.Add(`{"info":{},"messages":[{"info":{"role":"assistant"},"parts":[7,{"type":"tool"},{"type":"step-start"},{"type":"tool","state":{"status":"completed","time":{"compacted":1}}}]},{"info":{},"parts":[]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(model.Input{Path: "fuzz", Reader: strings.NewReader(text), Size: int64(len(text))})
		if err != nil {
			return
		}
		sessiontest.Check(t, s)
		w, b := write(t, s, sessiontest.DraftFrom(s, len(s.Rows)/2), options())
		again := sessiontest.Open(t, Read, b)
		if again.ID != w.ID || len(again.Rows) == 0 || again.Rows[0].Origin != model.FromSummary {
			t.Errorf("session %q, not %q, %d messages", again.ID, w.ID, len(again.Rows))
		}
		if p := model.Mismatched(again.Links, nil); len(p.Orphans) > 0 {
			t.Errorf("%+v in %s", p, b)
		}
	})
}
