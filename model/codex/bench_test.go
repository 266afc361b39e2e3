package codex

import (
	"bytes"
	"encoding/json"
	"testing"

	"cutline/model"
	"cutline/model/bench"
)

// large is a rollout of some bytes.
func large(tb testing.TB, size int64) model.Input {
	tb.Helper()
	var b bytes.Buffer
	if err := bench.Codex(&b, size, 1); err != nil {
		tb.Fatal(err)
	}
	return model.Input{Path: "large.jsonl", Reader: bytes.NewReader(b.Bytes()), Size: int64(b.Len())}
}

func BenchmarkRead(b *testing.B) {
	in := large(b, 100_000_000)
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecode is what a program does that knows nothing of the format: every line as values
// of encoding/json.
func BenchmarkDecode(b *testing.B) {
	in := large(b, 100_000_000)
	text := make([]byte, in.Size)
	if _, err := in.Reader.ReadAt(text, 0); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		for line := range bytes.Lines(text) {
			var v map[string]any
			if err := json.Unmarshal(line, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}
