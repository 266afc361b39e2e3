package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/sessiontest"
	"cutline/pipeline/summarize/scripted"
)

// TestKeyCommandAtWork: the key that a command prints reaches its server and nobody else, and a command that
// prints none sends nothing.
func TestKeyCommandAtWork(t *testing.T) {
	t.Parallel()
	sessiontest.Tool(t, "sh")
	const key = "sk-x1234567890"
	input := filepath.Join(sessiontest.Root(t), "testdata", "cases", "cmp-32", "input.jsonl")
	run := func(flags ...string) (mine, other *scripted.Server, errs string) {
		mine = scripted.Start(t, scripted.Step{OK: "<summary>The work is done.</summary>"})
		other = scripted.Start(t, scripted.Step{OK: "<summary>The work is done.</summary>"})
		var out, err bytes.Buffer
		env := map[string]string{"ANTHROPIC_BASE_URL": mine.URL, "OPENAI_BASE_URL": other.URL + "/v1"}
		std := IO{In: strings.NewReader(""), Out: &out, Err: &err, Env: func(k string) string { return env[k] }}
		args := append([]string{"compact", input, "-o", filepath.Join(t.TempDir(), "out.jsonl"), "--attempts", "1"}, flags...)
		if status := Execute(context.Background(), args, std, App{}); status != Done {
			t.Errorf("%q ends with %d: %s", flags, status, err.String())
		}
		return mine, other, err.String()
	}
	mine, other, errs := run("--provider", "anthropic", "--model", "m", "--key-command", "echo "+key)
	if got := mine.Requests(); len(got) != 1 || got[0].Header.Get("X-Api-Key") != key || len(other.Requests()) > 0 {
		t.Errorf("requests %+v, others %d: %s", got, len(other.Requests()), errs)
	}
	mine, other, errs = run("--provider", "anthropic", "--model", "m", "--key-command", "true")
	if len(mine.Requests())+len(other.Requests()) > 0 || !strings.Contains(errs, "printed nothing") {
		t.Errorf("without a key something was sent: %s", errs)
	}
	count := filepath.Join(t.TempDir(), "count")
	mine, _, errs = run("--provider", "anthropic", "--model", "m", "--key-command", "echo x >> '"+count+"'; exit 3")
	if b, _ := os.ReadFile(count); string(b) != "x\n" || len(mine.Requests()) > 0 || !strings.Contains(errs, "the key command failed") {
		t.Errorf("a command that fails ran as in %q: %s", b, errs)
	}
}

// TestNobodyUnsaid: of whom nothing was said before gets nothing.
func TestNobodyUnsaid(t *testing.T) {
	t.Parallel()
	busy := scripted.Step{Status: 500}
	first, second := scripted.Start(t, busy), scripted.Start(t, busy)
	dir := t.TempDir()
	input := filepath.Join(dir, "dump.json")
	doc := `{"model":"claude-sonnet-4-5","tools":[{"name":"Read","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"Make the parser strict, please, and say when it is."},{"role":"assistant","content":"It is strict now."},{"role":"user","content":"Good. Now the tests."},{"role":"assistant","content":"Done."}]}`
	if err := os.WriteFile(input, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"ANTHROPIC_BASE_URL": first.URL, "ANTHROPIC_API_KEY": "sk-ant-1", "OPENAI_BASE_URL": second.URL + "/v1", "OPENAI_API_KEY": "sk-2"}
	var out, errs bytes.Buffer
	std := IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(k string) string { return env[k] }}
	Execute(context.Background(), []string{"compact", input, "-o", filepath.Join(dir, "out.json"), "--summarizer", "self", "--provider", "custom", "--model", "gpt-5-mini", "--attempts", "1"}, std, App{})
	Execute(context.Background(), []string{"compact", input, "-o", filepath.Join(dir, "out2.json"), "--summarizer", "self", "--model", "gpt-5-mini", "--attempts", "1"}, std, App{})
	for name, s := range map[string]*scripted.Server{"first": first, "second": second} {
		host := strings.TrimPrefix(s.URL, "http://")
		if said := strings.Contains(errs.String(), " at "+host); !said && len(s.Requests()) > 0 {
			t.Errorf("the %s server got %d requests and was not named:\n%s", name, len(s.Requests()), errs.String())
		}
	}
	if len(first.Requests())+len(second.Requests()) == 0 {
		t.Errorf("nobody was asked:\n%s", errs.String())
	}
}
