//go:build unix

package tty

import (
	"os"
	"strings"
	"testing"
	"time"
)

// in is a reader whose other end is w.
func in(t *testing.T) (*In, *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(); _ = w.Close() })
	return &In{File: r}, w
}

func read(t *testing.T, i *In) string {
	t.Helper()
	b := make([]byte, 256)
	n, err := i.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(b[:n])
}

func TestAnswersAreTakenOut(t *testing.T) {
	i, w := in(t)
	var dark []bool
	i.Background = func(d bool) { dark = append(dark, d) }
	for _, s := range []string{"a\x1b]11;rgb:ffff/ffff/ffff\x07b", "\x1b]11;rgb:1e/1e/1e\x1b\\c", "\x1b]11;rgb:zz/1/1\x07d"} {
		if _, err := w.WriteString(s); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, i); got != "abcd" {
		t.Errorf("read %q", got)
	}
	if len(dark) != 2 || dark[0] || !dark[1] {
		t.Errorf("backgrounds %v", dark)
	}
}

// A sequence in pieces is read whole.
func TestPieces(t *testing.T) {
	i, w := in(t)
	go func() {
		for _, s := range []string{"x\x1b[<", "65;10;", "10M"} {
			_, _ = w.WriteString(s)
			time.Sleep(200 * time.Millisecond) // as a link may be slow
		}
	}()
	got := ""
	for !strings.HasSuffix(got, "M") {
		s := read(t, i)
		if k := strings.IndexByte(s, 0x1b); k >= 0 && !strings.HasSuffix(s, "M") {
			t.Fatalf("half a sequence: %q", s)
		}
		got += s
	}
	if got != "x\x1b[<65;10;10M" {
		t.Errorf("read %q", got)
	}
}

// A lone ESC is the key.
func TestEscape(t *testing.T) {
	i, w := in(t)
	if _, err := w.WriteString("\x1b"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, i); got != "\x1b" {
		t.Errorf("read %q", got)
	}
}

// However long the burst, no read ends inside a sequence while more is there.
func TestBurst(t *testing.T) {
	i, w := in(t)
	const n = 400
	if _, err := w.WriteString(strings.Repeat("\x1b[<65;10;10M", n)); err != nil {
		t.Fatal(err)
	}
	got := ""
	for strings.Count(got, "M") < n {
		s := read(t, i)
		if !strings.HasSuffix(s, "M") && len(s) < 256 {
			t.Fatalf("a read of %d bytes ends in %q", len(s), s[len(s)-8:])
		}
		got += s
	}
}

func TestDark(t *testing.T) {
	for s, want := range map[string][2]bool{
		"rgb:0000/0000/0000": {true, true}, "rgb:ffff/ffff/ffff": {false, true}, "rgb:28/2a/36": {true, true}, "rgb:fd/f6/e3": {false, true},
		"rgb:1/2": {}, "": {}, "#fff": {}, "rgb:12345/0/0": {},
	} {
		dark, ok := Dark(s)
		if dark != want[0] || ok != want[1] {
			t.Errorf("%s: %v %v", s, dark, ok)
		}
	}
	for s, want := range map[string][2]bool{"15;0": {true, true}, "0;15": {false, true}, "0;default;8": {true, true}, "": {}, "x": {}} {
		dark, ok := DarkByEnv(s)
		if dark != want[0] || ok != want[1] {
			t.Errorf("%s: %v %v", s, dark, ok)
		}
	}
}
