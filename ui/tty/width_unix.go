//go:build unix

package tty

import (
	"os"

	"golang.org/x/sys/unix"
)

// Width is how many columns the terminal has that f is, 0 when f is none or does not know.
func Width(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
