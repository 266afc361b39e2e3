package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSlugs(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{
		"/home/a/my.proj": "-home-a-my-proj",
		`D:\oh-my-posh`:   "D--oh-my-posh",
		"/home/ä b":       "-home---b",
	} {
		if got := claudeSlug(dir); got != want {
			t.Errorf("claudeSlug(%q) = %q, want %q", dir, got, want)
		}
	}
	if got := piSlugs("/home/demo"); got[0] != "--home-demo--" || got[1] != "---home-demo--" {
		t.Errorf("piSlugs: %q", got)
	}
}

// TestNewestOfEveryAgent: each agent's folder is searched, and the youngest file whose
// working directory is the project's wins.
func TestNewestOfEveryAgent(t *testing.T) {
	base := t.TempDir()
	project := filepath.Join(base, "pro[j]ect")
	if err := os.Mkdir(project, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(base, "home"))
	env := map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(base, "claude"), "PRIME_AGENT_CODING_AGENT_DIR": filepath.Join(base, "prime")}
	put := func(age int, cwd string, parts ...string) string {
		path := filepath.Join(append([]string{base}, parts...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("not JSON\n{\"type\":\"session\",\"cwd\":\""+cwd+"\"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Date(2026, 1, 30-age, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		return path
	}
	find := func(want string) {
		t.Helper()
		got, err := newest(project, func(k string) string { return env[k] })
		if err != nil || got != want {
			t.Errorf("newest = %q, %v; want %q", got, err, want)
		}
	}
	claude := put(9, project, "claude", "projects", claudeSlug(project), "a.jsonl")
	put(1, "/elsewhere", "claude", "projects", claudeSlug(project), "b.jsonl")
	put(1, project, "claude", "projects", claudeSlug(project), "agent-c.jsonl")
	find(claude)
	slug := "--" + strings.ReplaceAll(project[1:], "/", "-") + "--"
	pi := put(8, project, "home", ".pi", "agent", "sessions", slug, "2026_x.jsonl")
	find(pi)
	prime := put(7, project, "prime", "sessions", "0198.jsonl")
	put(1, "/elsewhere", "prime", "sessions", "0199.jsonl")
	find(prime)
	env["PRIME_AGENT_SESSION_DIR"] = filepath.Join(base, "moved")
	find(pi)
	moved := put(6, project, "moved", "0198.jsonl")
	find(moved)
}
