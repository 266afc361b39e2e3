package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// compactedFile writes a small session that its agent compacted, and says where.
func compactedFile(t *testing.T, dir string, i int) string {
	t.Helper()
	path := filepath.Join(dir, fmt.Sprintf("s%03d.jsonl", i))
	text := fmt.Sprintf(`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"Fix the parser of shop %[1]d. Never push to branch-%[1]d."}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","model":"x","content":[{"type":"text","text":"%[2]s"}]}}
{"type":"system","subtype":"compact_boundary","uuid":"b1","parentUuid":null,"logicalParentUuid":"a1","sessionId":"s","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":9000,"postTokens":100}}
{"type":"user","uuid":"c1","parentUuid":"b1","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"Shop %[1]d is done."}}
`, i, strings.Repeat("The parser reads a line at a time. ", 1+i*i%400))
	if i%17 == 0 {
		text = "no session\n"
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// scoreRun is score --jsonl with that many workers.
func scoreRun(ctx context.Context, out io.Writer, paths []string, f scoreFlags, workers int) error {
	c := &command{IO: IO{Out: out, Err: io.Discard, Env: func(string) string { return "" }}, opts: newOptions()}
	return c.scoreLines(ctx, paths, f, workers)
}

// One line for each file, in the order of the arguments, the same with one worker and with many. A
// broken file is a line with an error and stops nothing.
func TestScoreLines(t *testing.T) {
	t.Parallel()
	const n = 300
	dir := t.TempDir()
	paths := make([]string, n)
	for i := range paths {
		paths[n-1-i] = compactedFile(t, dir, i)
	}
	f := scoreFlags{lines: true, bounds: bounds{most: -1}}
	var one, many bytes.Buffer
	err := scoreRun(context.Background(), &one, paths, f, 1)
	again := scoreRun(context.Background(), &many, paths, f, 8)
	if one.String() != many.String() {
		t.Error("the bytes of one worker and of eight differ")
	}
	if err == nil || again == nil || err.Error() != again.Error() || status(err) != Failed || !strings.Contains(err.Error(), "17 more of 300 files failed") {
		t.Errorf("%v, with eight workers %v", err, again)
	}
	lines := strings.Split(strings.TrimSpace(one.String()), "\n")
	if len(lines) != n {
		t.Fatalf("%d lines of %d files", len(lines), n)
	}
	for i, line := range lines {
		v := gjson.Parse(line)
		broken := (n-1-i)%17 == 0
		if v.Get("path").Str != paths[i] || v.Get("error").Exists() != broken || v.Get("compactions.0.retention.score").Exists() == broken {
			t.Fatalf("line %d of %s: %s", i+1, paths[i], line)
		}
	}
}

// A bound that one file breaks is an error, and all lines are there.
func TestScoreLinesBounds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	paths := []string{compactedFile(t, dir, 1), compactedFile(t, dir, 2)}
	for _, f := range []scoreFlags{
		{bounds: bounds{most: -1, least: 99}}, {strict: true, bounds: bounds{most: -1}},
	} {
		var out bytes.Buffer
		err := scoreRun(context.Background(), &out, paths, f, 2)
		if status(err) != Failed || !strings.Contains(err.Error(), paths[0]) || strings.Count(out.String(), "\n") != 2 {
			t.Errorf("%+v: %v\n%s", f, err, out.String())
		}
	}
}

// stopAt stops a run when a number of lines is written.
type stopAt struct {
	left int
	stop func()
}

func (s *stopAt) Write(b []byte) (int, error) {
	if s.left--; s.left == 0 {
		s.stop()
	}
	return len(b), nil
}

// A run that is stopped says how far it came and prints nothing more.
func TestScoreLinesStops(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	paths := make([]string, 60)
	for i := range paths {
		paths[i] = compactedFile(t, dir, i+1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &stopAt{left: 3, stop: cancel}
	err := scoreRun(ctx, out, paths, scoreFlags{bounds: bounds{most: -1}}, 2)
	if err == nil || err.Error() != "stopped; 3 of 60 files were scored" || out.left != 0 {
		t.Errorf("%v, %d lines left", err, out.left)
	}
	out = &stopAt{left: -1}
	if err := scoreRun(ctx, out, paths, scoreFlags{}, 2); err == nil || out.left != -1 {
		t.Errorf("a context that has ended: %v, %d", err, out.left)
	}
}
