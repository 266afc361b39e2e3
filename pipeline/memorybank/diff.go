package memorybank

import (
	"path"

	"github.com/aymanbagabas/go-udiff"
)

// Diff is what a write would change, as a unified diff with paths below dir; empty when nothing
// would. The archive stands first, as it is written first. It is not cleaned for a terminal.
func Diff(dir string, before, after Files) string {
	one := func(name, old, now string) string {
		from := path.Join(dir, name)
		if old == "" {
			from = "/dev/null"
		}
		return udiff.Unified(from, path.Join(dir, name), old, now)
	}
	return one(Archive, before.Archive, after.Archive) + one(Active, before.Active, after.Active)
}
