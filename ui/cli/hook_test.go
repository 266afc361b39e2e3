package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cutline/model/runlog"
)

// The lines of a transcript before its agent compacts it, and those that the agent then writes.
const (
	transcript = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"2026-05-04T09:00:00.000Z","message":{"role":"user","content":"Fix the parser in the shop. Never push to the main branch."}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-05-04T09:00:01.000Z","message":{"id":"m1","role":"assistant","model":"x","content":[{"type":"text","text":"The parser is fixed."}]}}
`
	boundary = `{"type":"system","subtype":"compact_boundary","uuid":"b%[1]d","parentUuid":null,"logicalParentUuid":"a1","sessionId":"s","timestamp":"2026-05-04T09:01:00.000Z","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":900,"postTokens":90}}
{"type":"user","uuid":"c%[1]d","parentUuid":"b%[1]d","sessionId":"s","timestamp":"2026-05-04T09:01:01.000Z","isCompactSummary":true,"message":{"role":"user","content":%[2]q}}
{"type":"user","uuid":"v%[1]d","parentUuid":"c%[1]d","sessionId":"s","timestamp":"2026-05-04T09:02:00.000Z","message":{"role":"user","content":"Now the docs."}}
`
	summary = "The parser in the shop is fixed."
)

// hooked is an agent with a transcript and a hook.
type hooked struct {
	t    *testing.T
	path string
	h    hook
	wait int // how often it was waited
	on   func(waited int)
}

func newHooked(t *testing.T) *hooked {
	t.Helper()
	dir := t.TempDir()
	x := &hooked{t: t, path: filepath.Join(dir, "s.jsonl")}
	x.write(transcript)
	x.h = hook{
		state: filepath.Join(dir, "state"), home: dir, now: func() time.Time { return time.Unix(1e9, 0) },
		wait: func(context.Context, time.Duration) {
			if x.wait++; x.on != nil {
				x.on(x.wait)
			}
		},
	}
	return x
}

// write adds to the transcript.
func (x *hooked) write(text string) {
	x.t.Helper()
	f, err := os.OpenFile(x.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		x.t.Fatal(err)
	}
}

// call is one call of the agent.
func (x *hooked) call(event, more string) (string, error) {
	x.t.Helper()
	in, err := readHook(strings.NewReader(fmt.Sprintf(`{"session_id":"s","transcript_path":%q,"hook_event_name":%q%s}`, x.path, event, more)), x.h.home)
	if err != nil {
		x.t.Fatal(err)
	}
	return x.h.answer(context.Background(), in)
}

// says holds a call to its line, by how that begins; an empty want is no line.
func (x *hooked) says(event, more, want string) {
	x.t.Helper()
	got, err := x.call(event, more)
	if err != nil || (want == "") != (got == "") || !strings.HasPrefix(got, want) {
		x.t.Errorf("%s%s: %q, %v; want %q", event, more, got, err, want)
	}
}

// notes are what was noted down, as short lines.
func (x *hooked) notes() string {
	var out []string
	for _, n := range runlog.Scores(x.h.state, x.path) {
		w := fmt.Sprintf("%s %d", n.Event, n.Line)
		if n.Bytes > 0 {
			w = fmt.Sprintf("%s %d bytes", n.Event, n.Bytes)
		}
		if n.Rating != nil {
			w += fmt.Sprintf(" n=%d %v", n.N, n.Lost)
		}
		out = append(out, w)
	}
	return strings.Join(out, "; ")
}

// A compaction is scored once, whichever hook comes first, and each one that follows it again.
func TestHook(t *testing.T) {
	t.Parallel()
	x := newHooked(t)
	x.says(preCompact, `,"trigger":"auto","custom_instructions":null`, "")
	x.write(fmt.Sprintf(boundary, 1, summary))
	x.says(postCompact, `,"trigger":"auto"`, "RS ")
	x.says(sessionStart, `,"source":"compact"`, "")
	x.says(sessionStart, `,"source":"startup"`, "")
	x.says(preCompact, "", "")
	x.write(fmt.Sprintf(boundary, 2, summary+"\nThe docs come next."))
	x.says(postCompact, `,"compact_summary":"<summary>\nThe docs come next.\n</summary>"`, "RS ")
	want := fmt.Sprintf("PreCompact %d bytes; PostCompact 3 n=2 [constraint ask]; PreCompact %d bytes; PostCompact 6 n=1 []", len(transcript), len(transcript)+len(fmt.Sprintf(boundary, 1, summary)))
	if got := x.notes(); got != want || x.wait > 0 {
		t.Errorf("%s; waited %d times\nwant %s", got, x.wait, want)
	}
	if got := runlog.Scores(x.h.state, x.path)[1]; got.TokensBefore != 900 || got.TokensAfter != 90 || got.Trigger != "auto" || got.Format != "claude-code" || got.Session != "s" {
		t.Errorf("%+v", got)
	}
}

// A transcript that does not have the compaction yet is waited for, but not for long; then the summary
// of the input is scored, if there is one.
func TestHookWaits(t *testing.T) {
	t.Parallel()
	x := newHooked(t)
	x.write(fmt.Sprintf(boundary, 1, "An old one."))
	x.says(preCompact, "", "")
	x.on = func(waited int) {
		if waited == 3 {
			x.write(fmt.Sprintf(boundary, 2, summary))
		}
	}
	x.says(postCompact, "", "RS ")
	if x.wait != 3 || !strings.HasSuffix(x.notes(), "PostCompact 6 n=1 [ask]") {
		t.Errorf("waited %d times: %s", x.wait, x.notes())
	}

	x = newHooked(t)
	x.says(preCompact, "", "")
	if got, err := x.call(postCompact, ""); got != "" || err == nil || !strings.Contains(err.Error(), "does not have the compaction yet") {
		t.Errorf("%q, %v", got, err)
	}
	if x.wait != int(patience/step) {
		t.Errorf("waited %d times", x.wait)
	}
	got, err := x.call(postCompact, `,"compact_summary":"The parser in the shop is fixed, and src/made.go was written."`)
	if err != nil || !strings.HasSuffix(got, "; 1 item not in the session; of the summary alone, what stays beside it is not written yet") {
		t.Errorf("%q, %v", got, err)
	}
	x.write(fmt.Sprintf(boundary, 1, summary)) // it comes late, and the next hook finds it
	x.says(sessionStart, `,"source":"compact"`, "RS ")
}

// Without a PreCompact the compaction is known by its summary, whatever its model thought before it.
func TestHookKnowsSummary(t *testing.T) {
	t.Parallel()
	x := newHooked(t)
	x.write(fmt.Sprintf(boundary, 1, "An old one."))
	x.on = func(waited int) {
		if waited == 2 {
			x.write(fmt.Sprintf(boundary, 2, "This session is being continued.\n\nSummary:\nThe docs come next."))
		}
	}
	x.says(postCompact, `,"compact_summary":"<analysis>\nThe person wants the docs, and I think about them for a long time.\n</analysis>\n\n<summary>\nThe docs come next.\n</summary>"`, "RS ")
	if x.wait != 2 || !strings.HasPrefix(x.notes(), "PostCompact 6 ") {
		t.Errorf("waited %d times: %s", x.wait, x.notes())
	}
}

// What an agent says of a transcript is not believed: nothing but a regular file is opened, and what
// goes wrong is one line on standard error and status 0.
func TestHookRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "text.jsonl")
	if err := os.WriteFile(text, []byte("no session\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ in, want string }{
		{"", "is no JSON object"},
		{"[]", "is no JSON object"},
		{`{"hook_event_name":5}`, "is no JSON object"},
		{"{}", "names no event"},
		{`{"hook_event_name":"Stop\u001b[31m"}`, `the hook is set for "Stop`},
		{`{"hook_event_name":"PreCompact","transcript_path":null}`, "names no transcript"},
		{`{"hook_event_name":"PreCompact","transcript_path":"s.jsonl"}`, "is no absolute path"},
		{`{"hook_event_name":"PreCompact","transcript_path":"~/s.jsonl"}`, "s.jsonl is not there"},
		{fmt.Sprintf(`{"hook_event_name":"PostCompact","transcript_path":%q}`, dir), "is no regular file"},
		{fmt.Sprintf(`{"hook_event_name":"PostCompact","transcript_path":%q}`, text), "text.jsonl"},
		{`{"hook_event_name":"SessionStart","source":"startup"}`, ""},
	} {
		var out, errs bytes.Buffer
		c := &command{IO: IO{In: strings.NewReader(tt.in), Out: &out, Err: &errs, Env: func(string) string { return dir }}}
		if err := c.scoreHook(context.Background()); err != nil || out.Len() > 0 {
			t.Errorf("%s: %v, %q", tt.in, err, out.String())
		}
		got := errs.String()
		if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) || strings.Count(got, "\n") > 1 || strings.Contains(got, "\x1b") {
			t.Errorf("%s: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// broken is an input that is the program's own mistake.
type broken struct{}

func (broken) Read([]byte) (int, error) { panic("a mistake") }

// Not even a mistake of ours, or an agent that never ends its input, keeps the agent waiting or is a
// status that it would take for a wish to stop.
func TestHookEnds(t *testing.T) {
	t.Parallel()
	var errs bytes.Buffer
	c := &command{IO: IO{In: broken{}, Out: io.Discard, Err: &errs, Env: func(string) string { return "" }}}
	if err := c.scoreHook(context.Background()); err != nil || errs.String() != "cutline: hook: this is a mistake of cutline: a mistake\n" {
		t.Errorf("%v, %q", err, errs.String())
	}
	synctest.Test(t, func(t *testing.T) {
		var errs bytes.Buffer
		r, w := io.Pipe()
		c := &command{IO: IO{In: r, Out: io.Discard, Err: &errs, Env: func(string) string { return "" }}}
		if err := c.scoreHook(context.Background()); err != nil || !strings.Contains(errs.String(), "no score within 15s") {
			t.Errorf("%v, %q", err, errs.String())
		}
		if err := w.Close(); err != nil { // the reader ends
			t.Error(err)
		}
	})
}

// Without a folder for the state there is a line all the same, and it is said that nothing was noted.
func TestHookWithoutState(t *testing.T) {
	t.Parallel()
	x := newHooked(t)
	x.write(fmt.Sprintf(boundary, 1, summary))
	x.h.state = ""
	if got, err := x.call(postCompact, ""); !strings.HasPrefix(got, "RS ") || err == nil {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzHook(f *testing.F) {
	for _, s := range []string{
		`{"session_id":"s","transcript_path":"/x/s.jsonl","hook_event_name":"PreCompact","trigger":"auto","custom_instructions":""}`,
		`{"session_id":"s","transcript_path":"~/s.jsonl","hook_event_name":"PostCompact","trigger":"manual","compact_summary":"x\ny"}`,
		`{"hook_event_name":"SessionStart","source":"compact","transcript_path":"\u0000"}`, `{"transcript_path":null}`, "[", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		in, err := readHook(strings.NewReader(s), "/home/dev")
		if err != nil {
			return
		}
		if !json.Valid([]byte(s)) || in.Event != preCompact && in.Event != postCompact && in.Event != sessionStart || in.Trigger != "" && in.Trigger != "auto" && in.Trigger != "manual" {
			t.Errorf("%q: %+v", s, in)
		}
		if _, err := in.size(); err == nil && !filepath.IsAbs(in.Transcript) {
			t.Errorf("%q: %+v", s, in)
		}
		_ = longestLine(in.Summary)
	})
}
