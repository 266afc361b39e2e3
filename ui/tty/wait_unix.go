//go:build unix

package tty

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const (
	escWait = 25 * time.Millisecond  // a lone ESC is the key unless more comes at once
	seqWait = 150 * time.Millisecond // a sequence that has begun is no key; slow links deliver it in pieces
)

// waitMore waits for more input and says whether there is any.
func waitMore(f *os.File, begun bool) bool {
	d := escWait
	if begun {
		d = seqWait
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(d/time.Millisecond))
	return err == nil && n > 0 && fds[0].Revents&unix.POLLIN != 0
}
