package codex

import (
	"bytes"
	"encoding/json"
	"testing"

	"cutline/model"
	"cutline/model/bench"
)

// large is a rollout of some bytes.
func large(tb testing.TB, size int64) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := bench.Codex(&b, size, 1); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func input(b []byte) model.Input {
	return model.Input{Path: "large.jsonl", Reader: bytes.NewReader(b), Size: int64(len(b))}
}

func BenchmarkRead(b *testing.B) {
	in := input(large(b, 100_000_000))
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkIndex(b *testing.B) {
	in := input(large(b, 100_000_000))
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Index(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	in := input(large(b, 100_000_000))
	s, err := Index(in)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(in.Size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Measure(b.Context(), s, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecode is what a program does that knows nothing of the format: every line as values
// of encoding/json.
func BenchmarkDecode(b *testing.B) {
	text := large(b, 100_000_000)
	b.SetBytes(int64(len(text)))
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
