package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

// damaged are the cases of files that are not as they should be: what is told of each, and what
// the summarizer reads and the compacted session holds, and what not. The numbers of these cases
// are TestCases' to check.
var damaged = []struct {
	file     string
	problems []string // line and kind
	prompt   []string // with ! for what must not be there
	out      []string
	flags    []string
}{
	{file: "par-01/input.jsonl", problems: []string{"4 malformed", "5 missing-parent"}, prompt: []string{"Question 1", "Question 2", "Question 3"}, out: []string{"Question 4", "Module d"}},
	{file: "par-02/input.jsonl", problems: []string{"3 malformed", "3 missing-parent", "6 malformed"}, prompt: []string{"Module b", "!Question 2"}, out: []string{"Question 4", "Module d"}},
	{file: "par-03/input_complete.jsonl", out: []string{"LASTLINE-8"}},
	{file: "par-03/input_cut.jsonl", problems: []string{"5 malformed"}, out: []string{"!LASTLINE-8", "Tag it."}},
	{file: "par-05/input_70k.jsonl", out: []string{"AFTER-BIG"}},
	{file: "par-06/input.jsonl", prompt: []string{"!\ufeff"}, out: []string{"!\ufeff"}},
	{file: "par-06/input_doc.json", out: []string{"!\ufeff"}},
	{file: "par-07/input.jsonl", out: []string{`1.\r\n2.`, "!\r\n"}},
	{file: "par-09/input.jsonl", problems: []string{"6 encoding"}, flags: []string{"--split-at=4"}, out: []string{"10 EUR\ufffd pro St\ufffdck"}},
	{file: "par-09/input_cut.jsonl", problems: []string{"5 malformed"}, out: []string{"AFTER-9"}},
	{file: "par-10/input.jsonl", problems: []string{"6 surrogate"}, flags: []string{"--split-at=4"}, out: []string{`build ok \ufffd and a whole one`, `end \ufffd x`}},
	{file: "par-11/input.jsonl", problems: []string{"3 padding", "6 padding", "10 padding"}, prompt: []string{"Question 2", "Question 3"}, out: []string{"Question 4", "!\x00"}},
	{file: "par-13/input.jsonl", problems: []string{"8 not-an-object", "9 not-an-object", "10 not-an-object", "11 not-an-object"}, out: []string{"KNOWN-PART", "hologram_ref", "web_search_tool_result"}},
	{file: "par-14/input.jsonl", problems: []string{"6 duplicate-uuid"}, prompt: []string{"Start.", "Middle."}, out: []string{"End."}},
	{file: "par-14/input_self.jsonl", problems: []string{"3 cycle"}},
	{file: "par-15/input.jsonl", problems: []string{"3 missing-parent"}, prompt: []string{"user: One.", "assistant: 2."}, out: []string{"Three."}},
	{file: "par-16/input.jsonl", prompt: []string{"parser", "!OLD-BRANCH"}, out: []string{"NEW-BRANCH", "!OLD-BRANCH"}},
	{file: "par-17/input.jsonl", prompt: []string{"!SUB-"}, out: []string{"!SUB-"}},
	{file: "par-18/input.json", problems: []string{"109 shape", "113 shape", "116 shape"}, prompt: []string{"bare string in the array", "and a block", "part 1", "part 3"}, out: []string{"LAST-18"}},
	{file: "par-19/input.jsonl", prompt: []string{"timeout after 30 s", "!iVBORw0KGgo"}, out: []string{"iVBORw0KGgo", "PIC-3"}},
	{file: "par-20/input.json", out: []string{"Go on."}},
	{file: "par-24/input.json", out: []string{`"parts"`}},
	{file: "par-25/input.json", flags: []string{"--budget=10", "--summarizer=external"}, prompt: []string{"!appr-1", "!ap1"}, out: []string{"!appr-1"}},
	{file: "par-26/input.json", out: []string{"DEV-1 rules", "!orphan with empty id"}, prompt: []string{"{not json", "I can't help with that."}},
	{file: "par-29/input_small.jsonl"},
	{file: "tok-01/input.json", prompt: []string{"<|endoftext|>", "TAIL-1"}},
	{file: "tok-02/input_small.json"},
	{file: "tok-03/input.json"},
	{file: "tok-06/input.jsonl"},
}

// TestDamagedCases: what is wrong is told with its line, the rest is read, and the result is one
// that its agent takes.
func TestDamagedCases(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, tt := range damaged {
		listed[tt.file] = true
	}
	for _, theme := range []string{"par", "tok"} {
		files, err := filepath.Glob(filepath.Join(root, "testdata", "cases", theme+"-*", "input*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no cases: %v", err)
		}
		for _, f := range files {
			id := filepath.Base(filepath.Dir(f))
			if !listed[id+"/"+filepath.Base(f)] && id != "par-27" { // that is of what cannot be read
				t.Errorf("%s is not in the table", f)
			}
		}
	}
	for _, tt := range damaged {
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(root, "testdata", "cases", filepath.FromSlash(tt.file))
			got := inspectJSONOf(t, append([]string{"--show-prompt", path}, tt.flags...)...)
			problems := []string{}
			for _, p := range got["problems"].([]any) {
				p := p.(map[string]any)
				problems = append(problems, fmt.Sprintf("%v %v", p["line"], p["kind"]))
			}
			if d := cmp.Diff(append([]string{}, tt.problems...), problems); d != "" {
				t.Errorf("problems: %s", d)
			}
			holds(t, "the prompt", got["prompt"].(string), tt.prompt)
			checkDamagedOut(t, path, tt.flags, tt.out)
		})
	}
}

// holds says what a text lacks of some, or has of those that begin with !.
func holds(t *testing.T, what, text string, words []string) {
	t.Helper()
	for _, w := range words {
		w, not := strings.CutPrefix(w, "!")
		if strings.Contains(text, w) == not {
			t.Errorf("%s: %q is there: %t\n%.2000s", what, w, !not, text)
		}
	}
}

// checkDamagedOut compacts a case and reads the result as its agent does.
func checkDamagedOut(t *testing.T, path string, flags, words []string) {
	t.Helper()
	dir := t.TempDir()
	out, summary := filepath.Join(dir, "out"), filepath.Join(dir, "summary")
	if err := os.WriteFile(summary, []byte("The person asked some questions, and each one was answered."), 0o600); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	std := IO{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs, Env: func(string) string { return "" }}
	if code := Execute(context.Background(), append([]string{"compact", path, "-o", out, "--summary", summary}, flags...), std, App{}); code != Done {
		t.Fatalf("compact: status %d: %s", code, errs.String())
	}
	s, closer, err := load.Open(path, load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	b := sessiontest.Bytes(t, out)
	read := map[string]func([]byte) rules.Context{
		"claude-code": rules.Claude, "codex": rules.Codex, "prime": rules.Prime,
		"chat": func(b []byte) rules.Context { return rules.Chat(b, s.Dialect) },
	}[s.Format]
	if c := read(b); len(c.Bad) > 0 || c.Summary < 0 {
		t.Errorf("%q, summary %d", c.Bad, c.Summary)
	}
	holds(t, "the result", string(b), words)
}
