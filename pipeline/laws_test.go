package pipeline

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trigger"
)

// TestMain has the laws of this package tried with as many sessions as checks says, unless
// -rapid.checks does.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", checks); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// drawn is a session whose calls and results stand in any order, and parameters for it.
func drawn(t *rapid.T) (doc string, p Params) {
	word := rapid.SampledFrom([]string{"p", "p", "p", "i", "m", "a", "a", "e", "s", "c1", "c2", "c1,2", "c3,4", "r1", "r1", "r2", "r2", "r3", "r4", "t1", "t2", "b1", "b1,2", "b1,1", "x1", "x2", "x3,4"})
	script := rapid.SliceOfN(word, 1, 14).Draw(t, "script")
	size := rapid.IntRange(0, 60).Draw(t, "size")
	doc = list(strings.Join(script, " "), func(i int) string { return fmt.Sprint(i, " ", strings.Repeat("w", size)) })
	p = Defaults()
	p.Partition.SplitOn = rapid.SampledFrom([]string{"person", "any"}).Draw(t, "on")
	p.Partition.SplitAt = rapid.IntRange(-8, 14).Draw(t, "at")
	p.Partition.RelaxedGuard = rapid.Bool().Draw(t, "relaxed")
	p.Partition.Full = rapid.IntRange(0, 9).Draw(t, "full") == 0
	p.Partition.PreserveLastUser = rapid.Bool().Draw(t, "preserve")
	if rapid.IntRange(0, 2).Draw(t, "strategy") == 0 {
		p.Partition.Rule, p.Trigger.Rule = partition.CutPoint, trigger.RuleReserve
		p.Partition.KeepRecent = rapid.IntRange(0, 150).Draw(t, "keep")
		p.Partition.AlignTurns, p.Partition.Faithful = rapid.Bool().Draw(t, "align"), rapid.Bool().Draw(t, "faithful")
	}
	p.Partition.TailCap = rapid.SampledFrom([]int{0, 0, 1, 15, 40}).Draw(t, "cap")
	p.Slim.Narration = rapid.Bool().Draw(t, "narration")
	if rapid.IntRange(0, 4).Draw(t, "memory") == 0 {
		p.Partition.Rule, p.Trigger.Rule = partition.Everything, trigger.RulePhrase
	}
	p.Slim.Budget = rapid.SampledFrom([]int{0, 0, 300, 2000}).Draw(t, "budget")
	return doc, p
}

// TestLaws: after a compaction no result is without its call and no call without its result,
// every hard gate passes, what is kept and not repaired is kept byte for byte, and the plan
// has shown what the run does.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc, p := drawn(t)
		s := open(t, doc)
		w := world(rung(summarize.Local, told, nil))
		plan := Plan(s, p, w.Env)
		res, err := Run(context.Background(), s, p, w, nil)
		if errors.Is(err, ErrNothing) && plan.Nothing != "" {
			return
		}
		if err != nil || plan.Nothing != "" {
			t.Fatalf("error %v; the plan says %q\n%s", err, plan.Nothing, doc)
		}
		if m := model.Mismatched(res.After.Links, nil); len(m.Orphans)+len(m.Unanswered)+len(m.Doubled) > 0 {
			t.Fatalf("after the compaction %+v\n%s\nbecame\n%s", m, doc, read(t, res))
		}
		if g, bad := reassemble.Failed(res.Gates); bad {
			t.Fatalf("gate %s: %s\n%s\nbecame\n%s", g.Name, g.Message, doc, read(t, res))
		}
		keptBytes(t, s, res)
		if diff := cmp.Diff([]any{plan.Partition, plan.Slim, plan.Pick, plan.Trigger}, []any{res.Report.Partition, res.Report.Slim, res.Report.Pick, res.Report.Trigger}); diff != "" {
			t.Fatalf("the run does not do what the plan shows (-plan +run):\n%s", diff)
		}
		fates, actions := plan.Fates(s.Rows), res.Actions(s)
		if len(fates) != len(s.Rows) || len(actions) != len(s.Rows) {
			t.Fatalf("%d fates and %d actions of %d messages", len(fates), len(actions), len(s.Rows))
		}
		for i, a := range actions {
			f := fates[i]
			if a.Index != i || a.Action == "" || a.Reason == "" || f.LeftOut == (f.Kept || f.Read || f.Aside) {
				t.Fatalf("message %d: %+v, %+v", i, a, f)
			}
			if typed := s.Rows[i].Typed() && !f.Kept && !f.Read && !f.Aside; typed {
				t.Fatalf("what a person wrote is lost: message %d", i)
			}
		}
	})
}

func read(t *rapid.T, res *Result) string {
	b := make([]byte, res.Written.Rope.Size())
	if _, err := res.Written.Rope.ReadAt(b, 0); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// keptBytes looks for every kept message in the result, in order.
func keptBytes(t *rapid.T, s *model.Session, res *Result) {
	out, last := read(t, res), int64(-1) // last: where the record before stands, which may hold two messages
	for _, it := range res.Report.Reassemble.Draft.Items {
		repaired := slices.ContainsFunc(res.Repairs, func(r model.Repair) bool { return r.Row == it.Row })
		if it.Kind == model.NewSummary || it.Kind == model.NewResult || repaired || s.Sources[s.Rows[it.Row].Source].Off == last {
			continue
		}
		last = s.Sources[s.Rows[it.Row].Source].Off
		raw, err := s.Raw(it.Row)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, ok := strings.Cut(out, string(raw[0]))
		if !ok {
			t.Fatalf("message %d is not kept byte for byte:\n%s\nin\n%s", it.Row, raw[0], read(t, res))
		}
		out = rest
	}
}

// TestLocalLaws: the local summarizer keeps within its budget and passes every hard gate.
func TestLocalLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 9).Draw(t, "one of ten") > 0 { // it reads every text, so it is dear
			return
		}
		doc, p := drawn(t)
		p.Slim.Budget = 0
		s := open(t, doc)
		res, err := Run(context.Background(), s, p, world(local.New(0)), nil)
		if errors.Is(err, ErrNothing) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if g, bad := reassemble.Failed(res.Gates); bad {
			t.Fatalf("gate %s: %s\n%s", g.Name, g.Message, doc)
		}
		if n := len([]rune(res.Report.Summary.Text)); n > res.Report.Slim.Budget || res.Report.Summary.Rung != summarize.Local {
			t.Fatalf("%d chars by %s, the budget is %d", n, res.Report.Summary.Rung, res.Report.Slim.Budget)
		}
	})
}
