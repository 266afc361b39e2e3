package aside

import (
	"syscall"
	"testing"
)

// nice is the priority of the thread that calls it, as the kernel counts: 20 is the usual one, 1 the lowest.
func nice(t *testing.T) int {
	t.Helper()
	n, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Work stands aside once there is a screen; whoever waits for it does not, and gets what it gives and its panics.
func TestDo(t *testing.T) {
	before := nice(t)
	if got := Do(func() int { return nice(t) }); got != before {
		t.Errorf("without a screen work has the priority %d, not %d", got, before)
	}
	On()
	defer screen.Store(false)
	if got := Do(func() int { return nice(t) }); got != 1 {
		t.Errorf("work has the priority %d", got)
	}
	for range 100 { // the thread is not used again
		if got := nice(t); got != before {
			t.Fatalf("who waits has the priority %d, not %d", got, before)
		}
	}
	defer func() {
		if r := recover(); r != "a fault" {
			t.Errorf("the panic is %v", r)
		}
	}()
	Do(func() int { panic("a fault") })
}
