package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/prime"
	"cutline/model/sessiontest"
	"cutline/pipeline/partition"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trigger"
)

// firing is one vector of the original's decision whether a session is due.
type firing struct {
	Name  string
	Input struct {
		Messages []struct {
			Role, StopReason, ErrorMessage, Model string
			Chars, TotalTokens                    int
			CompactionAtMs, KeepFromIndex         *int
		}
		ContextWindow int
		Settings      struct {
			Enabled       bool
			ReserveTokens int
		}
		OverflowRecovery, Phase string
		Requested               json.RawMessage // false, or what was asked for
	}
	Expected struct{ Run *struct{ Reason string } }
}

// atRest reports whether the vector is of a session that nobody works on: the original also
// looks when a run ends, when its model asked for it, or when it was tried before.
func (f *firing) atRest() bool {
	last := f.Input.Messages[len(f.Input.Messages)-1]
	ended := f.Input.Phase == "after-run" && last.StopReason == "aborted"
	return f.Input.Settings.Enabled && string(f.Input.Requested) == "false" && f.Input.OverflowRecovery == "idle" && !ended
}

// file is the session of a vector.
func (f *firing) file() string {
	text := `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}` + "\n"
	parent := "null"
	for i, m := range f.Input.Messages {
		body := fmt.Sprintf(`"type":"message","message":{"role":%q,"content":[{"type":"text","text":%q}]}`, m.Role, strings.Repeat("x", m.Chars))
		switch {
		case m.CompactionAtMs != nil:
			body = fmt.Sprintf(`"type":"compaction","summary":"S","firstKeptEntryId":"m%d","tokensBefore":1`, *m.KeepFromIndex)
		case m.Role == "assistant":
			body = fmt.Sprintf(`"type":"message","message":{"role":"assistant","content":[],"model":%q,"usage":{"input":%d,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":%d},"stopReason":%q,"errorMessage":%q}`,
				m.Model, m.TotalTokens, m.TotalTokens, m.StopReason, m.ErrorMessage)
		}
		text += fmt.Sprintf(`{"id":"m%d","parentId":%s,"timestamp":"t",%s}`+"\n", i, parent, body)
		parent = fmt.Sprintf(`"m%d"`, i)
	}
	return text + fmt.Sprintf(`{"type":"model_change","id":"z","parentId":%s,"timestamp":"t","provider":"p","modelId":"m"}`, parent)
}

func TestTriggerVectors(t *testing.T) {
	t.Parallel()
	var v struct{ Cases []firing }
	path := filepath.Join(sessiontest.Root(t), "testdata", "prime", "micro", "trigger.json")
	if err := json.Unmarshal(sessiontest.Bytes(t, path), &v); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range v.Cases {
		if !c.atRest() {
			continue
		}
		n++
		s := sessiontest.Open(t, prime.Read, c.file())
		p := byName(t, "prime")
		p.Window, p.Trigger.Reserve = c.Input.ContextWindow, c.Input.Settings.ReserveTokens
		r := Plan(s, p, Env{})
		if want := c.Expected.Run != nil; r.Trigger.Fires != want {
			t.Errorf("%s: fires %v, want %v: %+v", c.Name, r.Trigger.Fires, want, r.Trigger.Decisions)
		}
		if c.Expected.Run != nil && (c.Expected.Run.Reason == "overflow") != r.Trigger.Overflow {
			t.Errorf("%s: nothing says that the request was too long", c.Name)
		}
	}
	if n < 18 {
		t.Errorf("%d of %d cases", n, len(v.Cases))
	}
}

// byName gives the parameters of a strategy as a flag sets them.
func byName(tb testing.TB, name string) Params {
	tb.Helper()
	p := Defaults()
	if err := p.SetParam("strategy", name); err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestStrategies(t *testing.T) {
	t.Parallel()
	for _, s := range Strategies {
		p := byName(t, s.Name)
		if p != s.Params {
			t.Errorf("--strategy %s gives %+v, the strategy is %+v", s.Name, p, s.Params)
		}
	}
	p := Defaults()
	for _, set := range [][2]string{{"keep-recent", "500"}, {"strategy", "prime"}, {"reserve", "9"}} {
		if err := p.SetParam(set[0], set[1]); err != nil {
			t.Fatal(err)
		}
	}
	if p.Trigger.Rule != trigger.RuleReserve || p.Partition.Rule != partition.CutPoint || p.Partition.KeepRecent != 500 || p.Trigger.Reserve != 9 {
		t.Errorf("%+v", p)
	}
}

// TestPrimeOfEveryVector runs all six stages on every session of the vectors: what is refused
// is so as the plan says, and what is written passes the gates and keeps from the cut on.
func TestPrimeOfEveryVector(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "prime", "sessions", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range files {
		for _, keep := range []int{1, 30, 20_000} {
			text := sessiontest.Text(t, file)
			s, err := prime.Read(model.Input{Path: filepath.Base(file), Reader: strings.NewReader(text), Size: int64(len(text))})
			if err != nil {
				t.Fatal(err)
			}
			p := byName(t, "prime")
			p.Partition.KeepRecent = keep
			if checkPrimeRun(t, s, p) {
				ran++
			}
		}
	}
	if ran < 60 {
		t.Errorf("only %d of %d files were compacted", ran, len(files))
	}
}

// checkPrimeRun runs a session with the local summarizer and reports whether it was compacted.
func checkPrimeRun(t *testing.T, s *model.Session, p Params) bool {
	t.Helper()
	name := fmt.Sprintf("%s keeping %d", s.Path, p.Partition.KeepRecent)
	plan := Plan(s, p, Env{})
	res, err := Run(t.Context(), s, p, world(local.New(0)), nil)
	if errors.Is(err, ErrNothing) && plan.Nothing != "" {
		return false
	}
	if err != nil || plan.Nothing != "" {
		t.Errorf("%s: %v; the plan says %q", name, err, plan.Nothing)
		return false
	}
	r := res.Report
	for _, g := range res.Gates {
		if g.Hard && !g.Pass {
			t.Errorf("%s: gate %s: %s", name, g.Name, g.Message)
		}
	}
	if res.Status.Outcome == Failed || r.Summary.Rung != summarize.Local {
		t.Errorf("%s: %+v", name, res.Status)
	}
	if len(r.Slim.Rows) != len(r.Partition.Summarize)+len(r.Partition.Prefix) {
		t.Errorf("%s: %d messages are read of %d and %d", name, len(r.Slim.Rows), len(r.Partition.Summarize), len(r.Partition.Prefix))
	}
	fates := r.Fates(s.Rows)
	for _, i := range r.Partition.Prefix {
		if !fates[i].Prefix || !fates[i].Read || fates[i].Kept {
			t.Errorf("%s: message %d of the parted turn: %+v", name, i, fates[i])
		}
	}
	front := 1
	if r.Partition.System >= 0 {
		front++
	}
	if got, want := len(res.After.Rows), front+len(r.Partition.Tail); got != want {
		t.Errorf("%s: %d messages afterwards, want %d", name, got, want)
	}
	if c := r.Partition.Cut; s.Format == prime.Format && !strings.Contains(s.Path, "v1") {
		last := res.After.Entries[len(res.After.Entries)-1]
		if last.Type != "compaction" || last.FirstKept != c.KeptID {
			t.Errorf("%s: the entry %+v keeps from %q, the cut is at %q", name, last, last.FirstKept, c.KeptID)
		}
	}
	return true
}

// TestPrimeOfMessages: a format without entries is compacted too, and the turn that is cut is
// read to its cut and kept from there.
func TestPrimeOfMessages(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p c1 r1 c2 r2 a", long))
	p := byName(t, "prime")
	p.Window, p.Partition.KeepRecent = 100_000, s.Rows[8].Chars/4+s.Rows[7].Chars/4-5
	if !checkPrimeRun(t, s, p) {
		t.Error("it was not compacted")
	}
	r := Plan(s, p, Env{})
	if got := fmt.Sprint(r.Partition.Summarize, r.Partition.Prefix, r.Partition.Tail); got != "[1 2] [3 4 5 6 7] [8]" {
		t.Errorf("parts %s: %+v", got, r.Partition.Decisions)
	}
	if line := r.Stages()[2].Headline; line != "at 8: 7 summarized (5 of the turn that is cut), 1 kept" {
		t.Errorf("headline %s", line)
	}
	if line := r.Stages()[0].Headline; !strings.HasPrefix(line, "not due: ") || r.Trigger.LimitSource != "reserve" {
		t.Errorf("headline %s, limit of %s", line, r.Trigger.LimitSource)
	}
	p.Partition.AlignTurns = true
	if r := Plan(s, p, Env{}); fmt.Sprint(r.Partition.Tail) != "[3 4 5 6 7 8]" || len(r.Partition.Prefix) > 0 {
		t.Errorf("aligned: tail %v, prefix %v", r.Partition.Tail, r.Partition.Prefix)
	}
	p.Partition.KeepRecent = 1 << 30
	if r := Plan(s, p, Env{}); r.Partition.Refused != partition.TooShort || r.Stages()[2].Headline != "nothing to compact: what would stay is all there is" {
		t.Errorf("refused %q: %s", r.Partition.Refused, r.Stages()[2].Headline)
	}
}
