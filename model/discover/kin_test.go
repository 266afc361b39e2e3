package discover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

// speech is a line of a sub-agent's file: what it is asked at a minute of the day.
func speech(session, words string, minute int) string {
	return fmt.Sprintf(`{"parentUuid":null,"isSidechain":true,"sessionId":%q,"agentId":"x","type":"user","message":{"role":"user","content":%q},"uuid":"u%d","timestamp":"2026-03-01T10:%02d:00.000Z"}`+"\n", session, words, minute, minute)
}

// chain are that many lines, each below the one before.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		line := strings.Replace(speech("main-1", "And on.", 5), `"u5"`, fmt.Sprintf(`"v%d"`, i), 1)
		if i > 0 {
			line = strings.Replace(line, "null", fmt.Sprintf(`"v%d"`, i-1), 1)
		} else {
			line = strings.Replace(line, "null", `"u1"`, 1)
		}
		b.WriteString(line)
	}
	return b.String()
}

// family writes a project's folder with sub-agents in every place that there was.
func family(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main-1.jsonl":                   strings.Replace(speech("main-1", "Go.", 0), "true", "false", 1),
		"main-2.jsonl":                   strings.Replace(speech("main-2", "Go.", 0), "true", "false", 1),
		"main-1/subagents/agent-a.jsonl": speech("main-1", "Look for it.", 3) + speech("main-1", "More.", 4),
		"main-1/subagents/workflows/wf_1/agent-b.jsonl": speech("main-1", "Check it.", 2),
		"main-1/subagents/workflows/wf_1/journal.jsonl": `{"type":"started"}`,
		"main-1/subagents/agent-a.meta.json":            `{}`,
		"agent-c.jsonl":                                 speech("main-1", strings.Repeat("Read all of it. ", 100), 1) + chain(1000),
		"agent-d.jsonl":                                 speech("main-2", "Of the other one.", 1),
		"agent-e.jsonl":                                 speech("main-9", "Of none.", 1),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// kin are the files, without their folder, and how many messages each has.
func kin(dir, file string) []string {
	k := KinOf(context.Background(), filepath.Join(dir, filepath.FromSlash(file)), "claude-code")
	var out []string
	if k.Main.Path != "" {
		out = append(out, "main "+filepath.Base(k.Main.Path))
	}
	for _, e := range k.Agents {
		rel, err := filepath.Rel(dir, e.Path)
		if err != nil {
			return []string{err.Error()}
		}
		about := ""
		if e.Approx {
			about = "≈"
		}
		out = append(out, fmt.Sprintf("%s %s%d %.16s", filepath.ToSlash(rel), about, e.Messages, e.Title))
	}
	return out
}

func TestKin(t *testing.T) {
	dir := family(t)
	of1 := []string{
		"agent-c.jsonl ≈965 Read all of it. ",
		"main-1/subagents/workflows/wf_1/agent-b.jsonl 1 Check it.",
		"main-1/subagents/agent-a.jsonl 2 Look for it.",
	}
	for file, want := range map[string][]string{
		"main-1.jsonl": of1,
		"main-2.jsonl": {"agent-d.jsonl 1 Of the other one"},
		"main-1/subagents/workflows/wf_1/agent-b.jsonl": append([]string{"main main-1.jsonl"}, of1...),
		"agent-c.jsonl": append([]string{"main main-1.jsonl"}, of1...),
		"agent-d.jsonl": {"main main-2.jsonl", "agent-d.jsonl 1 Of the other one"},
		"agent-e.jsonl": nil,
	} {
		if d := cmp.Diff(want, kin(dir, file)); d != "" {
			t.Errorf("%s: %s", file, d)
		}
	}
	if k := KinOf(context.Background(), filepath.Join(dir, "main-1.jsonl"), "codex"); len(k.Agents) > 0 {
		t.Error("another agent keeps its files elsewhere")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if k := KinOf(ctx, filepath.Join(dir, "main-1.jsonl"), "claude-code"); len(k.Agents) > 0 {
		t.Error("nobody wants it any more")
	}
}

// The real pair, put where the agent keeps them.
func TestKinCorpus(t *testing.T) {
	parent := sessiontest.Bytes(t, sessiontest.Shared(t, "testdata/corpus/claude__*subagent-parent.jsonl")[0])
	child := sessiontest.Bytes(t, sessiontest.Shared(t, "testdata/corpus/claude__*subagent-child.jsonl")[0])
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "p", "subagents"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"p.jsonl": parent, "p/subagents/agent-a0.jsonl": child} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sub := "p/subagents/agent-a0.jsonl 3 Search the repo "
	if d := cmp.Diff([]string{sub}, kin(dir, "p.jsonl")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"main p.jsonl", sub}, kin(dir, "p/subagents/agent-a0.jsonl")); d != "" {
		t.Error(d)
	}
}
