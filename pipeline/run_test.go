package pipeline

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trace"
)

// attempts writes the attempts of a run as "external: Unavailable".
func attempts(r Report) []string {
	var out []string
	for _, a := range r.Summary.Attempts {
		s := a.Rung
		if a.Error != "" {
			s += ": " + a.Error
		}
		out = append(out, s)
	}
	return out
}

func TestLadder(t *testing.T) {
	t.Parallel()
	down := summarize.Fail(summarize.Unavailable, "down")
	tests := []struct {
		name    string
		choose  string
		rungs   []summarize.Summarizer
		by      string
		status  string
		tried   []string
		outcome trace.Outcome
	}{
		{"local by choice", "local", []summarize.Summarizer{rung("local", told, nil), rung("external", "never", nil)}, "local", OK, []string{"local"}, trace.Ran},
		{"local when nobody chose", "", []summarize.Summarizer{rung("external", "never", nil), rung("local", told, nil)}, "local", OK, []string{"local"}, trace.Ran},
		{"external", "external", []summarize.Summarizer{rung("local", "never", nil), rung("external", told, nil)}, "external", OK, []string{"external"}, trace.Ran},
		{"external fails", "external", []summarize.Summarizer{rung("external", "", down), rung("local", told, nil)}, "local", Degraded, []string{"external: Unavailable", "external: Unavailable", "external: Unavailable", "local"}, trace.FellBack},
		{"external says nothing", "external", []summarize.Summarizer{rung("external", "<summary> 42 </summary>", nil), rung("local", told, nil)}, "local", Degraded, []string{"external: EmptyContent", "external: EmptyContent", "external: EmptyContent", "local"}, trace.FellBack},
		{"external only thinks", "external", []summarize.Summarizer{rung("external", "<analysis>hm</analysis>", nil), rung("local", told, nil)}, "local", Degraded, []string{"external: EmptyContent", "external: EmptyContent", "external: EmptyContent", "local"}, trace.FellBack},
		{"external is not here", "external", []summarize.Summarizer{rung("local", told, nil)}, "local", Degraded, []string{"local"}, trace.FellBack},
		{"its own time limit is a failure like any other", "external", []summarize.Summarizer{rung("external", "", context.DeadlineExceeded), rung("local", told, nil)}, "local", Degraded, []string{"external: TimedOut", "external: TimedOut", "local"}, trace.FellBack},
		{"every rung fails", "external", []summarize.Summarizer{rung("external", "", down), rung("local", "", io.ErrUnexpectedEOF)}, "placeholder", Failed, []string{"external: Unavailable", "external: Unavailable", "external: Unavailable", "local: Other"}, trace.FellBack},
		{"nobody is there", "", nil, "placeholder", Failed, nil, trace.FellBack},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, list("s p a c1 r1 a p a", long))
			p := Defaults()
			p.Pick.Summarizer = tt.choose
			res := must(t, s, p, world(tt.rungs...))
			r := res.Report
			if diff := cmp.Diff([]any{tt.by, tt.status, tt.tried, tt.outcome}, []any{r.Summary.Rung, res.Status.Outcome, attempts(r), r.Summary.Outcome}); diff != "" {
				t.Errorf("run (-want +got):\n%s", diff)
			}
			if g, bad := reassemble.Failed(res.Gates); bad {
				t.Errorf("gate %s: %s", g.Name, g.Message)
			}
			kinds := 0
			for _, a := range r.Summary.Attempts {
				if a.Error != "" {
					kinds++
				}
				if a.Budget <= 0 {
					t.Errorf("attempt without a budget: %+v", a)
				}
			}
			if len(res.Status.ErrorKinds) != kinds {
				t.Errorf("error kinds %q", res.Status.ErrorKinds)
			}
			if got := res.After.Rows[1]; got.Origin != model.FromSummary {
				t.Errorf("the second message is %+v", got)
			}
		})
	}
}

// TestRungGetsItsOwnBudget: when the ladder comes to another rung, the report holds what that
// one read.
func TestRungGetsItsOwnBudget(t *testing.T) {
	t.Parallel()
	s := open(t, list(strings.Repeat("p a ", 40)+"p", long))
	var first, second summarize.Request
	ext, loc := rung("external", "", summarize.Fail(summarize.Unavailable, "down")), rung("local", told, nil)
	ext.seen, loc.seen = &first, &second
	p := Defaults()
	p.Pick.Summarizer = "external"
	res := must(t, s, p, world(ext, loc))
	if first.Slim.Budget != 3_200_000 || first.Slim.Suffix == 0 || first.Slim.Counts.Full != 81 {
		t.Errorf("external had %d chars and read %+v", first.Slim.Budget, first.Slim.Counts)
	}
	if second.Slim.Budget >= 50_000 || second.Slim.Counts.Truncated+second.Slim.Counts.Omitted == 0 {
		t.Errorf("local had %d chars and read %+v", second.Slim.Budget, second.Slim.Counts)
	}
	if diff := cmp.Diff(second.Slim, res.Report.Slim); diff != "" {
		t.Errorf("the report is not what was used (-used +report):\n%s", diff)
	}
}

// TestNothingFitsTheBudget: a model is not asked to summarize markers.
func TestNothingFitsTheBudget(t *testing.T) {
	t.Parallel()
	s := open(t, list("p a p a p a p", long))
	calls := 0
	ext := rung("external", told, nil)
	ext.calls = &calls
	p := Defaults()
	p.Pick.Summarizer, p.Slim.Budget = "external", 400
	res := must(t, s, p, world(ext, rung("local", told, nil)))
	if calls != 0 || res.Status.Outcome != Degraded || !cmp.Equal(attempts(res.Report), []string{"external: CannotTruncatePrompt", "local"}) {
		t.Errorf("%d calls, %s, attempts %q", calls, res.Status.Outcome, attempts(res.Report))
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	ext, loc := rung("external", told, nil), rung("local", told, nil)
	ext.then, loc.calls = cancel, &calls
	p := Defaults()
	p.Pick.Summarizer = "external"
	res, err := Run(ctx, open(t, list("p a p a p a", long)), p, world(ext, loc), nil)
	if res != nil || !errors.Is(err, context.Canceled) || calls != 0 {
		t.Errorf("result %v, error %v, %d calls of the next rung", res, err, calls)
	}
}

func TestNothing(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, script, want string }{
		{"one message", "p", "no message stands before the split"},
		{"system and one message", "s p", "no message stands before the split"},
		{"only system messages", "s s", "no message stands before the split"},
		{"an earlier summary and one message", "m p", "only an earlier summary stands before the split"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res, err := Run(context.Background(), open(t, list(tt.script, long)), Defaults(), world(rung("local", told, nil)), nil)
			if res != nil || !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("result %v, error %v; want %q", res, err, tt.want)
			}
		})
	}
}

func TestGivenText(t *testing.T) {
	t.Parallel()
	calls := 0
	loc := rung("local", told, nil)
	loc.calls = &calls
	w := world(loc)
	w.Text = "A person wrote this summary by hand, and it says enough."
	res := must(t, open(t, list("p a p a p a", long)), Defaults(), w)
	if calls != 0 || res.Report.Summary.Rung != summarize.File || res.Status.Outcome != OK || !strings.Contains(written(t, res), w.Text) {
		t.Errorf("%d calls, by %s, %s:\n%s", calls, res.Report.Summary.Rung, res.Status.Outcome, written(t, res))
	}
	w.Text = "42 …"
	if res := must(t, open(t, list("p a p a p a", long)), Defaults(), w); res.Status.Outcome != Failed {
		t.Errorf("a summary that says nothing is %s", res.Status.Outcome)
	}
}

// written is the assembled session.
func written(tb testing.TB, res *Result) string {
	tb.Helper()
	b := make([]byte, res.Written.Rope.Size())
	if _, err := res.Written.Rope.ReadAt(b, 0); err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

func TestAmend(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p a p a", long))
	w := world(local.New(0))
	first := must(t, s, Defaults(), w)
	was := first.Report.Summary
	edited := "An edited summary that a person has put right in an editor."
	second, err := Amend(context.Background(), s, first, edited, w)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"local", "editor"}, attempts(second.Report)); diff != "" || second.Report.Summary.Rung != summarize.Editor {
		t.Errorf("by %s (-want +got):\n%s", second.Report.Summary.Rung, diff)
	}
	if out := written(t, second); !strings.Contains(out, edited) || strings.Contains(out, local.Honest) {
		t.Errorf("the result holds\n%s", out)
	}
	if diff := cmp.Diff(was, first.Report.Summary); diff != "" {
		t.Errorf("the first result was changed:\n%s", diff)
	}
	if empty, err := Amend(context.Background(), s, first, " \n", w); err != nil || empty.Status.Outcome != Failed {
		t.Errorf("an empty summary is %v, %v", empty.Status.Outcome, err)
	}
}

func TestLargerIsDegraded(t *testing.T) {
	t.Parallel()
	res := must(t, open(t, list("p a p a", func(int) string { return "x" })), Defaults(), world(rung("local", told, nil)))
	if res.Status.Outcome != Degraded || res.Status.Compression >= 0 || res.Status.TokensAfter <= res.Status.TokensBefore {
		t.Errorf("status %+v", res.Status)
	}
	if g, bad := reassemble.Failed(res.Gates); bad {
		t.Errorf("a soft gate is hard: %+v", g)
	}
}
