package opencode

import (
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/sessiontest"
)

// fixture reads a hand-made session.
func fixture(tb testing.TB, name string) *model.Session {
	tb.Helper()
	return sessiontest.Open(tb, Read, sessiontest.Text(tb, path(tb, name)))
}

func path(tb testing.TB, name string) string {
	tb.Helper()
	for _, p := range sessiontest.Paths(tb, Name) {
		if strings.HasSuffix(p, name+".json") {
			return p
		}
	}
	tb.Fatalf("no session %s", name)
	return ""
}

// options are reproducible: ids count up.
func options() model.WriteOptions {
	return sessiontest.Options(time.Date(2026, 5, 4, 9, 8, 0, 5_000_000, time.UTC), "00000000-0000-4000-8000-%012d")
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, string) {
	tb.Helper()
	return sessiontest.Write(tb, Write, s, d, o)
}
