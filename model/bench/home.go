package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// kind is one of the kinds of sessions in a home folder.
type kind struct {
	format string // a dialect, or claude-code
	of100  int    // how many of a hundred sessions are of it
	path   string // below the home folder; %[1]d is the number of the session, %[2]d that of its project
}

// kinds are the agents that somebody uses who has worked with them for a year or two.
var kinds = []kind{
	{"claude-code", 55, ".claude/projects/-home-dev-project-%[2]d/%08[1]d-0000-4000-8000-000000000000.jsonl"},
	{"codex", 20, ".codex/sessions/2026/01/%02[2]d/rollout-2026-01-05T09-00-00-%08[1]d-0000-7000-8000-000000000000.jsonl"},
	{"prime", 10, ".pi/agent/sessions/--project-%[2]d--/2026-01-05T09-00-00-000Z_%08[1]d-0000-7000-8000-000000000000.jsonl"},
	{"gemini", 7, ".gemini/tmp/%[2]d/chats/session-2026-01-05T09-00-%08[1]d.json"},
	{"cline", 5, ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/%[1]d/api_conversation_history.json"},
	{"copilot", 3, ".copilot/session-state/%08[1]d-0000-4000-8000-000000000000/events.jsonl"},
}

// homeSizes are the sizes of sessions in bytes, each as frequent as any other: most are small.
var homeSizes = [...]int64{6 << 10, 12 << 10, 25 << 10, 50 << 10, 80 << 10, 120 << 10, 180 << 10, 280 << 10, 500 << 10, 1400 << 10}

const (
	homeProjects = 30 // among which the sessions are spread
	homeTwins    = 3  // contents for each kind and size; the sessions take turns
	homeAgents   = 20 // of so many sessions of Claude Code one has a sub-agent
)

// Home fills a home folder with n sessions of several agents, of the sizes that real ones have,
// each an hour older than the one before, and gives how many bytes they have in all: some 260 KB
// for each. Nothing is shared and no file has holes.
func Home(dir string, n int) (int64, error) {
	made, total := map[string][]byte{}, int64(0)
	for i := range n {
		k := kindOf(i)
		size, twin := homeSizes[i/7%len(homeSizes)], i%homeTwins
		key := fmt.Sprint(k.format, size, twin)
		if made[key] == nil {
			var b bytes.Buffer
			var err error
			if k.format == "claude-code" {
				err = Claude(&b, size, uint64(twin))
			} else {
				err = other(&b, k.format, size, uint64(twin))
			}
			if err != nil {
				return 0, err
			}
			made[key] = b.Bytes()
		}
		path := filepath.Join(dir, filepath.FromSlash(fmt.Sprintf(k.path, i, i%homeProjects)))
		when := began.Add(-time.Duration(i) * time.Hour)
		if err := put(path, made[key], when); err != nil {
			return 0, err
		}
		total += int64(len(made[key]))
		if k.format == "claude-code" && i%homeAgents == 0 {
			if err := put(path[:len(path)-len(".jsonl")]+"/subagents/agent-1.jsonl", made[key][:bytes.IndexByte(made[key], '\n')+1], when); err != nil {
				return 0, err
			}
		}
	}
	return total, nil
}

// kindOf is the kind of session i.
func kindOf(i int) kind {
	at := i * 37 % 100 // they are mixed
	for _, k := range kinds {
		if at -= k.of100; at < 0 {
			return k
		}
	}
	panic("the kinds are not a hundred")
}

func put(path string, content []byte, when time.Time) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	return os.Chtimes(path, when, when)
}
