package pipeline

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
)

// TestCompared: whatever the strategy and the format, the score is the same beside its baselines,
// which have no part of the summary and of what is masked, and as many tokens at most.
func TestCompared(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	n := 0
	for _, s := range writable(t, filepath.Join(sessiontest.Root(t), "testdata", "sessions", "*", "*")) {
		for _, name := range []string{"fair", "slim", "mask"} {
			strategy, _ := FindStrategy(Strategies, name)
			w := world(local.New(0))
			res, err := Run(ctx, s, small(strategy), w, nil)
			if err != nil {
				continue // other tests say when it may fail
			}
			if _, bad := reassemble.Failed(res.Gates); bad {
				continue
			}
			in := res.Retained(s)
			summary := strings.TrimSpace(res.Report.Summary.Text)
			for _, text := range in.Kept {
				if strings.Contains(text, summary) {
					t.Errorf("%s, %s: beside what stands for the dropped: %.300q", s.Path, name, text)
				}
			}
			alone, err := res.Retention(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			out, err := res.Compared(ctx, s)
			if err != nil || out.Score != alone.Score || out.N != alone.N {
				t.Errorf("%s, %s: score %v of %d, beside baselines %v of %d: %v", s.Path, name, alone.Score, alone.N, out.Score, out.N, err)
			}
			isSlim := func(b retention.Baseline) bool { return b.Name == retention.Slim }
			if out.N > 0 && slices.ContainsFunc(out.Baselines, isSlim) == (res.Report.Summary.Rung == summarize.Slimmed) {
				t.Errorf("%s, %s: baselines %+v", s.Path, name, out.Baselines)
			}
			if out.N > 0 && strategy.Params.Partition.Rule == partition.Mask && len(in.Instead) < 2 {
				t.Errorf("%s: nothing is masked: %d", s.Path, len(in.Instead))
			}
			n++
		}
	}
	if n < 30 {
		t.Errorf("only %d results", n)
	}
	sessions := writable(t, filepath.Join(sessiontest.Root(t), "testdata", "sessions", "claudecode", "*"))
	stopped, stop := context.WithCancel(ctx)
	stop()
	res, err := Run(ctx, sessions[0], Defaults(), world(local.New(0)), nil)
	if err == nil {
		_, err = res.Compared(stopped, sessions[0])
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
