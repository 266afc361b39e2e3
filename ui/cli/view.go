package cli

import (
	"encoding/json"
	"io"
	"strconv"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// writeJSON writes a value for programs. Text stays as it is: JSON escapes control
// characters itself, and nothing here goes into a web page.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// inspection is the plan as programs read it.
func inspection(s *model.Session, r *pipeline.Report, withMessages bool) inspectJSON {
	out := inspectJSON{
		Schema: inspectSchema, Session: sessionView(s), Problems: list(s.Problems), Roles: roles(s.Rows), Turns: r.Turns,
		Pairs:  pairsJSON{list(r.Partition.Pairs.Orphans), list(r.Partition.Pairs.Unanswered), list(r.Partition.Pairs.Doubled)},
		Tokens: tokensView(s, r), Trigger: triggerView(&r.Trigger), Partition: partitionView(r), Slim: slimView(r),
		Pick:  pickJSON{r.Pick.Summarizer, r.Pick.Family, r.Pick.Reason, list(r.Pick.Conditions)},
		State: list(r.Blocks), Warnings: warnings(r.Warnings),
	}
	if withMessages {
		m := messages(s.Rows)
		out.Messages = &m
	}
	for _, st := range r.Stages() {
		out.Stages = append(out.Stages, stageJSON{st.Name, st.Outcome, decisions(st.Decisions)})
	}
	return out
}

// list is the slice itself, [] instead of null when there is none.
func list[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}

// known is a pointer to n, nil when it is not known or does not apply.
func known[T int | float64](n T, ok bool) *T {
	if !ok {
		return nil
	}
	return &n
}

func sessionView(s *model.Session) sessionJSON {
	path := s.Path
	if path == stdin {
		path = "-"
	}
	return sessionJSON{
		Path: path, Format: s.Format, ID: s.ID, Title: s.Title, CWD: s.CWD, Model: s.Model, AgentVersion: s.AgentVersion,
		Lines: s.Lines, Bytes: s.Bytes, Packed: s.Packed, Messages: len(s.Rows), Earlier: s.Earlier, Branches: s.Branches,
		Sidechains: s.Sidechains, Compactions: len(s.Compactions),
	}
}

func roles(rows []model.Row) string {
	b := make([]byte, len(rows))
	for i := range rows {
		b[i] = rows[i].Role.Letter()
	}
	return string(b)
}

func messages(rows []model.Row) []messageJSON {
	out := make([]messageJSON, len(rows))
	for i := range rows {
		r := &rows[i]
		out[i] = messageJSON{
			Index: i, ID: r.ID, Role: r.Role.String(), Origin: r.Origin.String(), Line: r.Line,
			Chars: r.Chars, Tokens: r.Tokens, Parts: kinds(r.Kinds),
		}
	}
	return out
}

// kinds names the kinds of parts in a set, in the order of the kinds.
func kinds(set uint8) []string {
	out := []string{}
	for k := model.Text; k <= model.Unknown; k++ {
		if set&(1<<k) != 0 {
			out = append(out, k.String())
		}
	}
	return out
}

func tokensView(s *model.Session, r *pipeline.Report) tokensJSON {
	t := r.Tokens
	return tokensJSON{
		Used: t.Used, Source: t.Source, Since: known(t.Since, t.Source == "reported"),
		Counted: known(t.Counted, t.Counted > 0 || len(s.Rows) == 0), Estimated: t.Estimated, Encoding: t.Encoding, Exact: t.Exact,
		Window: known(t.Window, t.Window > 0), WindowSource: t.WindowSource,
	}
}

func triggerView(t *trigger.Output) triggerJSON {
	out := triggerJSON{Fires: t.Fires, Limit: known(t.Limit, t.Limit > 0), LimitSource: t.LimitSource, Signals: list(t.Signals)}
	if t.Background.Start.Set {
		out.Background.Start = &t.Background.Start
	}
	if t.Background.Persist.Set {
		out.Background.Persist = &t.Background.Persist
	}
	return out
}

func partitionView(r *pipeline.Report) partitionJSON {
	p := &r.Partition
	out := partitionJSON{
		System: known(p.System, p.System >= 0), UserInfo: known(p.UserInfo, p.UserInfo >= 0), Considered: len(p.Considered),
		SplitIndex: p.SplitIndex, SplitMessage: known(p.Split, p.Split >= 0), Summarize: list(p.Summarize), Prefix: list(p.Prefix),
		Tail: list(p.Tail), Both: list(p.Both), Rescued: p.Rescued, SkillBlocks: p.Skills,
		OrphanResults: list(p.Across.Orphans), Unanswered: list(p.Across.Unanswered), Refused: p.Refused,
	}
	if c := p.Cut; c != nil {
		out.FirstKept, out.FirstEntry, out.TurnStart, out.SplitTurn = c.KeptID, &c.Kept, &c.Turn, &c.Split
	}
	switch {
	case p.OtherSame:
	case p.Other < 0:
		out.SplitOther = json.RawMessage("null")
	default:
		out.SplitOther = json.RawMessage(strconv.Itoa(p.Other))
	}
	return out
}

func slimView(r *pipeline.Report) slimJSON {
	s := &r.Slim
	out := slimJSON{
		Chars: s.Chars, Bytes: s.Bytes, Suffix: s.Suffix, Budget: s.Budget, ContentBudget: s.ContentBudget,
		FairShare: known(s.FairShare, s.FairShare >= 0), BudgetUsed: s.BudgetUsed, Error: s.Error, Tool: s.Tool,
		Valves: valvesJSON{r.Params.Slim.ToolValve, r.Params.Slim.FairValve}, Counts: s.Counts, Preamble: s.Preamble,
		Rows: make([]rowJSON, len(s.Rows)),
	}
	out.Tool.Dropped = list(out.Tool.Dropped)
	for i, a := range s.Rows {
		out.Rows[i] = rowJSON{a.Index, a.Role.String(), a.Size, a.Allocation, a.Tier, a.Marker(), a.Protected, a.Hand.String()}
	}
	return out
}

func decisions(in []trace.Decision) []trace.Decision {
	out := make([]trace.Decision, len(in))
	for i, d := range in {
		d.Touches = list(d.Touches)
		out[i] = d
	}
	return out
}

func warnings(in []trace.Warning) []trace.Warning {
	out := make([]trace.Warning, len(in))
	for i, w := range in {
		w.Indices, w.IDs = list(w.Indices), list(w.IDs)
		out[i] = w
	}
	return out
}

// promptParts says what stands for each row of stage 4 in the text that the summarizer
// reads: a row that was left out has an empty text, and of a run of omitted rows that share
// one marker the first has it.
func promptParts(out *slim.Output, pieces []string) []string {
	at := make(map[int]string, len(out.Rows))
	n := 0
	out.Pieces(func(run []slim.Allocation) {
		at[run[0].Index] = pieces[n]
		n++
	})
	parts := make([]string, len(out.Rows))
	for k, a := range out.Rows {
		parts[k] = at[a.Index]
	}
	return parts
}
