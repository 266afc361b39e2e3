package sessiontest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// Points is the history in a few letters a point: role, how it is live, compaction, gone,
// the tokens that the server reported.
func Points(s *model.Session) string {
	out := make([]string, 0, len(s.History))
	for i := range s.History {
		p := &s.History[i]
		w := fmt.Sprintf("%d%c", p.Line, p.Role.Letter())
		if p.Is() {
			w = fmt.Sprintf("%dc%d", p.Line, p.Compaction)
		}
		if p.Row >= 0 {
			w += fmt.Sprintf("=%d", p.Row)
		}
		if p.Tokens > 0 {
			w += fmt.Sprintf("/%d", p.Tokens)
		}
		if p.Gone {
			w += "!"
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// Replacements is what each compaction did: the points that it replaced and kept, and its words; nil for none.
func Replacements(tb testing.TB, s *model.Session) []string {
	tb.Helper()
	if len(s.Replacements) == 0 {
		return nil
	}
	out := make([]string, len(s.Replacements))
	for k, r := range s.Replacements {
		text, err := s.CompactionText(k)
		if err != nil {
			tb.Fatal(err)
		}
		what := "unknown"
		if r.Out != nil {
			what = fmt.Sprint(r.Out)
		}
		out[k] = fmt.Sprintf("at %d: out %s, kept %v, %d turns left: %s", r.Point, what, r.Kept, r.Turns, text)
	}
	return out
}

// CheckPasts holds hand-made sessions of a format, by file name, to what is known of their pasts:
// Points first, then Replacements.
func CheckPasts(t *testing.T, read Reader, folder string, want map[string][]string) {
	t.Helper()
	files := Fixtures(t, folder)
	for name, past := range want {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := Open(t, read, files[name])
			if d := cmp.Diff(past, append([]string{Points(s)}, Replacements(t, s)...)); d != "" {
				t.Error(d)
			}
		})
	}
}
