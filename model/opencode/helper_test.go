package opencode

import (
	"strings"
	"testing"

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
