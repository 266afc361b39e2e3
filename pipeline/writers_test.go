package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

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
	"opencode":    func(b []byte, _ string) rules.Context { return rules.OpenCode(b) },
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

// writable are the sessions of the files of a pattern that a format can write.
func writable(t *testing.T, pattern string) []*model.Session {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var out []*model.Session
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.IsDir() {
			continue
		}
		s, err := reopened(f, sessiontest.Bytes(t, f))
		if err != nil {
			continue
		}
		if _, err := load.Writer(s); err == nil {
			out = append(out, s)
		}
	}
	return out
}

// compactAll compacts every file of a pattern that a format can write, with its own split, at so
// many others, and with other budgets. It returns how many there are.
func compactAll(t *testing.T, pattern string, cuts int) int {
	t.Helper()
	files := writable(t, pattern)
	for _, s := range files {
		f := s.Path
		if filepath.Base(f) == sameWords {
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
			tail := Plan(s, Defaults(), Env{}).Partition.Tail
			for _, share := range []int{2, 8} { // and with a tail that begins inside its turn
				p := Defaults()
				for _, i := range tail {
					p.Partition.TailCap += s.Rows[i].Tokens
				}
				p.Partition.TailCap /= share
				if once := compactBy(t, s, p, 1); once != nil {
					compactBy(t, once, p, 2)
				}
			}
		})
	}
	return len(files)
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
	return compactBy(t, s, p, generation)
}

// compactBy does so with any parameters.
func compactBy(t *testing.T, s *model.Session, p Params, generation int) *model.Session {
	t.Helper()
	at := p.Strategy + " " + strconv.Itoa(p.Partition.SplitAt)
	w := world(local.New(0))
	if p.State.Files {
		w.Blocks = reassemble.RecentFiles(s)
	}
	ids := 0
	w.NewID = func() string { ids++; return fmt.Sprintf("%08x-0000-4000-8000-%012x", ids, generation) }
	w.Now = func() time.Time { return time.Date(2099, 5, 4, 9, generation, 0, 0, time.UTC) }
	res, err := Run(context.Background(), s, p, w, nil)
	if errors.Is(err, ErrNothing) {
		return nil
	}
	if errors.Is(err, model.ErrMask) && s.Format == "prime" {
		return nil
	}
	if err != nil {
		t.Fatalf("split %s: %v", at, err)
	}
	for i, a := range res.Actions(s) {
		if a.Index != i || a.Action == "" || a.Reason == "" {
			t.Errorf("split %s: nothing says what became of message %d: %+v", at, i, a)
		}
	}
	if g, bad := reassemble.Failed(res.Gates); bad {
		if g.Name == "shape" && slices.ContainsFunc(s.Links, func(l model.Link) bool { return l.ID == "" }) {
			return nil // a call that has no id cannot be answered, so nothing is written
		}
		t.Errorf("split %s: gate %s: %s", at, g.Name, g.Message)
	}
	o := outcome{before: s, res: res}
	var b bytes.Buffer
	if _, err := res.Written.Rope.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	o.bytes = b.Bytes()
	if o.after, err = reopened(res.Written.Name, o.bytes); err != nil {
		t.Fatalf("split %s: %v", at, err)
	}
	if o.format, err = load.Writer(s); err != nil {
		t.Fatal(err)
	}
	o.agent = agents[s.Format](o.bytes, s.Dialect)
	for what, bad := range map[string][]string{
		"rules": o.agent.Bad, "session": o.session(), "summary": o.summary(), "pairs": o.pairs(), "tail": o.tail(t), "agent": o.sent(t),
	} {
		if len(bad) > 0 {
			t.Errorf("split %s of %d, %s: %q", at, len(s.Rows), what, bad[:min(3, len(bad))])
		}
	}
	return o.after
}
