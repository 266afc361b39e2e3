package copilot

import (
	"testing"

	"cutline/model/sessiontest"
)

func TestPast(t *testing.T) {
	t.Parallel()
	sessiontest.CheckPasts(t, Read, Name, map[string][]string{
		// What was said while the summary was made stands before it, and is kept.
		"compaction.jsonl": {
			"2s=0 3u 4a 5u 6a=2 8t=3 9a=4 10c0=1 11u=5/9500",
			"at 7: out [1 2 3], kept [0 4 5 6], 0 turns left: <overview>The parser is ported.</overview>",
		},
		"compaction-elsewhere.jsonl": {"2u 3a 7c0 8u=0", "at 2: out [0 1], kept [], 0 turns left: "},
		"two-compactions.jsonl": {
			"2s=0 3u 4a/20000 6u! 7a/21000! 10u 11a/22000 15u 16c0/6100 18a/6200 21u 22a 24c1=1 25u! 26a! 28u=2",
			"at 8: out [1 2 5 6], kept [0 7], 1 turns left: <overview>Parser and printer are ported.</overview>",
			"at 12: out [7 8 9 10 11], kept [0], 0 turns left: <overview>Only the documentation is left.</overview>",
		},
		"rewind.jsonl": {"2u=0 3a=1 4u! 5a! 7u=2 8a=3"},
	})
}
