package gemini

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// told is what is said of a session beside its messages.
func told(s *model.Session) string {
	out := fmt.Sprintf("%s %q %d lines, used %d+%d at %d, total %d, earlier %d, branches %d/%d, unknown %d",
		s.Dialect, s.Title, s.Lines, s.Usage.Input, s.Usage.Output, s.Usage.Row, s.Usage.Total, s.Earlier, s.Branches, s.BranchRows, s.Unknown)
	for _, c := range s.Compactions {
		out += fmt.Sprintf("; compacted at %d from %d, kept %d, summary %d", c.Line, c.Before, c.Kept, c.Summary)
	}
	return out
}

func TestFixtures(t *testing.T) {
	want := map[string]sessiontest.Fixture{
		"checkpoints.jsonl": {
			Says: []string{"up Write a summary.", "a A file of one word.", "up Is there another file?", "up Or are we?"},
			Told: `jsonl "Write a summary." 19 lines, used 0+0 at -1, total 0, earlier 6, branches 2/4, unknown 0; compacted at 6 from 0, kept 4, summary -1; compacted at 12 from 0, kept 2, summary -1; compacted at 14 from 0, kept 3, summary -1`,
		},
		"compaction.jsonl": {
			Says: []string{"us <state_snapshot>\n<overall_goal>Port.</overall_goal>\n</state_snapshot>", "a Got it. Thanks for the additional context!", "up Now the printer.", "a read_file(rd-1)", "t rd-1=package p", "a The printer is ported."},
			Told: `jsonl "Port the parser" 8 lines, used 9000+20 at 5, total 90, earlier 2, branches 0/0, unknown 0; compacted at 6 from 151000, kept 2, summary 0`,
		},
		"document.json": {
			Says: []string{"ui /chat save x", "up Explain <b>this</b> & that.", "a [Thinking] Bold\nHTML. It is bold. grep(g-1)", "t g-1=1 match", "up And this picture? [Image]", "a A square."},
			Told: `json "Explaining HTML" 108 lines, used 990+6 at 5, total 29, earlier 0, branches 0/0, unknown 0`,
		},
		"open-call.jsonl": {
			Says: []string{"up Build it.", "a run_shell_command(sh-1) run_shell_command(sh-2)", "t sh-1=exit 2!"},
			Told: `jsonl "Build it." 3 lines, used 0+0 at -1, total 0, earlier 0, branches 0/0, unknown 0`,
		},
		"repeated-id.jsonl": {
			Says: []string{"up List the files.", "a [Thinking] Looking\nA list will do. I look. list_directory(ls-1)", "t ls-1=a.go\nb.go", "a Two files."},
			Told: `jsonl "List the files." 7 lines, used 960+9 at 3, total 26, earlier 0, branches 0/0, unknown 0`,
		},
		"results-twice.jsonl": {
			Says: []string{"ui <session_context>\nThis is the Gemini CLI.\n</session_context>", "up Read it.", "a Reading. read_file(rd-1)", "t rd-1=package a", "a read_file(rd-2)", "t rd-2=no such file!", "up Try b.go."},
			Told: `jsonl "Read it." 2 lines, used 0+0 at -1, total 0, earlier 0, branches 0/0, unknown 0`,
		},
		"rewinds.jsonl": {
			Says: []string{"up Write a poem.", "a Roses.", "up The first was the best."},
			Told: `jsonl "Write a poem." 15 lines, used 0+0 at -1, total 0, earlier 0, branches 3/8, unknown 0`,
		},
		"rewind-unknown.jsonl": {
			Says: []string{"up Two."}, Told: `jsonl "Two." 5 lines, used 0+0 at -1, total 0, earlier 0, branches 1/2, unknown 0`, Problems: []string{"4 missing-target"},
		},
		"rewind.jsonl": {
			Says: []string{"up Write a poem.", "a Roses.", "up Make it rhyme.", "a Roses, noses."},
			Told: `jsonl "Write a poem." 8 lines, used 130+8 at 3, total 20, earlier 0, branches 1/2, unknown 0`,
		},
		"subagent.jsonl": {
			Says: []string{"up Find the callers of Open.", "a Three callers."},
			Told: `jsonl "Find the callers of Open." 3 lines, used 50+3 at 1, total 3, earlier 0, branches 0/0, unknown 0`,
		},
		"torn.jsonl": {
			Says:     []string{"up Hello.", "a Hi.", "up Bye."},
			Told:     `jsonl "Hello." 5 lines, used 10+1 at 1, total 1, earlier 0, branches 0/0, unknown 0`,
			Problems: []string{"2 malformed", "3 malformed", "5 malformed"},
		},
	}
	sessiontest.Hold(t, Read, Name, told, want, nil)
}

const header = `{"sessionId":"s","projectHash":"h","startTime":"2026-04-01T09:00:00.000Z","lastUpdated":"2026-04-01T09:00:00.000Z"}` + "\n"

func msg(kind, id, content, more string) string {
	return `{"id":"` + id + `","timestamp":"2026-04-01T09:00:01.000Z","type":"` + kind + `","content":` + content + more + "}\n"
}

func TestMessages(t *testing.T) {
	calls := func(list string) string { return `,"toolCalls":[` + list + `]` }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"an answer of nothing is no message": {header + msg("gemini", "g", `""`, ``), nil},
		"notes are no messages":              {header + msg("info", "i", `"x"`, ``) + msg("warning", "w", `"x"`, ``) + msg("error", "e", `"x"`, ``), nil},
		"a result as text":                   {header + msg("gemini", "g", `""`, calls(`{"id":"c","name":"f","args":{},"result":"plain"}`)), []string{"a f(c)", "t c=plain"}},
		"a result as one part":               {header + msg("gemini", "g", `""`, calls(`{"id":"c","name":"f","args":{},"result":{"functionResponse":{"id":"c","response":{"n":1}}}}`)), []string{"a f(c)", `t c={"n":1}`}},
		"what stands beside the result":      {header + msg("gemini", "g", `""`, calls(`{"id":"c","name":"f","args":{},"result":[{"functionResponse":{"id":"c","response":{"output":"o"}}},{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}`)), []string{"a f(c)", "t c=o\n[Image]"}},
		"results of parallel calls":          {header + msg("gemini", "g", `""`, calls(`{"id":"c","name":"f","args":{},"result":[{"functionResponse":{"id":"d","response":{"output":"2"}}},{"functionResponse":{"id":"c","response":{"output":"1"}}}]}`)), []string{"a f(c)", "t c=1"}},
		"a cancelled call":                   {header + msg("gemini", "g", `""`, calls(`{"id":"c","name":"f","args":{},"status":"cancelled","result":"x"}`)), []string{"a f(c)", "t c=x!"}},
		"calls without an id":                {header + msg("gemini", "g", `""`, calls(`{"name":"f","args":{},"result":"1"},{"name":"f","args":{},"result":"2"}`)), []string{"a f(g#0) f(g#1)", "t g#0=1 g#1=2"}},
		"one id twice":                       {header + msg("gemini", "g", `""`, calls(`{"id":"c","name":"f","result":"1"},{"id":"c","name":"f","result":"2"}`)), []string{"a f(c) f(g#1)", "t c=1 g#1=2"}},
		"a call in the content without id":   {header + msg("gemini", "g", `[{"functionCall":{"name":"f"}}]`, calls(`{"id":"c","name":"f","result":"1"}`)), []string{"a f(c)", "t c=1"}},
		"the summary that this program writes": {
			header + msg("user", "u", `"<conversation_summary>\nx\n</conversation_summary>"`, ``), []string{"us <conversation_summary>\nx\n</conversation_summary>"},
		},
		"what was shown was typed":  {header + msg("user", "u", `"<hook_context>x</hook_context>"`, `,"displayContent":"Go."`), []string{"up <hook_context>x</hook_context>"}},
		"a hook is not a person":    {header + msg("user", "u", `"<hook_context>x</hook_context>"`, ``), []string{"ui <hook_context>x</hook_context>"}},
		"a path is no command":      {header + msg("user", "u", `"/usr/lib is full"`, ``), []string{"up /usr/lib is full"}},
		"a list in the first line":  {strings.TrimSuffix(header, "}\n") + `,"messages":[` + strings.TrimSpace(msg("user", "u", `"a"`, ``)) + "]}\n" + msg("user", "v", `"b"`, ``), []string{"up a", "up b"}},
		"a later list replaces all": {header + msg("user", "u", `"a"`, ``) + `{"$set":{"messages":[` + strings.TrimSpace(msg("user", "v", `"b"`, ``)) + "]}}\n" + msg("user", "w", `"c"`, ``), []string{"up b", "up c"}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, sessiontest.Brief(t, open(t, c.text))); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestStale: what was answered before a summary says nothing of the context behind it, be it
// kept behind it.
func TestStale(t *testing.T) {
	at := func(time, line string) string { return strings.Replace(line, "09:00:01", time, 1) }
	tokens := `,"tokens":{"input":5000,"output":1}`
	before := header + at("10:00:00", msg("user", "s", `"<state_snapshot>x</state_snapshot>"`, ``)) + at("09:30:00", msg("gemini", "g", `"a"`, tokens))
	if u := open(t, before).Usage; u.Known {
		t.Errorf("%+v", u)
	}
	if u := open(t, before+at("10:30:00", msg("gemini", "h", `"b"`, `,"tokens":{"input":70,"output":1}`))).Usage; u.Input != 70 || u.Row != 2 {
		t.Errorf("%+v", u)
	}
}

func TestLooks(t *testing.T) {
	lines := func(text string) (out [][]byte) {
		for l := range strings.Lines(text) {
			out = append(out, []byte(l))
		}
		return out
	}
	for text, want := range map[string]int{
		header: 100,
		header + msg("user", "u", `"a"`, ``) + `{"$set":{"x":1}}` + "\n" + `{"$rewindTo":"u"}`: 100,
		`{"type":"user","uuid":"a","sessionId":"s","message":{"role":"user","content":"a"}}`:   0,
		`{"type":"user.message","data":{"content":"a"},"id":"e"}`:                              0,
		`{"role":"user","content":"a"}`:                                                        0,
		`{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"a"}}`:  0,
		header + `{"role":"user","content":"a"}`:                                               50,
		`{"sessionId":"s","messageId":0,"type":"user","message":"a","timestamp":"t"}`:          0,
		"": 0,
	} {
		if got := Looks(lines(text)); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
	for text, want := range map[string]bool{
		`{"sessionId":"s","projectHash":"h","messages":[]}`: true, `{"messages":[]}`: false, `[]`: false, `{"sessionId":"s","messages":[],"version":1}`: false,
	} {
		if LooksDocument([]byte(text)) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}
