//go:build !windows

package save

import (
	"io/fs"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// pending is a temporary file that becomes another one.
type pending = renameio.PendingFile

func newPending(path string, mode fs.FileMode) (*pending, error) {
	return renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(mode))
}
