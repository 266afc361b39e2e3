package pipeline

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// played is a summarizer that fails as a script says, and then gives a summary.
type played struct {
	info   summarize.Info
	script []error // nil: it gives a summary
	reqs   *[]summarize.Request
	then   func(call int)
}

func (p *played) Info() summarize.Info { return p.info }

func (p *played) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	call := len(*p.reqs)
	*p.reqs = append(*p.reqs, req)
	on(summarize.Progress{Rung: p.info.Rung, Text: "partial " + told})
	if p.then != nil {
		p.then(call)
	}
	if ctx.Err() != nil {
		return summarize.Answer{}, ctx.Err()
	}
	if err := p.script[min(call, len(p.script)-1)]; err != nil {
		return summarize.Answer{}, err
	}
	return summarize.Answer{Text: told, InputTokens: 7, OutputTokens: 3}, nil
}

func plays(rung string, script ...error) (*played, *[]summarize.Request) {
	reqs := &[]summarize.Request{}
	return &played{info: summarize.Info{Rung: rung, Model: rung + "-model"}, script: script, reqs: reqs}, reqs
}

// tries is how often a rung that goes on failing in one way is asked.
var tries = map[summarize.Kind]int{
	summarize.OutputLimit: 3, summarize.InputTokens: 3, summarize.InputSize: 3, summarize.RateLimited: 3, summarize.Overloaded: 3, summarize.Unavailable: 3,
	summarize.Network: 3, summarize.TruncatedStream: 3, summarize.Silent: 2, summarize.Empty: 3, summarize.NoSummary: 3, summarize.Refused: 1,
	summarize.Unauthenticated: 1, summarize.Forbidden: 1, summarize.InvalidArgument: 1, summarize.NotFound: 1, summarize.InvalidJSON: 1, summarize.Quota: 1,
	summarize.Aborted: 1, summarize.CannotTruncate: 1, summarize.Other: 3,
}

// TestEveryFailureOnEveryRung: whatever goes wrong wherever, the next rung takes over, after as many
// attempts as help, and the session that comes out works.
func TestEveryFailureOnEveryRung(t *testing.T) {
	t.Parallel()
	doc := list(strings.Repeat("p a c1 r1 ", 40)+"p", func(int) string { return strings.Repeat("w ", 4000) })
	for _, kind := range summarize.Kinds {
		for at, rung := range []string{summarize.Self, summarize.External, summarize.Local} {
			t.Run(string(kind)+" on "+rung, func(t *testing.T) {
				t.Parallel()
				s := open(t, doc)
				var all []summarize.Summarizer
				asked := map[string]*[]summarize.Request{}
				for k, name := range []string{summarize.Self, summarize.External, summarize.Local} {
					script := []error{nil}
					if k <= at {
						script = []error{&summarize.Failure{Kind: kind}}
					}
					one, reqs := plays(name, script...)
					all, asked[name] = append(all, one), reqs
				}
				p := Defaults()
				p.Pick.Summarizer, p.Pick.Tools = summarize.Self, "tools.json"
				var waited []time.Duration
				w := world(all...)
				w.Sleep = func(_ context.Context, d time.Duration) error {
					waited = append(waited, d)
					return nil
				}
				res := must(t, s, p, w)

				want := map[string]int{}
				for k, name := range []string{summarize.Self, summarize.External, summarize.Local} {
					switch {
					case k > at+1:
					case k == at+1:
						want[name] = 1
					case name == summarize.Local:
						want[name] = 1
					case name == summarize.Self && (kind == summarize.InputTokens || kind == summarize.InputSize):
						want[name] = 2 // without tool noise, then no more
					default:
						want[name] = tries[kind]
					}
				}
				got := map[string]int{}
				for name, reqs := range asked {
					if n := len(*reqs); n > 0 {
						got[name] = n
					}
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("attempts (-want +got):\n%s", diff)
				}
				rows := 0
				for _, n := range got {
					rows += n
				}
				if n := len(res.Report.Summary.Attempts); n != rows {
					t.Errorf("%d attempts have %d rows", rows, n)
				}
				outcome := Degraded
				if rung == summarize.Local {
					outcome = Failed
				}
				if res.Status.Outcome != outcome || len(res.Status.ErrorKinds) < 1 {
					t.Errorf("outcome %s, kinds %q", res.Status.Outcome, res.Status.ErrorKinds)
				}
				if g, bad := reassemble.Failed(res.Gates); bad {
					t.Errorf("gate %s: %s", g.Name, g.Message)
				}
				for i, d := range waited {
					if d <= 0 || d > summarize.MaxWait {
						t.Errorf("wait %d is %s", i, d)
					}
				}
				reduces(t, kind, *asked[summarize.External])
			})
		}
	}
}

// reduces checks what changes from one attempt to the next.
func reduces(t *testing.T, kind summarize.Kind, reqs []summarize.Request) {
	t.Helper()
	for k := 1; k < len(reqs); k++ {
		was, now := reqs[k-1], reqs[k]
		smaller := now.Slim.BudgetUsed < was.Slim.BudgetUsed
		input := kind == summarize.InputTokens || kind == summarize.InputSize
		if input != smaller && kind != summarize.OutputLimit {
			t.Errorf("attempt %d has %d chars after %d", k+1, now.Slim.BudgetUsed, was.Slim.BudgetUsed)
		}
		if now.Shorter != (kind == summarize.OutputLimit) {
			t.Errorf("attempt %d asks for less: %t", k+1, now.Shorter)
		}
		if last := k == summarize.Attempts-1; now.Strip != (input && last) {
			t.Errorf("attempt %d strips control characters: %t", k+1, now.Strip)
		}
	}
}

// TestShrinkingBudget: the next prompt has as many chars as the design says.
func TestShrinkingBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		past summarize.Past
		fail summarize.Failure
		want int
	}{
		{"half of the first budget", summarize.Past{Tries: 1, Budget: 3_200_000, Chars: 3_190_000, Suffix: 2000}, summarize.Failure{}, 1_600_000},
		{"a third the next time, or three quarters of what failed", summarize.Past{Tries: 2, Budget: 3_200_000, Chars: 1_300_000, Suffix: 2000}, summarize.Failure{}, 975_000},
		{"a small prompt shrinks by itself", summarize.Past{Tries: 1, Budget: 3_200_000, Chars: 40_000, Suffix: 2000}, summarize.Failure{}, 30_000},
		{"the prompt's own words stay", summarize.Past{Tries: 1, Budget: 3_200_000, Chars: 3400, Suffix: 3000}, summarize.Failure{}, 3300},
		{"both numbers are known", summarize.Past{Tries: 1, Budget: 3_200_000, Chars: 3_000_000, Suffix: 2000}, summarize.Failure{Size: 1_000_000, Limit: 100_000}, 285_000},
		{"the limit is no limit", summarize.Past{Tries: 1, Budget: 3_200_000, Chars: 400_000, Suffix: 2000}, summarize.Failure{Size: 100, Limit: 200}, 300_000},
	} {
		c.past.Rung, c.fail.Kind = summarize.External, summarize.InputTokens
		if step := c.fail.Next(c.past); !step.Again || step.Budget != c.want {
			t.Errorf("%s: %+v, want %d", c.name, step, c.want)
		}
	}
	f := summarize.Failure{Kind: summarize.InputTokens}
	if step := f.Next(summarize.Past{Rung: summarize.External, Tries: 1, Budget: 900, Chars: 900, Suffix: 900}); step.Again {
		t.Errorf("there is nothing left to leave out: %+v", step)
	}
}

// TestWaits: as long as the server asks, else twice as long each time, and never for ever.
func TestWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tries int
		asks  time.Duration
		final bool
		want  time.Duration // 0: the next rung
	}{
		{1, 0, false, 2 * time.Second},
		{2, 0, false, 4 * time.Second},
		{1, 7 * time.Second, false, 7 * time.Second},
		{1, time.Minute, false, time.Minute},
		{1, time.Hour, false, 0},
		{1, 0, true, 0},
		{3, 0, false, 0},
		{5, 0, false, 32 * time.Second},
		{8, 0, false, time.Minute},
	} {
		f := summarize.Failure{Kind: summarize.RateLimited, Wait: c.asks, Final: c.final}
		most := summarize.Attempts
		if c.tries > most {
			most = summarize.MaxAttempts
		}
		step := f.Next(summarize.Past{Rung: summarize.External, Tries: c.tries, Most: most})
		if step.Wait != c.want || step.Again != (c.want > 0) || step.Why == "" {
			t.Errorf("attempt %d, the server asks for %s: %+v, want %s", c.tries, c.asks, step, c.want)
		}
	}
}

// TestSecondAttempt: what helps on the same rung is no fallback.
func TestSecondAttempt(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a c1 r1 a p a", long))
	one, reqs := plays(summarize.External, summarize.Fail(summarize.Overloaded, "overloaded (529)"), nil)
	p := Defaults()
	p.Pick.Summarizer = summarize.External
	w := world(one, rung(summarize.Local, "never", nil))
	var seen []summarize.Progress
	res, err := Run(context.Background(), s, p, w, func(p summarize.Progress) { seen = append(seen, p) })
	if err != nil {
		t.Fatal(err)
	}
	if res.Status.Outcome != OK || res.Report.Summary.Outcome != trace.Ran || len(*reqs) != 2 {
		t.Errorf("outcome %s after %d attempts", res.Status.Outcome, len(*reqs))
	}
	if diff := cmp.Diff([]string{"Overloaded"}, res.Status.ErrorKinds); diff != "" {
		t.Error(diff)
	}
	at := res.Report.Summary.Attempts
	if at[0].InputTokens != 0 || at[1].InputTokens != 7 || at[1].OutputTokens != 3 || at[1].Model != "external-model" {
		t.Errorf("attempts %+v", at)
	}
	// begin, text, wait, begin, text: what came of the first attempt is gone before the second.
	var kinds []string
	for k, p := range seen {
		if want := at[:min(1, k/2)]; p.Model != "external-model" || !cmp.Equal(want, p.Tried, cmpopts.EquateEmpty()) {
			t.Errorf("progress %d of %q has %+v behind it", k, p.Model, p.Tried)
		}
		switch {
		case !p.Until.IsZero():
			kinds = append(kinds, fmt.Sprintf("wait %d/%d: %s", p.Try, p.Tries, p.Why))
		case p.Text != "":
			kinds = append(kinds, fmt.Sprintf("text %d/%d", p.Try, p.Tries))
		default:
			kinds = append(kinds, fmt.Sprintf("begin %d/%d", p.Try, p.Tries))
		}
	}
	want := []string{"begin 1/3", "text 1/3", "wait 2/3: overloaded (529)", "begin 2/3", "text 2/3"}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// TestAnyScript: whatever fails in whatever order, a run ends within its bounds, its outcome is one
// of four, what comes out passes the gates, and the input is as it was.
func TestAnyScript(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		words := strings.Repeat("word ", rapid.IntRange(1, 90).Draw(rt, "size"))
		doc := list(strings.Repeat("p a c1 r1 ", rapid.IntRange(1, 6).Draw(rt, "turns"))+"p a", func(int) string { return words })
		s := open(rt, doc)
		sum := sha256.Sum256(everything(rt, s))
		failure := rapid.Custom(func(rt *rapid.T) error {
			if rapid.IntRange(0, 3).Draw(rt, "good") == 0 {
				return nil
			}
			f := summarize.Fail(rapid.SampledFrom(summarize.Kinds).Draw(rt, "kind"), "it failed")
			f.Wait = time.Duration(rapid.IntRange(0, 200).Draw(rt, "seconds")) * time.Second
			f.Final = rapid.IntRange(0, 9).Draw(rt, "final") == 0
			f.Size, f.Limit = rapid.IntRange(0, 1_000_000).Draw(rt, "size"), rapid.IntRange(0, 200_000).Draw(rt, "limit")
			return f
		})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		stop := rapid.IntRange(-12, 8).Draw(rt, "cancelled at")
		calls := 0
		var all []summarize.Summarizer
		for _, name := range []string{summarize.Self, summarize.External, summarize.Local} {
			one, _ := plays(name, rapid.SliceOfN(failure, 1, 4).Draw(rt, name)...)
			one.then = func(int) {
				if calls++; calls == stop {
					cancel()
				}
			}
			all = append(all, one)
		}
		var waited time.Duration
		w := world(all...)
		w.Sleep = func(ctx context.Context, d time.Duration) error {
			waited += d
			return ctx.Err()
		}
		p := Defaults()
		p.Pick.Summarizer, p.Pick.Tools = rapid.SampledFrom([]string{"self", "external", "local", ""}).Draw(rt, "chosen"), "tools.json"
		p.Slim.Budget = rapid.SampledFrom([]int{0, 0, 300, 5000}).Draw(rt, "budget")
		res, err := Run(ctx, s, p, w, nil)

		if calls > 2*summarize.Attempts+1 || waited > 2*(summarize.Attempts-1)*summarize.MaxWait {
			rt.Errorf("%d calls, waited %s", calls, waited)
		}
		if got := sha256.Sum256(everything(rt, s)); got != sum {
			rt.Error("the input was changed")
		}
		var stopped *StoppedError
		switch {
		case errors.As(err, &stopped):
			if calls != stop || res != nil || !errors.Is(err, context.Canceled) || stopped.Status.Outcome != Cancelled {
				rt.Errorf("stopped after %d calls: %+v", calls, stopped.Status)
			}
			return
		case err != nil:
			rt.Fatalf("run: %v", err)
		}
		if o := res.Status.Outcome; o != OK && o != Degraded && o != Failed {
			rt.Errorf("outcome %q", o)
		}
		if g, bad := reassemble.Failed(res.Gates); bad {
			rt.Errorf("gate %s: %s", g.Name, g.Message)
		}
		if failed := res.Status.Outcome == Failed; failed != (res.Report.Summary.Rung == summarize.Placeholder) {
			rt.Errorf("%s by %s", res.Status.Outcome, res.Report.Summary.Rung)
		}
		for _, a := range res.Report.Summary.Attempts {
			if a.Error != "" && a.Detail == "" {
				rt.Errorf("attempt without a sentence: %+v", a)
			}
		}
	})
}

// everything is all bytes of a session's file.
func everything(tb interface{ Fatalf(string, ...any) }, s *model.Session) []byte {
	b, err := io.ReadAll(io.NewSectionReader(s.Reader, 0, s.Bytes))
	if err != nil {
		tb.Fatalf("read: %v", err)
	}
	return b
}
