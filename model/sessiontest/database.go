package sessiontest

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite" // the driver

	"cutline/model"
)

// Database makes an SQLite database in a folder as an agent leaves it that is running: what the
// statements of main make stands in the file, and what those of later do only in the log beside it,
// which there is none of when they are empty. It gives the path.
func Database(tb testing.TB, dir, name, main, later string) string {
	tb.Helper()
	from := filepath.Join(tb.TempDir(), "x.db")
	db, err := sql.Open("sqlite", from)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	statements := []string{main}
	if later != "" {
		statements = []string{"PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0", main, "PRAGMA wal_checkpoint(TRUNCATE)", later}
	}
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			tb.Fatalf("%v in %.200s", err, s)
		}
	}
	to := filepath.Join(dir, name)
	for _, end := range []string{"", "-wal"} { // before it is closed, which would put the log into the file
		b, err := os.ReadFile(from + end)
		if err != nil {
			if end != "" && later == "" {
				continue
			}
			tb.Fatal(err)
		}
		if err := os.WriteFile(to+end, b, 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return to
}

// Input is a file to be read; it is closed with the test.
func Input(tb testing.TB, path string) model.Input {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = f.Close() })
	info, err := f.Stat()
	if err != nil {
		tb.Fatal(err)
	}
	return model.Input{Path: path, Reader: f, Size: info.Size()}
}
