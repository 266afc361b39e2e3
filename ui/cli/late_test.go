package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/pipeline"
)

// TestLateLines: what the agent appends while a session is compacted is carried when it goes
// on from the old last message, and counted when it does not.
func TestLateLines(t *testing.T) {
	t.Parallel()
	input, err := os.ReadFile(filepath.Join(root, "testdata", "cases", "fil-01", "input.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(path, input, 0o600); err != nil {
		t.Fatal(err)
	}
	o := Open{Path: path, Params: pipeline.Defaults()}
	s, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	if in := late(s); in != nil {
		t.Errorf("the input has %d bytes, as many as were read, but counts as grown", in.Size)
	}
	desk := NewDesk(o)
	leaf := s.Rows[len(s.Rows)-1].ID
	grown := append(bytes.Clone(input), []byte(
		`{"parentUuid":"`+leaf+`","isSidechain":false,"type":"user","message":{"role":"user","content":"LATE-1"},"uuid":"late-1","sessionId":"x"}`+"\n"+
			`{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"LATE-2"},"uuid":"late-2","sessionId":"x"}`+"\n",
	)...)
	if err := os.WriteFile(path, grown, 0o600); err != nil { // the same file, longer
		t.Fatal(err)
	}
	res, err := pipeline.Run(context.Background(), s, o.Params, desk.World(s, o.Params), nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.Written.Carried != 1 || res.Written.Missed != 1 {
		t.Errorf("%d carried, %d missed; want one of each", res.Written.Carried, res.Written.Missed)
	}
	var out bytes.Buffer
	if _, err := res.Written.Rope.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "LATE-1") || strings.Contains(out.String(), "LATE-2") {
		t.Errorf("the result should hold LATE-1 alone:\n%s", out.String())
	}
	if r := receiptOf(s, res, make([]int, len(res.After.Rows)), "out"); r.Late == nil || *r.Late != (lateJSON{1, 1}) {
		t.Errorf("the receipt says %+v of late lines", r.Late)
	}
}

// A compressed input has another size than its text, and never counts as grown.
func TestLatePacked(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(`{"role":"user","content":"hello"}`+"\n", 3)
	for _, level := range []int{gzip.NoCompression, gzip.BestCompression} { // larger than its text, and smaller
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, level)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "in.jsonl.gz")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		s, closer, err := Open{Path: path}.Read(nil)
		if err != nil {
			t.Fatal(err)
		}
		if in := late(s); in != nil {
			t.Errorf("level %d: the input of %d bytes counts as grown to %d", level, s.Bytes, in.Size)
		}
		if err := closer.Close(); err != nil {
			t.Error(err)
		}
	}
}
