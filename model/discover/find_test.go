package discover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// machine is a home folder of a test, its environment and the files put into it.
type machine struct {
	t    testing.TB
	env  Env
	vars map[string]string
	n    int
}

func newMachine(tb testing.TB) *machine {
	tb.Helper()
	m := &machine{t: tb, vars: map[string]string{}}
	m.env = Env{Home: tb.TempDir(), GOOS: "linux", Getenv: func(k string) string { return m.vars[k] }}
	return m
}

// put writes a file below the home folder; each is an hour older than the one before.
func (m *machine) put(path, content string) string {
	m.t.Helper()
	full := filepath.Join(m.env.Home, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
	m.n++
	when := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Add(-time.Duration(m.n) * time.Hour)
	if err := os.Chtimes(full, when, when); err != nil {
		m.t.Fatal(err)
	}
	return full
}

// found is what Find says last of each file, in the order in which the files came first.
func (m *machine) found() []Entry {
	m.t.Helper()
	var order []string
	last := map[string]Entry{}
	for e := range Find(context.Background(), m.env) {
		if _, known := last[e.Path]; !known {
			order = append(order, e.Path)
		}
		last[e.Path] = e
	}
	out := make([]Entry, len(order))
	for i, p := range order {
		out[i] = last[p]
	}
	return out
}

// rel is a path below the home folder, with slashes.
func (m *machine) rel(path string) string {
	r, err := filepath.Rel(m.env.Home, path)
	if err != nil {
		m.t.Fatal(err)
	}
	return filepath.ToSlash(r)
}

const (
	id1 = "0198c000-0000-7000-8000-000000000001"
	id2 = "0198c000-0000-7000-8000-000000000002"
)

func claude(session, cwd, words string) string {
	return fmt.Sprintf(`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":%q,"cwd":%q,"message":{"role":"user","content":%q}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":%q,"cwd":%q,"message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":1000,"output_tokens":7}}}
`, session, cwd, words, session, cwd)
}

func codex(session, cwd, words, source string) string {
	return fmt.Sprintf(`{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":%q,"cwd":%q,"source":%s}}
{"timestamp":"2026-01-01T00:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":%q}]}}
{"timestamp":"2026-01-01T00:00:02Z","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":900,"output_tokens":9,"total_tokens":909},"model_context_window":258400}}}
`, session, cwd, source, words)
}

func pi(session, cwd, words, more string) string {
	return fmt.Sprintf(`{"type":"session","version":3,"id":%q,"timestamp":"2026-01-01T00:00:00.000Z","cwd":%q%s}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":%q}}
`, session, cwd, more, words)
}

// Every agent of the table is found in its usual place, and known by its path alone.
func TestEveryAgent(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.env.Dir = filepath.Join(m.env.Home, "code")
	want := [][3]string{
		{".claude/projects/-code/" + id1 + ".jsonl", "claude-code", id1},
		{".config/claude/projects/-code/" + id2 + ".jsonl", "claude-code", id2},
		{".config/Claude/local-agent-mode-sessions/a/b/local_c/.claude/projects/-code/x.jsonl", "claude-code", "x"},
		{".codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-" + id1 + ".jsonl", "codex", id1},
		{".codex/archived_sessions/rollout-2026-01-01T10-00-00-" + id2 + ".jsonl", "codex", id2},
		{"code/.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-" + id1 + ".jsonl", "codex", id1},
		{".prime/agent/sessions/" + id1 + ".jsonl", "prime", id1},
		{".pi/agent/sessions/--code--/2026-03-01T10-00-00-000Z_" + id1 + ".jsonl", "pi", id1},
		{".openclaw/agents/main/sessions/" + id1 + ".jsonl", "openclaw", id1},
		{".local/share/opencode/storage/session/p/ses_1.json", "opencode", "ses_1"},
		{".local/share/opencode/project/code/storage/session/info/ses_2.json", "opencode", "ses_2"},
		{".local/share/opencode/opencode.db", "opencode", "opencode"},
		{"code/.opencode/opencode.db", "opencode", "opencode"},
		{"code/.crush/crush.db", "crush", "crush"},
		{".gemini/tmp/abc/chats/session-2026-03-01T10-00-12345678.json", "gemini", "session-2026-03-01T10-00-12345678"},
		{".gemini/tmp/abc/chats/session-2026-03-02T10-00-12345678.jsonl", "gemini", "session-2026-03-02T10-00-12345678"},
		{".gemini/antigravity/brain/b1/.system_generated/logs/transcript.jsonl", "antigravity", "b1"},
		{".copilot/session-state/" + id1 + "/events.jsonl", "copilot", id1},
		{".copilot/session-state/" + id2 + ".jsonl", "copilot", id2},
		{".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1750000000000/api_conversation_history.json", "cline", "1750000000000"},
		{".vscode-server/data/User/globalStorage/rooveterinaryinc.roo-cline/tasks/17/api_conversation_history.json", "roo", "17"},
		{".config/Cursor/User/globalStorage/kilocode.kilo-code/tasks/18/api_conversation_history.json", "kilo", "18"},
		{".config/VSCodium/User/globalStorage/saoudrizwan.claude-dev/tasks/19/api_conversation_history.json", "cline", "19"},
		{".cursor-server/data/User/globalStorage/saoudrizwan.claude-dev/tasks/20/api_conversation_history.json", "cline", "20"},
		{".kilocode/cli/global/tasks/21/api_conversation_history.json", "kilo", "21"},
		{".cline/data/sessions/s1/s1.messages.json", "cline", "s1"},
		{".cline/data/tasks/22/api_conversation_history.json", "cline", "22"},
		{".local/share/goose/sessions/20260301_1.jsonl", "goose", "20260301_1"},
		{".local/share/goose/sessions/sessions.db", "goose", "sessions"},
		{".qwen/projects/-code/chats/q1.jsonl", "qwen", "q1"},
		{".qwen/tmp/0f/chats/q2.jsonl", "qwen", "q2"},
		{".kimi/sessions/0f/k1/context.jsonl", "kimi", "k1"},
		{".local/share/amp/threads/T-1.json", "amp", "T-1"},
		{".factory/sessions/-code/d1.jsonl", "droid", "d1"},
		{".openhands/conversations/o1/base_state.json", "openhands", "o1"},
		{".openhands/sessions/o2/events/0.json", "openhands", "o2"},
		{".cursor/projects/-code/agent-transcripts/c1/c1.jsonl", "cursor", "c1"},
		{".cursor/chats/0f/c2/store.db", "cursor", "c2"},
		{".grok/sessions/code/g1/chat_history.jsonl", "grok", "g1"},
		{".hermes/sessions/h1.json", "hermes", "h1"},
		{".hermes/state.db", "hermes", "state"},
		{"code/.specstory/history/2026-03-01_10-00Z-a.md", "specstory", "2026-03-01_10-00Z-a"},
		{"code/.aider.chat.history.md", "aider", ".aider.chat.history.md"},
	}
	agents := map[string]bool{}
	for _, w := range want {
		m.put(w[0], "x")
		agents[w[1]] = true
	}
	for _, not := range []string{
		".claude/history.jsonl", ".codex/history.jsonl", ".gemini/tmp/abc/logs.json", ".claude/projects/-code/" + id1 + "/tool-results/a.txt",
		".openhands/sessions/o2/events/1.json", ".kimi/sessions/0f/k1/wire.jsonl", ".openclaw/agents/main/sessions/sessions.json",
		".gemini/tmp/abc/chats/parent/sub.json", ".codex/sessions/2026/03/01/notes.jsonl",
	} {
		m.put(not, "x")
	}
	m.put(".claude/projects/-code/empty.jsonl", "")
	entries, _ := list(context.Background(), m.env)
	got := make([][3]string, len(entries))
	for i, e := range entries {
		got[i] = [3]string{m.rel(e.Path), e.Agent, e.ID}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files, agents, ids, newest first (- put, + found):\n%s", diff)
	}
	for _, a := range Agents {
		if !agents[a.Name] {
			t.Errorf("no file of %s is among those of this test", a.Name)
		}
	}
}

// Environment variables move an agent's folder, and other systems have other places.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, goos string
		vars       map[string]string // values below the home folder
		put        []string
		want       []string
	}{
		{"claude moved", "linux", map[string]string{"CLAUDE_CONFIG_DIR": "moved"}, []string{"moved/projects/p/a.jsonl", ".claude/projects/p/b.jsonl"}, []string{"moved/projects/p/a.jsonl"}},
		{"codex moved", "linux", map[string]string{"CODEX_HOME": "moved"}, []string{"moved/archived_sessions/rollout-a.jsonl", ".codex/archived_sessions/rollout-b.jsonl"}, []string{"moved/archived_sessions/rollout-a.jsonl"}},
		{"prime sessions moved", "linux", map[string]string{"PRIME_AGENT_SESSION_DIR": "one", "PRIME_AGENT_CODING_AGENT_SESSION_DIR": "two", "PRIME_AGENT_CODING_AGENT_DIR": "three"}, []string{"one/a.jsonl", "two/b.jsonl", "three/sessions/c.jsonl"}, []string{"one/a.jsonl"}},
		{"prime sessions moved, the older name", "linux", map[string]string{"PRIME_AGENT_CODING_AGENT_SESSION_DIR": "two", "PRIME_AGENT_CODING_AGENT_DIR": "three"}, []string{"two/b.jsonl", "three/sessions/c.jsonl"}, []string{"two/b.jsonl"}},
		{"prime moved", "linux", map[string]string{"PRIME_AGENT_CODING_AGENT_DIR": "three"}, []string{"three/sessions/c.jsonl", ".prime/agent/sessions/d.jsonl"}, []string{"three/sessions/c.jsonl"}},
		{"pi sessions moved", "linux", map[string]string{"PI_CODING_AGENT_SESSION_DIR": "three", "PI_CODING_AGENT_DIR": "four"}, []string{"three/a.jsonl", "three/p/b.jsonl", "four/sessions/p/c.jsonl"}, []string{"three/a.jsonl", "three/p/b.jsonl"}},
		{"gemini moved", "linux", map[string]string{"GEMINI_CLI_HOME": "six"}, []string{"six/.gemini/tmp/p/chats/session-a.jsonl", ".gemini/tmp/p/chats/session-b.jsonl"}, []string{"six/.gemini/tmp/p/chats/session-a.jsonl"}},
		{"others moved", "linux", map[string]string{"KIMI_SHARE_DIR": "k", "GOOSE_PATH_ROOT": "g", "HERMES_HOME": "h", "OPENCLAW_STATE_DIR": "o", "CLINE_DIR": "c"}, []string{"k/sessions/p/a/context.jsonl", "g/data/sessions/sessions.db", "h/state.db", "o/agents/main/sessions/a.jsonl", "c/data/tasks/1/api_conversation_history.json", ".kimi/sessions/p/b/context.jsonl"}, []string{"k/sessions/p/a/context.jsonl", "g/data/sessions/sessions.db", "h/state.db", "o/agents/main/sessions/a.jsonl", "c/data/tasks/1/api_conversation_history.json"}},
		{"pi moved", "linux", map[string]string{"PI_CODING_AGENT_DIR": "four"}, []string{"four/sessions/p/a.jsonl"}, []string{"four/sessions/p/a.jsonl"}},
		{"copilot moved", "linux", map[string]string{"COPILOT_HOME": "five"}, []string{"five/session-state/a.jsonl"}, []string{"five/session-state/a.jsonl"}},
		{"XDG", "linux", map[string]string{"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "conf"}, []string{"data/amp/threads/T-1.json", "conf/claude/projects/p/a.jsonl", ".local/share/amp/threads/T-2.json"}, []string{"data/amp/threads/T-1.json", "conf/claude/projects/p/a.jsonl"}},
		{"macOS", "darwin", nil, []string{"Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", ".claude/projects/p/a.jsonl", "Library/Application Support/Claude/local-agent-mode-sessions/s/.claude/projects/p/b.jsonl"}, []string{"Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", ".claude/projects/p/a.jsonl", "Library/Application Support/Claude/local-agent-mode-sessions/s/.claude/projects/p/b.jsonl"}},
		{"Windows", "windows", map[string]string{"APPDATA": "Roaming"}, []string{"Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", "Roaming/Block/goose/data/sessions/sessions.db", ".local/share/opencode/opencode.db"}, []string{"Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", "Roaming/Block/goose/data/sessions/sessions.db", ".local/share/opencode/opencode.db"}},
		{"Windows, APPDATA not set", "windows", nil, []string{"AppData/Roaming/Claude/local-agent-mode-sessions/s/.claude/projects/p/b.jsonl"}, []string{"AppData/Roaming/Claude/local-agent-mode-sessions/s/.claude/projects/p/b.jsonl"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.env.GOOS = c.goos
			for k, v := range c.vars {
				m.vars[k] = filepath.Join(m.env.Home, v)
			}
			for _, p := range c.put {
				m.put(p, "x")
			}
			var got []string
			for _, e := range m.found() {
				got = append(got, m.rel(e.Path))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("found (+):\n%s", diff)
			}
		})
	}
	m := newMachine(t)
	m.vars["CODEX_HOME"] = "~/elsewhere"
	m.put("elsewhere/archived_sessions/rollout-a.jsonl", "x")
	if got := m.found(); len(got) != 1 {
		t.Errorf("a ~ that no shell replaced: %d found", len(got))
	}
	m.env.Home = ""
	if got := m.found(); len(got) != 0 {
		t.Errorf("without a home folder: %d found", len(got))
	}
}
