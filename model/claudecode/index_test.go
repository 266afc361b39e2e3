package claudecode

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"cutline/model"
	"cutline/model/bench"
	"cutline/model/measure"
	"cutline/model/sessiontest"
)

var indexer = sessiontest.Indexer{Read: Read, Index: Index, Measure: Measure, Another: measure.ErrIndexed}

// An index differs from the whole by the sizes of answers and results, and by what only a look
// at every byte finds.
func TestIndex(t *testing.T) {
	t.Parallel()
	large := &bytes.Buffer{}
	if err := bench.Claude(large, 3_000_000, 1); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"generated": large.Bytes()}
	for name, text := range sessiontest.Fixtures(t, "claudecode") {
		files[name] = []byte(text)
	}
	indexes(t, files)
}

func TestIndexCorpus(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{}
	for _, path := range sessiontest.Shared(t, "testdata/corpus/claude__*") {
		files[filepath.Base(path)] = sessiontest.Bytes(t, path)
	}
	indexes(t, files)
}

func indexes(t *testing.T, files map[string][]byte) {
	t.Helper()
	for name, b := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			indexer.Check(t, name, b)
		})
	}
}

// A line that can be walked through and is no JSON is found when the sizes are measured.
func TestMeasureIndexed(t *testing.T) {
	t.Parallel()
	const text = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"hello"}}
{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"bad \q escape"}]}}
{"type":"assistant","uuid":"c","parentUuid":"b","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"TodoWrite","input":{"todos":"\q"}}]}}
`
	whole, index := indexer.Both(t, "x", []byte(text))
	if len(whole.Rows) != 1 || len(index.Rows) != 3 {
		t.Fatalf("%d messages, by the index %d", len(whole.Rows), len(index.Rows))
	}
	if _, err := Measure(t.Context(), index, nil); !errors.Is(err, measure.ErrIndexed) {
		t.Errorf("got %v", err)
	}
	if _, err := Measure(t.Context(), whole, nil); err == nil {
		t.Error("a whole session was measured")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Measure(ctx, index, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkIndex(b *testing.B) {
	large := &bytes.Buffer{}
	if err := bench.Claude(large, 100_000_000, 1); err != nil {
		b.Fatal(err)
	}
	in := model.Input{Reader: bytes.NewReader(large.Bytes()), Size: int64(large.Len())}
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Index(in); err != nil {
			b.Fatal(err)
		}
	}
}
