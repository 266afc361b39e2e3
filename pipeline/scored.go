package pipeline

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/measure"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/rescue"
	"cutline/pipeline/retention"
	"cutline/pipeline/trace"
)

// Scored is the score of a compaction that somebody else made.
type Scored struct {
	Line          int    // of its record, 0 for two sessions
	Trigger       string // auto, manual, …; empty when unknown
	Before, After int    // tokens, 0 when unknown
	Held          int    // estimated tokens of what the file holds of what was replaced, 0 for two sessions
	Replaced      int    // messages that the file holds of it
	Micro         bool   // only old tool results were blanked
	Why           string // why there is no score, empty when there is one
	Text          string // its summary
	Gates         []reassemble.Gate
	Lint          []lint.Finding // places are those of Text
	retention.Output
}

// Saved is the share of the tokens that went, 0 when it is not known.
func (s *Scored) Saved() float64 {
	if s.Before <= 0 || s.After <= 0 {
		return 0
	}
	return 1 - float64(s.After)/float64(s.Before)
}

// Partial reports whether the file holds less than half of what was replaced: what stood in the rest
// is no fact, and what the summary names of it is not found.
func (s *Scored) Partial() bool { return s.Held > 0 && s.Held < s.Before/2 }

// Gap says how much of what was replaced the file holds when it is partial.
func (s *Scored) Gap() string {
	return fmt.Sprintf("the file holds ~%s of the %s tokens that were replaced; what stood in the rest counts as not there", trace.Num(s.Held), trace.Num(s.Before))
}

// past gives the messages of a session's history.
type past struct{ s *model.Session }

func (p past) Message(i int) (model.Message, error) { return p.s.Past(i) }

// ScoreRecorded scores every compaction that a session records, in their order, with baselines. Live
// state that its agent put back is not recorded with it and keeps nothing. The only error is that of ctx.
func ScoreRecorded(ctx context.Context, s *model.Session) ([]Scored, error) {
	out := make([]Scored, 0, len(s.Compactions))
	rows := pastRows(s)
	for k := range s.Compactions {
		one, err := scoreOne(ctx, s, rows, k)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// ScoreCompaction is ScoreRecorded of compaction k alone.
func ScoreCompaction(ctx context.Context, s *model.Session, k int) (Scored, error) {
	return scoreOne(ctx, s, pastRows(s), k)
}

func scoreOne(ctx context.Context, s *model.Session, rows []model.Row, k int) (Scored, error) {
	c := &s.Compactions[k]
	one := Scored{Line: c.Line, Trigger: c.Trigger, Before: c.Before, After: c.After, Micro: c.Micro}
	in, why := recorded(s, rows, k)
	one.Text, one.Replaced = in.Summary, len(in.Dropped)
	if one.Why = why; why == "" {
		for _, i := range s.Replacements[k].Out {
			one.Held += int(s.History[i].Est)
		}
		in.Partial = one.Partial()
		var err error
		if one.Output, err = retention.Compare(ctx, in); err != nil {
			return one, err
		}
		if one.Lint = lintRecorded(ctx, s, k, in); ctx.Err() != nil {
			return one, fmt.Errorf("check a summary: %w", ctx.Err())
		}
		if one.After == 0 {
			one.After = in.Tokens
		}
	}
	one.Gates = recordedGates(s, k, &one)
	return one, nil
}

// unknown is why there is no score where a file does not say what became of its messages.
const unknown = "the file does not say what it replaced"

// pastRows are the points of a session's history as a score reads them.
func pastRows(s *model.Session) []model.Row {
	rows := make([]model.Row, len(s.History))
	for i := range s.History {
		rows[i] = model.Row{Role: s.History[i].Role, Origin: s.History[i].Origin}
	}
	return rows
}

// noSummary says why there is no score of a compaction whose summary only a server can read.
const noSummary = "the file holds no summary of it that can be read"

// recorded is compaction k as a score reads it, or why it cannot be read. Its summary is there also
// when there is no score.
func recorded(s *model.Session, rows []model.Row, k int) (in retention.Input, why string) {
	if in, why = replaced(s, rows, k); s.Compactions[k].Micro {
		return in, why
	}
	text, err := s.CompactionText(k)
	in.Summary = text[:rescue.End(text)] // what the agent itself says behind it is no summary
	if why == unknown {
		return in, why
	}
	switch r := &s.Replacements[k]; {
	case r.Text.Len == 0 && s.Compactions[k].Trigger == model.Truncation: // what stays is all there is
	case err != nil || r.Text.Len == 0:
		return in, noSummary
	case strings.TrimSpace(text) == "":
		return in, "its summary is empty"
	}
	return in, why
}

// replaced is compaction k without its summary.
func replaced(s *model.Session, rows []model.Row, k int) (in retention.Input, why string) {
	if s.Compactions[k].Micro {
		return in, "only tool results were blanked"
	}
	if k >= len(s.Replacements) || s.Replacements[k].Out == nil {
		return in, unknown
	}
	r := &s.Replacements[k]
	in = retention.Input{Source: past{s}, Rows: rows, From: -1, Root: s.CWD, Tokens: r.Left}
	if r.Point >= 0 && r.Point < len(rows) {
		in.Rows = rows[:r.Point] // what came later is no source
	}
	kept := make(map[int32]bool, len(r.Kept))
	for _, i := range r.Kept {
		kept[i] = true
		if m, err := s.Past(int(i)); err == nil {
			in.Kept = append(in.Kept, retention.Text(m))
		}
	}
	for _, i := range r.Out {
		if !kept[i] && int(i) < len(rows) {
			in.Dropped = append(in.Dropped, int(i))
			if int(i) >= len(in.Rows) {
				in.Rows = rows[:i+1]
			}
		}
	}
	if len(in.Dropped) == 0 {
		return in, "the messages that it replaced are not in this file"
	}
	in.Todos, in.From = todosThen(s, in.Dropped, r.Kept)
	in.Also = before(s, s.Replacements[k].Text)
	return in, ""
}

// todosThen is the todo list that a replaced message wrote whole, and that message; -1 when there is
// none, or one that stays wrote a later one.
func todosThen(s *model.Session, dropped []int, kept []int32) ([]model.Todo, int) {
	last := -1 // of those that stay
	for _, i := range slices.Backward(kept) {
		if m, err := s.Past(int(i)); err == nil {
			if _, ok := measure.TodosIn(m); ok {
				last = int(i)
				break
			}
		}
	}
	for _, i := range slices.Backward(dropped) {
		if i < last {
			break
		}
		if s.History[i].Role != model.Assistant {
			continue
		}
		if m, err := s.Past(i); err == nil {
			if list, ok := measure.TodosIn(m); ok {
				return list, i
			}
		}
	}
	return nil, -1
}

// longLine is the longest record in bytes that before reads.
const longLine = 64 << 20

// unescaped undoes the most common escapes of a record, as far as that matters to find a word.
var unescaped = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\n", `\"`, `"`)

// before are the records that stand before one, as text. The history has the first record of an answer
// alone, and a name may stand in another one. The line in which the record itself begins is left out:
// it can hold the same summary twice.
func before(s *model.Session, record model.Source) iter.Seq[string] {
	return func(yield func(string) bool) {
		lines := bufio.NewScanner(io.NewSectionReader(s.Reader, 0, record.Off))
		lines.Buffer(nil, longLine)
		for n := 1; lines.Scan(); n++ {
			if n > 1 && n >= record.Line || !yield(unescaped.Replace(lines.Text())) {
				return
			}
		}
	}
}

// ScorePair scores a session as what became of another one. A message that stands in both with the
// same text was kept; what calls itself a summary is one, else all that is new. Tokens are those of
// the caller's counter.
func ScorePair(ctx context.Context, before, after *model.Session, tokensBefore, tokensAfter int) (Scored, error) {
	out := Scored{Before: tokensBefore, After: tokensAfter}
	in := retention.Input{Source: before, Rows: before.Rows, Todos: before.Todos, From: before.TodosFrom, Root: before.CWD, Tokens: tokensAfter}
	texts := map[string]int{}
	var summary, fresh []string
	for i := range before.Rows {
		if m, err := before.Message(i); err == nil {
			texts[alike(m)]++
		}
	}
	stay := map[string]int{}
	for i := range after.Rows {
		m, err := after.Message(i)
		if err != nil {
			continue // what cannot be read keeps nothing
		}
		text := retention.Text(m)
		key := alike(m)
		switch {
		case texts[key] > stay[key]:
			stay[key]++
			in.Kept = append(in.Kept, text)
		case after.Rows[i].Origin == model.FromSummary:
			summary = append(summary, text)
		default:
			fresh = append(fresh, text)
		}
	}
	if summary == nil {
		summary = fresh
	} else {
		in.Kept = append(in.Kept, fresh...)
	}
	in.Summary = strings.Join(summary, "\n")
	var tail []int
	for i := len(before.Rows) - 1; i >= 0; i-- { // of equal ones the last stayed
		m, err := before.Message(i)
		if err != nil {
			continue
		}
		if key := alike(m); stay[key] > 0 {
			stay[key]--
			tail = append(tail, i)
			continue
		}
		in.Dropped = append(in.Dropped, i)
	}
	slices.Reverse(in.Dropped)
	slices.Reverse(tail)
	var err error
	if out.Output, err = retention.Compare(ctx, in); err != nil {
		return out, err
	}
	out.Text, out.Replaced = in.Summary, len(in.Dropped)
	out.Gates = append(reassemble.CheckPair(before, after, tokensBefore, tokensAfter), noQuote(&out.Output))
	if summary != nil {
		out.Lint = checked(ctx, lint.Input{Source: before, Rows: before.Rows, List: in.Dropped, Tail: tail, Todos: before.Todos}, out.Text)
	}
	return out, ctx.Err()
}

// alike is the same for messages that say the same.
func alike(m model.Message) string { return m.Role.String() + "\n" + retention.Text(m) }
