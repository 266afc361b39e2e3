package copilot

import (
	"testing"

	"cutline/model/sessiontest"
)

// FuzzRead reads anything.
func FuzzRead(f *testing.F) { sessiontest.FuzzLines(f, Read, Name) }
