package pipeline

import (
	"time"

	"cutline/model"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Status is the record of one run.
type Status struct {
	Outcome      string          `json:"outcome"` // ok, degraded, failed, cancelled
	ErrorKinds   []string        `json:"errorKinds"`
	Attempts     []trace.Attempt `json:"attempts"`
	Family       string          `json:"family"`
	Millis       int64           `json:"ms"`
	TokensBefore int             `json:"tokensBefore"`
	TokensAfter  int             `json:"tokensAfter"`
	CharsBefore  int             `json:"charsBefore"`
	CharsAfter   int             `json:"charsAfter"`
	Compression  float64         `json:"compression"` // share of the tokens that went
}

// The outcomes of a run.
const (
	OK        = "ok"
	Degraded  = "degraded"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// Result is a compacted session that is not yet on a disk.
type Result struct {
	Report  Report
	Written *model.Written
	To      string         // name of the target that it was converted to, empty when it was not
	After   *model.Session // the result, read again by the format's own reader
	Gates   []reassemble.Gate
	Repairs []model.Repair
	Lint    []lint.Finding // what makes the summary suspicious; it never keeps a result from being written
	Status  Status
	Scale   float64 // tokens of the gauge for a counted one of the messages; 0 is 1
}

// status says how the run ended.
func status(s *model.Session, res *Result, before, after int) Status {
	r := &res.Report
	st := tried(r, OK, 0)
	st.TokensBefore, st.TokensAfter = before, after
	for i := range s.Rows {
		st.CharsBefore += s.Rows[i].Chars
	}
	for i := range res.After.Rows {
		st.CharsAfter += res.After.Rows[i].Chars
	}
	if before > 0 {
		st.Compression = 1 - float64(after)/float64(before)
	}
	if r.Summary.Outcome == trace.FellBack || after >= before {
		st.Outcome = Degraded
	}
	if _, bad := reassemble.Failed(res.Gates); bad || r.Summary.Rung == summarize.Placeholder {
		st.Outcome = Failed
	}
	return st
}

// tried is what the attempts of a run say.
func tried(r *Report, outcome string, took time.Duration) Status {
	st := Status{Outcome: outcome, Attempts: r.Summary.Attempts, Family: r.Pick.Family, ErrorKinds: []string{}, Millis: took.Milliseconds()}
	for _, a := range r.Summary.Attempts {
		if a.Error != "" {
			st.ErrorKinds = append(st.ErrorKinds, a.Error)
		}
	}
	return st
}
