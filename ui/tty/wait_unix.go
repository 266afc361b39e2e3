//go:build unix

package tty

import (
	"bytes"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const (
	escWait = 25 * time.Millisecond  // a lone ESC is the key unless more comes at once
	seqWait = 150 * time.Millisecond // a sequence that has begun is no key; slow links deliver it in pieces
	// mouseWait is for what only a mouse sends, and nobody types.
	mouseWait = 2 * time.Second
)

// waitMore waits for the rest of a sequence that has begun and says whether there is any.
func waitMore(f *os.File, begun []byte) bool {
	d := seqWait
	switch {
	case len(begun) == 1:
		d = escWait
	case bytes.HasPrefix(begun, []byte("\x1b[<")):
		d = mouseWait
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(d/time.Millisecond))
	return err == nil && n > 0 && fds[0].Revents&unix.POLLIN != 0
}
