package generations

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
)

// scribe writes the summaries of a list, one a generation.
type scribe struct {
	texts []string
	then  func()
	n     int
}

func (*scribe) Info() summarize.Info {
	return summarize.Info{Rung: summarize.External, Model: "a-model"}
}

func (s *scribe) Summarize(ctx context.Context, _ summarize.Request, _ func(summarize.Progress)) (summarize.Answer, error) {
	if s.then != nil {
		s.then()
	}
	if err := ctx.Err(); err != nil {
		return summarize.Answer{}, err
	}
	s.n++
	return summarize.Answer{Text: s.texts[s.n-1]}, nil
}

// input is the generations of a session without a network, with the local summarizer or a scribe. Tokens are chars.
func input(s *model.Session, strategy string, n int, grow bool, by *scribe) Input {
	st, _ := pipeline.FindStrategy(pipeline.Strategies, strategy)
	p := st.Params
	if by != nil {
		p.Pick.Summarizer = summarize.External
	}
	return Input{
		Session: s, Params: p, N: n, Grow: grow,
		World: func(_ context.Context, of *model.Session) (pipeline.World, error) {
			ids := 0
			w := pipeline.World{
				NewID: func() string { ids++; return fmt.Sprintf("00000000-0000-4000-8000-%08x%04x", len(of.Rows), ids) },
				Now:   func() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) },
				Count: func(_ context.Context, s *model.Session) (int, error) {
					sum := 0
					for i := range s.Rows {
						sum += s.Rows[i].Chars
					}
					return sum, nil
				},
				Summarizers: []summarize.Summarizer{local.New(pipeline.Window(of, p))},
			}
			if by != nil {
				w.Summarizers, w.Rungs = append(w.Summarizers, by), []summarize.Info{by.Info()}
			}
			return w, nil
		},
	}
}

// all makes every generation.
func all(t *testing.T, in Input) Generations {
	t.Helper()
	l, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	for l.More() {
		if _, err := l.Next(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	return l.Generations()
}

// said is a session of lines: a person and an assistant in turn.
func said(t *testing.T, texts ...string) *model.Session {
	t.Helper()
	var b strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&b, "{\"role\":%q,\"content\":%q}\n", []string{"user", "assistant"}[i%2], text)
	}
	s, err := chat.Read(model.Input{Path: "x.jsonl", Reader: strings.NewReader(b.String()), Size: int64(b.Len())})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func demo(tb testing.TB) *model.Session {
	tb.Helper()
	s, closer, err := load.Open(filepath.Join(sessiontest.Root(tb), "testdata", "sessions", "claudecode", "demo.jsonl"), load.Choice{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = closer.Close() })
	return s
}

// work is an answer of some length without any fact.
var work = strings.Repeat("It is going on as it should, and there is nothing else to say about all of this. ", 6)

// dead lists the deaths as class, text, generation, and the generation that has it again.
func dead(g Generations) []string {
	var out []string
	for _, d := range g.Deaths {
		out = append(out, fmt.Sprintf("%s %s %d %d", d.Class, d.Text, d.At, d.Back))
	}
	return out
}

// TestDeaths: a constraint dies in the generation whose summary leaves it out, and a number in another one.
func TestDeaths(t *testing.T) {
	t.Parallel()
	s := said(t, "Never push to the main branch.", work, "The server listens on port 8443 and stays there.", work, "Go on with the work now, please.", work)
	by := &scribe{texts: []string{
		"The person said: never push to the main branch. The server listens on port 8443 and stays there. Work goes on.",
		"The server listens on port 8443 and stays there. Work goes on without anything else of note.",
		"Work goes on without anything else of note, and all is as it should be. See pkg/invented/name.go for it.",
	}}
	g := all(t, input(s, "fair", 3, false, by))
	want := []string{
		"constraint Never push to the main branch. 2 0", "ask Never push to the main branch. 2 0",
		"ask The server listens on port 8443 and stays there. 3 0", "number 8443 3 0",
	}
	if d := cmp.Diff(want, dead(g)); d != "" {
		t.Error(d)
	}
	for n, at := range [][]int{{}, {2}, {2, 3}, {2, 2, 3}, {2, 2, 3, 3}, {2, 2, 3, 3}} {
		got := []int{}
		for _, d := range g.First(n) {
			got = append(got, d.At)
		}
		if d := cmp.Diff(at, got); d != "" {
			t.Errorf("the first %d: %s", n, d)
		}
	}
	if g.Facts != 4 || len(g.Steps) != 3 || by.n != 3 {
		t.Fatalf("%d facts, %d generations, %d summaries", g.Facts, len(g.Steps), by.n)
	}
	for i, want := range []struct{ constraint, number float64 }{{1, 1}, {0, 1}, {0, 0}} {
		step := g.Steps[i]
		if got := step.Classes[facts.Constraint]; got != (Share{1, want.constraint}) {
			t.Errorf("generation %d: constraints %v, want %v", i+1, got, want.constraint)
		}
		if got := step.Classes[facts.Number]; got != (Share{1, want.number}) {
			t.Errorf("generation %d: numbers %v, want %v", i+1, got, want.number)
		}
		if made := len(step.Inventions); made != i/2 || step.N != i+1 || step.Writer != summarize.External || step.Why != "" {
			t.Errorf("generation %d: %+v", i+1, step)
		}
	}
	if g.Steps[0].Deaths != 0 || g.Steps[1].Deaths != 2 || g.Steps[2].Deaths != 2 || g.Steps[0].Score != 100 || g.Steps[2].Score >= 50 {
		t.Errorf("%+v", g.Steps)
	}
}

// TestGrowth: each generation takes in the next stretch, and a fact that a later message says again is there again.
func TestGrowth(t *testing.T) {
	t.Parallel()
	s := said(t,
		"Never push to the main branch.", work, "Write it down for me.", work,
		"And then once more of that.", work, "Write it down again.", work,
		"I said it: never push to the main branch.", work, "Thank you, go on now.", work)
	note := "Work goes on without anything else of note, and all is as it should be."
	by := &scribe{texts: []string{note, note, note}}
	in := input(s, "fair", 3, true, by)
	l, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]int{4, 8, 12}, l.cuts); d != "" {
		t.Fatal(d)
	}
	g := all(t, in)
	if d := cmp.Diff([]string{"constraint Never push to the main branch. 1 0", "ask Never push to the main branch. 1 0"}, dead(g)); d != "" {
		t.Error(d)
	}
	var seen []int
	for _, step := range g.Steps {
		seen = append(seen, step.Messages)
	}
	// A stretch, then the summary and the last turn of what was there, and the next stretch.
	if d := cmp.Diff([]int{4, 7, 7}, seen); d != "" {
		t.Error(d)
	}
	s = said(t, "Never push to the main branch.", work, "Write it down for me.", work, "And then once more of that.", work, "I said it: never push to the main branch.", work)
	g = all(t, input(s, "fair", 2, true, &scribe{texts: []string{note, note}}))
	if got := dead(g); len(got) != 2 || got[0] != "constraint Never push to the main branch. 1 2" {
		t.Errorf("%q", got)
	}
}

// TestNothingToCompact: what a strategy refuses is a generation in which nothing changed; without growth it is the last.
func TestNothingToCompact(t *testing.T) {
	t.Parallel()
	for grow, n := range map[bool]int{false: 1, true: 3} {
		in := input(demo(t), "prime", 3, grow, nil)
		in.Params.Partition.KeepRecent = 1 << 30
		g := all(t, in)
		for _, step := range g.Steps {
			if step.Why == "" || step.Deaths > 0 || step.Tokens != step.Before || step.Tokens == 0 || step.Classes != [Classes]Share{} {
				t.Errorf("%+v", step)
			}
		}
		if len(g.Steps) != n || g.Facts != 0 {
			t.Errorf("grows %t: %d generations, %d facts", grow, len(g.Steps), g.Facts)
		}
	}
}

// TestLaws: the facts stay the same, every death is counted once, and the same session gives the same generations.
func TestLaws(t *testing.T) {
	t.Parallel()
	for _, strategy := range []string{"fair", "memory"} {
		for _, grow := range []bool{false, true} {
			t.Run(fmt.Sprint(strategy, grow), func(t *testing.T) {
				t.Parallel()
				g := all(t, input(demo(t), strategy, 3, grow, nil))
				again := all(t, input(demo(t), strategy, 3, grow, nil))
				if d := cmp.Diff(g, again); d != "" {
					t.Errorf("twice is not the same: %s", d)
				}
				sum := 0
				var first *Step
				for i := range g.Steps {
					step := &g.Steps[i]
					sum += step.Deaths
					if first == nil && step.Why == "" {
						first = step
					}
					n := 0
					for c, k := range step.Classes {
						n += k.N
						if first != nil && k.N != first.Classes[c].N || k.Kept < 0 || k.Kept > 1 {
							t.Errorf("generation %d, %s: %+v", step.N, facts.Class(c), k)
						}
					}
					if n != g.Facts && first != nil || step.Low > step.Score || step.High < step.Score || step.Tokens <= 0 {
						t.Errorf("generation %d: %d of %d facts, %+v", step.N, n, g.Facts, step)
					}
				}
				if sum != len(g.Deaths) || g.Facts == 0 || sum > g.Facts {
					t.Errorf("%d deaths in the generations, %d in all, %d facts", sum, len(g.Deaths), g.Facts)
				}
				for i, d := range g.Deaths {
					if d.At < 1 || d.At > 3 || d.Back > 0 && d.Back <= d.At || i > 0 && (g.Deaths[i-1].At > d.At || g.Deaths[i-1].At == d.At && g.Deaths[i-1].Points < d.Points) {
						t.Errorf("death %d: %+v", i, d)
					}
				}
			})
		}
	}
}

// TestFirstIsTheRun: the first generation is what a compaction is scored with.
func TestFirstIsTheRun(t *testing.T) {
	t.Parallel()
	s := demo(t)
	in := input(s, "fair", 2, false, nil)
	l, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.Next(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	w, _ := in.World(t.Context(), s)
	res, err := pipeline.Run(t.Context(), s, in.Params, w, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want retention.Output
	if want, err = res.Retention(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if got.Score != want.Score || got.Low != want.Low || got.High != want.High || len(got.Inventions) != len(want.Fabricated) || got.Tokens != res.Status.TokensAfter {
		t.Errorf("%+v, want a score of %v", got, want.Score)
	}
}

// TestCancel: what is stopped leaves no generation behind, and can be gone on with.
func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	by := &scribe{texts: []string{"Work goes on without anything else of note, and all is as it should be."}, then: stop}
	l, err := New(input(said(t, "Never push to the main branch.", work, "Go on.", work), "fair", 2, false, by))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Next(ctx, nil); !errors.Is(err, context.Canceled) || len(l.Generations().Steps) != 0 {
		t.Fatalf("%v, %d generations", err, len(l.Generations().Steps))
	}
	by.then = nil
	if step, err := l.Next(t.Context(), nil); err != nil || step.N != 1 {
		t.Errorf("%v, %+v", err, step)
	}
	no := errors.New("no")
	l.in.World = func(context.Context, *model.Session) (pipeline.World, error) { return pipeline.World{}, no }
	if _, err := l.Next(t.Context(), nil); !errors.Is(err, no) {
		t.Error(err)
	}
}
