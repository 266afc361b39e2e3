package qwen

import (
	"testing"

	"cutline/model/sessiontest"
)

func TestPast(t *testing.T) {
	t.Parallel()
	sessiontest.CheckPasts(t, Read, Name, map[string][]string{
		"bridge.jsonl": {"1u=0 2u! 4u=1"},
		// What the agent puts in front of the summary stands behind the compaction here.
		"compression.jsonl": {
			"1u 2a/90000 3u=3 4a=4/91000 5c0=1 5u=0 5a=2 6u=5 7a=6/7100",
			"at 4: out [0 1], kept [2 3], 1 turns left: The parser is ported.",
		},
		"kept.jsonl": {
			"1u 2a 4u 5a 6c0 6a 7u! 8a! 10u! 12u 13a=1 14c1=0 15u=2",
			"at 4: out [0 1], kept [2 3], 1 turns left: <state_snapshot>\n<overall_goal>Port everything.</overall_goal>\n</state_snapshot>",
			"at 11: out [2 3 4 5 9], kept [10], 0 turns left: <state_snapshot>\n<overall_goal>All is ported and tested.</overall_goal>\n</state_snapshot>",
		},
		"rewind.jsonl": {"1u=0 2a=1/10 3u! 4a/20! 6u=2 7a=3/30"},
	})
}
