package gemini

import (
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/sessiontest"
)

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	return sessiontest.Open(tb, Read, text)
}

func input(text string) model.Input {
	return model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text))}
}

// options are reproducible: ids count up.
func options() model.WriteOptions {
	return sessiontest.Options(time.Date(2026, 5, 4, 9, 8, 0, 5_000_000, time.UTC), "%08d-0000-4000-8000-000000000000")
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, string) {
	tb.Helper()
	return sessiontest.Write(tb, Write, s, d, o)
}
