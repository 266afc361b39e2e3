package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestNewestOfEveryAgent: each agent's folder is searched, and the youngest file whose
// working directory is the project's wins.
func TestNewestOfEveryAgent(t *testing.T) {
	base := t.TempDir()
	project := filepath.Join(base, "pro[j]ect")
	if err := os.Mkdir(project, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("USERPROFILE", filepath.Join(base, "home"))
	env := map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(base, "claude"), "PRIME_AGENT_CODING_AGENT_DIR": filepath.Join(base, "prime")}
	put := func(age int, content string, parts ...string) string {
		path := filepath.Join(append([]string{base}, parts...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Date(2026, 1, 30-age, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		return path
	}
	claude := func(cwd string) string {
		return fmt.Sprintf("not JSON\n"+`{"type":"user","uuid":"u1","sessionId":"s","cwd":%q,"message":{"role":"user","content":"hello"}}`+"\n", cwd)
	}
	pi := func(cwd string) string {
		return fmt.Sprintf("not JSON\n"+`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":%q}`+"\n"+
			`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"hello"}}`+"\n", cwd)
	}
	codex := func(cwd string) string {
		return fmt.Sprintf(`{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"s","cwd":%q}}`+"\n"+
			`{"timestamp":"2026-01-01T00:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}}`+"\n", cwd)
	}
	find := func(want string) {
		t.Helper()
		c := &command{IO: IO{Env: func(k string) string { return env[k] }}}
		got, session, err := c.newest(context.Background(), project)
		if err != nil || got != want || session != "" {
			t.Errorf("newest = %q, %v; want %q", got, err, want)
		}
	}
	first := put(9, claude(project), "claude", "projects", "x", "a.jsonl")
	put(1, claude("/elsewhere"), "claude", "projects", "x", "b.jsonl")
	put(1, claude(project), "claude", "projects", "x", "agent-c.jsonl")
	put(1, `{"type":"file-history-snapshot","messageId":"m","cwd":"`+filepath.ToSlash(project)+`"}`+"\n", "claude", "projects", "x", "empty.jsonl")
	find(first)
	second := put(8, pi(project), "home", ".pi", "agent", "sessions", "y", "2026_x.jsonl")
	find(second)
	third := put(7, codex(project), "home", ".codex", "sessions", "2026", "01", "01", "rollout-x.jsonl")
	find(third)
	prime := put(6, pi(project), "prime", "sessions", "0198.jsonl")
	put(1, pi("/elsewhere"), "prime", "sessions", "0199.jsonl")
	find(prime)
	env["PRIME_AGENT_SESSION_DIR"] = filepath.Join(base, "moved")
	find(third)
	moved := put(5, pi(project), "moved", "0198.jsonl")
	find(moved)
}
