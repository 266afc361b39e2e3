package linear

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/discover"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/ui"
)

// said is the record of a message.
func said(id, after, role, words string) string {
	parent := "null"
	if after != "" {
		parent = fmt.Sprintf("%q", after)
	}
	return fmt.Sprintf(`{"type":%q,"uuid":%q,"parentUuid":%s,"sessionId":"s","message":{"role":%q,"content":%q}}`, role, id, parent, role, words) + "\n"
}

// forked is a session of two branches, the longer one last.
func forked() string {
	return said("u1", "", "user", "find the cent") + said("a1", "u1", "assistant", "where?") +
		said("u2", "a1", "user", "on the first way") + said("u3", "a1", "user", "on the second way") + said("a3", "u3", "assistant", "I go")
}

// told is what a dialogue of an engine prints when these lines are typed.
func told(ctx context.Context, t *testing.T, e ui.Engine, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	d := Dialogue{Engine: e, Params: pipeline.Defaults(), Out: &out, In: &echo{lines: lines, to: &out}}
	if err := d.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// at is an engine of a file, and of the branches of it.
func at(path string) ui.Engine {
	e := (&desk{}).engine(path)
	e.Leaf = func(id string) ui.Engine {
		b := at(path)
		b.Open = func() (*model.Session, io.Closer, error) { return load.Open(path, load.Choice{Leaf: id}) }
		return b
	}
	e.At = func(path, _ string) ui.Engine { return at(path) }
	e.Stat = func() (ui.Stamp, error) { return ui.Stat(path) }
	return e
}

// A branch and a file are gone to by their numbers, and the way leads back; a result that is not written is
// asked about, and a file that cannot be read changes nothing.
func TestBranches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	main, agent := filepath.Join(dir, "main.jsonl"), filepath.Join(dir, "agent-1.jsonl")
	for path, body := range map[string]string{main: forked(), agent: said("x", "", "user", "look into Convert")} {
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kin := discover.Kin{Agents: []discover.Entry{
		{Path: agent, Size: 200, Messages: 1, Title: "look into Convert"}, {Path: filepath.Join(dir, "agent-2.jsonl"), Size: 12, Messages: -1, Why: "no line of it is a JSON object"},
	}}
	e := at(main)
	e.Kin = func(context.Context, string) discover.Kin { return kin }
	out := told(t.Context(), t, e, "branches", "branches 2", "B 1", "whole", "branches 9", "last", "whole", "branches 2", "branches 4", "branches 3", "branches", "branches 2", "branches")
	out = strings.ReplaceAll(out, dir+string(filepath.Separator), "")
	rest := out
	for _, want := range []string{
		"cutline> branches\n1: branch, 3 messages, 1 on no other branch\nbegins: on the first way\n",
		"2: branch, 4 messages, 2 on no other branch, the one that is told\n",
		"3: file of a sub-agent, agent-1.jsonl, 200 B, 1 message\nbegins: look into Convert\n",
		"4: file of a sub-agent, agent-2.jsonl, 12 B, no line of it is a JSON object\n",
		"cutline> branches 2\nthis is the one that is told\n",
		"cutline> B 1\nsession: main.jsonl",
		`"9" is none of them`,
		"on the first way",
		"cutline> branches 2\nsession: main.jsonl",
		"cutline> branches 4\nerror: ",
		"cutline> branches 3\nsession: agent-1.jsonl",
		"2: back to main.jsonl\n",
		"cutline> branches 2\nsession: main.jsonl",
		"2: branch, 4 messages, 2 on no other branch, the one that is told\n",
	} {
		i := strings.Index(rest, want)
		if i < 0 {
			t.Fatalf("%q is not said in its place:\n%s", want, out)
		}
		rest = rest[i+len(want):]
	}
}

// A result that is not written keeps a dialogue at its session until a person agrees.
func TestBranchesLoseNothing(t *testing.T) {
	t.Parallel()
	k := &desk{}
	e := k.engine(demo)
	e.Kin = func(context.Context, string) discover.Kin {
		return discover.Kin{Main: discover.Entry{Path: "/elsewhere/main.jsonl", Messages: -1}}
	}
	e.At = func(string, string) ui.Engine { return k.engine(demo) }
	out := told(t.Context(), t, e, "compact", "branches 2", "n", "summary", "branches 2", "y", "summary")
	if !strings.Contains(out, "lets it go. Go on? y, or anything else for no: n\nnot read\n") || strings.Count(out, "run a compaction first") != 1 {
		t.Errorf("the result is let go without a yes, or kept:\n%s", out)
	}
}

// What is appended is told until an interrupt comes; a file that is gone is looked for again. The cursor and
// what was forced stay with their messages.
func TestFollow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.jsonl")
	body := said("u1", "", "user", "find the cent") + said("a1", "u1", "assistant", "I look")
	put := func() {
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Error(err)
		}
	}
	put()
	ctx, cancel := context.WithCancel(t.Context())
	e, step := at(path), 0
	e.Written = func(time.Duration) {
		switch step++; step {
		case 1:
			body += said("u2", "a1", "user", "and then?")
			put()
		case 2: // nothing
		case 3:
			_ = os.Remove(path)
		case 5:
			for i := range 7 {
				body += said(fmt.Sprint("b", i), "u2", "user", "more")
			}
			put()
		case 6:
			cancel()
		}
	}
	out := told(ctx, t, e, "last", "follow", "message")
	want := `following: what the agent appends is told; ctrl+c ends it
1 message new, 3 in all
message 2: user, person, 9 chars, about 3 tokens
the file is gone; what was read stays, and the file is looked for again
the file is back
`
	if !strings.Contains(out, want) || !strings.Contains(out, "the file is not followed any more\ncutline> message\nmessage 1: assistant") {
		t.Errorf("not told:\n%s", out)
	}
}
