package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/slim"
	"cutline/pipeline/trigger"
)

// Two plans are compared by what a person would ask of them.
func TestDiffers(t *testing.T) {
	t.Parallel()
	base := func(change func(*Report)) *Report {
		r := &Report{}
		r.Summary.Rung, r.Pick.Family = "local", "claude"
		r.Trigger.Limit, r.Partition.Split, r.Partition.Tail = 180_000, 389, make([]int, 24)
		r.Slim.Counts, r.Slim.FairShare, r.Slim.Budget = slim.Counts{Full: 355, Truncated: 31}, 18_214, 800_000
		if change != nil {
			change(r)
		}
		return r
	}
	for _, tt := range []struct {
		name   string
		change func(*Report)
		want   []string
	}{
		{"the same", nil, nil},
		{"due", func(r *Report) { r.Trigger.Fires, r.Trigger.Limit = true, 90_000 }, []string{"fires now", "limit 180,000 → 90,000"}},
		{"split", func(r *Report) { r.Partition.Split, r.Partition.Tail = 377, make([]int, 36) }, []string{"split at 389 → 377", "12 more kept"}},
		{"no tail", func(r *Report) { r.Partition.Split, r.Partition.Tail = -1, nil }, []string{"everything is summarized", "24 fewer kept"}},
		{"budget", func(r *Report) {
			r.Slim.Counts, r.Slim.FairShare, r.Slim.Budget = slim.Counts{Full: 324, Truncated: 62}, 9_107, 400_000
		}, []string{"31 more cut", "share 18,214 → 9,107", "budget 800,000 → 400,000"}},
		{"all whole", func(r *Report) { r.Slim.Counts, r.Slim.FairShare = slim.Counts{Full: 386}, -1 }, []string{"31 fewer cut", "every share is enough"}},
		{"writer", func(r *Report) { r.Summary.Rung, r.Pick.Family = "external", "nine" }, []string{"external writes the summary", "nine is the prompt"}},
		{"nothing", func(r *Report) { r.Nothing = "the session has no messages" }, []string{"nothing to compact"}},
		{"early", func(r *Report) { r.Trigger.Background.Start = trigger.Line{Threshold: 170_000, Set: true} }, []string{"a summary is made early from 170,000 on"}},
	} {
		if diff := cmp.Diff(tt.want, Differs(base(nil), base(tt.change))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if got := Differs(base(func(r *Report) { r.Trigger.Fires = true }), base(nil)); !cmp.Equal(got, []string{"is not due any more"}) {
		t.Errorf("back: %q", got)
	}
}
