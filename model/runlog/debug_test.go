package runlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDebugHidesKeys(t *testing.T) {
	t.Parallel()
	type header struct{ Authorization, Path string }
	for _, k := range keys {
		var out bytes.Buffer
		log := NewDebug(&out).With("with", k).WithGroup("in")
		log.Info("message with "+k, "text", k, "error", fmt.Errorf("it said %q", k), "bytes", []byte("plain"), "struct", header{"Bearer " + k, k}, "map", map[string]string{"a": k},
			slog.Group("deep", "list", []string{k}), "api_key", "hunter22", "Authorization", "hunter22", "X-Api-Key", "hunter22", "func", func() {})
		if s := secretOf(k); strings.Contains(out.String(), s) || strings.Contains(out.String(), "hunter22") {
			t.Errorf("%q is in the log: %s", s, out.String())
		}
		var line map[string]any
		if err := json.Unmarshal(out.Bytes(), &line); err != nil || line["level"] != "INFO" || line["time"] == "" || bytes.Count(out.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%v: %s", err, out.String())
		}
	}
}

func TestDebugIsShort(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	NewDebug(&out).Debug("m", "text", strings.Repeat("word ", 1000), "tokens", 5)
	if out.Len() > 800 || !strings.Contains(out.String(), `"tokens":5`) {
		t.Errorf("%d bytes: %s", out.Len(), out.String())
	}
}

func TestOpenDebug(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "d.log")
	for range 2 { // the second one goes on where the first ended
		log, closer, err := OpenDebug(path)
		if err != nil {
			t.Fatal(err)
		}
		log.Info("hello", "n", 1)
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil || bytes.Count(b, []byte("\n")) != 2 {
		t.Errorf("%q, %v", b, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 && os.PathSeparator == '/' {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for name, text := range map[string]string{
		"claude.jsonl": `{"type":"user","timestamp":"2026-11-30T10:00:00Z","message":{"role":"user","content":"hi"}}` + "\n",
		"codex.jsonl":  `{"timestamp":"2026-11-30T10:00:00Z","type":"session_meta","payload":{}}` + "\n",
		"list.json":    `[{"role":"user","content":"hi"}]`,
		"cut.log":      `{"time":"2026-11-30T10:00:00Z","level":"INFO","msg":"m"}`,
		"text":         "hello\n",
	} {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := OpenDebug(p); !errors.Is(err, ErrNoLog) {
			t.Errorf("%s: %v", name, err)
		}
		if b, err := os.ReadFile(p); err != nil || string(b) != text {
			t.Errorf("%s was changed: %q, %v", name, b, err)
		}
	}
	if _, _, err := OpenDebug(filepath.Join(dir, "no", "d.log")); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("%v", err)
	}
}
