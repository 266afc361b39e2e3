package lab

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/load"
	"cutline/model/measure"
	"cutline/model/sessiontest"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
)

// input is a lab without a network, whose tokens are counted as the program does.
func input(tb testing.TB, s *model.Session) Input {
	tb.Helper()
	m, _ := tokens.Lookup(s.Model)
	counter, err := tokens.New(m.Encoding)
	if err != nil {
		tb.Fatal(err)
	}
	state := reassemble.Collect(s, reassemble.State{})
	files := reassemble.RecentFiles(s)
	world := func(p pipeline.Params) pipeline.World {
		w := pipeline.World{
			NewID: uuid.NewString, Now: time.Now,
			Count: func(ctx context.Context, s *model.Session) (int, error) {
				_, n, err := measure.Count(ctx, s, counter, nil)
				return n, err
			},
		}
		w.Summarizers = append(w.Summarizers, local.New(pipeline.Window(s, p)))
		w.Blocks = state
		if p.State.Files {
			w.Blocks = append(state[:len(state):len(state)], files...)
		}
		return w
	}
	return Input{Session: s, Params: pipeline.Defaults(), Strategies: pipeline.Strategies, World: world, Model: "claude-haiku-4-5", Output: 8192}
}

// demo is the built-in sample session.
func demo(tb testing.TB) *model.Session {
	tb.Helper()
	s, closer, err := load.Open(filepath.Join(sessiontest.Root(tb), "testdata", "sessions", "claudecode", "demo.jsonl"), load.Choice{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = closer.Close() })
	return s
}

// all runs every strategy.
func all(t *testing.T, in Input) (*Bench, map[string]Row) {
	t.Helper()
	b, err := New(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]Row{}
	for _, s := range in.Strategies {
		rows[s.Name] = b.Row(t.Context(), s, nil)
	}
	return b, rows
}

// free are the strategies that no model writes for.
var free = map[string]bool{"mask": true, "drop-oldest": true, "head-and-tail": true, "slim": true}

func TestEveryStrategyAtOneBudget(t *testing.T) {
	t.Parallel()
	s := demo(t)
	b, rows := all(t, input(t, s))
	if rows["fair"].After != b.Target() || b.Target() <= 0 || b.Before() <= b.Target() {
		t.Errorf("a budget of %d, fair leaves %d of %d", b.Target(), rows["fair"].After, b.Before())
	}
	for name, r := range rows {
		if n := r.Kept + r.Summarized + r.Truncated + r.Omitted + r.Dropped; r.Result == nil || n != len(s.Rows) {
			t.Errorf("%s: %d of %d messages have a fate: %s", name, n, len(s.Rows), r.Why)
			continue
		}
		if r.Fits != (r.After <= b.Target()) || r.Fits == (name == "mask") {
			t.Errorf("%s: %d of %d tokens, fits %t, %v", name, r.After, b.Target(), r.Fits, r.Set)
		}
		if _, bad := reassemble.Failed(r.Gates); bad || r.Broken > 0 {
			t.Errorf("%s: %+v, %d broken pairs", name, r.Gates, r.Broken)
		}
		if r.WordsKept > r.Words || r.FilesKept > r.Files || r.Words == 0 || r.Files == 0 || r.Before != b.Before() {
			t.Errorf("%s: %+v", name, r)
		}
		if o := &r.Retention; !r.Scored || o.N == 0 || o.Score < 0 || o.Score > 100 || o.Per1k <= 0 || len(o.Fabricated) > o.Checked {
			t.Errorf("%s: scored %t, %v of %d facts, %v per 1k, %d of %d invented", name, r.Scored, o.Score, o.N, o.Per1k, len(o.Fabricated), o.Checked)
		}
		if want := (Price{Known: true}); free[name] != cmp.Equal(want, r.Price) {
			t.Errorf("%s: the price is %+v", name, r.Price)
		}
	}
	if r := rows["mask"]; r.WordsKept != r.Words || r.FilesKept != r.Files || r.Set[0].Value != "0" {
		t.Errorf("mask: %+v", r)
	}
	if rows["codex-like"].WordsKept <= rows["drop-oldest"].WordsKept {
		t.Error("the newest messages hold as many words of persons as persons' newest messages")
	}
}

func TestBudgetByHand(t *testing.T) {
	t.Parallel()
	in := input(t, demo(t))
	in.Target = 9000
	in.Params.Partition.KeepRecent = 123
	in.Given = func(name string) bool { return name == "keep-recent" }
	_, rows := all(t, in)
	if r := rows["fair"]; !r.Fits || r.After > 9000 || len(r.Set) != 1 || r.Set[0].Name != "budget" {
		t.Errorf("fair: %d tokens, %v", r.After, r.Set)
	}
	if r := rows["drop-oldest"]; len(r.Set) > 0 || r.Params.Partition.KeepRecent != 123 {
		t.Errorf("drop-oldest: what was given by hand stays: %v, %d", r.Set, r.Params.Partition.KeepRecent)
	}
}

// What a strategy of a person's own sets stays; what it has from a built-in one is set so that it fits.
func TestOwnStrategy(t *testing.T) {
	t.Parallel()
	in := input(t, demo(t))
	own, _ := pipeline.FindStrategy(pipeline.Strategies, "drop-oldest")
	own.Name, own.Params.Strategy = "same", "same"
	short := own
	short.Name, short.Params.Strategy, short.Params.Partition.KeepRecent = "short", "short", 777
	in.Strategies = append(in.Strategies[:1:1], own, short)
	_, rows := all(t, in)
	if r := rows["short"]; len(r.Set) > 0 || r.Params.Partition.KeepRecent != 777 {
		t.Errorf("short: %v, %d", r.Set, r.Params.Partition.KeepRecent)
	}
	if r := rows["same"]; len(r.Set) != 1 || !r.Fits {
		t.Errorf("same: %v, fits %t", r.Set, r.Fits)
	}
}

// asked is a model that counts how often it is asked.
type asked struct{ calls *int }

func (asked) Info() summarize.Info {
	return summarize.Info{Rung: summarize.External, Model: "claude-haiku-4-5", Vendor: "anthropic"}
}

func (a asked) Summarize(ctx context.Context, _ summarize.Request, _ func(summarize.Progress)) (summarize.Answer, error) {
	*a.calls++
	return summarize.Answer{Text: "The person asked for a parser; it was written and merged.", InputTokens: 1_000_000, OutputTokens: 1000}, ctx.Err()
}

// TestWithModel: each strategy that wants a summary asks once, prime twice when it cuts a turn, and says what
// it cost.
func TestWithModel(t *testing.T) {
	t.Parallel()
	in := input(t, demo(t))
	calls := 0
	world := in.World
	in.World = func(p pipeline.Params) pipeline.World {
		w := world(p)
		w.Summarizers = append([]summarize.Summarizer{asked{&calls}}, w.Summarizers...)
		w.Rungs = []summarize.Info{asked{}.Info()}
		return w
	}
	in.Params.Pick.Summarizer = summarize.External
	_, rows := all(t, in)
	if calls != len(in.Strategies)-len(free)+1 {
		t.Errorf("%d calls", calls)
	}
	for name, r := range rows {
		if free[name] {
			continue
		}
		m, _ := tokens.Lookup("claude-haiku-4-5")
		want, _ := m.Price.Cost(1_000_000, 1000)
		if name == "prime" {
			want *= 2
		}
		if r.Writer != summarize.External || r.Price.Dollars != want {
			t.Errorf("%s: by %s for %v, want %v", name, r.Writer, r.Price, want)
		}
	}
}

func TestStopped(t *testing.T) {
	t.Parallel()
	in := input(t, demo(t))
	b, err := New(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := b.Row(ctx, in.Strategies[1], nil); r.Result != nil || r.Why != "stopped" {
		t.Errorf("%+v", r)
	}
	if r := b.Row(ctx, in.Strategies[0], nil); r.Result == nil || r.Scored {
		t.Errorf("%s was run to find the budget, and is scored %t", r.Strategy, r.Scored)
	}
	if r := b.Row(t.Context(), in.Strategies[0], nil); !r.Scored {
		t.Error("what was stopped is not scored later")
	}
	if _, err := New(ctx, in); err == nil {
		t.Error("a lab that was stopped was made")
	}
}

// TestNothing: a session that is too short has rows that say so.
func TestNothing(t *testing.T) {
	t.Parallel()
	b, rows := all(t, input(t, sessiontest.Open(t, chat.Read, `[{"role":"user","content":"hello"}]`)))
	for name, r := range rows {
		if r.Result == nil && !strings.HasPrefix(r.Why, "nothing to compact: ") {
			t.Errorf("%s: %q", name, r.Why)
		}
	}
	if rows["mask"].Result != nil || b.Before() == 0 {
		t.Errorf("%+v", rows["mask"])
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	var got []string
	for _, s := range sentences("One two.  Three\tfour!\n\nfive v1.2 six\n") {
		got = append(got, fmt.Sprint(s.text, "|", s.words))
	}
	if diff := cmp.Diff([]string{"One two.|2", "Three four!|2", "five v1.2 six|3"}, got); diff != "" {
		t.Errorf("sentences (-want +got):\n%s", diff)
	}
	p := prose{said: map[int][]sentence{0: sentences("Keep it. Drop it."), 4: sentences("All of this")}, files: map[string][]int{"/w/a.go": {2}, "/w/b.go": {3}, "/x/c.go": {3}}}
	if all, stand := p.words(map[int]bool{4: true}, "he said: keep it. Keep\n it. now"); all != 7 || stand != 5 {
		t.Errorf("%d of %d words", stand, all)
	}
	if all, stand := p.named(map[int]bool{2: true}, "see b.go and c.go", "/w/"); all != 3 || stand != 2 {
		t.Errorf("%d of %d files", stand, all)
	}
}

// BenchmarkLab runs all strategies offline on a real session of 4 MB: opening and counting it is part
// of it.
func BenchmarkLab(b *testing.B) {
	for _, name := range []string{"claude__JanDeDobbeleer__oh-my-posh__1M-window-dangling-tail.jsonl", "codex__EntityProcess__agentv__0.140-3compactions.jsonl", "claude__entireio__cli__branches-microcompact.jsonl"} {
		path := filepath.Join(filepath.Dir(sessiontest.Shared(b, "testdata/corpus/*")[0]), name)
		b.Run(name[:6], func(b *testing.B) {
			for b.Loop() {
				s, closer, err := load.Open(path, load.Choice{})
				if err != nil {
					b.Fatal(err)
				}
				in := input(b, s)
				bench, err := New(b.Context(), in)
				if err != nil {
					b.Fatal(err)
				}
				for _, strategy := range in.Strategies {
					row := bench.Row(b.Context(), strategy, nil)
					if row.Result == nil {
						b.Log(row.Strategy, row.Why)
					}
				}
				_ = closer.Close()
			}
		})
	}
}
