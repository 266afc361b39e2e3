package cline

import (
	"testing"

	"cutline/model/sessiontest"
)

func TestPast(t *testing.T) {
	t.Parallel()
	sessiontest.CheckPasts(t, Read, Name, map[string][]string{
		"classic-native.json":          {"2u=0 3a=1 4t=2 4u=3 5c0 5a=4", "at 4: out unknown, kept [], 0 turns left: "},
		"core-compacted.messages.json": {"9s=0 2c0=1 3u=2 4a=3 5u=4 5u=5 6a=6/300 7t=7", "at 1: out unknown, kept [], 0 turns left: Context summary:\n\nDone."},
		"roo-condense.json":            {"2u=0 3a 4u 5c0=1 6u=2 7a=3", "at 3: out [1 2], kept [0], 1 turns left: They did one and two."},
		"roo-fresh-start.json": {
			"2u 3a 4c0=0 5u 6c1 6u=1 7a=2",
			"at 2: out [0 1], kept [], 0 turns left: They did one.", "at 4: out [3], kept [], 0 turns left: ",
		},
		"roo-twice.json": {
			"2u 3a 4u 5c0 6u 7a 8u 9c1 9u 10a 11c2=0 12u=1",
			"at 3: out [1 2], kept [0], 1 turns left: They counted apples: twelve.",
			"at 7: out [5 6], kept [0 4], 2 turns left: ",
			"at 10: out [0 3 4 8 9], kept [], 0 turns left: They counted nineteen pieces of fruit.",
		},
	})
}
