package copilot

import (
	"testing"

	"cutline/model/sessiontest"
)

// FuzzRead reads anything; every message decodes again as it was read.
func FuzzRead(f *testing.F) {
	for _, file := range sessiontest.Paths(f, Name) {
		f.Add(sessiontest.Text(f, file))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := open(t, text)
		for i, r := range s.Rows {
			m := sessiontest.Message(t, s, i)
			if m.Role != r.Role || m.Origin != r.Origin || m.ID != r.ID {
				t.Errorf("message %d: %+v and %+v", i, m, r)
			}
		}
		if s.Usage.Row >= len(s.Rows) {
			t.Errorf("%+v of %d messages", s.Usage, len(s.Rows))
		}
		for _, c := range s.Compactions {
			if c.Summary >= len(s.Rows) {
				t.Errorf("%+v of %d messages", c, len(s.Rows))
			}
		}
	})
}
