package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"cutline/model"
)

// headerBytes is the size of the header of a database.
const headerBytes = 100

// Offsets in the header.
const (
	pageSizeAt    = 16 // two bytes, big-endian; 1 stands for 65536
	writeFormatAt = 18 // 2 says that there may be a log beside the file
	readFormatAt  = 19
)

// image is a database as a reader of it sees it: the pages of the file, and instead of some of them
// those that its agent has written to the log beside it and not yet put in their place. It says of
// itself that there is no such log.
type image struct {
	main     io.ReaderAt
	size     int64 // bytes
	held     int64 // bytes of the file and of the log, which is what there is to read
	pageSize int64
	log      map[int64][]byte // pages of the log, by their number from 0
}

// newImage opens a database. Nothing is locked: the log is read whole, once, up to the last
// transaction that is complete; a file that is written to while the pages are read is found out
// by With.
func newImage(in model.Input) (*image, error) {
	img := &image{main: in.Reader, size: in.Size}
	if info := stamp(in); info != nil && info.Mode().IsRegular() && info.Size() > in.Size {
		img.size = info.Size()
	}
	head := make([]byte, headerBytes)
	if _, err := in.Reader.ReadAt(head, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if img.pageSize = int64(binary.BigEndian.Uint16(head[pageSizeAt:])); img.pageSize == 1 {
		img.pageSize = 1 << 16
	}
	if !isPage(img.pageSize) {
		return nil, fmt.Errorf("%w: its pages have %d bytes", ErrDamaged, img.pageSize)
	}
	log, err := logOf(in)
	if err != nil {
		return nil, fmt.Errorf("read the log beside the database: %w", err)
	}
	img.held = img.size + int64(len(log))
	if l, ok := readLog(log); ok {
		img.pageSize, img.size, img.log = l.pageSize, l.pages*l.pageSize, l.content
	}
	return img, nil
}

// mostLog is the largest log that is read, in bytes: it is held in memory, and agents leave a few MB.
const mostLog = 1 << 30

// logOf reads the log beside a database; nil when there is none.
func logOf(in model.Input) ([]byte, error) {
	if !onDisk(in) {
		return nil, nil
	}
	path := in.Path + "-wal"
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular():
		return nil, nil
	case err != nil:
		return nil, err
	case info.Size() > mostLog:
		return nil, fmt.Errorf("it has %d MB, and more than %d are not read; its agent puts it into the database when it ends", info.Size()>>20, mostLog>>20)
	}
	log, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // it was put into the database meanwhile
	}
	return log, err
}

// onDisk reports whether a database is read from its own file. What was unpacked, or came in a
// stream, has nothing beside it, and what its path names is another file.
func onDisk(in model.Input) bool {
	_, ok := in.Reader.(*os.File)
	return ok
}

// ReadAt reads as io.ReaderAt does.
func (m *image) ReadAt(b []byte, off int64) (int, error) {
	done := 0
	for done < len(b) {
		at := off + int64(done)
		if at >= m.size {
			return done, io.EOF
		}
		page := at / m.pageSize
		want := b[done:min(len(b), done+int(min((page+1)*m.pageSize, m.size)-at))]
		if content, ok := m.log[page]; ok {
			copy(want, content[at-page*m.pageSize:])
		} else if n, err := m.main.ReadAt(want, at); n < len(want) {
			if err == nil || errors.Is(err, io.EOF) { // the file is shorter than its log says
				err = io.ErrUnexpectedEOF
			}
			return done + n, err
		}
		for _, i := range []int64{writeFormatAt, readFormatAt} {
			if i >= at && i < at+int64(len(want)) {
				want[i-at] = 1
			}
		}
		done += len(want)
	}
	return done, nil
}

// file is an image that is open. It implements fs.File and io.Seeker.
type file struct {
	image *image
	name  string
	at    int64
}

// Stat gives the size.
func (f *file) Stat() (fs.FileInfo, error) { return info{f.name, f.image.size}, nil }

// Read reads on from where it stands.
func (f *file) Read(b []byte) (int, error) {
	n, err := f.image.ReadAt(b, f.at)
	f.at += int64(n)
	return n, err
}

// Seek goes to a place that is counted from the beginning.
func (f *file) Seek(off int64, _ int) (int64, error) {
	f.at = off
	return off, nil
}

// Close does nothing.
func (f *file) Close() error { return nil }

// info implements fs.FileInfo.
type info struct {
	name string
	size int64
}

func (i info) Name() string     { return i.name }
func (i info) Size() int64      { return i.size }
func (info) Mode() fs.FileMode  { return 0o400 }
func (info) ModTime() time.Time { return time.Time{} }
func (info) IsDir() bool        { return false }
func (info) Sys() any           { return nil }
