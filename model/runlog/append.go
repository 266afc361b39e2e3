package runlog

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	// Name is the file of the runs, in the folder of the program's state. Name with .1 after it is
	// the one before it; there is no third.
	Name = "runs.jsonl"
	lock = "runs.lock"
	room = 1 << 20 // bytes that Name holds; some thousand runs
)

// Append writes a record to the end of the file of the runs in dir, which is made when it is not
// there. Programs that do so at the same time do not disturb each other: each line is one write.
// The error is one sentence.
func Append(dir string, r Record) error {
	if err := appendTo(dir, r, room); err != nil {
		return fmt.Errorf("the run is not noted down in %s: %w", filepath.Join(dir, Name), bare(err))
	}
	return nil
}

func appendTo(dir string, r Record, room int64) error {
	line, err := r.line()
	if err != nil {
		return err
	}
	return appendLine(dir, Name, line, room)
}

// appendLine writes a line to the end of a file in dir, which becomes the one before it when it would
// be larger than its room.
func appendLine(dir, name string, line []byte, room int64) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	if full(path, int64(len(line)), room) {
		rotate(dir, path, int64(len(line)), room)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	n, err := f.Write(line)
	if err != nil && n > 0 {
		_, _ = f.Write([]byte("\n")) // the next line begins on its own, if there is room for that much
	}
	return cmp.Or(err, f.Close())
}

// full reports whether a line would make the file larger than it may be.
func full(path string, line, room int64) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size()+line > room
}

// rotate makes the file the one before it. One program does so at a time; the others go on
// writing, to either of the two. When it cannot be done, the file grows.
func rotate(dir, path string, line, room int64) {
	f, err := os.OpenFile(filepath.Join(dir, lock), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()          // which gives the lock back
	if tryLock(f) && full(path, line, room) { // another one may have done it meanwhile
		_ = os.Rename(path, path+".1")
	}
}

// bare is an error without the path, which stands in the sentence already.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
