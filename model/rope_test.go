package model

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRopeReadsAsBytes: a rope of any pieces reads as the same bytes in one slice do.
func TestRopeReadsAsBytes(t *testing.T) {
	t.Parallel()
	file := []byte(strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyz", 4))
	rapid.Check(t, func(t *rapid.T) {
		var r Rope
		var want []byte
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				b := rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "bytes")
				r.Append(b)
				want = append(want, b...)
			case 1:
				s := rapid.StringN(0, 10, 20).Draw(t, "text")
				r.AppendString(s)
				want = append(want, s...)
			default:
				off := rapid.IntRange(0, len(file)).Draw(t, "off")
				n := rapid.IntRange(0, len(file)-off).Draw(t, "n")
				r.AppendFrom(bytes.NewReader(file), int64(off), int64(n))
				want = append(want, file[off:off+n]...)
			}
		}
		if r.Size() != int64(len(want)) {
			t.Fatalf("size %d, want %d", r.Size(), len(want))
		}
		flat := bytes.NewReader(want)
		for range 10 {
			off := int64(rapid.IntRange(-1, len(want)+3).Draw(t, "at"))
			n := rapid.IntRange(0, len(want)+3).Draw(t, "len")
			a, b := make([]byte, n), make([]byte, n)
			na, ea := r.ReadAt(a, off)
			nb, eb := flat.ReadAt(b, off)
			if na != nb || !bytes.Equal(a, b) || (ea == nil) != (eb == nil) || errors.Is(ea, io.EOF) != errors.Is(eb, io.EOF) {
				t.Fatalf("ReadAt(%d bytes, %d) = %d, %v; the bytes give %d, %v", n, off, na, ea, nb, eb)
			}
		}
		var out bytes.Buffer
		if n, err := r.WriteTo(&out); err != nil || n != r.Size() || !bytes.Equal(out.Bytes(), want) {
			t.Fatalf("WriteTo gives %d bytes, %v: %q, want %q", n, err, out.Bytes(), want)
		}
	})
}

func TestRopeOfAFileThatShrank(t *testing.T) {
	t.Parallel()
	var r Rope
	r.AppendString("head ")
	r.AppendFrom(strings.NewReader("0123"), 2, 10)
	r.AppendString(" tail")
	var out bytes.Buffer
	if _, err := r.WriteTo(&out); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want %v", err, io.ErrUnexpectedEOF)
	}
	if got := out.String(); got != "head 23" {
		t.Errorf("%q was written", got)
	}
}

func TestRopeTakesNoBytesBackwards(t *testing.T) {
	t.Parallel()
	var r Rope
	r.AppendFrom(strings.NewReader("0123"), 2, -1)
	if r.Size() != 0 {
		t.Errorf("size %d after a negative length", r.Size())
	}
}
