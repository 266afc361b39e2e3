package sessiontest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cutline/model"
)

// Writer writes a session of the format under test.
type Writer func(*model.Session, model.Draft, model.WriteOptions) (*model.Written, error)

// Options are reproducible: it is always the same time, and ids count up in a form with one number.
func Options(now time.Time, id string) model.WriteOptions {
	n := 0
	return model.WriteOptions{Now: now, NewID: func() string {
		n++
		return fmt.Sprintf(id, n)
	}}
}

// Write makes the text of a file of a draft.
func Write(tb testing.TB, write Writer, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, string) {
	tb.Helper()
	w, err := write(s, d, o)
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	if _, err := w.Rope.WriteTo(&b); err != nil {
		tb.Fatal(err)
	}
	return w, b.String()
}

// Kept looks in a session that was written, from a message on, for every message that the draft
// keeps, in order: it stands there as it stood, unless it was repaired. Value is what it stands as.
func Kept(tb testing.TB, value func(testing.TB, *model.Session, int) string, s, again *model.Session, d model.Draft, w *model.Written, from int) {
	tb.Helper()
	repaired := map[int]bool{}
	for _, r := range w.Repairs {
		repaired[r.Row] = true
	}
	at := from
	for _, it := range d.Items {
		if it.Kind != model.KeptTail || repaired[it.Row] {
			continue
		}
		want, row := value(tb, s, it.Row), &s.Rows[it.Row]
		for at < len(again.Rows) && (value(tb, again, at) != want || again.Rows[at].Role != row.Role || again.Rows[at].Origin != row.Origin) {
			at++
		}
		if at == len(again.Rows) {
			tb.Fatalf("from message %d: message %d is not in the result as it stood: %.200s", d.FirstKept, it.Row, want)
		}
		at++
	}
}
