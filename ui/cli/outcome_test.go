package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
)

// good is a result that every rule lets pass.
func good() *pipeline.Result {
	r := &pipeline.Result{Written: &model.Written{}, After: &model.Session{}}
	r.Status = pipeline.Status{Outcome: pipeline.OK, TokensBefore: 100, TokensAfter: 40}
	r.Gates = []reassemble.Gate{{Name: "shape", Hard: true, Pass: true}, {Name: "smaller", Pass: true}}
	r.Report.Summary.Rung = summarize.Local
	return r
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*pipeline.Result)
		flags  compactFlags
		want   string // part of the refusal; empty: written
	}{
		{"good", func(*pipeline.Result) {}, compactFlags{strict: true}, ""},
		{"hard gate", func(r *pipeline.Result) { r.Gates[0].Pass = false }, compactFlags{force: true}, `the gate "shape"`},
		{"soft gate", func(r *pipeline.Result) { r.Gates[1].Pass = false }, compactFlags{}, ""},
		{"placeholder", func(r *pipeline.Result) { r.Report.Summary.Rung = summarize.Placeholder }, compactFlags{}, "--force writes it"},
		{"placeholder by force", func(r *pipeline.Result) { r.Report.Summary.Rung = summarize.Placeholder }, compactFlags{force: true}, ""},
		{"degraded", func(r *pipeline.Result) { r.Status.Outcome = pipeline.Degraded }, compactFlags{}, ""},
		{"degraded, strict", func(r *pipeline.Result) { r.Status.Outcome = pipeline.Degraded }, compactFlags{strict: true}, "the outcome is degraded"},
		{"larger, strict", func(r *pipeline.Result) { r.Status.TokensAfter = 100 }, compactFlags{strict: true}, "100 tokens before, 100 after"},
		{"late lines", func(r *pipeline.Result) { r.Written.Missed = 1 }, compactFlags{}, ""},
		{"late lines, strict", func(r *pipeline.Result) { r.Written.Carried = 1 }, compactFlags{strict: true}, "the input grew"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := good()
			tt.change(r)
			err := refusal(r, tt.flags)
			switch {
			case err == nil && tt.want != "":
				t.Errorf("written, want a refusal with %q", tt.want)
			case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("refused with %q, want %q", err, tt.want)
			case err != nil && status(err) != Failed:
				t.Errorf("a refusal ends with status %d", status(err))
			}
		})
	}
}

// TestFindingsOfLateLines: growth is told with both numbers, and what the gauge will show.
func TestFindingsOfLateLines(t *testing.T) {
	t.Parallel()
	r := good()
	r.Written.Carried, r.Written.Missed = 2, 1
	r.Report.Tokens.Used, r.Report.Trigger.Limit = 1100, 1000
	var errs bytes.Buffer
	c := &command{IO: IO{Err: &errs}}
	c.findings(&model.Session{Path: "x"}, r)
	for _, want := range []string{
		"the input grew by 3 lines while it was compacted: 2 carried over, 1 not",
		"still over the limit after compaction: ~1,040 tokens, limit 1,000",
	} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("stderr lacks %q:\n%s", want, errs.String())
		}
	}
}

// TestSources: each message of the result knows the one of the input that it was.
func TestSources(t *testing.T) {
	t.Parallel()
	s := rowsOf("suauau")
	for i := range s.Rows {
		s.Rows[i].Chars = 100 + i
	}
	r := good()
	r.Repairs = []model.Repair{{Row: 4, Reason: "invalid UTF-8"}}
	r.Report.Reassemble.Draft.Items = []model.Item{
		{Kind: model.KeptSystem, Row: 0},
		{Kind: model.NewSummary, Row: -1},
		{Kind: model.KeptTail, Row: 3},
		{Kind: model.KeptTail, Row: 4},
		{Kind: model.NewResult, Row: 4},
	}
	summary := model.Row{Role: model.User, Origin: model.FromSummary, Chars: 900}
	repaired := s.Rows[4]
	repaired.Chars++
	r.After.Rows = []model.Row{s.Rows[0], summary, s.Rows[3], repaired, {Role: model.Tool, Chars: 50}}
	var got []int
	for _, p := range sources(s, r) {
		if p == nil {
			got = append(got, -1)
			continue
		}
		got = append(got, *p)
	}
	if diff := cmp.Diff([]int{0, -1, 3, 4, -1}, got); diff != "" {
		t.Error(diff)
	}
}
