package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline/summarize"
)

// parted is a message list that prime cuts in the middle of a turn: 1 and 2 are history, 3 to 7 the
// beginning of the turn, 8 stays.
func parted(t *testing.T) (*model.Session, Params) {
	t.Helper()
	s := open(t, list("s p a p c1 r1 c2 r2 a", long))
	p := byName(t, "prime")
	p.Pick.Summarizer, p.Window = summarize.External, 100_000
	p.Partition.KeepRecent = s.Rows[8].Chars/4 + s.Rows[7].Chars/4 - 5
	return s, p
}

// TestJobs: two requests, one after the other, joined; each has its own messages, its cap, what a
// person wants minded, and the files stand behind the summary of both.
func TestJobs(t *testing.T) {
	t.Parallel()
	s, p := parted(t)
	p.Instructions = "mind the tests"
	var shown []string
	rec := record(func(kind string) (summarize.Reply, error) {
		return summarize.Reply{Text: "Of " + kind + ", and what was done.", Stop: summarize.StopEnd, InputTokens: 900, OutputTokens: 20}, nil
	})
	res, err := Run(t.Context(), s, p, world(rec), func(p summarize.Progress) { shown = append(shown, p.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.asked) != 2 || fmt.Sprint(rec.asked[0].List, rec.asked[1].List) != "[1 2] [3 4 5 6 7]" {
		t.Fatalf("%d requests", len(rec.asked))
	}
	for k, p := range rec.model.sent {
		if text := p.Turns[0].Text; !strings.Contains(text, "mind the tests") || strings.Contains(text, "4 word word") != (k == 1) || strings.Contains(text, "Original Request") != (k == 1) {
			t.Errorf("request %d: %.300s", k, text)
		}
	}
	if want := "Of historyInitial, and what was done." + turnContext + "Of turnPrefix, and what was done.\n\n<read-files>\n"; !strings.HasPrefix(res.Report.Summary.Text, want) {
		t.Errorf("%s", res.Report.Summary.Text)
	}
	if a := res.Report.Summary.Attempts; len(a) != 1 || a[0].InputTokens < 1800 || a[0].OutputTokens != 40 {
		t.Errorf("%+v", a)
	}
	rules := map[string]string{}
	for _, d := range res.Report.Summary.Decisions {
		rules[d.Rule] = d.Chose
	}
	for rule, want := range map[string]string{
		"usage": "40 written", "split-turn": "two requests", "output-cap": "13,107 tokens at most", "prefix-instructions": "in each request", "file-operations": "stand behind", "request-size": "tokens to read",
	} {
		if !strings.Contains(rules[rule], want) {
			t.Errorf("%s: %q", rule, rules[rule])
		}
	}
	if _, failed := failedGate(res); failed {
		t.Errorf("gates %+v", res.Gates)
	}
}

func failedGate(res *Result) (string, bool) {
	for _, g := range res.Gates {
		if g.Hard && !g.Pass {
			return g.Name, true
		}
	}
	return "", false
}

// TestJobFails: a request that fails fails the attempt; the next one makes both again. What an answer
// that was not taken cost is counted.
func TestJobFails(t *testing.T) {
	t.Parallel()
	s, p := parted(t)
	calls := 0
	rec := record(func(kind string) (summarize.Reply, error) {
		calls++
		text := "Of " + kind + ", and what was done."
		if calls == 2 {
			text = ""
		}
		return summarize.Reply{Text: text, Stop: summarize.StopEnd, OutputTokens: 20}, nil
	})
	res, err := Run(t.Context(), s, p, world(rec), nil)
	if err != nil {
		t.Fatal(err)
	}
	a := res.Report.Summary.Attempts
	if len(rec.asked) != 4 || len(a) != 2 || a[0].Error != string(summarize.Empty) || a[0].OutputTokens != 40 || a[1].Error != "" {
		t.Errorf("%d requests, attempts %+v", len(rec.asked), a)
	}
	told := false
	for _, d := range res.Report.Summary.Decisions {
		told = told || d.Rule == "known-defect" && strings.Contains(d.Because, "the original saves")
	}
	if !told {
		t.Error("nothing says that the original would take an empty answer")
	}
}

// TestJobNotice: a person is told of both requests, and each secret once.
func TestJobNotice(t *testing.T) {
	t.Parallel()
	const token = "ghp_" + "aZ3kQ9xLw7TbR2mVp5Hc8NdYs4Gf6JeaZ3k"
	s := open(t, list("s p a p c1 r1 c2 r2 a", func(i int) string {
		if i == 2 || i == 7 {
			return long(i) + " API_TOKEN=" + token
		}
		return long(i)
	}))
	_, p := parted(t)
	rec := record(nil)
	w := world(rec)
	w.Calls = true
	r := Plan(s, p, w.Env)
	n, ok, err := Notice(t.Context(), s, &r, w)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if len(n.More) != 1 || n.Messages != 7 || n.Output != 13107+8192 || len(n.Hidden) != 1 {
		t.Errorf("%d more prompts, %d messages, %d tokens to write, hidden %+v", len(n.More), n.Messages, n.Output, n.Hidden)
	}
	all := n.Prompt.Turns[0].Text + n.More[0].Turns[0].Text
	if strings.Contains(all, token[:12]) || strings.Count(all, "#1]") != 2 || n.Chars < len(all) {
		t.Errorf("%d chars: %s", n.Chars, all)
	}
	if _, err := Run(t.Context(), s, p, w, nil); err != nil || rec.model.sent[1].Turns[0].Text != n.More[0].Turns[0].Text {
		t.Errorf("what is sent is not what was said: %v", err)
	}
}

// TestJobsOfMessages: an earlier summary of another format is carried on without what our writers put
// around it, in a frame of its own; when only the beginning of a turn is new it stays as it is.
func TestJobsOfMessages(t *testing.T) {
	t.Parallel()
	old := "What was done.\n\n<read-files>\nold.go\n</read-files>"
	for _, c := range []struct{ script, kinds, before string }{
		{"s m p a p c1 r1 a", "historyUpdate turnPrefix", "HISTORY-SUMMARY"},
		{"s m p c1 r1 a", "turnPrefix", "What was done."},
	} {
		s := open(t, list(c.script, func(i int) string {
			if i == 1 {
				return old
			}
			return long(i)
		}))
		_, p := parted(t)
		p.Partition.KeepRecent = 100
		rec := record(nil)
		res := must(t, s, p, world(rec))
		var kinds []string
		for k, req := range rec.asked {
			kinds = append(kinds, kindOf(req))
			if prev := req.Job.Previous; prev != "" && (prev != "What was done." || !strings.Contains(rec.model.sent[k].Turns[0].Text, "<previous-summary>\nWhat was done.\n</previous-summary>")) {
				t.Errorf("%s: previous %q", c.script, prev)
			}
		}
		if got := strings.Join(kinds, " "); got != c.kinds || !strings.HasPrefix(res.Report.Summary.Text, c.before) || !strings.Contains(res.Report.Summary.Text, turnContext) {
			t.Errorf("%s: asked %s: %s", c.script, got, res.Report.Summary.Text)
		}
		if f := res.Report.Files; len(f.Read) == 0 || f.Read[len(f.Read)-1] != "old.go" {
			t.Errorf("%s: files %+v", c.script, f)
		}
	}
}

// TestExactMessage: what another format gets is the message that Prime Agent would send, and nothing
// beside it.
func TestExactMessage(t *testing.T) {
	t.Parallel()
	for _, faithful := range []bool{true, false} {
		s, p := parted(t)
		p.Partition.Faithful = faithful
		rec := record(nil)
		w := world(rec)
		w.Blocks = nil
		res := must(t, s, p, w)
		first := ""
		for i := range res.After.Rows {
			if res.After.Rows[i].Origin == model.FromSummary {
				m, err := res.After.Message(i)
				if err != nil {
					t.Fatal(err)
				}
				first = m.Text()
			}
		}
		if want := model.PrimeOpening + "\n\n<summary>\n" + res.Report.Summary.Text + "\n</summary>"; first != want {
			t.Errorf("faithful %t: %q", faithful, first)
		}
	}
}
