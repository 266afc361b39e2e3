//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"cutline/model/sessiontest"
)

// What the commands print of a session, and write, holds its text as it is, and never as what a terminal obeys.
func TestCasesAtThePrompt(t *testing.T) {
	t.Parallel()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, escaped string }{{"ren-01", `\u001b[7;77HJUMP`}, {"ren-02", `\u001b]52;c;`}, {"ren-09", `a\tb\tc\t\td\n`}, {"ren-10", `abc\b\by`}} {
		file := caseFile(c.id, "input.jsonl")
		written := filepath.Join(t.TempDir(), "out.jsonl")
		for _, args := range [][]string{
			{"inspect", file},
			{"inspect", "-v", file},
			{"inspect", "--json", file},
			{"compact", "--split-at", "2", "-o", written, file}, // the result of the call begins the tail, which stays as it is
		} {
			cmd := exec.Command(bin, args...)
			cmd.Env = bare(t)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%q: %v: %s", args, err, out)
			}
			if i := bytes.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' || r == utf8.RuneError || r >= 0x7f && r < 0xa0 }); i >= 0 {
				t.Errorf("%q prints a control character: %q", args, out[i:min(i+40, len(out))])
			}
			if args[1] == "--json" && !json.Valid(out) {
				t.Errorf("%q prints no JSON", args)
			}
		}
		if got := sessiontest.Text(t, written); !strings.Contains(got, c.escaped) {
			t.Errorf("%s: %q is not in what is written:\n%s", c.id, c.escaped, got)
		}
	}
}

// Sizes are those of the text in the file, not of what shows of it.
func TestSizesOfWhatIsFolded(t *testing.T) {
	t.Parallel()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file := caseFile("ren-10", "input.jsonl")
	var output string
	for line := range strings.Lines(sessiontest.Text(t, file)) {
		if v := gjson.Get(line, "payload.output"); v.Exists() {
			output = v.String()
		}
	}
	out, err := exec.Command(bin, "inspect", "--json", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := gjson.GetBytes(out, "messages.2.chars").Int(); got != int64(len(output)) || got < 4000 {
		t.Errorf("%d chars, the text has %d", got, len(output))
	}
	if got, want := gjson.GetBytes(out, "slim.rows.2.size").Int(), int64(len("tool: [Tool result] shell ")+len(output)); got != want {
		t.Errorf("%d chars are shared out, the message asks for %d", got, want)
	}
}

var clipboard = regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]*)`)

// A copy is the text, with its tabs and without its control sequences, and the screen says so.
func TestCopiesOfCases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ id, want string }{
		{"ren-02", "ABCclickDEFGHK"},
		{"ren-09", "all:\n\tgo build ./...\n\t\techo two\na\tb\tc\t\td\n\t\t\t"},
	} {
		x := spawn(t, 100, 30, []string{"NO_COLOR=1", "PATH=", "TMUX="}, caseFile(c.id, "input.jsonl")) // without PATH no clipboard of this machine is reached
		x.see("messages")
		x.steps("g", "j", "j", "ym")
		x.see("control sequences taken out")
		if status := x.leave(); status != 0 {
			t.Errorf("status %d", status)
		}
		m := clipboard.FindSubmatch(x.bytes())
		if m == nil {
			t.Errorf("%s: nothing is copied", c.id)
			continue
		}
		b, err := base64.StdEncoding.DecodeString(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), c.want) || bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("%s: the copy is %q", c.id, b)
		}
	}
}

// A word with characters in it that nobody sees is found all the same.
func TestFindBehindWhatIsHidden(t *testing.T) {
	t.Parallel()
	x := spawn(t, 100, 30, []string{"NO_COLOR=1"}, caseFile("ren-08", "input.json"))
	x.see("messages")
	x.steps("/", "please")
	x.see("1 found")
	x.steps("\r")
	x.see("is in message 0")
	if rows := strings.Join(x.now(), "\n"); !strings.Contains(rows, "▌   0") {
		t.Errorf("the cursor is not on the message:\n%s", rows)
	}
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
}

// Without colour every state has a sign or a word.
func TestStatesWithoutColour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file string
		keys []string
		see  []string
	}{
		{"demo", []string{"g", "]", "\r", "\x1b"}, []string{"▌   0  Σ", "split at 113", "cut to 694", "dropped", "whole", "┃", "░", "[... truncated, 7734 chars]"}},
		{caseFile("ren-15", "input.jsonl"), nil, []string{"omitted", "kept"}},
		{failing(t), []string{"G"}, []string{"✗"}},
	} {
		x := spawn(t, 100, 30, []string{"NO_COLOR=1"}, c.file)
		x.see("messages")
		x.steps(c.keys...)
		for _, want := range c.see {
			x.see(want)
		}
		if status := x.leave(); status != 0 {
			t.Errorf("status %d", status)
		}
		if got := colours(x.bytes()); len(got) > 0 {
			t.Errorf("%s: the colours %q", c.file, got)
		}
	}
}

// failing is a session in which a call has failed.
func failing(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "failing.json")
	const session = `[{"role":"user","content":"Run it."},
{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"no such folder"}]},
{"role":"assistant","content":"It failed."}]`
	if err := os.WriteFile(file, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
