package opencode

import (
	"testing"

	"cutline/model/sessiontest"
)

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
