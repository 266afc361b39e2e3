package local

import (
	"context"
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Plain finds the summarizers that are a rule of a strategy; false for any other rung.
func Plain(rung string) (summarize.Summarizer, bool) {
	switch rung {
	case summarize.Note:
		return note{}, true
	case summarize.Slimmed:
		return slimmed{}, true
	}
	return nil, false
}

// note says what was left out, and nothing of what it said: no summary is written. What an earlier
// compaction wrote is carried on, since nothing else holds it.
type note struct{}

// Info says what a plan may know.
func (note) Info() summarize.Info { return summarize.Info{Rung: summarize.Note} }

// Summarize writes the line. There is no error.
func (note) Summarize(_ context.Context, req summarize.Request, _ func(summarize.Progress)) (summarize.Answer, error) {
	var lines []string
	gone, tokens := 0, 0
	for _, a := range req.Slim.Rows {
		if a.Tier == slim.Dropped {
			gone++
			tokens += req.Rows[a.Index].Tokens
		}
	}
	if gone > 0 {
		lines = append(lines, fmt.Sprintf("No summary was written. %s of this session, about %s tokens, are left out here; they stand in the file that it was made from.", trace.Count(gone, "message"), trace.Num(tokens)))
	}
	if n := len(req.Masked); n > 0 {
		lines = append(lines, fmt.Sprintf("No summary was written: the messages are here. The outputs of %s are left out; a marker stands in the place of each.", trace.Count(n, "older tool call")))
	}
	if len(lines) == 0 {
		lines = append(lines, "No summary was written, and no message is left out.")
	}
	return summarize.Answer{Text: strings.Join(append(lines, carriedOn(req)...), "\n\n")}, nil
}

// carriedOn are the earlier summaries among the messages, as they stood.
func carriedOn(req summarize.Request) []string {
	var out []string
	for _, i := range req.List {
		if req.Rows[i].Origin != model.FromSummary {
			continue
		}
		m, err := req.Source.Message(i)
		if err != nil {
			continue
		}
		if text := Unwrap(m.Text()); text != "" {
			out = append(out, "Earlier summary, carried on as it stood:\n"+safe(text))
		}
	}
	return out
}
