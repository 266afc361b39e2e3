package save

import (
	"errors"
	"os"
)

// Scratch is a temporary file that only this program sees, and its owner where the system
// cannot take its name away while it is open. It is gone when it is closed.
type Scratch struct {
	*os.File
	named bool
}

// NewScratch makes one in the system's folder for temporary files.
func NewScratch() (Scratch, error) {
	f, err := os.CreateTemp("", "cutline-*")
	if err != nil {
		return Scratch{}, err
	}
	return Scratch{f, os.Remove(f.Name()) != nil}, nil
}

// Close closes and removes it.
func (s Scratch) Close() error {
	err := s.File.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.Name()))
	}
	return err
}
