package pipeline

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/convert"
	"cutline/model/js"
	"cutline/model/sessiontest"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/summarize/remote"
	"cutline/pipeline/trace"
)

// asksOnce is the only request of a plan.
func asksOnce(t *testing.T, s *model.Session, r *Report) summarize.Request {
	t.Helper()
	all, err := Requests(s, r)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d requests, %v", len(all), err)
	}
	return all[0]
}

// reasonOf is the decision of a rule in a stage, as "chose, because"; empty when there is none.
func reasonOf(decisions []trace.Decision, rule string) string {
	i := slices.IndexFunc(decisions, func(d trace.Decision) bool { return d.Rule == rule })
	if i < 0 {
		return ""
	}
	return decisions[i].Chose + ", because " + decisions[i].Because
}

// forModel are the parameters of a run with a model and a budget.
func forModel(budget int) Params {
	p := Defaults()
	p.Pick.Summarizer, p.Slim.Budget = summarize.External, budget
	return p
}

// corpus opens a real session.
func corpus(t *testing.T, name string) *model.Session {
	t.Helper()
	path := sessiontest.Shared(t, "testdata/corpus/"+name)[0]
	s, err := reopened(path, sessiontest.Bytes(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestToolShareOfASession: the two shares of a real session differ, and the numbers are those of its rows.
func TestToolShareOfASession(t *testing.T) {
	t.Parallel()
	s := corpus(t, "claude__obra__episodic-memory__1.0.117-large.jsonl")
	p := forModel(30_000)
	r := Plan(s, p, Env{})
	var count, output, all, left, kept int
	for _, i := range r.Partition.Read() {
		row := s.Rows[i]
		all += row.Rendered
		switch {
		case row.Role == model.Tool:
			count++
			output += row.Rendered
		case !row.Is(model.HasCall):
			left += row.Rendered
			kept++
		}
	}
	want := fmt.Sprintf("%s of %s messages, %s of %s chars; without it and its calls the valve leaves %s messages of %s chars",
		trace.Num(count), trace.Num(len(r.Slim.Rows)), trace.Num(output), trace.Num(all), trace.Num(kept), trace.Num(left))
	if got := reasonOf(r.Slim.Decisions, "tool-share"); !strings.HasPrefix(got, "tool output is 43.0% of the messages and 72.3% of the chars") || !strings.HasSuffix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNarrationOfASession: the plan of a real session knows the size of the text to the char, and the
// text holds the narration and no call.
func TestNarrationOfASession(t *testing.T) {
	t.Parallel()
	s := corpus(t, "claude__obra__episodic-memory__1.0.117-large.jsonl")
	p := forModel(60_000)
	if got := reasonOf(Plan(s, p, Env{}).Slim.Decisions, "tool-noise-narration"); !strings.HasPrefix(got, "99 messages with words of the assistant are not read either, 15,656 chars of words") {
		t.Errorf("the default: %s", got)
	}
	p.Slim.Narration = true
	r := Plan(s, p, Env{})
	if got := reasonOf(r.Slim.Decisions, "keep-narration"); !strings.HasPrefix(got, "99 messages with words of the assistant stay without the calls, 15,656 of ") {
		t.Errorf("the option: %s", got)
	}
	text, _, err := slim.Text(s, r.Slim, p.Slim)
	if err != nil || len(r.Slim.Tool.Narration) != 99 || r.Slim.BudgetUsed != js.Units(text) {
		t.Errorf("%d chars are read, the plan says %d, %v", js.Units(text), r.Slim.BudgetUsed, err)
	}
	for _, a := range r.Slim.Rows {
		if read, lost, _ := slim.Piece(s, a, p.Slim); a.Said && (strings.Contains(read, "\n\n[Tool call] ") || !strings.Contains(lost, "[Tool call] ")) {
			t.Errorf("message %d: read %.200q, lost %.200q", a.Index, read, lost)
		}
	}
}

// TestNarrationCase: what the assistant said beside its calls is in the request, in every form of it.
func TestNarrationCase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(filepath.Dir(sessiontest.Shared(t, "cases/cases/cmp-19/expect.md")[0]), "input.json")
	s, err := reopened(path, sessiontest.Bytes(t, path))
	if err != nil {
		t.Fatal(err)
	}
	p := forModel(2000)
	p.Slim.Narration = true
	r := Plan(s, p, Env{})
	req := asksOnce(t, s, &r)
	for name, o := range map[string]remote.Options{
		"text":      {Rung: summarize.External},
		"anthropic": {Rung: summarize.Self, Replay: remote.Replay(s, "anthropic", []byte(`[]`))},
		"openai":    {Rung: summarize.Self, Replay: remote.Replay(s, "openai", []byte(`[]`))},
	} {
		ask, err := remote.Compose(t.Context(), req, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all := strings.Join(ask.Texts(), "\n")
		for _, said := range []string{"NARR-1", "NARR-2", "NARR-3"} {
			if strings.Count(all, said) != 1 {
				t.Errorf("%s: %s is there %d times", name, said, strings.Count(all, said))
			}
		}
		for _, half := range []string{"[Tool call]", "[Tool result]", "tool_use", "tool_calls", "tool_result", "tool_call_id", "no result recorded"} {
			if strings.Contains(all, half) {
				t.Errorf("%s: %q is in it:\n%s", name, half, all)
			}
		}
	}
	res := must(t, s, p, world(rung(summarize.External, told, nil)))
	for _, a := range res.Actions(s) {
		if a.Index == 2 && (a.Action != "truncated" || a.Kept >= a.Size || a.Reason != "its words, without its calls") {
			t.Errorf("%+v", a)
		}
	}
}

// TestCliffOfASession: the headline and the decision say how little of the budget is used, and what
// refilling would do is what it does.
func TestCliffOfASession(t *testing.T) {
	t.Parallel()
	s := corpus(t, "codex__Monotoba__OpenPrintKit__0.34-long.jsonl")
	p := forModel(14_000)
	r := Plan(s, p, Env{})
	line, got := r.Stages()[3].Headline, reasonOf(r.Slim.Decisions, "cliff")
	if !strings.Contains(line, "92 omitted") || !strings.HasSuffix(line, "38% of the budget used") {
		t.Errorf("headline %q", line)
	}
	p.Slim.Refill = true
	with := Plan(s, p, Env{})
	want := fmt.Sprintf("with --refill: %d instead of 92 omitted, %.1f%% of the budget used", with.Slim.Counts.Omitted, 100*with.Slim.Used())
	if !strings.HasSuffix(got, want) || with.Slim.Counts.Omitted >= 92 || with.Slim.Used() > 1 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if line := with.Stages()[3].Headline; strings.Contains(line, "of the budget") || reasonOf(with.Slim.Decisions, "cliff") != "" {
		t.Errorf("with it: %q", line)
	}
}

// TestTailCapOfASession: a tail that is most of a session frees nothing. The cap moves most of it into
// the summary, the person's words stay in front, and the summarizer is told that the turn goes on.
func TestTailCapOfASession(t *testing.T) {
	t.Parallel()
	s := corpus(t, "claude__obra__episodic-memory__1.0.117-large.jsonl")
	p := Defaults()
	before := Plan(s, p, Env{})
	p.Partition.TailCap = 3000
	r := Plan(s, p, Env{})
	c := r.Partition.Capped
	if c == nil || c.Turn != before.Partition.Tail[0] || r.Partition.Tail[0] != c.Turn || c.After > 3000 || c.Before <= 3000 {
		t.Fatalf("capped %+v, tail %v", c, r.Partition.Tail)
	}
	want := fmt.Sprintf("%d kept, ≈ %s → %s tokens", len(r.Partition.Tail), trace.Num(c.Before), trace.Num(c.After))
	if line := r.Stages()[2].Headline; !strings.HasSuffix(line, want) {
		t.Errorf("headline %q, want %q", line, want)
	}
	ask, err := remote.Compose(t.Context(), asksOnce(t, s, &r), remote.Options{Rung: summarize.External})
	if err != nil || !strings.Contains(strings.Join(ask.Texts(), "\n"), "only the beginning of one") {
		t.Errorf("the prompt does not say that the turn is cut, %v", err)
	}
	res := must(t, s, p, world(local.New(0)))
	if !strings.Contains(res.Report.Summary.Text, "The last turn of these messages is only its beginning") {
		t.Errorf("local does not say it: %.300s", res.Report.Summary.Text)
	}
	if len(res.After.Rows) != 1+len(r.Partition.Tail) {
		t.Errorf("%d messages after, the tail has %d", len(res.After.Rows), len(r.Partition.Tail))
	}
}

// TestLargeTail: the warning has the numbers and names the way out.
func TestLargeTail(t *testing.T) {
	t.Parallel()
	s := &model.Session{Rows: rows(900, 900, 10, 9000)}
	p := Defaults()
	w := Plan(s, p, Env{}).Warnings
	const want = "the tail is 83% of the context (≈ 9,010 of 10,810 tokens); compacting frees less than the other ≈ 1,800; --tail-cap N lets it begin inside its turn"
	if len(w) != 1 || w[0].Message != want {
		t.Errorf("%+v", w)
	}
	p.Partition.TailCap = 5000 // and there is nothing behind the only answer
	var kinds []string
	for _, w := range Plan(s, p, Env{}).Warnings {
		kinds = append(kinds, w.Kind)
	}
	if !slices.Equal(kinds, []string{"tail-cap", "large-tail"}) {
		t.Errorf("warnings %v", kinds)
	}
}

// TestTailCapOfEveryFormat: whatever the format, a tail that begins inside its turn is written so that
// its agent can go on, with the words of the person in front, and it is compacted once more.
func TestTailCapOfEveryFormat(t *testing.T) {
	t.Parallel()
	for _, target := range convert.Targets {
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			s := inFormat(t, target, "s p a p a t1 b1 t2 b2 a t3 b3 a")
			for _, preserve := range []bool{true, false} {
				p := Defaults()
				p.Partition.PreserveLastUser = preserve
				p.Partition.TailCap = 900
				r := Plan(s, p, Env{})
				if r.Partition.Capped == nil || r.Partition.Capped.After > 900 || len(r.Partition.Prefix) == 0 {
					t.Fatalf("%+v: %s", r.Partition.Capped, reasonOf(r.Partition.Decisions, "tail-cap"))
				}
				once := compactBy(t, s, p, 1)
				if once == nil {
					t.Fatal("nothing was compacted")
				}
				if preserve { // else no message of a person is left that could start a tail
					p.Partition.RelaxedGuard = true
					compactBy(t, once, p, 2)
				}
			}
		})
	}
}

// inFormat is a session of a script in another format.
func inFormat(t *testing.T, target convert.Target, script string) *model.Session {
	t.Helper()
	s := open(t, list(script, long))
	d := model.Draft{FirstKept: 0, Summary: told, Items: []model.Item{{Kind: model.NewSummary, Row: -1, Text: reassemble.Wrap(told, "", "")}}}
	for i := range s.Rows {
		d.Items = append(d.Items, model.Item{Kind: model.KeptTail, Row: i})
	}
	n := 0
	w, err := target.Write(s, d, model.WriteOptions{Now: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), NewID: func() string { n++; return fmt.Sprintf("%08x-0000-4000-8000-%012x", n, 9) }})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := w.Rope.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	out, err := reopened(w.Name, b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return out
}
