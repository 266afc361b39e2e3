package copilot

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
	out := fmt.Sprintf("%q %s %s, used %d+%d of %d at %d, total %d, earlier %d, branches %d/%d, agents %d, unknown %d",
		s.Title, s.Model, s.AgentVersion, s.Usage.Input, s.Usage.Output, s.Window, s.Usage.Row, s.Usage.Total, s.Earlier, s.Branches, s.BranchRows, s.Sidechains, s.Unknown)
	for _, c := range s.Compactions {
		out += fmt.Sprintf("; compacted at %d %s from %d to %d, kept %d, summary %d", c.Line, c.Trigger, c.Before, c.After, c.Kept, c.Summary)
	}
	for _, a := range s.Attachments {
		out += fmt.Sprintf("; %s %s at %d, %d chars, %d tokens", a.Type, a.Name, a.Line, a.Chars, a.Tokens)
	}
	return out
}

func TestFixtures(t *testing.T) {
	const date = "<current_datetime>2026-05-01</current_datetime>\n\n"
	want := map[string]sessiontest.Fixture{
		"tools.jsonl": {
			Says: []string{
				"s You are an agent.", "up " + date + "List the files.", "a [Thinking] A list will do. I look. bash(c1) bash(c2)", "t c1=a.go", "t c2=no such folder!",
				"ui <system_notification>\nThe shell has ended.\n</system_notification>", "a [Thinking] One file.",
			},
			Told: `"List the files." gpt-5-mini 1.0.80, used 5200+10 of 128000 at 6, total 20, earlier 0, branches 0/0, agents 0, unknown 0; tool-definition  at 12, 0 chars, 1000 tokens`,
		},
		"compaction.jsonl": { // the call that waited for its result when the summary was begun stays
			Says: []string{"s You are an agent.", "us <overview>The parser is ported.</overview>", "a Reading. bash(c1)", "t c1=package p", "a Printed.", "up " + date + "And the tests?"},
			Told: `"And the tests?" gpt-5-mini 1.0.80, used 9500+10 of 128000 at 4, total 30, earlier 3, branches 0/0, agents 0, unknown 0; compacted at 10 auto from 105000 to 9000, kept 3, summary 1; tool-definition  at 7, 0 chars, 1000 tokens`,
		},
		"two-compactions.jsonl": {
			Says: []string{"s You are an agent.", "us <overview>Only the documentation is left.</overview>", "up Leave it."},
			Told: `"Leave it." gpt-5-mini 1.0.80, used 0+0 of 128000 at -1, total 63, earlier 9, branches 2/4, agents 0, unknown 0; compacted at 16 auto from 22000 to 6000, kept 1, summary -1; compacted at 24 manual from 6300 to 5000, kept 0, summary 1; tool-definition  at 14, 0 chars, 1000 tokens`,
		},
		"compaction-elsewhere.jsonl": {
			Says:     []string{"up " + date + "Go on."},
			Told:     `"Go on." gpt-5-mini 1.0.80, used 0+0 of 0 at -1, total 10, earlier 2, branches 0/0, agents 0, unknown 0; compacted at 7  from 50000 to 0, kept 0, summary -1`,
			Problems: []string{"5 compaction-failed", "7 missing-summary"},
		},
		"subagent.jsonl": {
			Says: []string{"up " + date + "Find the callers.", "a I ask. bash(t1)", "t t1=x.go", "a It is x.go."},
			Told: `"Find the callers." gpt-5-mini 1.0.80, used 0+0 of 0 at -1, total 40, earlier 0, branches 0/0, agents 3, unknown 0`,
		},
		"rewind.jsonl": {
			Says: []string{"up " + date + "Write a poem.", "a Roses.", "up " + date + "Rhyme.", "a Noses."},
			Told: `"Write a poem." gpt-5-mini 1.0.80, used 0+0 of 0 at -1, total 30, earlier 0, branches 1/2, agents 0, unknown 0`,
		},
		"parts.jsonl": {
			Says:     []string{"up What is this? [File] [Image]", "ui Use this skill.", "a It is  a square. view(c1)", "t c1=a picture\n[Image]"},
			Told:     `"What is this?" gpt-5-mini 1.0.80, used 0+0 of 64000 at -1, total 10, earlier 0, branches 0/0, agents 0, unknown 1; skill pdf at 4, 18 chars, 0 tokens`,
			Problems: []string{"10 truncated"},
		},
	}
	sessiontest.Hold(t, Read, Name, told, want, func(t *testing.T, s *model.Session) {
		t.Helper()
		if s.ID != "c0ffee00-0000-4000-8000-000000000001" || s.CWD != "/home/dev/app" {
			t.Errorf("%s in %s", s.ID, s.CWD)
		}
	})
}

func event1(kind, data string) string {
	return `{"type":"` + kind + `","data":` + data + `,"id":"` + kind + `","timestamp":"t","parentId":null}` + "\n"
}

func TestEvents(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"the system's message is sent once": {event1("system.message", `{"content":"old"}`) + event1("user.message", `{"content":"Go."}`) + event1("system.message", `{"content":"new"}`), []string{"s new", "up Go."}},
		"a summary that was pasted":         {event1("user.message", `{"content":"<conversation_summary>x</conversation_summary>"}`), []string{"us <conversation_summary>x</conversation_summary>"}},
		"only a picture":                    {event1("user.message", `{"content":"","attachments":[{"mimeType":"image/png"}]}`), []string{"up  [Image]"}},
		"a reminder by itself":              {event1("user.message", `{"content":"<system_reminder>x</system_reminder>"}`), []string{"ui <system_reminder>x</system_reminder>"}},
		"an answer of nothing":              {event1("assistant.message", `{"content":"","toolRequests":[]}`), []string{"a"}},
		"a result that is no text":          {event1("tool.execution_complete", `{"toolCallId":"c","success":true,"result":{"content":{"n":1}}}`), []string{`t c={"n":1}`}},
		"a failure as text":                 {event1("tool.execution_complete", `{"toolCallId":"c","success":false,"error":"no"}`), []string{"t c=no!"}},
		"an agent by its id":                {`{"type":"assistant.message","agentId":"a","data":{"content":"x"},"id":"i","timestamp":"t"}`, nil},
		"back to nowhere":                   {event1("user.message", `{"content":"Go."}`) + event1("session.snapshot_rewind", `{"upToEventId":"zz"}`), []string{"up Go."}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, sessiontest.Brief(t, open(t, c.text))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]int{
		event1("session.start", `{}`):                     100,
		event1("abort", `{}`) + `{"role":"user"}`:         50,
		event1("message.part", `{}`):                      0,
		`{"type":"user","data":{}}`:                       0,
		`{"type":"human","data":{"content":"a"},"id":""}`: 0,
		"": 0,
	} {
		var lines [][]byte
		for l := range strings.Lines(text) {
			lines = append(lines, []byte(l))
		}
		if got := Looks(lines); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}
