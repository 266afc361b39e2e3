// Package aside lets work that nobody waits for stand aside: while a screen is open, counting and reading run on threads
// of the lowest priority, so that a key finds a processor however few there are. A program without a screen
// works as fast as it can.
package aside

import (
	"runtime"
	"sync/atomic"
)

var screen atomic.Bool

// On says that there is a screen now.
func On() { screen.Store(true) }

// Enter makes the goroutine that calls it stand aside until it ends. Its thread ends with it, since a priority
// that was given away does not come back.
func Enter() {
	if screen.Load() {
		runtime.LockOSThread()
		lower()
	}
}

// Do works in a goroutine that stands aside, and waits for it. A panic of the work is one of Do.
func Do[T any](work func() T) (out T) {
	if !screen.Load() {
		return work()
	}
	over := make(chan any)
	go func() {
		defer func() { over <- recover() }()
		Enter()
		out = work()
	}()
	if fault := <-over; fault != nil {
		panic(fault)
	}
	return out
}
