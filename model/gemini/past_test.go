package gemini

import (
	"testing"

	"cutline/model/sessiontest"
)

func TestPast(t *testing.T) {
	t.Parallel()
	sessiontest.CheckPasts(t, Read, Name, map[string][]string{
		"compaction.jsonl": {
			"2u 3a/150000 4u=2 5a=3/151000 5t=4 6c0=0 6a=1 7a=5/9000",
			"at 5: out [0 1], kept [2 3 4], 1 turns left: <state_snapshot>\n<overall_goal>Port.</overall_goal>\n</state_snapshot>",
		},
		// Results are blanked, the end is taken back, a summary comes, and leaves again.
		"checkpoints.jsonl": {
			"2u 3a 3t 4u 5a 6c0 7u! 8a! 10u=0 11a=1 12c1 12a 13u=2 14c2 15a! 17u! 19u=3",
			"at 5: out unknown, kept [0 1 2 3 4], 2 turns left: ",
			"at 10: out [0 1 2 3 4], kept [8 9], 1 turns left: <state_snapshot>\n<overall_goal>Know what the file says.</overall_goal>\n</state_snapshot>",
			"at 13: out [10 11], kept [8 9 12], 2 turns left: ",
		},
		"repeated-id.jsonl":    {"2u=0 4a=1/900 4t=2 7a=3/960"},
		"results-twice.jsonl":  {"2u=0 2u=1 2a=2 2t=3 2a=4 2t=5 2u=6"},
		"rewind.jsonl":         {"2u=0 3a=1/100 4u! 5a/120! 7u=2 8a=3/130"},
		"rewind-unknown.jsonl": {"2u! 3a! 5u=0"},
	})
}
