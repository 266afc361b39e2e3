//go:build unix

package load

import (
	"errors"
	"net"
	"path/filepath"
	"testing"
)

// A socket can be named like a file and cannot be read like one.
func TestSocket(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s") // the name of a socket may not be long
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // nobody connects
	if _, _, err := Open(path, Choice{}); !errors.Is(err, ErrNotAFile) {
		t.Errorf("%v", err)
	}
}
