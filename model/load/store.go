package load

import (
	"fmt"
	"os"

	"cutline/model"
	"cutline/model/store"
)

// stored recognises a database by its tables.
func stored(in model.Input) (found Format, err error) {
	err = store.With(in, func(db *store.DB) error {
		found, err = tables(db)
		return err
	})
	return found, err
}

func tables(db *store.DB) (Format, error) {
	for _, f := range Formats {
		if f.Store != nil && f.Store(db) {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("%w: it is a database in which no agent known here keeps sessions", ErrNotASession)
}

// Sessions lists the sessions of a database, newest first, and says of which format they are. Only
// what the list shows is read.
func Sessions(path string) (list []model.Brief, format string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, "", fmt.Errorf("open %s: %w", path, bare(err))
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return nil, "", fmt.Errorf("open %s: %w", path, bare(err))
	}
	in := model.Input{Path: path, Reader: file, Size: info.Size()}
	if !store.Is(in) {
		return nil, "", fmt.Errorf("read %s: %w", path, fmt.Errorf("%w: it is no database", ErrNotASession))
	}
	err = store.With(in, func(db *store.DB) error {
		f, err := tables(db)
		if err != nil {
			return err
		}
		format = f.Name
		list, err = f.Sessions(db)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", path, err)
	}
	return list, format, nil
}
