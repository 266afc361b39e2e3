//go:build !windows

package save

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Windows has no such modes, and does not replace a file that is open; the error is told.

func TestMode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want os.FileMode }{{0o640, 0o640}, {0o600, 0o600}, {0o644, 0o644}, {0o444, 0o644}, {0, 0o600}} {
		dir := t.TempDir()
		o := Options{Out: filepath.Join(dir, "out"), Receipt: true}
		if tt.in != 0 {
			o.Input = file(t, filepath.Join(dir, "in"), "input", tt.in)
		}
		if err := saved(t, o, session("x"), 1); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{o.Out, o.Out + ".receipt.json"} {
			st, err := os.Stat(path)
			if err != nil || st.Mode().Perm() != tt.want {
				t.Errorf("an input of mode %o gives %o, want %o (%v)", tt.in, st.Mode().Perm(), tt.want, err)
			}
		}
	}
}

// TestNeverHalf: who reads while a file is replaced sees the old one or the new one, whole.
func TestNeverHalf(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "out")
	text := func(i int) string { return strings.Repeat(fmt.Sprintf("%07d\n", i), 20_000) }
	file(t, out, text(0), 0o600)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			b, err := os.ReadFile(out)
			if err != nil || len(b) != 160_000 || string(b) != strings.Repeat(string(b[:8]), 20_000) {
				t.Errorf("%d bytes were seen, %v", len(b), err)
				return
			}
		}
	})
	for i := range 40 {
		if err := saved(t, Options{Out: out, Force: true}, session(text(i)), nil); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	wg.Wait()
}
