package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize/local"
)

// agents read a session as the agents of the writable formats do.
var agents = map[string]func(b []byte, dialect string) rules.Context{
	"claude-code": func(b []byte, _ string) rules.Context { return rules.Claude(b) },
	"codex":       func(b []byte, _ string) rules.Context { return rules.Codex(b) },
	"prime":       func(b []byte, _ string) rules.Context { return rules.Prime(b) },
	"gemini":      func(b []byte, _ string) rules.Context { return rules.Gemini(b) },
	"chat":        rules.Chat,
}

// TestWriters: whatever the format, a session is compacted and opened again, and then once more.
func TestWriters(t *testing.T) {
	t.Parallel()
	testdata := filepath.Join(sessiontest.Root(t), "testdata")
	n := 0
	for _, p := range []string{"sessions/*/*", "cases/*/input*", "prime/sessions/*"} {
		n += compactAll(t, filepath.Join(testdata, p), 4)
	}
	if n < 100 {
		t.Errorf("only %d sessions", n)
	}
}

func TestWritersCorpus(t *testing.T) {
	t.Parallel()
	dir := filepath.Dir(filepath.Dir(sessiontest.Shared(t, "testdata/corpus/*")[0]))
	compactAll(t, filepath.Join(dir, "corpus", "*"), 2)
	compactAll(t, filepath.Join(dir, "prime", "sessions", "*"), 3)
}

// sameWords is a real session in which every text was replaced by the same words, so that a
// message may pass for another one that was said again.
const sameWords = "claude__jazzyalex__agent-sessions__entry-type-zoo.jsonl"

// compactAll compacts every file of a pattern that a format can write, with its own split, at so
// many others, and with other budgets. It returns how many there are.
func compactAll(t *testing.T, pattern string, cuts int) int {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.IsDir() {
			continue
		}
		s, err := reopened(f, sessiontest.Bytes(t, f))
		if err != nil {
			continue
		}
		if _, err := load.Writer(s); err != nil {
			continue
		}
		if n++; filepath.Base(f) == sameWords {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(f))+"/"+filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			for cut := range cuts + 1 {
				at := -1 // the rule's own split
				if cut > 0 {
					at = len(s.Rows) * (cut - 1) / cuts
				}
				budget := []int{0, 2000, 20_000}[cut%3]
				once := compactAt(t, s, at, budget, 1)
				if once == nil {
					continue
				}
				if at > 0 {
					at = len(once.Rows) / 2
				}
				compactAt(t, once, at, budget, 2)
			}
		})
	}
	return n
}

// reopened opens a file as any is opened: its content says what it is.
func reopened(name string, b []byte) (*model.Session, error) {
	return load.Read(model.Input{Path: name, Reader: bytes.NewReader(b), Size: int64(len(b))}, "")
}

// outcome is a session and what a run made of it.
type outcome struct {
	before, after *model.Session
	res           *Result
	bytes         []byte
	agent         rules.Context // what the agent would send
	format        load.Format
}

// compactAt compacts a session with the local summarizer, checks the result, and opens it; nil
// when there is nothing to compact. Ids differ from one generation to the next.
func compactAt(t *testing.T, s *model.Session, at, budget, generation int) *model.Session {
	t.Helper()
	p := Defaults()
	p.Partition.SplitAt, p.Slim.Budget = at, budget
	w := world(local.New(0))
	ids := 0
	w.NewID = func() string { ids++; return fmt.Sprintf("%08x-0000-4000-8000-%012x", ids, generation) }
	w.Now = func() time.Time { return time.Date(2099, 5, 4, 9, generation, 0, 0, time.UTC) }
	res, err := Run(context.Background(), s, p, w, nil)
	if errors.Is(err, ErrNothing) {
		return nil
	}
	if err != nil {
		t.Fatalf("split %d: %v", at, err)
	}
	if g, bad := reassemble.Failed(res.Gates); bad {
		if g.Name == "shape" && slices.ContainsFunc(s.Links, func(l model.Link) bool { return l.ID == "" }) {
			return nil // a call that has no id cannot be answered, so nothing is written
		}
		t.Errorf("split %d: gate %s: %s", at, g.Name, g.Message)
	}
	o := outcome{before: s, res: res}
	var b bytes.Buffer
	if _, err := res.Written.Rope.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	o.bytes = b.Bytes()
	if o.after, err = reopened(res.Written.Name, o.bytes); err != nil {
		t.Fatalf("split %d: %v", at, err)
	}
	if o.format, err = load.Writer(s); err != nil {
		t.Fatal(err)
	}
	o.agent = agents[s.Format](o.bytes, s.Dialect)
	for what, bad := range map[string][]string{
		"rules": o.agent.Bad, "session": o.session(), "summary": o.summary(), "pairs": o.pairs(), "tail": o.tail(t), "agent": o.sent(t),
	} {
		if len(bad) > 0 {
			t.Errorf("split %d of %d, %s: %q", at, len(s.Rows), what, bad[:min(3, len(bad))])
		}
	}
	return o.after
}

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
		if it.Row < 0 || it.Kind == model.NewResult || slices.ContainsFunc(o.res.Repairs, func(r model.Repair) bool { return r.Row == it.Row }) {
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
	case "claude-code":
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
	seen := map[int64]bool{}
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
