package ui

import (
	"os"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Stamp is the state of a session's file: which file it is, how long it is and when it was
// written last. Beside are files next to it that hold a part of the session.
type Stamp struct {
	Info   os.FileInfo
	Beside []os.FileInfo
}

// Stat takes the stamp of a file. A database keeps what was written last beside itself.
func Stat(path string) (Stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}, err
	}
	st := Stamp{Info: info}
	if log, err := os.Stat(path + "-wal"); err == nil {
		st.Beside = append(st.Beside, log)
	}
	return st, nil
}

// Same reports whether nothing was written between two stamps.
func (s Stamp) Same(o Stamp) bool {
	if s.Info == nil || o.Info == nil || len(s.Beside) != len(o.Beside) || !unwritten(s.Info, o.Info) {
		return false
	}
	for i := range s.Beside {
		if !unwritten(s.Beside[i], o.Beside[i]) {
			return false
		}
	}
	return true
}

func unwritten(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// Written waits until something happens to a file, at most so long. Where the system tells of
// nothing, as on many network drives, it is only a pause.
func Written(path string, most time.Duration) {
	end := time.NewTimer(most)
	defer end.Stop()
	var events chan fsnotify.Event
	if w, err := fsnotify.NewWatcher(); err == nil {
		defer func() { _ = w.Close() }() // it was only listened to
		if w.Add(path) == nil {
			events = w.Events
		}
	}
	select {
	case <-events:
	case <-end.C:
	}
}
