package copilot

import (
	"strings"
	"testing"

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
