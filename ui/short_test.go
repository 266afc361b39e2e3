package ui

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// beginning is the first part of the demo session, its longest texts cut: calls and results, todos, wide text, and
// a compaction that the agent recorded.
var beginning = sync.OnceValue(func() []byte {
	b, err := os.ReadFile(filepath.Join("..", "testdata", "sessions", "claudecode", "demo.jsonl"))
	if err != nil {
		panic(err)
	}
	const records = 30
	var out bytes.Buffer
	for _, l := range bytes.SplitN(b, []byte("\n"), records+1)[:records] {
		var record map[string]any
		err := json.Unmarshal(l, &record)
		if err == nil {
			err = json.NewEncoder(&out).Encode(shorter(record))
		}
		if err != nil {
			panic(err)
		}
	}
	return out.Bytes()
})

// shorter is a value of JSON with its texts cut.
func shorter(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = shorter(v[k])
		}
	case []any:
		for i := range v {
			v[i] = shorter(v[i])
		}
	case string:
		if r := []rune(v); len(r) > 700 {
			return string(r[:700])
		}
	}
	return v
}

// short is a world with that part of the session, for what does not depend on how long a session is.
func short(tb testing.TB) *world {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "short.jsonl")
	if err := os.WriteFile(path, beginning(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return &world{path: path}
}
