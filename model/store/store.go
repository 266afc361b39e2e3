// Package store looks into the SQLite databases in which some agents keep all their sessions. It
// writes nothing and locks nothing: the library that runs the queries never sees the file, only an
// image of it that is put together page by page as it asks for them (image.go). So a store of
// gigabytes costs no more than what of it is looked at, and no copy of it lies anywhere.
package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	_ "modernc.org/sqlite" // the driver
	"modernc.org/sqlite/vfs"

	"cutline/model"
)

var (
	// ErrDamaged is the error of a database that cannot be read, or of one that holds what its
	// agent does not write.
	ErrDamaged = errors.New("the database cannot be read")
	// ErrBusy is the error of a database that is written all the time.
	ErrBusy = errors.New("the database changes while it is read; try again when its agent rests")
)

// magic is what every SQLite database begins with.
const magic = "SQLite format 3\x00"

// Is reports whether a file is an SQLite database, by its first bytes.
func Is(in model.Input) bool {
	head := make([]byte, len(magic))
	n, _ := in.Reader.ReadAt(head, 0) // what cannot be read is none
	return in.Size >= headerBytes && string(head[:n]) == magic
}

// DB is a database as it stood when it was opened.
type DB struct {
	sql    *sql.DB
	size   int64 // bytes
	name   string
	tables map[string][]string
}

// tries is how often a database is read that changes meanwhile.
const tries = 3

// With opens the database and calls f with it, again when the agent has written to the file
// meanwhile: f begins anew then. It must not keep the database.
func With(in model.Input, f func(*DB) error) error {
	for range tries {
		before := stamp(in)
		db, err := open(in)
		if err == nil {
			err = f(db)
			_ = db.close() // it was only read
		}
		if before == nil || same(before, stamp(in)) {
			return err
		}
	}
	return ErrBusy
}

// stamp is what tells one state of a file from another. What an agent appends to the log beside
// it changes nothing here: that is read once. It is nil for what has no file.
func stamp(in model.Input) fs.FileInfo {
	if !onDisk(in) {
		return nil
	}
	info, err := os.Stat(in.Path)
	if err != nil {
		return nil
	}
	return info
}

func same(a, b fs.FileInfo) bool {
	return b != nil && os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// disk is the file system that the library reads from: the images that are open, by name.
var disk = struct {
	once  sync.Once
	name  string
	err   error
	files sync.Map
	count atomic.Int64
}{}

// files implements fs.FS.
type files struct{}

// Open opens an image.
func (files) Open(name string) (fs.File, error) {
	v, ok := disk.files.Load(name)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &file{image: v.(*image), name: name}, nil
}

// options keep the library from writing anything, and from trusting what is in the file.
const options = "mode=ro&immutable=1&_pragma=query_only(1)&_pragma=trusted_schema(0)&_pragma=temp_store(2)"

func open(in model.Input) (*DB, error) {
	img, err := newImage(in)
	if err != nil {
		return nil, err
	}
	disk.once.Do(func() { disk.name, _, disk.err = vfs.New(files{}) })
	if disk.err != nil {
		return nil, disk.err
	}
	db := &DB{size: img.held, name: fmt.Sprintf("store-%d", disk.count.Add(1))}
	disk.files.Store(db.name, img)
	db.sql, err = sql.Open("sqlite", "file:"+db.name+"?vfs="+disk.name+"&"+options)
	if err == nil {
		db.sql.SetMaxOpenConns(1)
		err = db.schema()
	}
	if err != nil {
		_ = db.close() // the error before is the one to tell
		return nil, err
	}
	return db, nil
}

func (db *DB) close() error {
	defer disk.files.Delete(db.name)
	if db.sql == nil {
		return nil
	}
	return db.sql.Close()
}

// schema reads which tables there are and their columns. What looks like a table and is computed
// is none.
func (db *DB) schema() error {
	db.tables = make(map[string][]string)
	return db.Each(`SELECT t.name, c.name FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
		WHERE t.schema = 'main' AND t.type = 'table' AND c.hidden = 0`, nil, func(r Row) error {
		db.tables[r.Text(0)] = append(db.tables[r.Text(0)], r.Text(1))
		return nil
	})
}

// Has reports whether there is a table with all of these columns.
func (db *DB) Has(table string, columns ...string) bool {
	have, ok := db.tables[table]
	for _, c := range columns {
		ok = ok && slices.Contains(have, c)
	}
	return ok
}

// Column is a column in a query, NULL where the table lacks it: agents add some over time.
func (db *DB) Column(table, name string) string {
	if db.Has(table, name) {
		return table + "." + name
	}
	return "NULL"
}
