package gemini

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cutline/model"
)

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	s, err := Read(input(text))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func input(text string) model.Input {
	return model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text))}
}

// options are reproducible: ids count up.
func options() model.WriteOptions {
	n := 0
	return model.WriteOptions{
		Now: time.Date(2026, 5, 4, 9, 8, 0, 5_000_000, time.UTC),
		NewID: func() string {
			n++
			return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)
		},
	}
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, string) {
	tb.Helper()
	w, err := Write(s, d, o)
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	if _, err := w.Rope.WriteTo(&b); err != nil {
		tb.Fatal(err)
	}
	return w, b.String()
}
