package qwen

import (
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	return sessiontest.Open(tb, Read, text)
}
