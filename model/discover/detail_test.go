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

	"github.com/google/go-cmp/cmp"

	"cutline/model/load"
)

// What stands in the files: exact numbers of small ones, and a reason where there is no reader.
func TestDetails(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.put(".claude/projects/p/"+id1+".jsonl", claude(id1, "/code", "Rename the   flag, please"))
	m.put(".codex/archived_sessions/rollout-2026-01-01T10-00-00-"+id2+".jsonl", codex(id2, "/code/b", "Why is it slow?", `"cli"`))
	m.put(".pi/agent/sessions/--c--/2026_"+id1+".jsonl", pi("pi-1", "/c", "hello", ""))
	m.put(".cline/data/sessions/s/s.messages.json", `{"sessionId":"s","messages":[{"role":"user","content":"count"},{"role":"assistant","content":"1"}]}`)
	m.put(".gemini/antigravity/brain/b/.system_generated/logs/transcript.jsonl", `{"cwd":"/new","step":1}`+"\n")
	m.put(".claude/projects/p/broken.jsonl", "\x00\x01\x02\x03\n")
	m.put(".local/share/opencode/opencode.db", "SQLite format 3\x00")
	m.put(".hermes/state.db", "SQLite format 3\x00")
	m.put(".openhands/conversations/o/base_state.json", `{"id":"o"}`)
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
		{"claude-code", "/code", "Rename the flag, please", id1, "", 2, 1000, 200000, 0, 0},
		{"codex", "/code/b", "Why is it slow?", id2, "", 1, 900, 258400, 0, 0},
		{"pi", "/c", "hello", "pi-1", "", 1, 0, 0, 0, 0},
		{"cline", "", "count", "s", "", 2, 0, 0, 0, 0},
		{"antigravity", "/new", "", "b", "no reader for sessions of antigravity", -1, 0, 0, 0, 0},
		{"claude-code", "", "", "broken", "not a session: it is no text", -1, 0, 0, 0, 0},
		{"opencode", "", "", "opencode", "not a session: it is no database", -1, 0, 0, 0, 0},
		{"hermes", "", "", "state", "no reader: it is a database of many sessions", -1, 0, 0, 0, 0},
		{"openhands", "", "", "o", "no reader: each of its events is a file of its own", -1, 0, 0, 0, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (+):\n%s", diff)
	}
}

// Files of sub-agents are linked to the session that started them, and never stand alone.
func TestSubagents(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.put(".claude/projects/p/agent-1.jsonl", claude(id1, "/code", "newer than its main session"))
	m.put(".claude/projects/p/"+id1+".jsonl", claude(id1, "/code", "main"))
	m.put(".claude/projects/p/"+id1+"/subagents/agent-2.jsonl", claude(id1, "/code", "nested"))
	m.put(".claude/projects/p/"+id1+"/subagents/workflows/wf_1/agent-3.jsonl", claude(id1, "/code", "deeper"))
	m.put(".claude/projects/p/agent-4.jsonl", claude("somebody else's", "/code", "an orphan"))
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
		link = folder // a system that makes none
	}
	m.put(".claude/projects/p/other.jsonl", claude("other", "/elsewhere", "no"))
	a := m.put(".pi/agent/sessions/x/2026_a.jsonl", pi("a", folder, "yes", ""))
	b := m.put(".claude/projects/p/b.jsonl", "not JSON\n"+claude("b", link, "yes"))
	m.put(".claude/projects/p/none.jsonl", `{"type":"summary","summary":"names no folder","leafUuid":"x"}`+"\n")
	m.env.Dir, m.env.Only = link, true
	aider := m.put(filepath.Base(link)+"/.aider.chat.history.md", "# aider chat started at 2026-01-01 10:00:00\n\n#### hello\n\nHello.\n")
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
	b.WriteString(strings.Replace(claude("large", "/code", "What is asked first"), `{"type"`, `{"snapshot":"`+strings.Repeat("x", startBytes/2)+`","type"`, 1))
	const n = 1200
	for i := range n {
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"large","cwd":"/code/sub","toolUseResult":%q,"message":{"role":"user","content":"go on with number %d, and then with all the others"}}`+"\n", i, strings.Repeat("y", 500+i%7*300), i)
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","sessionId":"large","message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Done, as you have asked me to."}],"usage":{"input_tokens":%d,"output_tokens":7}}}`+"\n", i, i, 20_000+40*i)
	}
	path := m.put(".claude/projects/p/large.jsonl", b.String())
	s, closer, err := load.Open(path, load.Choice{})
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
		m.put(fmt.Sprintf(".claude/projects/p/%d.jsonl", i), claude("x", "/code", "words"))
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

// Where the beginning and the end of a large session say too little, more of them is read: long
// instructions before what was asked, a long result behind the last answer. The beginning of a
// document does not say how full its context is.
func TestLargeWithLongEnds(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	long := strings.Repeat("word ", 2*headBytes/5)
	message := func(role, kind, words string) string {
		return fmt.Sprintf(`{"timestamp":"2026-01-01T00:00:01Z","type":"response_item","payload":{"type":"message","role":%q,"content":[{"type":%q,"text":%q}]}}`+"\n", role, kind, words)
	}
	parts := strings.SplitAfter(codex(id1, "/code", "What is asked first", `"cli"`), "\n")
	var b strings.Builder
	b.WriteString(parts[0] + message("developer", "input_text", long) + parts[1])
	for i := range 400 {
		b.WriteString(message("assistant", "output_text", fmt.Sprintf("Answer %d, and %s", i, strings.Repeat("so on ", 100))))
	}
	b.WriteString(parts[2] + message("assistant", "output_text", long+long+long))
	m.put(".codex/archived_sessions/rollout-2026-01-01T10-00-00-"+id1+".jsonl", b.String())
	answer := `,{"id":"g","type":"gemini","content":"` + long + `","tokens":{"input":7000,"output":1,"cached":0,"thoughts":0,"tool":0,"total":7001}}`
	m.put(".gemini/tmp/p/chats/session-2026-01-01T10-00-12345678.json",
		`{"sessionId":"s","projectHash":"p","startTime":"x","lastUpdated":"x","messages":[{"id":"u","type":"user","content":"first words"},{"id":"g","type":"gemini","content":"ok","tokens":{"input":5,"output":1,"cached":0,"thoughts":0,"tool":0,"total":6}}`+answer+answer+"]}")
	type fact struct {
		Title string
		Used  int
	}
	got := map[string]fact{}
	for _, e := range m.found() {
		if !e.Approx || e.Why != "" {
			t.Errorf("%s: approximate %t, %q", e.Path, e.Approx, e.Why)
		}
		got[e.Agent] = fact{e.Title, e.Used}
	}
	want := map[string]fact{"codex": {"What is asked first", 900}, "gemini": {"first words", 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (+):\n%s", diff)
	}
}
