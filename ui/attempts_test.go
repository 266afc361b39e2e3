package ui

import (
	"strings"
	"testing"

	"cutline/pipeline/trace"
)

// After esc from a result the last two stages are those of the run, and say which key shows it; when
// something was turned they are not run any more, and the result of before can still be looked at.
func TestStagesAfterResult(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	if st := a.stages(); st[4].Outcome != trace.Planned || st[5].Outcome != trace.Planned {
		t.Fatalf("before a run: %+v", st[4:])
	}
	press(a, "c", "esc")
	for _, i := range []int{4, 5} {
		if st := a.stages()[i]; a.after() || st.Outcome != trace.Ran || !strings.HasSuffix(st.Headline, "; v shows the result") {
			t.Errorf("%s: %s, %q", st.Title, st.Outcome, st.Headline)
		}
	}
	press(a, "5")
	if v := a.View(); strings.Contains(v, "next  who writes") || strings.Contains(v, "not run yet") {
		t.Errorf("the reasons are those of the plan:\n%s", v)
	}
	press(a, "esc", "p", "right", "esc")
	if st := a.stages(); !a.stale || st[4].Outcome != trace.Planned || !strings.Contains(st[4].Headline, "v shows the result of before") {
		t.Errorf("after a turn: stale %t, %s, %q", a.stale, st[4].Outcome, st[4].Headline)
	}
}
