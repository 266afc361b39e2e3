package pipeline

import (
	"strings"
	"testing"

	"cutline/model"
)

// The last compaction of the agent that has a number of tokens is told of; one that only blanked results is none.
func TestOwnLine(t *testing.T) {
	t.Parallel()
	s := &model.Session{Compactions: []model.Compaction{{Line: 3, Trigger: "auto", Before: 100}, {Line: 9, Trigger: "manual", Before: 155_413}, {Line: 11, Micro: true, Before: 7}, {Line: 12}}}
	got := ownLine(s, 200_000)
	if len(got) != 1 || got[0].Chose != "the agent itself compacted last at 155,413 tokens, 77.7% of the window" || !strings.HasPrefix(got[0].Because, "line 9 records it, because a person asked for it; ") {
		t.Errorf("%+v", got)
	}
	if got := ownLine(&model.Session{}, 200_000); got != nil {
		t.Errorf("without a compaction: %+v", got)
	}
}
