//go:build !unix

package tty

import "os"

// waitMore does not wait: this system's console delivers sequences whole.
func waitMore(*os.File, []byte) bool { return false }
