package cli

import (
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
)

// compactSchema is raised on any change of the keys below.
const compactSchema = "cutline.compact/1"

// receiptJSON is what a run did, for programs and for the receipt beside the result.
type receiptJSON struct {
	Schema     string              `json:"schema"`
	Status     pipeline.Status     `json:"status"`
	Gates      []reassemble.Gate   `json:"gates"`
	Messages   []assembledJSON     `json:"messages"`
	Actions    []reassemble.Action `json:"actions"`
	Late       *lateJSON           `json:"late,omitempty"`     // only when the input grew
	Warnings   []trace.Warning     `json:"warnings,omitempty"` // only of a conversion: what it could not take along
	Lint       []lintJSON          `json:"lint,omitempty"`     // only when the summary has findings
	Retention  *retentionJSON      `json:"retention,omitempty"`
	Segments   []string            `json:"segments,omitempty"`   // only with --segments: the files, and last their index
	MemoryBank *bankJSON           `json:"memoryBank,omitempty"` // only with --memory-bank
	Output     string              `json:"output"`
	Resume     string              `json:"resume,omitempty"` // absent when the agent has no such command
}

// assembledJSON is one message of the compacted session.
type assembledJSON struct {
	Role   string `json:"role"`
	Origin string `json:"origin,omitempty"`
	Source *int   `json:"source"` // its index in the input, null for a new message
	Chars  int    `json:"chars"`
	Tokens int    `json:"tokens"`
}

// lateJSON counts the records that were appended to the input during the run.
type lateJSON struct {
	Carried int `json:"carried"`
	Missed  int `json:"missed"`
}

// lintJSON is one finding in the summary. Findings keep nothing from being written.
type lintJSON struct {
	Rule     string `json:"rule"` // stable name
	Message  string `json:"message"`
	Severity string `json:"severity"` // warn or note
	Line     int    `json:"line"`     // of the summary, from 1
	From     int    `json:"from"`     // bytes of the summary
	To       int    `json:"to"`
	Index    *int   `json:"index,omitempty"` // the message that it is about
}

// lintOf are the findings of a run.
func lintOf(found []lint.Finding) []lintJSON {
	out := make([]lintJSON, 0, len(found))
	for _, f := range found {
		row := lintJSON{Rule: f.Name, Message: f.Message, Severity: f.Severity, Line: f.Line, From: f.From, To: f.To}
		if f.Index >= 0 {
			row.Index = &f.Index
		}
		out = append(out, row)
	}
	return out
}

// receiptOf is the receipt of a run. Tokens are those of the result's messages.
func receiptOf(s *model.Session, res *pipeline.Result, tokens []int, output string) receiptJSON {
	out := receiptJSON{
		Schema: compactSchema, Status: res.Status, Gates: list(res.Gates), Actions: list(res.Actions(s)),
		Messages: make([]assembledJSON, len(res.After.Rows)), Output: output, Resume: res.Written.Command(output),
	}
	out.Status.ErrorKinds, out.Status.Attempts = list(out.Status.ErrorKinds), list(out.Status.Attempts)
	out.Segments, out.Lint = res.Report.Segments.Paths(), lintOf(res.Lint)
	sources := sources(s, res)
	for i := range res.After.Rows {
		r := &res.After.Rows[i]
		out.Messages[i] = assembledJSON{Role: r.Role.String(), Origin: r.Origin.String(), Source: sources[i], Chars: r.Chars, Tokens: tokens[i]}
	}
	for _, w := range res.Report.Warnings {
		if w.Kind == reassemble.Converted {
			out.Warnings = append(out.Warnings, w)
		}
	}
	if w := res.Written; w.Carried+w.Missed > 0 {
		out.Late = &lateJSON{w.Carried, w.Missed}
	}
	return out
}

// sources finds for each message of the result the one of the input that it was. Both lists
// have the same order; a message whose size changed was repaired. One that was converted is known
// by its first words.
func sources(s *model.Session, res *pipeline.Result) []*int {
	repaired := make(map[int]bool, len(res.Repairs))
	for _, r := range res.Repairs {
		repaired[r.Row] = true
	}
	items := res.Report.Reassemble.Draft.Items
	out := make([]*int, len(res.After.Rows))
	at := 0
	for i := range res.After.Rows {
		after := &res.After.Rows[i]
		for k := at; k < len(items); k++ {
			row := items[k].Row
			if items[k].Kind == model.NewSummary || items[k].Kind == model.NewResult {
				continue
			}
			before := &s.Rows[row]
			same := after.Chars == before.Chars || repaired[row]
			if res.To != "" {
				same = after.Label == before.Label
			}
			if after.Role == before.Role && after.Origin == before.Origin && same {
				out[i], at = &row, k+1
				break
			}
		}
	}
	return out
}
