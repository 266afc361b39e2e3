//go:build !windows

package runlog

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock that a file stands for, if nobody has it.
func tryLock(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}
