//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// together ends what a command has started with it: a shell that is killed leaves its children.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
