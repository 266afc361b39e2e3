package openhands

import (
	"testing"

	"cutline/model/sessiontest"
)

func TestPast(t *testing.T) {
	t.Parallel()
	sessiontest.CheckPasts(t, Read, Name, map[string][]string{
		"v0-condensation.json": {
			"2s=0 3u=1 6u=3 7a 8t 9c0=2 10a=4/50 11t=5 12a=6 13t=7 14u=8 15u=9 16a=10",
			"at 5: out [3 4], kept [0 1 2], 1 turns left: It was built.",
		},
		"v1-events.jsonl": {"1s=0 2u=1 3a 5t 6t 7c0=2 8a=3", "at 5: out [2 3 4], kept [0 1], 1 turns left: Two calls."},
		// A summary stays until there is another one.
		"v1-condensations.jsonl": {
			"1s=0 2u=1 3a 5t 6t 7c0 8a 9u 10a 11t 12c1 13a=3 14c2=2 15u=4",
			"at 5: out [2 3 4], kept [0 1], 1 turns left: One says apples, the other one bananas.",
			"at 10: out [6 7], kept [0 1 8 9], 1 turns left: ",
			"at 12: out [5 8 9], kept [0 1 11], 1 turns left: Two files of fruit, and no third one.",
		},
		"v1-parallel.json": {"2a=0 4t=1 5t=2"},
	})
}
