package discover

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

	"cutline/model/load"
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
	m.env.Dir = filepath.Join(m.env.Home, "work")
	want := [][3]string{
		{".claude/projects/-work/" + id1 + ".jsonl", "claude-code", id1},
		{".config/claude/projects/-work/" + id2 + ".jsonl", "claude-code", id2},
		{".config/Claude/local-agent-mode-sessions/a/b/local_c/.claude/projects/-work/x.jsonl", "claude-code", "x"},
		{".codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-" + id1 + ".jsonl", "codex", id1},
		{".codex/archived_sessions/rollout-2026-01-01T10-00-00-" + id2 + ".jsonl", "codex", id2},
		{"work/.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-" + id1 + ".jsonl", "codex", id1},
		{".prime/agent/sessions/" + id1 + ".jsonl", "prime", id1},
		{".pi/agent/sessions/--work--/2026-03-01T10-00-00-000Z_" + id1 + ".jsonl", "pi", id1},
		{".local/share/opencode/storage/session/p/ses_1.json", "opencode", "ses_1"},
		{".local/share/opencode/opencode.db", "opencode", "opencode"},
		{"work/.opencode/opencode.db", "opencode", "opencode"},
		{"work/.crush/crush.db", "crush", "crush"},
		{".gemini/tmp/abc/chats/session-2026-03-01T10-00-12345678.json", "gemini", "session-2026-03-01T10-00-12345678"},
		{".gemini/tmp/abc/chats/session-2026-03-02T10-00-12345678.jsonl", "gemini", "session-2026-03-02T10-00-12345678"},
		{".gemini/antigravity/brain/b1/.system_generated/logs/transcript.jsonl", "antigravity", "b1"},
		{".copilot/session-state/" + id1 + "/events.jsonl", "copilot", id1},
		{".copilot/session-state/" + id2 + ".jsonl", "copilot", id2},
		{".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1750000000000/api_conversation_history.json", "cline", "1750000000000"},
		{".vscode-server/data/User/globalStorage/rooveterinaryinc.roo-cline/tasks/17/api_conversation_history.json", "roo", "17"},
		{".config/Cursor/User/globalStorage/kilocode.kilo-code/tasks/18/api_conversation_history.json", "kilo", "18"},
		{".cline/data/sessions/s1/s1.messages.json", "cline", "s1"},
		{".local/share/goose/sessions/20260301_1.jsonl", "goose", "20260301_1"},
		{".local/share/goose/sessions/sessions.db", "goose", "sessions"},
		{".qwen/projects/-work/chats/q1.jsonl", "qwen", "q1"},
		{".kimi/sessions/0f/k1/context.jsonl", "kimi", "k1"},
		{".local/share/amp/threads/T-1.json", "amp", "T-1"},
		{".factory/sessions/-work/d1.jsonl", "droid", "d1"},
		{".openhands/conversations/o1/base_state.json", "openhands", "o1"},
		{".cursor/projects/-work/agent-transcripts/c1/c1.jsonl", "cursor", "c1"},
		{".cursor/chats/0f/c2/store.db", "cursor", "c2"},
		{".grok/sessions/work/g1/chat_history.jsonl", "grok", "g1"},
		{".hermes/sessions/h1.json", "hermes", "h1"},
		{".hermes/state.db", "hermes", "state"},
		{"work/.specstory/history/2026-03-01_10-00Z-a.md", "specstory", "2026-03-01_10-00Z-a"},
		{"work/.aider.chat.history.md", "aider", ".aider.chat.history.md"},
	}
	agents := map[string]bool{}
	for _, w := range want {
		m.put(w[0], "x")
		agents[w[1]] = true
	}
	for _, not := range []string{
		".claude/history.jsonl", ".codex/history.jsonl", ".gemini/tmp/abc/logs.json", ".claude/projects/-work/" + id1 + "/tool-results/a.txt",
		".gemini/tmp/abc/chats/parent/sub.json", ".codex/sessions/2026/03/01/notes.jsonl",
	} {
		m.put(not, "x")
	}
	m.put(".claude/projects/-work/empty.jsonl", "")
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

// What stands in the files: exact numbers of small ones, and a reason where there is no reader.
func TestDetails(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.put(".claude/projects/p/"+id1+".jsonl", claude(id1, "/work", "Rename the   flag, please"))
	m.put(".codex/archived_sessions/rollout-2026-01-01T10-00-00-"+id2+".jsonl", codex(id2, "/work/b", "Why is it slow?", `"cli"`))
	m.put(".pi/agent/sessions/--c--/2026_"+id1+".jsonl", pi("pi-1", "/c", "hello", ""))
	m.put(".cline/data/sessions/s/s.messages.json", `{"sessionId":"s","messages":[{"role":"user","content":"count"},{"role":"assistant","content":"1"}]}`)
	m.put(".gemini/antigravity/brain/b/.system_generated/logs/transcript.jsonl", `{"cwd":"/new","step":1}`+"\n")
	m.put(".claude/projects/p/broken.jsonl", "\x00\x01\x02\x03\n")
	m.put(".local/share/opencode/opencode.db", "SQLite format 3\x00")
	type fact struct {
		Agent, Project, Title, ID, Why             string
		Messages, Used, Window, Compactions, Nsubs int
	}
	var got []fact
	for _, e := range m.found() {
		if !e.Read || e.Approx {
			t.Errorf("%s: read %t, approximate %t", e.Path, e.Read, e.Approx)
		}
		got = append(got, fact{e.Agent, e.Project, e.Title, e.ID, e.Why, e.Messages, e.Used, e.Window, e.Compactions, len(e.Subagents)})
	}
	want := []fact{
		{"claude-code", "/work", "Rename the flag, please", id1, "", 2, 1000, 200000, 0, 0},
		{"codex", "/work/b", "Why is it slow?", id2, "", 1, 900, 258400, 0, 0},
		{"pi", "/c", "hello", "pi-1", "", 1, 0, 0, 0, 0},
		{"cline", "", "count", "s", "", 2, 0, 0, 0, 0},
		{"antigravity", "/new", "", "b", "no reader for sessions of antigravity", -1, 0, 0, 0, 0},
		{"claude-code", "", "", "broken", "not a session: it is no text", -1, 0, 0, 0, 0},
		{"opencode", "", "", "opencode", "no reader: it is a database of many sessions", -1, 0, 0, 0, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (+):\n%s", diff)
	}
}

// Files of sub-agents are linked to the session that started them, and never stand alone.
func TestSubagents(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.put(".claude/projects/p/agent-1.jsonl", claude(id1, "/work", "newer than its main session"))
	m.put(".claude/projects/p/"+id1+".jsonl", claude(id1, "/work", "main"))
	m.put(".claude/projects/p/"+id1+"/subagents/agent-2.jsonl", claude(id1, "/work", "nested"))
	m.put(".claude/projects/p/"+id1+"/subagents/workflows/wf_1/agent-3.jsonl", claude(id1, "/work", "deeper"))
	m.put(".claude/projects/p/agent-4.jsonl", claude("somebody else's", "/work", "an orphan"))
	m.put(".codex/archived_sessions/rollout-2026-01-02T10-00-00-"+id2+".jsonl", codex(id2, "/w", "spawned", `{"subagent":{"thread_spawn":{"parent_thread_id":"`+id1+`","depth":1}}}`))
	m.put(".codex/archived_sessions/rollout-2026-01-01T10-00-00-"+id1+".jsonl", codex(id1, "/w", "main", `"cli"`))
	m.put(".prime/agent/sessions/"+id1+".jsonl", pi(id1, "/w", "main", ""))
	m.put(".prime/agent/sessions/child.jsonl", pi("child", "/w", "spawned", `,"rlmDepth":1,"parentSession":"/x/`+id1+`.jsonl"`))
	m.put(".prime/agent/sessions/fork.jsonl", pi("fork", "/w", "forked", `,"parentSession":"/x/`+id1+`.jsonl"`))
	got := map[string][]string{}
	for _, e := range m.found() {
		if e.Parent != "" {
			continue
		}
		var subs []string
		for _, s := range e.Subagents {
			subs = append(subs, filepath.Base(s))
		}
		slices.Sort(subs)
		got[e.Agent+" "+e.ID] = subs
	}
	want := map[string][]string{
		"claude-code " + id1: {"agent-1.jsonl", "agent-2.jsonl", "agent-3.jsonl"},
		"codex " + id1:       {"rollout-2026-01-02T10-00-00-" + id2 + ".jsonl"},
		"prime " + id1:       {"child.jsonl"},
		"prime fork":         nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sessions and their sub-agents (+ found):\n%s", diff)
	}
}

// Only a project's: by what the session says, through a link too, whoever wrote it.
func TestOnly(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	folder := filepath.Join(m.env.Home, "pro[j]ect")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(m.env.Home, "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Skip("no links here:", err)
	}
	m.put(".claude/projects/p/other.jsonl", claude("other", "/elsewhere", "no"))
	a := m.put(".pi/agent/sessions/x/2026_a.jsonl", pi("a", folder, "yes", ""))
	b := m.put(".claude/projects/p/b.jsonl", "not JSON\n"+claude("b", link, "yes"))
	m.put(".claude/projects/p/none.jsonl", `{"type":"summary","summary":"names no folder","leafUuid":"x"}`+"\n")
	m.env.Dir, m.env.Only = link, true
	aider := m.put("link/.aider.chat.history.md", "# aider chat started at 2026-01-01 10:00:00\n\n#### hello\n\nHello.\n")
	var got []string
	for e := range Find(context.Background(), m.env) {
		if !e.Read {
			t.Errorf("%s is yielded before it is read", e.Path)
		}
		got = append(got, e.Path)
	}
	if diff := cmp.Diff([]string{a, b, aider}, got); diff != "" {
		t.Errorf("found (+):\n%s", diff)
	}
}

// Of a large file only the beginning and the end are read, and what they show is near the truth.
func TestLarge(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	var b bytes.Buffer
	b.WriteString(`{"type":"summary","summary":"of another session","leafUuid":"x"}` + "\n")
	b.WriteString(strings.Replace(claude("large", "/work", "What is asked first"), `{"type"`, `{"snapshot":"`+strings.Repeat("x", headBytes/2)+`","type"`, 1))
	const n = 1200
	for i := range n {
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"large","cwd":"/work/sub","toolUseResult":%q,"message":{"role":"user","content":"go on with number %d, and then with all the others"}}`+"\n", i, strings.Repeat("y", 500+i%7*300), i)
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","sessionId":"large","message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Done, as you have asked me to."}],"usage":{"input_tokens":%d,"output_tokens":7}}}`+"\n", i, i, 20_000+40*i)
	}
	path := m.put(".claude/projects/p/large.jsonl", b.String())
	s, closer, err := load.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	e := m.found()[0]
	if !e.Approx || e.Why != "" {
		t.Fatalf("approximate %t, why %q", e.Approx, e.Why)
	}
	if e.ID != s.ID || e.Title != s.Title || e.Project != s.CWD || e.Used != s.Usage.Input || e.Title == "" || e.Used == 0 {
		t.Errorf("sampled %+v; the whole says %s, %q, %s, %d", e, s.ID, s.Title, s.CWD, s.Usage.Input)
	}
	if n := len(s.Rows); e.Messages < n*3/4 || e.Messages > n*4/3 {
		t.Errorf("%d messages by the sample, %d really", e.Messages, n)
	}

	// Behind a compaction that the end holds, the messages are counted.
	b.WriteString(`{"type":"system","subtype":"compact_boundary","uuid":"b1","parentUuid":null,"sessionId":"x","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":150000}}` + "\n")
	b.WriteString(`{"type":"user","uuid":"s1","parentUuid":"b1","sessionId":"x","isCompactSummary":true,"message":{"role":"user","content":"This session is being continued from before."}}` + "\n")
	m.put(".claude/projects/p/large.jsonl", b.String())
	if e := m.found()[0]; e.Messages != 1 || e.Compactions != 1 || !e.Approx {
		t.Errorf("after a compaction: %d messages, %d compactions, approximate %t", e.Messages, e.Compactions, e.Approx)
	}
}

// A large document has no end that could be read alone; its beginning says what was asked.
func TestLargeDocument(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	one := `,{"role":"assistant","content":"` + strings.Repeat("x", 2000) + `"},{"role":"user","content":"again"}`
	m.put(".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",
		`[{"role":"user","content":"first words"}`+strings.Repeat(one, 1000)+"]")
	e := m.found()[0]
	if e.Why != "" || e.Title != "first words" || e.Messages < 1500 || e.Messages > 2500 || !e.Approx {
		t.Errorf("%q: %d messages of 2,001, approximate %t, %q", e.Title, e.Messages, e.Approx, e.Why)
	}
}

// What cannot be opened says why; a run that is stopped stops.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	path := m.put(".claude/projects/p/gone.jsonl", "x")
	entries, _ := list(context.Background(), m.env)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if e := newReader(m.env, entries, nil).read(entries[0]); e.Why == "" || strings.Contains(e.Why, path) || e.Messages != -1 {
		t.Errorf("a file that is gone: %+v", e)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for i := range 50 {
		m.put(fmt.Sprintf(".claude/projects/p/%d.jsonl", i), claude("x", "/work", "words"))
	}
	read := 0
	for e := range Find(ctx, m.env) {
		if e.Read {
			read++
			cancel()
		}
	}
	if read != 1 {
		t.Errorf("%d files yielded as read; it was to stop after one", read)
	}
	if n := len(slices.Collect(Find(ctx, m.env))); n != 0 {
		t.Errorf("%d entries although it was stopped before it began", n)
	}
	for range Find(context.Background(), m.env) {
		break // leaving early neither hangs nor panics
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	if got := plain(fmt.Errorf("read x: %w", load.ErrEmpty)); got != load.ErrEmpty.Error() {
		t.Error(got)
	}
	if got := plain(&os.PathError{Op: "open", Path: "x", Err: errors.New("no")}); got != "no" {
		t.Error(got)
	}
}
