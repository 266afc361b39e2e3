package cli

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"runtime"
	"time"
)

const (
	// keyWait is how long the key command may take: long enough for a password store, and for a
	// person who has to touch a device.
	keyWait = 10 * time.Second
	// keyLinger is how long its output is waited for once the command itself is ended.
	keyLinger = time.Second
	// keyRoom is how much it may print, in bytes; no key is that long.
	keyRoom = 64 << 10
)

// errKeyRoom ends a command that prints more than a key.
var errKeyRoom = errors.New("the key command prints more than a key; it has to print nothing else")

// RunKey runs the command of --key-command in the shell, with the environment as it is, and gives
// what it prints. Neither that nor what it writes to stderr is shown anywhere.
func RunKey(ctx context.Context, command string) (string, error) {
	return runKey(ctx, command, keyWait)
}

func runKey(ctx context.Context, command string, most time.Duration) (string, error) {
	ctx, stop := context.WithTimeout(ctx, most)
	defer stop()
	shell := []string{"sh", "-c"}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/C"}
	}
	var out keyOutput
	cmd := exec.CommandContext(ctx, shell[0], shell[1], command)
	cmd.Stdout = &out
	cmd.WaitDelay = keyLinger
	together(cmd)
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case out.full:
		return "", errKeyRoom
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", errors.New("the key command did not end within " + most.String() + "; run it by hand to see what it waits for")
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit):
		return "", errors.New("the key command failed (" + exit.String() + "); run it by hand to see why")
	case errors.Is(err, exec.ErrWaitDelay): // it left something running, as an agent for keys; its output is here
	case err != nil:
		return "", errors.New("the key command cannot be run: there is no " + shell[0] + " here")
	}
	return out.text.String(), nil
}

// keyOutput takes the output of the command as long as it can be a key.
type keyOutput struct {
	text bytes.Buffer
	full bool
}

// Write refuses what is too much, which ends the command.
func (k *keyOutput) Write(p []byte) (int, error) {
	if k.text.Len()+len(p) > keyRoom {
		k.full = true
		return 0, errKeyRoom
	}
	return k.text.Write(p)
}
