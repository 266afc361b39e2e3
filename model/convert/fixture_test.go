package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
)

func options() model.WriteOptions {
	n := 0
	return model.WriteOptions{
		Now:   time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC),
		NewID: func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) },
	}
}

// tester is what a test and a property have in common.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// reader is that of a format.
func reader(t tester, format string) sessiontest.Reader {
	t.Helper()
	f, ok := load.ByName(format)
	if !ok {
		t.Fatalf("no format %q", format)
	}
	return f.Read
}

// convert writes a draft for a target, holds the bytes to the rules of its API, and reads them
// again.
func convert(t tester, target Target, s *model.Session, d model.Draft) (*model.Written, *model.Session) {
	t.Helper()
	w, err := target.Write(s, d, options())
	if err != nil {
		t.Fatalf("%s: %v", target.Name, err)
	}
	var b strings.Builder
	if _, err := w.Rope.WriteTo(&b); err != nil {
		t.Fatalf("%s: %v", target.Name, err)
	}
	for _, bad := range check(target.Name, b.String()) {
		t.Errorf("%s: %s", target.Name, bad)
	}
	after, err := reader(t, target.Format)(model.Input{Path: w.Name, Reader: strings.NewReader(b.String()), Size: int64(b.Len())})
	if err != nil {
		t.Fatalf("%s: read again: %v\n%s", target.Name, err, b.String())
	}
	seen, err := load.From(strings.NewReader(b.String()), w.Name, load.Choice{})
	if err != nil || seen.Format != target.Format {
		t.Errorf("%s: it does not open as %s: %v", target.Name, target.Format, err)
	}
	if len(after.Problems) > 0 {
		t.Errorf("%s: %+v", target.Name, after.Problems)
	}
	exempt := func(row int) bool {
		return slices.ContainsFunc(w.Repairs, func(r model.Repair) bool { return r.Row == row })
	}
	if _, _, err := Compare(s, d, exempt, after); err != nil {
		t.Errorf("%s: %v\n%.4000s", target.Name, err, b.String())
	}
	p := model.Mismatched(after.Links, nil)
	if len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
		t.Errorf("%s: %+v", target.Name, p)
	}
	typed, summaries := 0, 0
	for _, it := range d.Items {
		if it.Row >= 0 && it.Kind != model.NewResult {
			if s.Rows[it.Row].Typed() {
				typed++
			}
			if s.Rows[it.Row].Origin == model.FromSummary && s.Rows[it.Row].Is(model.HasText) {
				summaries++
			}
		}
	}
	was := summaries
	for _, r := range after.Rows {
		if r.Typed() {
			typed--
		}
		if r.Origin == model.FromSummary {
			summaries--
		}
	}
	if typed < 0 {
		t.Errorf("%s: %d messages of a person are invented", target.Name, -typed)
	}
	if summaries != -1 {
		t.Errorf("%s: %d summaries became %d", target.Name, 1+was, was-summaries)
	}
	return w, after
}

// TestFixtures converts every hand-made session to every target, all of it and its end.
func TestFixtures(t *testing.T) {
	t.Parallel()
	root := filepath.Join(sessiontest.Root(t), "testdata", "sessions")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		for _, path := range sessiontest.Paths(t, folder.Name()) {
			everyTarget(t, path, true)
		}
	}
}

// everyTarget converts a file to every target. One that must open is a session.
func everyTarget(t *testing.T, path string, must bool) {
	t.Helper()
	t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
		t.Parallel()
		s, closer, err := load.Open(path, load.Choice{})
		if err != nil && must {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		defer func() { _ = closer.Close() }()
		for _, target := range Targets {
			for _, from := range []int{0, len(s.Rows) / 2} {
				if from == 0 && len(s.Rows) > 100 { // its end is enough
					continue
				}
				convert(t, target, s, sessiontest.DraftFrom(s, from))
			}
		}
	})
}

// TestCorpus does the same with real sessions.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for _, path := range sessiontest.Shared(t, "testdata/corpus/*.json*") {
		everyTarget(t, path, false) // some are no sessions
	}
}
