package bench_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"cutline/model"
	"cutline/model/bench"
	"cutline/model/codex"
)

// rolloutSlack is how far a rollout may be from the size that was asked for, in bytes.
const rolloutSlack = 60_000

// The reader of Codex has nothing to object to.
func TestCodex(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{100_000, 3_000_000} {
		var b, again bytes.Buffer
		if err := bench.Codex(&b, size, 1); err != nil {
			t.Fatal(err)
		}
		if err := bench.Codex(&again, size, 1); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("one seed gave two rollouts, or %v", err)
		}
		if n := int64(b.Len()); max(n-size, size-n) > rolloutSlack {
			t.Errorf("size %d: %d bytes", size, n)
		}
		for line := range bytes.Lines(b.Bytes()) {
			if !json.Valid(line) {
				t.Fatalf("no JSON: %.200s", line)
			}
		}
		s, err := codex.Read(model.Input{Path: "bench.jsonl", Reader: bytes.NewReader(b.Bytes()), Size: int64(b.Len())})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Problems) > 0 || s.Unknown > 0 || s.Turns() == 0 || !s.Usage.Known {
			t.Errorf("%d unknown records, %d turns, usage known: %v, problems %v", s.Unknown, s.Turns(), s.Usage.Known, s.Problems)
		}
		if got := len(s.Compactions); (got > 0) != (size > 1_000_000) {
			t.Errorf("size %d: %d compactions", size, got)
		}
		for _, l := range s.Links {
			if l.Peer < 0 {
				t.Errorf("%s of message %d stands alone", l.Name, l.Row)
			}
		}
	}
}
