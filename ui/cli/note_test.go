package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/runlog"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// named is a summarizer that only says who it is.
type named struct{ info summarize.Info }

func (n named) Info() summarize.Info { return n.info }

func (n named) Summarize(context.Context, summarize.Request, func(summarize.Progress)) (summarize.Answer, error) {
	return summarize.Answer{}, errors.New("nobody asks")
}

func TestRecordOf(t *testing.T) {
	t.Parallel()
	s := &model.Session{Path: "/home/dev/s.jsonl", ID: "id-1", Format: "codex"}
	w := pipeline.World{Summarizers: []summarize.Summarizer{named{summarize.Info{Rung: summarize.External, Host: "api.example.com"}}, named{summarize.Info{Rung: summarize.Local}}}}
	st := pipeline.Status{
		Outcome: pipeline.Degraded, ErrorKinds: []string{"TimedOut"}, Family: "terse", TokensBefore: 9, TokensAfter: 3, CharsBefore: 40, CharsAfter: 10, Compression: 0.5,
		Attempts: []trace.Attempt{{Rung: summarize.External, Model: "m-1", Error: "TimedOut", Detail: "a sentence"}, {Rung: summarize.Local}},
	}
	base := runlog.Record{Session: s.Path, ID: "id-1", Format: "codex"}
	done := base
	done.Outcome, done.ErrorKinds, done.Attempts, done.Family, done.Host, done.Model = "degraded", st.ErrorKinds, 2, "terse", "api.example.com", "m-1"
	done.TokensBefore, done.TokensAfter, done.CharsBefore, done.CharsAfter, done.Compression = 9, 3, 40, 10, 0.5
	failed, kind, stopped := base, base, base
	failed.Outcome, kind.Outcome, stopped.Outcome = "failed", "failed", "cancelled"
	kind.ErrorKinds = []string{"Network"}
	tried := stopped
	tried.Attempts, tried.ErrorKinds, tried.Family, tried.Host, tried.Model = 1, []string{"Aborted"}, "terse", "api.example.com", "m-1"
	for name, c := range map[string]struct {
		res  *pipeline.Result
		err  error
		want runlog.Record
	}{
		"done":    {&pipeline.Result{Status: st}, nil, done},
		"failed":  {nil, errors.New("no"), failed},
		"kind":    {nil, fmt.Errorf("so: %w", summarize.Fail(summarize.Network, "no")), kind},
		"stopped": {nil, fmt.Errorf("so: %w", context.Canceled), stopped},
		"stopped in a run": {nil, fmt.Errorf("so: %w", &pipeline.StoppedError{Status: pipeline.Status{
			Outcome: pipeline.Cancelled, Attempts: []trace.Attempt{{Rung: summarize.External, Model: "m-1", Error: "Aborted"}}, ErrorKinds: []string{"Aborted"}, Family: "terse",
		}}), tried},
	} {
		if diff := cmp.Diff(c.want, recordOf(s, w, c.res, c.err)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
