package load

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"cutline/model"
	"cutline/model/sessiontest"
)

// packers are the ways in which a session may be stored.
var packers = map[string]func(io.Writer) io.WriteCloser{
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"zstd": func(w io.Writer) io.WriteCloser {
		z, err := zstd.NewWriter(w)
		if err != nil {
			panic(err) // of options, and there are none
		}
		return z
	},
	"utf-16": func(w io.Writer) io.WriteCloser { return wide{w} },
}

// wide writes UTF-16; it gets a whole text at once.
type wide struct{ to io.Writer }

func (w wide) Write(b []byte) (int, error) {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(string(b))) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	_, err := w.to.Write(out)
	return len(b), err
}

func (w wide) Close() error { return nil }

func pack(t *testing.T, how string, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := packers[how](&out)
	_, err := w.Write(b)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func written(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.json") // its name tells nothing
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A packed session of any format is the session that was packed.
func TestPacked(t *testing.T) {
	t.Parallel()
	var formats []string
	for _, path := range sessiontest.Paths(t, "*") {
		b := sessiontest.Bytes(t, path)
		plain, err := From(bytes.NewReader(b), path, Choice{})
		if err != nil {
			continue // it holds several sessions
		}
		if !slices.Contains(formats, plain.Format) {
			formats = append(formats, plain.Format)
		}
		for how := range packers {
			if how == "utf-16" && !utf8.Valid(b) {
				continue // it cannot be written so
			}
			file := pack(t, how, b)
			s, closer, err := Open(written(t, file), Choice{})
			if err != nil {
				t.Errorf("%s, %s: %v", path, how, err)
				continue
			}
			if s.Format != plain.Format || s.Bytes != plain.Bytes || s.Packed != how || s.OnDisk() != int64(len(file)) {
				t.Errorf("%s, %s: read as %s, %d bytes, %q, %d on the disk", path, how, s.Format, s.Bytes, s.Packed, s.OnDisk())
			}
			if d := cmp.Diff(plain.Rows, s.Rows); d != "" {
				t.Errorf("%s, %s: the messages are others (+):\n%s", path, how, d)
			}
			if d := cmp.Diff(plain.Problems, s.Problems); d != "" {
				t.Errorf("%s, %s: the problems are others (+):\n%s", path, how, d)
			}
			sessiontest.Check(t, s)
			if err := closer.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if want := len(Formats) / 2; len(formats) < want {
		t.Errorf("only %q were tried, fewer than %d formats", formats, want)
	}
	if plain := (&model.Session{Bytes: 7}); plain.OnDisk() != 7 {
		t.Error("a plain session has another size on the disk than its text")
	}
}

// A stream may be packed too, and so may what is shown first of a large file.
func TestPackedElsewhere(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte(claudeLine+"\n"), 50)
	for how := range packers {
		file := pack(t, how, text)
		s, err := From(bytes.NewReader(file), "standard input", Choice{})
		if err != nil || s.Format != "claude-code" || s.Packed != how {
			t.Errorf("%s: from a stream %+v, %v", how, s, err)
		}
		s, err = Preview(written(t, file), Choice{}, int64(3*len(claudeLine)))
		if err != nil || s.Lines != 2 {
			t.Errorf("%s: preview %+v, %v", how, s, err)
		}
	}
}

// What an archive gives before it breaks off is a session; what gives none is refused.
func TestPackedBroken(t *testing.T) {
	t.Parallel()
	file := pack(t, "gzip", []byte(claudeLine+"\n"+claudeLine+"\n"))
	s, closer, err := Open(written(t, file[:len(file)-4]), Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Rows) == 0 || !slices.Contains(sessiontest.Problems(s), "0 truncated") {
		t.Errorf("%d messages, problems %v", len(s.Rows), sessiontest.Problems(s))
	}
	if err := closer.Close(); err != nil {
		t.Error(err)
	}
	for name, tt := range map[string]struct {
		file []byte
		want error
	}{
		"nothing in it":     {pack(t, "gzip", nil), ErrEmpty},
		"no session in it":  {pack(t, "zstd", []byte("hello\n")), ErrUnknownFormat},
		"nothing comes out": {file[:5], io.ErrUnexpectedEOF},
	} {
		path := written(t, tt.file)
		s, closer, err := Open(path, Choice{})
		if s != nil || closer != nil || !errors.Is(err, tt.want) || !bytes.Contains([]byte(err.Error()), []byte(path)) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}
