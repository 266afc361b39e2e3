// Package early runs before the terminal library does. That library asks the terminal for
// its background colour when it is loaded, and waits five seconds where none answers: in a
// script, in CI, in a recorder. It does not ask where the environment says CI, so that is
// what the environment says until Restore is called. The background is asked for later, by
// package tty, without waiting.
//
// Nothing but os is imported, so that Go initialises this package first.
package early

import "os"

var before, was = hush()

func hush() (string, bool) {
	v, ok := os.LookupEnv("CI")
	if !ok {
		_ = os.Setenv("CI", "1") // it cannot fail for a valid name
	}
	return v, ok
}

// Restore gives the environment back what it was.
func Restore() {
	if !was {
		_ = os.Unsetenv("CI") // it cannot fail for a valid name
		return
	}
	_ = os.Setenv("CI", before) // it cannot fail for a valid name
}
