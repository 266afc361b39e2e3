package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/retention"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/report"
	"cutline/render/text"
)

// The forms of a report, by the ending of its name.
const (
	markdownForm = ".md"
	pageForm     = ".html"
	jsonForm     = ".json"
)

// reportFlag is the file of a report.
type reportFlag struct{ path string }

func (r *reportFlag) flag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.path, "report", "", "write what was kept, lost and invented to `FILE`: .md, .html or .json")
}

func (r *reportFlag) form() string { return strings.ToLower(filepath.Ext(r.path)) }

// check refuses a name that says no form.
func (r *reportFlag) check() error {
	switch r.form() {
	case markdownForm, pageForm, jsonForm:
		return nil
	}
	if r.path == "" {
		return nil
	}
	return usagef("--report: %q says no form; its name ends in .md, .html or .json", r.path)
}

// place looks whether the report may be written: it is none of the inputs, and replaces nothing
// without force. Without a report there is nothing to check.
func (r *reportFlag) place(force bool, inputs ...string) (t save.Target, err error) {
	if r.path == "" {
		return t, nil
	}
	for _, in := range inputs {
		if err = notOf(in, r.path); err == nil {
			t, err = save.Check(save.Options{Input: in, Out: r.path, Force: force})
		}
		if err != nil {
			return t, fmt.Errorf("--report: %w", err)
		}
	}
	return t, nil
}

// write writes a report that was asked for: view is its JSON form.
func (r *reportFlag) write(t save.Target, doc report.Report, view any) error {
	if r.path == "" {
		return nil
	}
	var body string
	switch r.form() {
	case markdownForm:
		body = doc.Markdown()
	case pageForm:
		var err error
		if body, err = doc.HTML(); err != nil {
			return err
		}
	default:
		b, err := json.MarshalIndent(view, "", " ")
		if err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
		body = string(b) + "\n"
	}
	w := model.Written{Rope: new(model.Rope)}
	w.Rope.AppendString(body)
	if err := save.Write(t, &w, nil); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}

// about says in a report which session it is. Its folder is nobody's business.
func about(s *model.Session) []string {
	words := trace.Count(s.Lines, "line") + ", " + text.Bytes(int(s.Bytes))
	if s.Model != "" {
		words += ", " + s.Model
	}
	return []string{filepath.Base(s.Path), title(s), trace.Count(len(s.Rows), "message"), words}
}

// report is the document of scores.
func (all scored) report() report.Report {
	doc := report.Report{Session: about(all.session)}
	if all.after != nil {
		one := &all.scores[0]
		name := fmt.Sprintf("%s: %s → %s tokens, counted over messages", filepath.Base(all.after.Path), trace.Num(one.Before), trace.Num(one.After))
		doc.Parts = append(doc.Parts, report.Of(name, render.ScoreLine(&one.Output, one.Saved()), one))
		return doc
	}
	if len(all.scores) == 0 {
		doc.Session = append(doc.Session, "the file records no compaction")
	}
	for i := range all.scores {
		one := &all.scores[i]
		doc.Parts = append(doc.Parts, report.Of("compacted at "+occasion(one), render.ScoreLine(&one.Output, one.Saved()), one))
	}
	return doc
}

// runReport is the document of a run of our own.
func runReport(s *model.Session, res *pipeline.Result, kept *retention.Output) report.Report {
	st := res.Status
	one := pipeline.Scored{Before: st.TokensBefore, After: st.TokensAfter, Replaced: len(s.Rows) - stayed(res, s), Gates: res.Gates, Lint: res.Lint, Output: *kept}
	name := fmt.Sprintf("compacted by %s, outcome %s: %s → %s tokens, counted over messages", res.Report.Summary.Rung, st.Outcome, trace.Num(st.TokensBefore), trace.Num(st.TokensAfter))
	part := report.Of(name, render.ScoreLine(kept, st.Compression), &one)
	for _, stage := range res.Report.Stages() {
		part.Decide(stage.Title, stage.Decisions)
	}
	return report.Report{Session: about(s), Parts: []report.Part{part}}
}

// stayed counts the messages that stand in the result as they were.
func stayed(res *pipeline.Result, s *model.Session) int {
	n := 0
	for _, f := range res.Report.Fates(s.Rows) {
		if f.Kept || f.Aside {
			n++
		}
	}
	return n
}
