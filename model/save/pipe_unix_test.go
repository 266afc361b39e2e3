//go:build unix

package save

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: what is no regular file is written to as it is, without a receipt.
func TestPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("this system makes no pipes: %v", err)
	}
	target, err := Check(Options{Out: pipe, Receipt: true})
	if err != nil || target.Receipt != "" {
		t.Fatalf("target %+v, %v", target, err)
	}
	got := make(chan string)
	go func() {
		b, err := os.ReadFile(pipe)
		if err != nil {
			t.Error(err)
		}
		got <- string(b)
	}()
	if err := Write(target, session("through"), 1); err != nil {
		t.Error(err)
	}
	if s := <-got; s != "through" {
		t.Errorf("%q came through", s)
	}
	holds(t, dir, "pipe")
	if err := syscall.Mkfifo(filepath.Join(dir, "out.receipt.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(Options{Out: filepath.Join(dir, "out"), Force: true, Receipt: true}); err == nil {
		t.Error("a pipe would be replaced by a receipt")
	}
}
