package wire

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"cutline/model"
	"cutline/ui/cli"
)

// branchReader reads the branch of a file that o names, in one way or another, again and again.
func branchReader(o cli.Open) func(read func(cli.Open) (*model.Session, io.Closer, error)) (*model.Session, io.Closer, error) {
	var was atomic.Bool // it was there
	return func(read func(cli.Open) (*model.Session, io.Closer, error)) (*model.Session, io.Closer, error) {
		s, closer, err := read(o)
		var gone *model.NotHereError
		if was.Load() && o.Leaf != "" && errors.As(err, &gone) {
			// The agent has gone on from the end of the branch: its end is now the last of the file.
			last := o
			last.Leaf = ""
			s, closer, err = read(last)
		}
		if err == nil {
			was.Store(true)
		}
		return s, closer, err
	}
}

// Once reads a stream at the first call: reading a session again, or another one of the stream,
// is reading the same bytes.
func Once(r io.Reader) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) { return io.ReadAll(r) })
}
