package discover

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Agent is one row of the table of agents: where its sessions are.
type Agent struct {
	Name   string // stable, as in the JSON output
	Format string // of its files; empty: only the content tells. There may be no reader for it
	Places []Place
	// Parent gives the id of the main session when the first record of a file says that it is a
	// sub-agent's; nil when no record says so.
	Parent func(first gjson.Result) string
}

// Place is a folder and the patterns of the session files in it. In a pattern * stands for a
// part of a name, ** for up to a few folders.
type Place struct {
	// Vars are environment variables that move the folder, each with what follows below it: the
	// first that is set wins, and then no root is searched.
	Vars []string
	// Roots are the usual folders. They begin with ~ for the home folder or with a folder that
	// differs by system: {config}, {data}, {apps}.
	Roots []string
	Files []string // main sessions
	Subs  []string // files of sub-agents
	// Stores are databases that hold many sessions each.
	Stores []string
	// Folders are files that stand for a session of many files.
	Folders []string
}

// Agents is the table.
var Agents = []Agent{
	{Name: "claude-code", Format: "claude-code", Places: []Place{
		{
			Vars: []string{"CLAUDE_CONFIG_DIR"}, Roots: []string{"~/.claude", "{config}/claude"},
			Files: []string{"projects/*/*.jsonl"},
			Subs:  []string{"projects/*/agent-*.jsonl", "projects/*/*/subagents/**/agent-*.jsonl"},
		},
		{
			Roots: []string{"{apps}/Claude/local-agent-mode-sessions"},
			Files: []string{"**/.claude/projects/*/*.jsonl"},
			Subs:  []string{"**/.claude/projects/*/agent-*.jsonl", "**/.claude/projects/*/*/subagents/**/agent-*.jsonl"},
		},
	}},
	{Name: "codex", Format: "codex", Parent: codexParent, Places: []Place{
		{
			Vars: []string{"CODEX_HOME"}, Roots: []string{"~/.codex"},
			Files: append(cold("sessions/*/*/*/rollout-*.jsonl", "archived_sessions/rollout-*.jsonl"), "sessions/rollout-*.jsonl"),
		},
		{Roots: []string{"{project}/.codex"}, Files: cold("sessions/*/*/*/rollout-*.jsonl")},
	}},
	{Name: "prime", Format: "prime", Parent: primeParent, Places: []Place{{
		Vars:  []string{"PRIME_AGENT_SESSION_DIR", "PRIME_AGENT_CODING_AGENT_SESSION_DIR", "PRIME_AGENT_CODING_AGENT_DIR/sessions"},
		Roots: []string{"~/.prime/agent/sessions"}, Files: []string{"*.jsonl"},
	}}},
	{Name: "pi", Format: "prime", Parent: primeParent, Places: []Place{{
		Vars:  []string{"PI_CODING_AGENT_SESSION_DIR", "PI_CODING_AGENT_DIR/sessions"},
		Roots: []string{"~/.pi/agent/sessions"}, Files: []string{"*/*.jsonl", "*.jsonl"},
	}}},
	{Name: "openclaw", Format: "prime", Parent: primeParent, Places: []Place{{
		Vars: []string{"OPENCLAW_STATE_DIR"}, Roots: []string{"~/.openclaw"}, Files: []string{"agents/*/sessions/*.jsonl"},
	}}},
	{Name: "opencode", Format: "opencode", Places: []Place{
		{Roots: []string{"{data}/opencode"}, Files: []string{"storage/session/*/*.json", "project/*/storage/session/*/*.json"}, Stores: []string{"opencode.db", "opencode-*.db"}},
		{Roots: []string{"{project}/.opencode"}, Stores: []string{"opencode.db"}},
	}},
	{Name: "crush", Format: "crush", Places: []Place{{Roots: []string{"{project}/.crush"}, Stores: []string{"crush.db"}}}},
	{Name: "gemini", Format: "gemini", Places: []Place{{
		Vars: []string{"GEMINI_CLI_HOME/.gemini"}, Roots: []string{"~/.gemini"}, Files: []string{"tmp/*/chats/session-*.json", "tmp/*/chats/session-*.jsonl"},
		Subs: []string{"tmp/*/chats/*/*.json", "tmp/*/chats/*/*.jsonl"},
	}}},
	{Name: "antigravity", Format: "antigravity", Places: []Place{{
		Vars: []string{"GEMINI_CLI_HOME/.gemini"}, Roots: []string{"~/.gemini"}, Files: []string{"antigravity*/brain/*/.system_generated/logs/transcript.jsonl"},
	}}},
	{Name: "copilot", Format: "copilot", Places: []Place{{
		Vars: []string{"COPILOT_HOME"}, Roots: []string{"~/.copilot"}, Files: []string{"session-state/*/events.jsonl", "session-state/*.jsonl"},
	}}},
	{Name: "cline", Places: []Place{
		{Roots: editors, Files: []string{"saoudrizwan.claude-dev/tasks/*/api_conversation_history.json"}},
		{
			Vars: []string{"CLINE_DIR/data"}, Roots: []string{"~/.cline/data"},
			Files: []string{"sessions/*/*.messages.json", "tasks/*/api_conversation_history.json"},
		},
	}},
	{Name: "roo", Places: []Place{{Roots: editors, Files: []string{"rooveterinaryinc.roo-cline/tasks/*/api_conversation_history.json"}}}},
	{Name: "kilo", Places: []Place{
		{Roots: editors, Files: []string{"kilocode.kilo-code/tasks/*/api_conversation_history.json"}},
		{Roots: []string{"~/.kilocode/cli/global"}, Files: []string{"tasks/*/api_conversation_history.json"}},
	}},
	{Name: "goose", Format: "goose", Places: []Place{{
		Vars:  []string{"GOOSE_PATH_ROOT/data/sessions"},
		Roots: []string{"{data}/goose/sessions", "{apps}/Block/goose/sessions", "{apps}/Block/goose/data/sessions"},
		Files: []string{"*.jsonl"}, Stores: []string{"sessions.db"},
	}}},
	{Name: "qwen", Format: "qwen", Places: []Place{{
		Roots: []string{"~/.qwen"}, Files: []string{"projects/*/chats/*.jsonl", "tmp/*/chats/*.jsonl"},
	}}},
	{Name: "kimi", Format: "kimi", Places: []Place{{
		Vars: []string{"KIMI_SHARE_DIR"}, Roots: []string{"~/.kimi"}, Files: []string{"sessions/*/*/context.jsonl"},
	}}},
	{Name: "amp", Format: "amp", Places: []Place{{Roots: []string{"{data}/amp/threads"}, Files: []string{"T-*.json"}}}},
	{Name: "droid", Format: "droid", Places: []Place{{Roots: []string{"~/.factory/sessions"}, Files: []string{"*/*.jsonl"}}}},
	{Name: "openhands", Format: "openhands", Places: []Place{{
		Roots: []string{"~/.openhands"}, Folders: []string{"conversations/*/base_state.json", "sessions/*/events/0.json"},
	}}},
	{Name: "cursor", Format: "cursor", Places: []Place{{
		Roots: []string{"~/.cursor"}, Files: []string{"projects/*/agent-transcripts/*/*.jsonl"}, Stores: []string{"chats/*/*/store.db"},
	}}},
	{Name: "grok", Format: "grok", Places: []Place{{Roots: []string{"~/.grok/sessions"}, Files: []string{"*/*/chat_history.jsonl"}}}},
	{Name: "hermes", Format: "hermes", Places: []Place{{
		Vars: []string{"HERMES_HOME"}, Roots: []string{"~/.hermes"}, Files: []string{"sessions/*.json"}, Stores: []string{"state.db"},
	}}},
	{Name: "specstory", Format: "specstory", Places: []Place{{Roots: []string{"{project}/.specstory"}, Files: []string{"history/*.md"}}}},
	{Name: "aider", Format: "aider", Places: []Place{{Roots: []string{"{project}"}, Files: []string{".aider.chat.history.md"}}}},
}

// cold adds the compressed form in which Codex keeps what has not been used for long.
func cold(patterns ...string) []string {
	for _, p := range patterns {
		patterns = append(patterns, p+".zst")
	}
	return patterns
}

// editors are the folders in which extensions of one editor and its kin keep what they write,
// here and where they run for somebody elsewhere.
var editors = []string{
	"{apps}/Code/User/globalStorage", "{apps}/Code - Insiders/User/globalStorage", "{apps}/VSCodium/User/globalStorage",
	"{apps}/Cursor/User/globalStorage", "{apps}/Windsurf/User/globalStorage", "~/.vscode-server/data/User/globalStorage",
	"~/.vscode-server-insiders/data/User/globalStorage", "~/.vscodium-server/data/User/globalStorage",
	"~/.cursor-server/data/User/globalStorage", "~/.windsurf-server/data/User/globalStorage",
}

// codexParent is the thread that spawned the one that a rollout is of.
func codexParent(first gjson.Result) string {
	return first.Get("payload.source.subagent.thread_spawn.parent_thread_id").Str
}

// primeParent is the session that a sub-agent's was spawned from, by its file's name. A session
// that was forked names one too, but stands on its own: it has no depth.
func primeParent(first gjson.Result) string {
	if first.Get("rlmDepth").Int() < 1 {
		return ""
	}
	return sessionID("prime", first.Get("parentSession").Str)
}

// sessionID is the id that a file's path tells of its session.
func sessionID(format, path string) string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) == 0 {
		return ""
	}
	base := parts[len(parts)-1]
	if i := strings.IndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	switch {
	case base == "transcript" && len(parts) > 3: // two folders deep in the session's
		return parts[len(parts)-4]
	case format == "openhands" && base == "0" && len(parts) > 2: // the first of its events
		return parts[len(parts)-3]
	case folderNamed[base] && len(parts) > 1:
		return parts[len(parts)-2]
	case format == "codex" && len(base) > uuidLen, format == "prime" && strings.Contains(base, "_") && len(base) > uuidLen:
		return base[len(base)-uuidLen:] // the time stands before it
	}
	return base
}

// uuidLen is the length of an id in a file's name.
const uuidLen = 36

// folderNamed are the files that have the same name in every session's folder.
var folderNamed = map[string]bool{
	"events": true, "api_conversation_history": true, "context": true, "base_state": true, "chat_history": true, "store": true,
}
