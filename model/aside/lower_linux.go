package aside

import "syscall"

// lowest is the least priority that a thread can have.
const lowest = 19

// lower takes the priority from the thread that calls it; on Linux it is one of each thread.
func lower() {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), lowest) // without it keys wait a little longer
}
