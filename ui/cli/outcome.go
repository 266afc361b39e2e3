package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"cutline/model"
	"cutline/model/save"
	"cutline/pipeline"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render"
)

// findings says on stderr what a person should know of a run, whether it is written or not.
func (c *command) findings(s *model.Session, res *pipeline.Result) {
	for _, p := range s.Problems {
		c.say("%s: %s", s.Path, problem(p))
	}
	for _, w := range res.Report.Warnings {
		c.say("warning: %s", w.Message)
	}
	for _, r := range res.Repairs {
		if r.Row < 0 {
			c.say("repaired: %s", r.Reason) // the file, not a message
			continue
		}
		c.say("repaired: message %d: %s", r.Row, r.Reason)
	}
	if p := res.Report.Pick; p.Outcome == trace.FellBack {
		c.say("warning: %s writes the summary: %s", p.Summarizer, p.Reason)
	}
	for _, line := range render.FailedAttempts(res.Status.Attempts) {
		c.say("%s", line)
	}
	for _, g := range res.Gates {
		if !g.Pass && !g.Hard {
			c.say("warning: %s", g.Message)
		}
	}
	if w := res.Written; w.Carried+w.Missed > 0 {
		c.say("warning: the input grew by %s while it was compacted: %s carried over, %s not (what does not follow the old last message cannot be)",
			trace.Count(w.Carried+w.Missed, "line"), trace.Num(w.Carried), trace.Num(w.Missed))
	}
	if after, limit := gaugeAfter(res), res.Report.Trigger.Limit; limit > 0 && after >= limit {
		c.say("warning: still over the limit after compaction: ~%s tokens, limit %s", trace.Num(after), trace.Num(limit))
	}
}

// problem is what is wrong with a line, and which line it is; most messages say so themselves.
func problem(p model.Problem) string {
	line := fmt.Sprintf("line %d", p.Line)
	if p.Line == 0 || strings.Contains(p.Message, line) {
		return p.Message
	}
	return line + ": " + p.Message
}

// form is the format of a session, with its dialect where that says more.
func form(s *model.Session) string {
	if s.Format == "chat" {
		return s.Dialect
	}
	return s.Format
}

// gaugeAfter is what the gauge will show once the result is sent.
func gaugeAfter(res *pipeline.Result) int { return pipeline.After(res).Used }

// refusal says why a result is not written, nil when it is.
func refusal(res *pipeline.Result, f compactFlags) error {
	if g, bad := reassemble.Failed(res.Gates); bad {
		return fmt.Errorf("nothing was written: the result fails the gate %q: %s", g.Name, g.Message)
	}
	if res.Report.Summary.Rung == summarize.Placeholder && !f.force {
		return fmt.Errorf("nothing was written: no summarizer gave a summary, only a placeholder is left; --force writes it")
	}
	if !f.strict {
		return nil
	}
	w := res.Written
	switch {
	case w.Carried+w.Missed > 0:
		return fmt.Errorf("nothing was written: --strict, and the input grew while it was compacted; try again when its agent rests")
	case res.Status.TokensAfter >= res.Status.TokensBefore:
		return fmt.Errorf("nothing was written: --strict, and the result is larger (%s tokens before, %s after)",
			trace.Num(res.Status.TokensBefore), trace.Num(res.Status.TokensAfter))
	case res.Status.Outcome != pipeline.OK:
		return fmt.Errorf("nothing was written: --strict, and the outcome is %s", res.Status.Outcome)
	}
	return nil
}

// finish writes the session and its receipt and says what was written.
func (c *command) finish(s *model.Session, res *pipeline.Result, t save.Target, receipt receiptJSON, kept *retention.Output, f compactFlags) error {
	bank := depositOf(s, res, bankDir(s, res.Report.Params, false), time.Now())
	if bank != nil {
		bank.show = showDiff(c.Err)
	}
	if err := write(s, res, t, &receipt, bank); err != nil {
		return err
	}
	to := c.Out
	if t.Path == "-" || t.Path == "/dev/stdout" {
		to = c.Err // the session itself went to stdout
	}
	out := bufio.NewWriter(to)
	if f.json {
		if err := writeJSON(out, receipt); err != nil {
			return fmt.Errorf("write to standard output: %w (the session %s is written)", err, t.Path)
		}
	} else {
		c.printResult(out, to, s, res, t, bank, kept, f.report.path)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write to standard output: %w (the session %s is written)", err, t.Path)
	}
	return nil
}

// lint says what was found in the summary: each rule with its count, then the first findings, as
// many as are to be shown.
func (p *printer) lint(found []lint.Finding, most int) {
	if len(found) == 0 {
		return
	}
	var parts []string
	for _, name := range lint.Names {
		n := 0
		for _, f := range found {
			if f.Name == name {
				n++
			}
		}
		switch {
		case n == 1:
			parts = append(parts, name)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%s %s×", name, trace.Num(n)))
		}
	}
	p.line("lint", p.t.Warn, trace.Count(len(found), "finding")+" in the summary: "+strings.Join(parts, ", "))
	for _, f := range found[:min(most, len(found))] {
		p.line("", p.t.Text, fmt.Sprintf("line %s: %s", trace.Num(f.Line), f.Message))
	}
}

// printResult says what was written, what it saves, which checks hold and how to go on.
func (c *command) printResult(out *bufio.Writer, to io.Writer, s *model.Session, res *pipeline.Result, t save.Target, bank *deposit, kept *retention.Output, written string) {
	p := c.printer(out)
	if to != c.Out {
		p.t = plainTheme(c.opts.form)
	}
	p.line("written", p.t.Title, t.Path)
	if t.Receipt != "" {
		p.line("receipt", p.t.Text, t.Receipt)
	}
	if written != "" {
		p.line("report", p.t.Text, written)
	}
	if files := res.Report.Segments.Paths(); len(files) > 0 {
		text := files[0]
		if n := len(files) - 1; n > 1 {
			text += fmt.Sprintf(" … %s", trace.Count(n, "file"))
		}
		p.line("segments", p.t.Text, text)
	}
	if bank != nil {
		p.line("bank", p.t.Text, bank.says())
	}
	if res.To != "" {
		p.line("converted", p.t.Text, form(s)+" → "+res.To)
	}
	p.outcome(s, res, kept, c.opts.verbose)
	if c.opts.verbose {
		for _, stage := range res.Report.Stages() {
			for _, d := range stage.Decisions {
				if strings.HasPrefix(d.Rule, pipeline.LintRule) {
					continue // listed above
				}
				p.line(stage.Title, p.t.Text, fmt.Sprintf("%s: %s, because %s", d.Rule, d.Chose, d.Because))
			}
		}
	}
	label := "resume"
	if res.Written.Resume != "" {
		p.line(label, p.t.Key, res.Written.Command(t.Path))
		label = ""
	}
	if note := Found(res.Written, t.Path); note != "" {
		p.line(label, p.t.Warn, note)
	}
}

// outcome says what a run gave: its sizes, who wrote the summary, what survived and which checks hold.
func (p *printer) outcome(s *model.Session, res *pipeline.Result, kept *retention.Output, verbose bool) {
	st := res.Status
	p.line("messages", p.t.Text, fmt.Sprintf("%s → %s", trace.Num(len(s.Rows)), trace.Num(len(res.After.Rows))))
	saved := fmt.Sprintf("%.0f%% less", 100*st.Compression)
	if st.TokensAfter >= st.TokensBefore {
		saved = "nothing is saved"
	}
	p.line("tokens", p.t.Text, fmt.Sprintf("%s → %s, counted over messages: %s", trace.Num(st.TokensBefore), trace.Num(st.TokensAfter), saved))
	p.line("context", p.t.Text, fmt.Sprintf("%s (%s) → ~%s", trace.Num(res.Report.Tokens.Used), res.Report.Tokens.Source, trace.Num(gaugeAfter(res))))
	p.line("summary", p.t.Text, fmt.Sprintf("by %s, outcome %s", res.Report.Summary.Rung, st.Outcome))
	p.retention(kept, st.Compression, verbose)
	findings := 0
	if verbose {
		findings = len(res.Lint)
	}
	p.lint(res.Lint, findings)
	p.gates(res.Gates)
}

// gates writes what the checks say.
func (p printer) gates(gates []reassemble.Gate) {
	for i, g := range gates {
		label, sign, ink := "gates", p.t.Shapes.Check, p.t.Good
		if i > 0 {
			label = ""
		}
		if !g.Pass {
			sign, ink = p.t.Shapes.Cross, p.t.Warn
		}
		if p.plainly {
			sign = map[bool]string{true: "holds,", false: "does not hold,"}[g.Pass]
		}
		p.line(label, ink, fmt.Sprintf("%s %s: %s", sign, g.Name, g.Message))
	}
}
