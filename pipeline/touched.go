package pipeline

import (
	"context"
	"fmt"
	"slices"

	"cutline/model/prime"
	"cutline/model/tokens"
	"cutline/pipeline/files"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// touched lists the files of the summarized part behind the summary, where the strategy does so.
func (l *ladder) touched(ctx context.Context, summary string) string {
	r := l.r
	if r.Params.Ask.Rule != summarize.SplitTurn {
		return summary
	}
	out, err := files.Collect(ctx, files.Input{Session: l.s, List: r.Partition.Read(), Earlier: r.Partition.Previous, Exact: r.Params.faithful()})
	if err != nil {
		if ctx.Err() == nil {
			l.fall("file-operations", "no list of files", err.Error())
		}
		return summary
	}
	r.Files = &out.Files
	d := trace.Decision{
		Rule: "file-operations", Chose: fmt.Sprintf("%s read and %s changed stand behind the summary", trace.Count(len(out.Read), "file"), trace.Num(len(out.Modified))),
		Because: "by the calls of known tools, whether or not they succeeded; commands of a shell are not looked at",
	}
	switch {
	case r.Params.faithful():
		d.Because = fmt.Sprintf("by the calls of %q with a path, and all that the last compaction knew: with the original the lists only grow", prime.EditTool)
	case out.Earlier+out.Left > 0:
		d.Because += fmt.Sprintf("; %s of an earlier summary, whose own lists are taken off it, and %s left out over %d: with the original the lists only grow",
			trace.Num(out.Earlier), trace.Num(out.Left), files.Most)
	}
	if out.Strange > 0 {
		d.Because += fmt.Sprintf("; %s cannot stand in a list of lines", trace.Count(out.Strange, "path"))
	}
	l.decisions = append(l.decisions, d)
	return summary + prime.Tags(out.Files)
}

// used says what the summarizer took, as its server reported it.
func (l *ladder) used(info summarize.Info) {
	in, out := 0, 0
	for _, a := range l.r.Summary.Attempts {
		in, out = in+a.InputTokens, out+a.OutputTokens
	}
	if in+out == 0 || !l.r.Params.apart(info.Rung) {
		return
	}
	d := trace.Decision{Rule: "usage", Chose: fmt.Sprintf("%s tokens read, %s written", trace.Num(in), trace.Num(out)), Because: "as the server reported them, all attempts together; the original throws these numbers away"}
	if m, ok := tokens.Lookup(info.Model); ok {
		if price, known := m.Price.Cost(in, out); known {
			d.Chose += fmt.Sprintf(", about $%.4f", price)
		}
	}
	l.decisions = append(l.decisions, d)
}

// rejected says of an answer that is no summary that the original would have taken it.
func (l *ladder) rejected(info summarize.Info, f *summarize.Failure) {
	if !l.r.Params.apart(info.Rung) || l.r.Params.faithful() {
		return
	}
	if slices.Contains([]summarize.Kind{summarize.Empty, summarize.OutputLimit, summarize.NoSummary}, f.Kind) {
		l.decisions = append(l.decisions, trace.Decision{
			Rule: "known-defect", Chose: "the answer was not taken", Because: f.Error() + "; the original saves an answer that is empty, cut or only a call of a tool as the summary",
		})
	}
}
