package unpack

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

func zstded(tb testing.TB, b []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(tb testing.TB, b []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func wide(order binary.AppendByteOrder, text string) []byte {
	b := order.AppendUint16(nil, 0xfeff)
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return b
}

// all is the whole text of an unpacked file.
func all(tb testing.TB, f *File) string {
	tb.Helper()
	b, err := io.ReadAll(io.NewSectionReader(f.Reader, 0, f.Size))
	if err != nil || int64(len(b)) != f.Size {
		tb.Fatalf("%d bytes of %d: %v", len(b), f.Size, err)
	}
	return string(b)
}

// lines is a text that shrinks little, so that half of its packed form is about half of it.
func lines(n int) string {
	var b strings.Builder
	x := uint64(1)
	for b.Len() < n {
		x = x*6364136223846793005 + 1442695040888963407
		b.WriteString(`{"role":"user","content":"`)
		for k := 60; k > 0; k -= 6 {
			b.WriteByte('0' + byte(x>>k&63))
		}
		b.WriteString("\"}\n")
	}
	return b.String()
}

func TestOpen(t *testing.T) {
	t.Parallel()
	text := lines(200_000) + "größer 𝄞 …\n"
	for _, c := range []struct {
		name, by string
		file     []byte
	}{
		{"plain", "", []byte(text)},
		{"empty", "", nil},
		{"a byte order mark of UTF-8", "", append([]byte("\ufeff"), text...)},
		{"a database", "", []byte("SQLite format 3\x00")},
		{"zstd", "zstd", zstded(t, []byte(text))},
		{"two frames", "zstd", append(zstded(t, []byte(text[:1000])), zstded(t, []byte(text[1000:]))...)},
		{"gzip", "gzip", gzipped(t, []byte(text))},
		{"two members", "gzip", append(gzipped(t, []byte(text[:1000])), gzipped(t, []byte(text[1000:]))...)},
		{"UTF-16", "utf-16", wide(binary.LittleEndian, text)},
		{"UTF-16, the other order", "utf-16", wide(binary.BigEndian, text)},
		{"UTF-16 in zstd", "zstd, utf-16", zstded(t, wide(binary.LittleEndian, text))},
		{"zstd in gzip", "gzip, zstd", gzipped(t, zstded(t, []byte(text)))},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := Open(bytes.NewReader(c.file), int64(len(c.file)))
			if err != nil {
				t.Fatal(err)
			}
			if c.by == "" {
				if f != nil {
					t.Fatalf("a plain file is unpacked as %s", f.By)
				}
				return
			}
			if got := all(t, f); got != text || f.By != c.by || f.Problem != nil {
				t.Errorf("%d bytes by %q, problem %+v; want %d by %q", len(got), f.By, f.Problem, len(text), c.by)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			head, by, whole, err := Head(bytes.NewReader(c.file), int64(len(c.file)), 1000)
			if err != nil || by != c.by || whole || string(head) != text[:1000] {
				t.Errorf("the head is %d bytes by %q, all %t, %v", len(head), by, whole, err)
			}
			if head, _, whole, err := Head(bytes.NewReader(c.file), int64(len(c.file)), int64(len(text))); err != nil || !whole || string(head) != text {
				t.Errorf("the head of a shorter file is %d bytes, all %t, %v", len(head), whole, err)
			}
		})
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	text := lines(1_000_000)
	zst, gz, u16 := zstded(t, []byte(text)), gzipped(t, []byte(text)), wide(binary.BigEndian, text)
	spoilt := bytes.Clone(gz)
	spoilt[len(spoilt)-6] ^= 1 // of the checksum
	for _, c := range []struct {
		name, kind string
		file       []byte
		least      int // bytes that must come out of it
	}{
		{"half a zstd", "truncated", zst[:len(zst)/2], len(text) / 4},
		{"a zstd without its end", "truncated", zst[:len(zst)-1], len(text) / 2},
		{"half a gzip", "truncated", gz[:len(gz)/2], len(text) / 4},
		{"a gzip without its end", "truncated", gz[:len(gz)-1], len(text)},
		{"half a unit of UTF-16", "truncated", u16[:len(u16)-1], len(text) - 1},
		{"half a gzip of UTF-16", "truncated", gzipped(t, u16)[:20_000], 10_000},
		{"a wrong checksum", "damaged", spoilt, len(text)},
		{"something behind a gzip", "damaged", append(bytes.Clone(gz), "words of another file"...), len(text)},
		{"something behind a zstd", "damaged", append(bytes.Clone(zst), "words of another file"...), len(text)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, memory := range []int64{InMemory, 1000} {
				f, err := open(bytes.NewReader(c.file), int64(len(c.file)), limits{Most, Ratio, memory})
				if err != nil {
					t.Fatal(err)
				}
				got := all(t, f)
				if f.Problem == nil || f.Problem.Kind != c.kind {
					t.Errorf("problem %+v, want %s", f.Problem, c.kind)
				}
				if len(got) < c.least || !strings.HasPrefix(text, got) {
					t.Errorf("%d bytes of %d, want %d or more, and no other", len(got), len(text), c.least)
				}
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for name, file := range map[string][]byte{"zstd": zst[:7], "gzip": gz[:5], "the name alone": {0x1f, 0x8b}, "no zstd": []byte("\x28\xb5\x2f\xfdgarbage")} {
		f, err := Open(bytes.NewReader(file), int64(len(file)))
		if f != nil || err == nil || !strings.HasPrefix(err.Error(), "unpack ") {
			t.Errorf("%s: of nothing comes %+v, %v", name, f, err)
		}
		if head, _, _, err := Head(bytes.NewReader(file), int64(len(file)), 10); err == nil {
			t.Errorf("%s: the head of nothing is %q", name, head)
		}
	}
}

// What is too large is refused, and what is large goes to a file that nobody else sees.
func TestLimits(t *testing.T) { // it sets the folder of temporary files
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	text := strings.Repeat("x", 100_000)
	zst := zstded(t, []byte(text))
	for _, c := range []struct {
		name string
		l    limits
		fits bool
	}{
		{"in memory", limits{1 << 20, 1, 1 << 20}, true},
		{"just in memory", limits{1 << 20, 1, 100_000}, true},
		{"in a file", limits{1 << 20, 1 << 20, 1000}, true},
		{"just as much as is allowed", limits{100_000, 1 << 20, 1000}, true},
		{"more than is allowed", limits{99_999, 1 << 20, 1000}, false},
		{"more than is allowed in memory", limits{99_999, 1 << 20, 1 << 20}, false},
		{"it grows too much", limits{1 << 20, 100, 1000}, false},
	} {
		f, err := open(bytes.NewReader(zst), int64(len(zst)), c.l)
		switch {
		case !c.fits && (f != nil || !errors.Is(err, ErrTooLarge)):
			t.Errorf("%s: %+v, %v", c.name, f, err)
		case c.fits && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.fits:
			if got := all(t, f); got != text {
				t.Errorf("%s: %d bytes", c.name, len(got))
			}
			if left := files(t, dir); runtime.GOOS != "windows" && len(left) > 0 {
				t.Errorf("%s: others can see %q", c.name, left)
			}
			if err := f.Close(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if left := files(t, dir); len(left) > 0 {
			t.Errorf("%s leaves %q behind", c.name, left)
		}
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "none"))
	t.Setenv("TMP", filepath.Join(dir, "none"))
	if f, err := open(bytes.NewReader(zst), int64(len(zst)), limits{1 << 20, 1 << 20, 1000}); f != nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a folder for temporary files: %+v, %v", f, err)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		out = append(out, f.Name())
	}
	return out
}

// A window that would need more memory than a session is worth is refused.
func TestWindow(t *testing.T) {
	t.Parallel()
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, (31 - 10) << 3, 0, 0, 0} // says that it looks back 2 GB
	if f, err := Open(bytes.NewReader(frame), int64(len(frame))); f != nil || !errors.Is(err, zstd.ErrWindowSizeExceeded) {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestHalfPairs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\xff\xfe\x34\xd8\x1e\xdd": "\U0001d11e", "\xff\xfe\x34\xd8a\x00": "\ufffda", "\xff\xfe\x1e\xdda\x00": "\ufffda",
		"\xff\xfe\x34\xd8": "\ufffd", "\xff\xfe\x34\xd8\x34\xd8\x1e\xdd": "\ufffd\U0001d11e", "\xfe\xff\x00a": "a",
	} {
		f, err := Open(strings.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		if got := all(t, f); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"a.jsonl.zst": "a.jsonl", "a.json.GZ": "a.json", "a.zstd": "a", "a.jsonl": "a.jsonl", "gz": "gz"} {
		if got := Name(name); got != want {
			t.Errorf("%s without its ending is %s, want %s", name, got, want)
		}
	}
}

// Whatever the bytes are, unpacking ends, and the head is the beginning of the whole.
func FuzzOpen(f *testing.F) {
	text := []byte(lines(300))
	f.Add(zstded(f, text))
	f.Add(gzipped(f, text))
	f.Add(wide(binary.LittleEndian, string(text)))
	f.Add(gzipped(f, wide(binary.BigEndian, string(text))))
	f.Add(text)
	f.Fuzz(func(t *testing.T, b []byte) {
		const n = 100
		head, by, whole, headErr := Head(bytes.NewReader(b), int64(len(b)), n)
		out, err := open(bytes.NewReader(b), int64(len(b)), limits{1 << 20, 1 << 20, 1 << 10})
		if err != nil || out == nil {
			return
		}
		defer func() {
			if err := out.Close(); err != nil {
				t.Error(err)
			}
		}()
		got := all(t, out)
		if headErr != nil || by != out.By || len(head) > n || !strings.HasPrefix(got, string(head)) || whole && string(head) != got {
			t.Errorf("the head is %q (%s, all %t, %v) of %q (%s)", head, by, whole, headErr, got, out.By)
		}
	})
}
