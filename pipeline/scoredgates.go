package pipeline

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// quotation is the class of an invention that passes for somebody's words.
const quotation = "quote"

// recordedGates are those that the file itself lets us judge of compaction k, in the order of
// reassemble.Check. One that is not there could not be judged; blanked tool results have none.
func recordedGates(s *model.Session, k int, one *Scored) []reassemble.Gate {
	if s.Compactions[k].Micro || k >= len(s.Replacements) {
		return nil
	}
	var out []reassemble.Gate
	add := func(g reassemble.Gate, known bool) {
		if known {
			out = append(out, g)
		}
	}
	add(keptShape(s, k))
	add(speaks(one.Text), s.Replacements[k].Text.Len > 0)
	add(noQuote(&one.Output), one.Why == "" && !one.Output.Partial)
	add(shrunk(s, k, one.Why == ""))
	return out
}

// keptShape: of the messages that stayed, each result has its call. It is known while all of them are
// live: of an older one the history has its first record alone.
func keptShape(s *model.Session, k int) (reassemble.Gate, bool) {
	r := &s.Replacements[k]
	g := reassemble.Gate{Name: "shape", Hard: true, Pass: true, Message: "each result that stayed has its call, and none stayed twice"}
	if len(r.Kept) == 0 || s.Compactions[k].Missing > 0 {
		return g, false
	}
	rows := make(map[int]bool, len(r.Kept))
	for _, i := range r.Kept {
		row := int(s.History[i].Row)
		if row < 0 {
			return g, false
		}
		rows[row] = true
	}
	p := model.Mismatched(s.Links, func(row int) bool { return rows[row] })
	if n := len(p.Orphans); n > 0 {
		g.Pass, g.Message = false, fmt.Sprintf("%s stayed without a call (%q)", trace.Count(n, "result"), p.Orphans[0])
	} else if n := len(p.Doubled); n > 0 {
		g.Pass, g.Message = false, fmt.Sprintf("%s stayed with two results (%q)", trace.Count(n, "call"), p.Doubled[0])
	}
	return g, true
}

// speaks: the summary says something.
func speaks(text string) reassemble.Gate {
	g := reassemble.Gate{Name: "empty", Hard: true, Pass: true, Message: "the summary says something"}
	if strings.IndexFunc(text, unicode.IsLetter) < 0 {
		g.Pass, g.Message = false, "the summary has no letter; it says nothing"
	}
	return g
}

// noQuote: nothing is quoted that nobody said.
func noQuote(o *retention.Output) reassemble.Gate {
	g := reassemble.Gate{Name: "invented", Hard: true, Pass: true, Message: "no quotation that is not in the session"}
	n, first := 0, 0
	for _, f := range o.Fabricated {
		if f.Class != quotation {
			continue
		}
		if n++; n == 1 {
			first = f.Line
		}
	}
	if n > 0 {
		g.Pass, g.Message = false, fmt.Sprintf("%s not in the session, the first in line %d of the summary", trace.Count(n, "quotation"), first)
	}
	return g
}

// shrunk: the context has fewer tokens than before. Both numbers are the agent's, or both are
// estimates over the messages, when those are all there: one of each says nothing.
func shrunk(s *model.Session, k int, whole bool) (reassemble.Gate, bool) {
	c, r := &s.Compactions[k], &s.Replacements[k]
	before, after, by := c.Before, c.After, "as its agent counts"
	if before <= 0 || after <= 0 {
		if !whole || c.Missing > 0 {
			return reassemble.Gate{}, false
		}
		before, after, by = 0, r.Left, "estimated over messages"
		seen := make(map[int32]bool, len(r.Out))
		for _, list := range [][]int32{r.Out, r.Kept} {
			for _, i := range list {
				if !seen[i] {
					seen[i] = true
					before += int(s.History[i].Est)
				}
			}
		}
	}
	g := reassemble.Gate{Name: "smaller", Pass: after < before, Message: fmt.Sprintf("%s tokens before, %s after, %s", trace.Num(before), trace.Num(after), by)}
	if !g.Pass {
		g.Message += ": nothing is saved"
	}
	return g, before > 0 && after > 0
}

// lintRecorded checks the summary of compaction k against what it replaced.
func lintRecorded(ctx context.Context, s *model.Session, k int, in retention.Input) []lint.Finding {
	all := lint.Input{Source: in.Source, Rows: in.Rows, List: in.Dropped}
	for _, i := range s.Replacements[k].Kept {
		if int(i) < len(in.Rows) {
			all.Tail = append(all.Tail, int(i))
		}
	}
	return checked(ctx, all, in.Summary)
}

// checked are the findings in the text of a compaction; their places are those of the text.
func checked(ctx context.Context, in lint.Input, text string) []lint.Finding {
	from, to, sections := lint.Body(text)
	if in.Summary = text[from:to]; sections {
		in.Sections = summarize.Sections[:]
	}
	found := lint.Run(ctx, in)
	lines := strings.Count(text[:from], "\n")
	for i := range found {
		f := &found[i]
		f.From, f.To, f.Line = f.From+from, f.To+from, f.Line+lines
	}
	return found
}
