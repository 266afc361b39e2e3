package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/convert"
	"cutline/model/prime"
	"cutline/model/sessiontest"
	"cutline/pipeline/pick"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// small are the numbers of a strategy made so small that it acts on the sessions of the tests.
func small(s Strategy) Params {
	p := s.Params
	p.Partition.KeepRecent, p.Partition.KeepUsers, p.Partition.MaskTurns, p.Slim.PruneKeep = 300, 40, 1, 50
	return p
}

// TestStrategiesOnEveryFormat: whatever the strategy and the format, the gates hold, the agent takes
// the result, what is kept is kept byte for byte, and every message has a row that says what became of
// it. Then the same once more.
func TestStrategiesOnEveryFormat(t *testing.T) {
	t.Parallel()
	testdata := filepath.Join(sessiontest.Root(t), "testdata")
	n := 0
	for _, p := range []string{"sessions/*/*", "prime/sessions/*"} {
		n += everyStrategy(t, filepath.Join(testdata, p), 2)
	}
	if n < 60 {
		t.Errorf("only %d sessions", n)
	}
}

func TestStrategiesCorpus(t *testing.T) {
	t.Parallel()
	dir := filepath.Dir(sessiontest.Shared(t, "testdata/corpus/*")[0])
	everyStrategy(t, filepath.Join(dir, "*"), 1)
}

// everyStrategy compacts every file of a pattern by every strategy, so many times in a row.
func everyStrategy(t *testing.T, pattern string, times int) int {
	t.Helper()
	n := 0
	for _, s := range writable(t, pattern) {
		f := s.Path
		if filepath.Base(f) == sameWords {
			continue
		}
		n++
		t.Run(filepath.Base(filepath.Dir(f))+"/"+filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			for _, strategy := range Strategies {
				for at, now := 1, s; at <= times && now != nil; at++ {
					now = compactBy(t, now, small(strategy), at)
				}
			}
		})
	}
	return n
}

// TestNoSummary: strategies without one say how much went, and what an earlier compaction wrote stays.
func TestNoSummary(t *testing.T) {
	t.Parallel()
	s := open(t, list("s m p a c1 r1 c2 r2 a p a", long))
	for name, want := range map[string][]string{
		"drop-oldest":   {"No summary was written. 4 messages of this session, about ", "Earlier summary, carried on as it stood:\n1 word"},
		"head-and-tail": {"No summary was written. 3 messages of this session, about ", "Earlier summary, carried on as it stood:\n1 word"},
		"mask":          {"No summary was written: the messages are here. The outputs of 1 older tool call are left out", "Earlier summary, carried on as it stood:\n1 word"},
		"slim":          {"every message cut to its fair share", "user: please 2 word", "Earlier summary, carried on as it stood:\n1 word"},
	} {
		p := byName(t, name)
		p.Partition.KeepRecent, p.Partition.MaskTurns = 1300, 1
		res := must(t, s, p, world())
		text := res.Report.Summary.Text
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in %.700q", name, w, text)
			}
		}
		if g, bad := reassemble.Failed(res.Gates); bad || res.Status.Outcome == Failed || res.Report.Summary.Outcome != trace.Ran {
			t.Errorf("%s: %+v, %s, %v", name, g, res.Status.Outcome, res.Report.Summary.Decisions)
		}
	}
}

// TestMaskedElsewhere: a marker for an output survives the way into every other format.
func TestMaskedElsewhere(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p t1 b1 c2,3 r3 r2 a c4 r4", long))
	p := byName(t, "mask")
	p.Partition.MaskTurns = 1
	for _, target := range convert.Targets {
		w := world()
		w.To = target.Name
		n := 0
		w.NewID = func() string { n++; return strings.Repeat("0", 30) + trace.Num(100000+n) }
		res := must(t, s, p, w)
		if g, bad := reassemble.Failed(res.Gates); bad {
			t.Errorf("%s: gate %s: %s", target.Name, g.Name, g.Message)
		}
		said := strings.Join(sessiontest.Says(t, res.After), "\n")
		if n := strings.Count(said, "[output of an earlier tool call left out, "); n != 3 || strings.Contains(said, "out 5 word") || !strings.Contains(said, "out 11 word") {
			t.Errorf("%s: %d markers in %.500s", target.Name, n, said)
		}
	}
}

// TestMaskedByReference: Prime Agent's format never changes a record, so an output in it cannot give way;
// the plan warns, and a run is refused.
func TestMaskedByReference(t *testing.T) {
	t.Parallel()
	s := sessiontest.Open(t, prime.Read, `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}
{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"go"}}
{"type":"message","id":"b","parentId":"a","timestamp":"t","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}]}}
{"type":"message","id":"c","parentId":"b","timestamp":"t","message":{"role":"toolResult","toolCallId":"c1","content":[{"type":"text","text":"`+strings.Repeat("long ", 200)+`"}]}}
`)
	p := byName(t, "mask")
	p.Partition.MaskTurns = 0
	if r := Plan(s, p, Env{}); !slices.ContainsFunc(r.Warnings, func(w trace.Warning) bool { return w.Kind == "not-writable" }) {
		t.Errorf("the plan does not warn: %+v", r.Warnings)
	}
	if _, err := Run(context.Background(), s, p, world(), nil); !errors.Is(err, model.ErrMask) {
		t.Errorf("error %v", err)
	}
	w := world()
	w.To = "claude-code"
	if res := must(t, s, p, w); len(res.Report.Partition.Masked) != 1 {
		t.Errorf("%+v", res.Report.Partition)
	}
}

// TestMaskAsksNobody: where every message stays a model would get an empty prompt, whatever a strategy of a
// person's own says.
func TestMaskAsksNobody(t *testing.T) {
	t.Parallel()
	p := byName(t, "mask")
	p.Partition.MaskTurns, p.Pick.Rule, p.Slim.Rule, p.Pick.Summarizer = 1, pick.Chosen, slim.MaxMin, summarize.External
	calls := 0
	asked := rung(summarize.External, told, nil)
	asked.calls = &calls
	if res := must(t, open(t, list("p c1 r1 c2 r2 a", long)), p, world(asked)); calls > 0 || res.Report.Summary.Rung != summarize.Note {
		t.Errorf("%d calls, by %s", calls, res.Report.Summary.Rung)
	}
}

// TestFilesComeBack: what was read last is in the result, each file once, the newest first.
func TestFilesComeBack(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p c1 r1 c2 r2 a p", func(i int) string { return fmt.Sprintf("f%d.go", i/2) }))
	blocks := reassemble.RecentFiles(s)
	if len(blocks) != 2 || !strings.HasPrefix(blocks[0].Text, "f2.go, as it was read then:\nout f2.go") || blocks[0].Source != "message 5" {
		t.Fatalf("%+v", blocks)
	}
	w := world(rung(summarize.Local, told, nil))
	w.Blocks = blocks
	res := must(t, s, byName(t, "claude-code-like"), w)
	if !strings.Contains(res.Report.Reassemble.Draft.State, "<recent_file>\nf1.go, as it was read then:\nout f1.go\n</recent_file>") {
		t.Errorf("%s", res.Report.Reassemble.Draft.State)
	}
}
