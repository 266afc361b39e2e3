package local

import (
	"fmt"
	"testing"
)

// TestStateBeforeASummary: the live state that stands before a summary was that of the moment, and
// is no part of the summary.
func TestStateBeforeASummary(t *testing.T) {
	t.Parallel()
	const frame = "<conversation_summary>\nThis session is being continued from a previous conversation:\n\n%s\n</conversation_summary>\n\nGo on."
	for in, want := range map[string]string{
		"<mode>\nM\n</mode>\n\n<project_root>\n/w\n</project_root>\n\nIt was done.": "It was done.",
		"<project_root>\n/w\n</project_root>\n\nIt was done.":                       "It was done.",
		"It was <mode> done.":  "It was <mode> done.",
		"<mode>\nnever closed": "<mode>\nnever closed",
	} {
		if got := Unwrap(fmt.Sprintf(frame, in)); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}
