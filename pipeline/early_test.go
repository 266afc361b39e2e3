package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trace"
)

// soon makes a summary early and expects no error.
func soon(tb testing.TB, s *model.Session, p Params, w World) *Precomputed {
	tb.Helper()
	e, err := Early(context.Background(), s, p, w, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// A summary that was made early is taken as long as what it covers stands there as it stood, and
// nothing that it was made with is another.
func TestEarlyValid(t *testing.T) {
	t.Parallel()
	const script = "s p a c1 r1 a p a"
	same := func(i int) string { return fmt.Sprint(i, " words") }
	tests := []struct {
		name string
		now  string
		say  func(i int) string
		turn func(p *Params, w *World, s *model.Session)
		why  string // empty: it is valid
		tail []int
		both []int
	}{
		{name: "nothing has happened", now: script, tail: []int{6, 7}, both: []int{6}},
		{name: "the answer goes on", now: script + " c2 r2 a", tail: []int{6, 7, 8, 9, 10}, both: []int{6}},
		{name: "a person says more", now: script + " p a", tail: []int{6, 7, 8, 9}, both: []int{6}},
		{name: "the tail is another", now: "s p a c1 r1 a p c5 r5 p", tail: []int{6, 7, 8, 9}, both: []int{6}},
		{name: "another id", now: "s p a c1 r1 a p a", say: same, turn: func(_ *Params, _ *World, s *model.Session) { s.Rows[2].ID = "x" }, why: "another message stands at 2"},
		{name: "other words", now: script, say: func(i int) string { return fmt.Sprint(9-i, " words") }, why: "another message stands at 0"},
		{name: "larger", now: script, say: func(i int) string { return same(i) + strings.Repeat(" and more", i/4*(8-i)) }, why: "message 4 has another size"},
		{name: "larger as it is sent", now: script, turn: func(_ *Params, _ *World, s *model.Session) { s.Rows[5].Rendered++ }, why: "message 5 has another size"},
		{name: "sizes that are not exact yet", now: script, turn: func(_ *Params, _ *World, s *model.Session) { s.Rows[5].Rendered++; s.Approx = true }, tail: []int{6, 7}, both: []int{6}},
		{name: "one is put between", now: "s p a a c1 r1 a p a", why: "another message stands at 3"},
		{name: "one is taken out", now: "s p a c1 r1 p a", say: func(i int) string { return same(i + i/5) }, why: "another message stands at 5"},
		{name: "another branch", now: "s p a p a", why: "another message stands at 3"},
		{name: "the system message is another", now: script, say: func(i int) string { return same(i*min(i, 1)) + strings.Repeat("!", 1-min(i, 1)) }, why: "another message stands at 0"},
		{name: "shorter", now: "s p a c1 r1 a", why: "message 6 is gone"},
		{name: "compacted", now: script, turn: func(_ *Params, _ *World, s *model.Session) { s.Compactions = []model.Compaction{{}} }, why: "the agent has compacted meanwhile"},
		{name: "old results blanked", now: script, turn: func(_ *Params, _ *World, s *model.Session) { s.Compactions = []model.Compaction{{Micro: true}} }, tail: []int{6, 7}, both: []int{6}},
		{name: "another session", now: script, turn: func(_ *Params, _ *World, s *model.Session) { s.ID = "other" }, why: "another session is open"},
		{name: "instructions", now: script, turn: func(p *Params, _ *World, _ *model.Session) { p.Instructions = "mind the tests" }, why: "the instructions are others"},
		{name: "a budget", now: script, turn: func(p *Params, _ *World, _ *model.Session) { p.Slim.Budget = 5000 }, why: "a parameter was changed"},
		{name: "a split by hand", now: script, turn: func(p *Params, _ *World, _ *model.Session) { p.Partition.SplitAt = 5 }, why: "a parameter was changed"},
		{name: "another model", now: script, turn: func(p *Params, _ *World, _ *model.Session) { p.Pick.Model = "large" }, why: "a parameter was changed"},
		{name: "another host", now: script, turn: func(_ *Params, w *World, _ *model.Session) {
			*w = world(fake{info: summarize.Info{Rung: summarize.Local, Host: "elsewhere"}, text: told})
		}, why: "another summarizer is picked"},
		{name: "a threshold", now: script, turn: func(p *Params, _ *World, _ *model.Session) {
			p.Trigger.TurnCeiling, p.Ask.Attempts, p.UsedTokens, p.State.Plan = 3, 1, 12_345, "all"
		}, tail: []int{6, 7}, both: []int{6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, p, w := open(t, list(script, same)), Defaults(), world(rung(summarize.Local, told, nil))
			e := soon(t, s, p, w)
			if !slices.Equal(e.List, []int{1, 2, 3, 4, 5, 6}) {
				t.Fatalf("it covers %v", e.List)
			}
			if tt.say == nil {
				tt.say = same
			}
			now := open(t, list(tt.now, tt.say))
			if tt.turn != nil {
				tt.turn(&p, &w, now)
			}
			valid, why := e.Valid(now, p, w)
			if valid != (tt.why == "") || why != tt.why {
				t.Fatalf("valid %t: %q, want %q", valid, why, tt.why)
			}
			calls := 0
			w.Early, w.Summarizers = e, []summarize.Summarizer{fake{info: w.Summarizers[0].Info(), text: "Somebody else wrote all of this down again.", calls: &calls}}
			res := must(t, now, p, w)
			ds := slices.DeleteFunc(slices.Clone(res.Report.Summary.Decisions), func(d trace.Decision) bool { return strings.HasPrefix(d.Rule, LintRule) })
			d := ds[len(ds)-1]
			if d.Rule != "early" || calls != min(len(tt.why), 1) || res.Report.Summary.Early != valid {
				t.Fatalf("%d calls, the last decision is %+v", calls, d)
			}
			if !valid {
				if d.Because != why {
					t.Errorf("thrown away because %q", d.Because)
				}
				return
			}
			if part := res.Report.Partition; !slices.Equal(part.Tail, tt.tail) || !slices.Equal(part.Both, tt.both) || !slices.Equal(part.Read(), e.List) {
				t.Errorf("summarized %v, kept %v, both %v", part.Read(), part.Tail, part.Both)
			}
			if g, bad := reassemble.Failed(res.Gates); bad {
				t.Errorf("gate %s: %s", g.Name, g.Message)
			}
		})
	}
}

// What the agent does while a person waits for one long answer: all is summarized, and what comes
// then is kept from the last safe place on, with the person's message before it.
func TestEarlyHolds(t *testing.T) {
	t.Parallel()
	same := func(i int) string { return fmt.Sprint(i, " words") }
	tests := []struct {
		name, was, now string
		turn           func(*Params)
		covers         int
		tail           []int // nil: it is not valid
		first          int   // FirstKept
		line           string
	}{
		{name: "between two calls", was: "p c1 r1 c2 r2", now: "p c1 r1 c2 r2 c3 r3 a", covers: 5, tail: []int{0, 5, 6, 7}, first: 5, line: "at 5: 5 summarized, 4 kept, and message 0"},
		{name: "during a call", was: "p c1 r1 c2", now: "p c1 r1 c2 r2 c3 r3 a", covers: 4, tail: []int{0, 3, 4, 5, 6, 7}, first: 3},
		{name: "during two calls", was: "p c1 r1 c2,3 r2", now: "p c1 r1 c2,3 r2 r3 a", covers: 5, tail: []int{0, 3, 4, 5, 6}, first: 3},
		{name: "a person speaks again", was: "p c1 r1 c2", now: "p c1 r1 c2 r2 a p a", covers: 4, tail: []int{3, 4, 5, 6, 7}, first: 3},
		{name: "the person's message is not preserved", was: "p c1 r1 c2 r2", now: "p c1 r1 c2 r2 c3 r3 a", turn: func(p *Params) { p.Partition.PreserveLastUser = false }, covers: 5, tail: []int{5, 6, 7}, first: 5},
		{name: "one call over all", was: "c1 p a p a", now: "c1 p a p a r1 a p a", covers: 4},
		{name: "all is to be summarized", was: "p a p a", now: "p a p a p", turn: func(p *Params) { p.Partition.Full = true }, covers: 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, w := Defaults(), world(rung(summarize.Local, told, nil))
			if tt.turn != nil {
				tt.turn(&p)
			}
			e := soon(t, open(t, list(tt.was, same)), p, w)
			if len(e.List) != tt.covers {
				t.Fatalf("it covers %v", e.List)
			}
			now := open(t, list(tt.now, same))
			valid, why := e.Valid(now, p, w)
			if valid != (tt.tail != nil) {
				t.Fatalf("valid %t: %s", valid, why)
			}
			w.Early = e
			res := must(t, now, p, w)
			if g, bad := reassemble.Failed(res.Gates); bad {
				t.Errorf("gate %s: %s", g.Name, g.Message)
			}
			if !valid {
				return
			}
			if r := res.Report; !slices.Equal(r.Partition.Tail, tt.tail) || r.Reassemble.Draft.FirstKept != tt.first || len(res.Repairs) > 0 {
				t.Errorf("kept %v from %d on, repairs %v", r.Partition.Tail, r.Reassemble.Draft.FirstKept, res.Repairs)
			}
			if line := res.Report.Stages()[2].Headline; tt.line != "" && line != tt.line {
				t.Errorf("stage 3 says %q", line)
			}
		})
	}
}

// An early summary is no placeholder, and it ends with its context.
func TestEarlyWithoutASummary(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a c1 r1 a p a", long))
	down := summarize.Fail(summarize.Unavailable, "down")
	if _, err := Early(context.Background(), s, Defaults(), world(rung(summarize.Local, "", down)), nil); !errors.Is(err, ErrNoSummary) {
		t.Errorf("nobody can write: %v", err)
	}
	if _, err := Early(context.Background(), open(t, list("s p", long)), Defaults(), world(), nil); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing to summarize: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop := rung(summarize.Local, told, nil)
	stop.then = cancel
	var stopped *StoppedError
	if _, err := Early(ctx, s, Defaults(), world(stop), nil); !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	p := Defaults()
	p.Pick.Summarizer = summarize.External
	if e := soon(t, s, p, world(rung(summarize.External, "", down), rung(summarize.Local, told, nil))); !e.FellBack() {
		t.Error("the model could not write it, and nothing says so")
	}
}

// TestEarlyLaws: whatever is appended, a result of a summary that was made early passes every hard
// gate, and every message behind the covered ones stays word for word.
func TestEarlyLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc, p := drawn(t)
		more := rapid.SliceOfN(rapid.SampledFrom([]string{"p", "i", "a", "a", "c5", "c6,7", "r1", "r2", "r3", "r5", "r5", "r6", "t8", "b8", "x8"}), 0, 8).Draw(t, "more")
		grown := strings.TrimSuffix(doc, "\n]\n")
		for i, word := range more {
			grown += ",\n" + element(word, fmt.Sprint("later ", i))
		}
		s, now, w := open(t, doc), open(t, grown+"\n]\n"), world(rung(summarize.Local, told, nil))
		e, err := Early(context.Background(), s, p, w, nil)
		if errors.Is(err, ErrNothing) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if valid, why := e.Valid(s, p, w); !valid {
			t.Fatalf("nothing has happened, and it is not valid: %s\n%s", why, doc)
		}
		w.Early = e
		res, err := Run(context.Background(), now, p, w, nil)
		if errors.Is(err, ErrNothing) { // where the rule cuts now there is none
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if g, bad := reassemble.Failed(res.Gates); bad {
			t.Fatalf("gate %s: %s\n%s\nbecame\n%s", g.Name, g.Message, grown, read(t, res))
		}
		if m := model.Mismatched(res.After.Links, nil); len(m.Orphans)+len(m.Unanswered)+len(m.Doubled) > 0 {
			t.Fatalf("after the compaction %+v\n%s\nbecame\n%s", m, grown, read(t, res))
		}
		keptBytes(t, now, res)
		if !res.Report.Summary.Early {
			return
		}
		part := res.Report.Partition
		if !slices.Equal(part.Read(), e.List) {
			t.Fatalf("%v are summarized, the summary covers %v", part.Read(), e.List)
		}
		for _, i := range part.Considered {
			if !slices.Contains(part.Tail, i) && !slices.Contains(e.List, i) && !p.Partition.Faithful {
				t.Fatalf("message %d is in neither the summary nor the tail %v\n%s", i, part.Tail, grown)
			}
		}
		if part.Rescued && p.Partition.Rule != partition.CutPoint && !now.Rows[part.Tail[0]].Typed() && p.Partition.SplitOn == "person" {
			t.Fatalf("message %d is no person's", part.Tail[0])
		}
	})
}

// In the formats of agents, too: the file as it was after some of its lines, and as it is.
func TestEarlyFormats(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, pattern := range []string{"sessions/*/*.jsonl", "prime/sessions/*.jsonl", "cases/*/input*.jsonl"} {
		found, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", pattern))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	taken := map[string]int{}
	for _, path := range paths {
		b := sessiontest.Bytes(t, path)
		for _, strategy := range []string{"fair", "prime"} {
			for at := 1; at < 6; at++ { // of six parts of the file
				cut := bytes.IndexByte(b[at*len(b)/6:], '\n') + at*len(b)/6 + 1
				if format := grownSince(t, path, strategy, b[:cut], b); format != "" {
					taken[format]++
				}
			}
		}
	}
	for _, format := range []string{"claude-code", "codex", "prime", "gemini"} {
		if taken[format] == 0 {
			t.Errorf("no summary was taken in %s: %v", format, taken)
		}
	}
}

// grownSince makes a summary of a file as it was and takes it for the file as it is. It gives the
// format, or nothing when there was nothing to take.
func grownSince(t *testing.T, path, strategy string, was, is []byte) string {
	t.Helper()
	p, w, n := Defaults(), world(local.New(0)), 0
	w.NewID = func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }
	if err := p.SetParam("strategy", strategy); err != nil {
		t.Fatal(err)
	}
	p.Partition.KeepRecent = 300
	before, err := load.From(bytes.NewReader(was), path, load.Choice{})
	now, err2 := load.From(bytes.NewReader(is), path, load.Choice{})
	if err != nil || err2 != nil {
		return ""
	}
	e, err := Early(context.Background(), before, p, w, nil)
	if err != nil {
		return ""
	}
	w.Early = e
	res, err := Run(context.Background(), now, p, w, nil)
	if err != nil || !res.Report.Summary.Early {
		return ""
	}
	for _, i := range res.Report.Partition.Considered {
		if i > e.Last() && !slices.Contains(res.Report.Partition.Tail, i) {
			t.Errorf("%s: message %d is lost, the summary covers those to %d", path, i, e.Last())
		}
	}
	if g, bad := reassemble.Failed(res.Gates); bad {
		t.Errorf("%s, %s, summary of %d bytes: gate %s: %s", path, strategy, len(was), g.Name, g.Message)
	}
	return now.Format
}
