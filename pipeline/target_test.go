package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cutline/model/convert"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// converted are the messages of a run's conversion.
func converted(res *Result) []string {
	var out []string
	for _, w := range res.Report.Warnings {
		if w.Kind == reassemble.Converted && w.Stage == "reassemble" {
			out = append(out, w.Message)
		}
	}
	return out
}

func TestConversion(t *testing.T) {
	t.Parallel()
	for _, target := range convert.Targets {
		s := open(t, list("s p a p t1 b1 c2,3 r3 r2 a", long))
		p := Defaults()
		p.Partition.SplitAt = 2
		w := world(rung(summarize.Local, told, nil))
		w.To = target.Name
		n := 0
		w.NewID = func() string { n++; return strings.Repeat("0", 30) + trace.Num(100000+n) }
		res := must(t, s, p, w)
		if g, bad := reassemble.Failed(res.Gates); bad {
			t.Errorf("%s: gate %s: %s", target.Name, g.Name, g.Message)
		}
		same := target.Same(s)
		if (res.To == "") != same || res.After.Format != target.Format || res.To != target.Name && !same {
			t.Errorf("%s: to %q, a session of %s", target.Name, res.To, res.After.Format)
		}
		if words := strings.Join(sessiontest.Says(t, res.After), "\n"); !strings.Contains(words, told) || !strings.Contains(words, "out 8 word") {
			t.Errorf("%s: %.300s", target.Name, words)
		}
		if tools := slices.ContainsFunc(converted(res), func(m string) bool { return strings.HasPrefix(m, "the calls are of the tools read") }); tools != (target.Format != "chat") {
			t.Errorf("%s: %q", target.Name, converted(res))
		}
		again, err := Amend(context.Background(), s, res, told+" More.", w)
		if err != nil || len(converted(again)) != len(converted(res)) {
			t.Errorf("%s: with another summary %q, %v", target.Name, converted(again), err)
		}
	}
}

// TestConversionGate: a gate sees what the converted session does not say.
func TestConversionGate(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p t1 b1 a", long))
	w := world(rung(summarize.Local, told, nil))
	w.To = "codex"
	res := must(t, s, Defaults(), w)
	other := must(t, open(t, list("s p a p a", long)), Defaults(), w)
	gates := reassemble.Check(reassemble.GateInput{Before: s, Draft: res.Report.Reassemble.Draft, After: other.After, Converted: true})
	i := slices.IndexFunc(gates, func(g reassemble.Gate) bool { return g.Name == "tail" })
	if i < 0 || gates[i].Pass || !gates[i].Hard {
		t.Errorf("%+v", gates)
	}
}

func TestWritable(t *testing.T) {
	t.Parallel()
	s := open(t, list("p a p", long))
	if err := Writable(s, "word"); !errors.Is(err, ErrTarget) || !strings.Contains(err.Error(), "claude-code") {
		t.Error(err)
	}
	w := world(rung(summarize.Local, told, nil))
	w.To = "word"
	if _, err := Run(context.Background(), s, Defaults(), w, nil); !errors.Is(err, ErrTarget) {
		t.Error(err)
	}
	s.Format = "copilot"
	if err := Writable(s, ""); !errors.Is(err, load.ErrReadOnly) {
		t.Error(err)
	}
	if err := Writable(s, "gemini"); err != nil {
		t.Error(err)
	}
}

// TestTargetOf: a session that is only read comes to a result all the same, which says what it is and why.
func TestTargetOf(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p a", long))
	for _, c := range []struct{ format, asked, want string }{
		{s.Format, "", ""},
		{s.Format, "gemini", "gemini"},
		{"copilot", "", "claude-code"},
		{"copilot", "gemini", "gemini"},
		{"word", "", ""}, // what no reader knows is no matter of writing
	} {
		of := *s
		of.Format = c.format
		if got := TargetOf(&of, c.asked); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	s.Format = "copilot"
	w := world(rung(summarize.Local, told, nil))
	w.To = TargetOf(s, "")
	res := must(t, s, Defaults(), w)
	i := slices.IndexFunc(res.Report.Reassemble.Decisions, func(d trace.Decision) bool { return d.Rule == "format" })
	if res.To != "claude-code" || res.After.Format != "claude-code" || i < 0 || !strings.Contains(res.Report.Reassemble.Decisions[i].Because, "Copilot CLI") {
		t.Errorf("%q, %q: %+v", res.To, res.After.Format, res.Report.Reassemble.Decisions)
	}
}
