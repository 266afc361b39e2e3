package save

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// lockName is the file that is locked while somebody writes into a folder.
const lockName = ".cutline.lock"

// lockWait is how long another run may hold the folder: it writes files for no longer than that.
const (
	lockWait = 10 * time.Second
	lockStep = 20 * time.Millisecond
)

// ErrBusy is that of a folder that another run holds.
var ErrBusy = errors.New("another run is writing there; try again")

// locked is a folder into which nobody else writes.
type locked struct {
	dir  string
	made []string // the folders that were not there before, the outer one first
	lock *flock.Flock
}

// enter makes the folder when it is not there, with those above it but no more than so many in all,
// and locks it.
func (l *locked) enter(most int) error {
	var missing []string
	for dir := l.dir; len(missing) < most; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, dir)
	}
	for _, dir := range slices.Backward(missing) {
		switch err := os.Mkdir(dir, 0o700); {
		case err == nil:
			l.made = append(l.made, dir)
		case !errors.Is(err, fs.ErrExist):
			return bare(err)
		}
	}
	lock := flock.New(filepath.Join(l.dir, lockName), flock.SetPermissions(0o600))
	ctx, stop := context.WithTimeout(context.Background(), lockWait)
	defer stop()
	ok, err := lock.TryLockContext(ctx, lockStep)
	switch {
	case errors.Is(err, context.DeadlineExceeded), err == nil && !ok:
		return ErrBusy
	case err != nil:
		return bare(err)
	}
	l.lock = lock
	return nil
}

// leave unlocks the folder.
func (l *locked) leave() error {
	if l.lock == nil {
		return nil
	}
	return l.lock.Close()
}

// unmake takes the folders away that enter has made. One that somebody has put something into stays.
func (l *locked) unmake() {
	if len(l.made) == 0 {
		return
	}
	_ = os.Remove(filepath.Join(l.dir, lockName)) // the folder stays then, empty
	for _, dir := range slices.Backward(l.made) {
		_ = os.Remove(dir)
	}
}
