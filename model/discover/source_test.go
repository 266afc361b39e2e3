package discover

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func zstded(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Compressed rollouts are listed like the others, and those that stand beside a plain one are not.
func TestCompressed(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	const dir, start = ".codex/sessions/2026/01/01/", "rollout-2026-01-01T10-00-00-"
	var large strings.Builder
	large.WriteString(codex("large", "/code/large", "What is asked first", `"cli"`))
	for i := 0; large.Len() < 2*wholeBytes; i++ {
		large.WriteString(codex("large", "/code/large", fmt.Sprintf("And then number %d, %s?", i, strings.Repeat("so ", i%200)), `"cli"`))
	}
	huge := large.String()
	for len(huge) <= unpackedBytes {
		huge += huge
	}
	child := strings.Replace(id2, "0002", "0003", 1)
	m.put(dir+start+id1+".jsonl.zst", zstded(t, codex(id1, "/code", "Is it cold?", `"cli"`)))
	m.put(dir+start+id2+".jsonl.zst", "what is in it does not matter")
	m.put(dir+start+id2+".jsonl", codex(id2, "/code/b", "Both are there", `"cli"`))
	m.put(".codex/archived_sessions/"+start+child+".jsonl.zst", zstded(t, codex(child, "/code", "spawned", `{"subagent":{"thread_spawn":{"parent_thread_id":"`+id1+`","depth":1}}}`)))
	m.put(dir+start+"large.jsonl.zst", zstded(t, large.String()))
	m.put(dir+start+"huge.jsonl.zst", zstded(t, huge))
	m.put(dir+start+"broken.jsonl.zst", zstded(t, codex("broken", "/code", "no", `"cli"`))[:9])
	type fact struct {
		Path, Project, Title, Why string
		Approx, Counted           bool
		Used                      int
		Subs                      int
	}
	var got []fact
	for _, e := range m.found() {
		if e.Parent == "" {
			got = append(got, fact{strings.TrimPrefix(m.rel(e.Path), dir+start), e.Project, e.Title, e.Why, e.Approx, e.Messages > 0, e.Used, len(e.Subagents)})
		}
	}
	want := []fact{
		{id1 + ".jsonl.zst", "/code", "Is it cold?", "", false, true, 900, 1},
		{id2 + ".jsonl", "/code/b", "Both are there", "", false, true, 900, 0},
		{"large.jsonl.zst", "/code/large", "What is asked first", "", true, true, 900, 0},
		{"huge.jsonl.zst", "/code/large", "What is asked first", "", true, false, 0, 0},
		{"broken.jsonl.zst", "", "", "unexpected EOF", false, false, 0, 0},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("found (+):\n%s", d)
	}
}
