//go:build !linux

package aside

// lower does nothing where a priority is one of the whole process.
func lower() {}
