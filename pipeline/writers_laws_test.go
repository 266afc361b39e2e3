package pipeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

// session: it is the same one, with one compaction more, and its numbers are not those of before.
func (o *outcome) session() (bad []string) {
	b, a := o.before, o.after
	fail := func(format string, args ...any) { bad = append(bad, fmt.Sprintf(format, args...)) }
	if a.Format != b.Format || a.Dialect != b.Dialect || a.CWD != b.CWD || a.AgentVersion != b.AgentVersion {
		fail("%s %s in %s by %s, was %s %s in %s by %s", a.Format, a.Dialect, a.CWD, a.AgentVersion, b.Format, b.Dialect, b.CWD, b.AgentVersion)
	}
	if o.format.Name != "chat" && (a.ID != o.res.Written.ID || a.ID == b.ID || a.ID != o.agent.ID || !strings.Contains(o.res.Written.Name, a.ID[:8])) {
		fail("id %s in %s, for the agent %s, was %s", a.ID, o.res.Written.Name, o.agent.ID, b.ID)
	}
	want := 1 // a fresh file
	switch b.Format {
	case "codex", "prime": // a copy
		want = len(b.Compactions) + 1
		if a.Title != b.Title || a.Model != b.Model {
			fail("title %q of %s, was %q of %s", a.Title, a.Model, b.Title, b.Model)
		}
	case "chat": // records none, and names nothing
		want = 0
	}
	if len(a.Compactions) != want {
		fail("%d compactions, want %d", len(a.Compactions), want)
	}
	answered := slices.ContainsFunc(a.Rows, func(r model.Row) bool { return r.Role == model.Assistant && !r.Is(model.Failed) })
	if b.Format != "chat" && answered && a.Model != b.Model && a.Model == "" {
		fail("the model %s is gone", b.Model)
	}
	if a.Usage.Known {
		fail("the usage is of the context before: %+v", a.Usage)
	}
	if a.Usage.Total > b.Usage.Total {
		fail("%d tokens of output became %d", b.Usage.Total, a.Usage.Total)
	}
	return bad
}

// summary: there is one, it is the one that was written, and no other is in it.
func (o *outcome) summary() (bad []string) {
	kept := 0 // those of branches, and of lists that no compaction is known of
	for _, it := range o.res.Report.Reassemble.Draft.Items {
		if it.Row >= 0 && it.Kind != model.NewResult && o.before.Rows[it.Row].Origin == model.FromSummary {
			kept++
		}
	}
	n, row := 0, -1
	for i := range o.after.Rows {
		if o.after.Rows[i].Origin != model.FromSummary {
			continue
		}
		if n++; row < 0 || o.before.Format == "codex" {
			row = i
		}
	}
	if n != 1+kept || kept > 0 && o.before.Format != "prime" && o.before.Format != "chat" {
		return []string{fmt.Sprintf("%d summaries, %d are kept", n, kept)}
	}
	m, err := o.after.Message(row)
	if err != nil {
		return []string{err.Error()}
	}
	says := o.res.Report.Summary.Text
	if !strings.Contains(m.Text(), strings.TrimSpace(says)) {
		bad = append(bad, fmt.Sprintf("message %d is not the summary: %.200s", row, m.Text()))
	}
	if strings.Count(m.Text(), "<conversation_summary>") > 1 || strings.Contains(says, "<conversation_summary>") {
		bad = append(bad, "a summary is in the summary")
	}
	if c := o.after.Compactions; len(c) > 0 && c[len(c)-1].Summary != row {
		bad = append(bad, fmt.Sprintf("the compaction says that message %d is its summary, not %d", c[len(c)-1].Summary, row))
	}
	return bad
}

// pairs: no result is without its call, and no call without its result. A format that keeps
// records by naming one has those that it had.
func (o *outcome) pairs() (bad []string) {
	p, was := model.Mismatched(o.after.Links, nil), model.Mismatched(o.before.Links, nil)
	if o.before.Format == "prime" {
		if len(p.Unanswered) > len(was.Unanswered) || len(p.Doubled) > len(was.Doubled) {
			bad = append(bad, fmt.Sprintf("%+v, was %+v", p, was))
		}
		return bad
	}
	if len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
		bad = append(bad, fmt.Sprintf("%+v", p))
	}
	if o.before.Format == "chat" && len(o.agent.Refused) > 0 {
		b, err := model.ReadSource(o.before.Reader, model.Source{Len: o.before.Bytes})
		if err != nil || len(rules.Chat(b, o.before.Dialect).Refused) == 0 {
			bad = append(bad, o.agent.Refused...)
		}
	}
	return bad
}

// kept are the rows of the draft that stay as they are.
func (o *outcome) kept() (rows []int) {
	for _, it := range o.res.Report.Reassemble.Draft.Items {
		if it.Row < 0 || it.Kind == model.NewResult || it.Mask != "" || slices.ContainsFunc(o.res.Repairs, func(r model.Repair) bool { return r.Row == it.Row }) {
			continue
		}
		rows = append(rows, it.Row)
	}
	return rows
}

// tail: every message that is kept is read again as the same one, in the same order.
func (o *outcome) tail(t *testing.T) (bad []string) {
	t.Helper()
	skip := []string{}
	switch o.before.Format {
	case "claude-code", "opencode":
		skip = append(skip, "ID") // a record gets a new one
	case "codex":
		skip = append(skip, "Time") // the items of a list have none
	}
	opts := cmp.Options{cmpopts.IgnoreFields(model.Message{}, skip...), cmpopts.EquateEmpty()}
	at := 0
	for _, row := range o.kept() {
		want, from := sessiontest.Message(t, o.before, row), at
		for at < len(o.after.Rows) && !cmp.Equal(want, sessiontest.Message(t, o.after, at), opts) {
			at++
		}
		if at == len(o.after.Rows) {
			return []string{fmt.Sprintf("message %d is not among those from %d on", row, from)}
		}
		at++
	}
	return nil
}

// sent: the agent finds the value of every message that is kept, byte for byte. Two messages may
// share a record.
func (o *outcome) sent(t *testing.T) (bad []string) {
	t.Helper()
	var want [][]byte
	seen := map[int64]bool{} // those in which a marker stands for an output are not as they were
	for _, it := range o.res.Report.Reassemble.Draft.Items {
		if it.Mask != "" {
			r := o.before.Rows[it.Row]
			for _, src := range o.before.Sources[r.Source : r.Source+r.Sources] {
				seen[src.Off] = true
			}
		}
	}
	for _, row := range o.kept() {
		r := o.before.Rows[row]
		for _, src := range o.before.Sources[r.Source : r.Source+r.Sources] {
			if seen[src.Off] {
				continue
			}
			seen[src.Off] = true
			raw, err := model.ReadSource(o.before.Reader, src)
			if err != nil {
				t.Fatal(err)
			}
			if v := o.format.Value(raw); len(v) > 0 && v[0] == '{' { // else a text beside the list
				want = append(want, v)
			}
		}
	}
	have := map[string]int{}
	for _, m := range o.agent.Messages {
		have[string(m)]++
	}
	for i, v := range want {
		if have[string(v)]--; have[string(v)] < 0 {
			bad = append(bad, fmt.Sprintf("value %d of %d is not sent: %.200s", i, len(want), v))
		}
	}
	return bad
}
