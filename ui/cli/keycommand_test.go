package cli

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestRunKey(t *testing.T) {
	t.Setenv("CUTLINE_TEST_KEY", "k-from-env")
	echo := "echo $CUTLINE_TEST_KEY"
	if runtime.GOOS == "windows" {
		echo = "echo %CUTLINE_TEST_KEY%"
	}
	if got, err := RunKey(t.Context(), echo); err != nil || strings.TrimSpace(got) != "k-from-env" {
		t.Errorf("%q, %v", got, err)
	}
	got, err := RunKey(t.Context(), "echo sk-secret && exit 3")
	if err == nil || got != "" || !strings.Contains(err.Error(), "exit status 3") || strings.Contains(err.Error(), "sk-") || strings.Contains(err.Error(), "echo") {
		t.Errorf("%q, %v", got, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := RunKey(stopped, echo); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestRunKeyEnds(t *testing.T) {
	t.Parallel()
	forever := "while :; do :; done"
	flood := "while :; do echo 0123456789012345678901234567890123456789; done"
	if runtime.GOOS == "windows" {
		forever = "for /l %i in () do @rem"
		flood = "for /l %i in () do @echo 0123456789012345678901234567890123456789"
	}
	if runtime.GOOS != "windows" { // where nothing is left running in this way
		if got, err := RunKey(t.Context(), "sleep 3 & echo k"); err != nil || got != "k\n" {
			t.Errorf("a command that leaves something running: %q, %v", got, err)
		}
	}
	_, err := runKey(t.Context(), forever, 50*time.Millisecond)
	if err == nil || err.Error() != "the key command did not end within 50ms; run it by hand to see what it waits for" {
		t.Errorf("forever: %v", err)
	}
	if _, err := RunKey(t.Context(), flood); !errors.Is(err, errKeyRoom) {
		t.Errorf("a flood: %v", err)
	}
}
