package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

const (
	table = "CREATE TABLE t (n INTEGER, words TEXT); CREATE VIEW v AS SELECT 1 AS n;"
	early = "INSERT INTO t VALUES (1, 'one'), (2, NULL), (3, x'616200');"
)

// all is what the table holds.
func all(t *testing.T, in model.Input) []string {
	t.Helper()
	var got []string
	err := With(in, func(db *DB) error {
		if !db.Has("t", "n", "words") || db.Has("t", "x") || db.Has("v") || db.Has("none") {
			t.Errorf("the tables are %v", db.tables)
		}
		return db.Each("SELECT n, words FROM t WHERE n > ? ORDER BY n", []any{0}, func(r Row) error {
			got = append(got, fmt.Sprintf("%d %s", r.Int(0), r.Text(1)))
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestLog: what stands in the log counts, whether the file holds anything or not, as far as its
// transactions are complete.
func TestLog(t *testing.T) {
	t.Parallel()
	more := "UPDATE t SET words = 'uno' WHERE n = 1; INSERT INTO t VALUES (4, '" + strings.Repeat("long ", 2000) + "');"
	without := []string{"1 one", "2 ", "3 ab\x00"}
	with := []string{"1 uno", "2 ", "3 ab\x00", "4 " + strings.Repeat("long ", 2000)}
	cut := func(n int) func([]byte) []byte {
		return func(b []byte) []byte { return b[:len(b)-n] }
	}
	damaged := func(b []byte) []byte {
		b[len(b)-1] ^= 1
		return b
	}
	for _, c := range []struct {
		name, main, later string
		log               func([]byte) []byte // what becomes of the log
		want              []string
	}{
		{"no log", table + early, "", nil, without},
		{"a log", table + early, more, nil, with},
		{"all of it in the log", "", table + early + more, nil, with},
		{"no transaction in the log", table + early, more, func([]byte) []byte { return nil }, without},
		{"the beginning of a log", table + early, "BEGIN;" + more + "COMMIT", func(b []byte) []byte { return b[:logHeader+frameHeader+100] }, without},
		{"a transaction half written", table + early, "BEGIN;" + more + "COMMIT", cut(1), without},
		{"a damaged frame", table + early, "BEGIN;" + more + "COMMIT", damaged, without},
		{"no log, but a file of its name", table + early, more, func([]byte) []byte { return []byte(strings.Repeat("x", 9000)) }, without},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := sessiontest.Database(t, dir, "a.db", c.main, c.later)
			if c.log != nil {
				if err := os.WriteFile(path+"-wal", c.log(sessiontest.Bytes(t, path+"-wal")), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			before := folder(t, dir)
			if c.main == "" && len(before["a.db"]) != 4096 {
				t.Errorf("the file has %d bytes", len(before["a.db"]))
			}
			if d := cmp.Diff(c.want, all(t, sessiontest.Input(t, path))); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(before, folder(t, dir)); d != "" {
				t.Errorf("the folder is another one: %s", d)
			}
		})
	}
}

// folder is what lies in a folder.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		out[f.Name()] = sessiontest.Text(t, filepath.Join(dir, f.Name()))
	}
	return out
}

// TestPiped: a database without a path is read as it is.
func TestPiped(t *testing.T) {
	t.Parallel()
	b := sessiontest.Text(t, sessiontest.Database(t, t.TempDir(), "a.db", table+early, ""))
	in := model.Input{Path: "standard input", Reader: strings.NewReader(b), Size: int64(len(b))}
	if d := cmp.Diff([]string{"1 one", "2 ", "3 ab\x00"}, all(t, in)); d != "" || !Is(in) {
		t.Error(d)
	}
	for _, text := range []string{"", "SQLite format 3\x00", strings.Repeat("x", 200)} {
		if Is(model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}) {
			t.Errorf("%q is no database", text)
		}
	}
}

// TestChanges: a file that is written to meanwhile is read again.
func TestChanges(t *testing.T) {
	t.Parallel()
	path := sessiontest.Database(t, t.TempDir(), "a.db", table+early, "")
	in := sessiontest.Input(t, path)
	grow := func() {
		b := sessiontest.Bytes(t, path)
		if err := os.WriteFile(path, append(b, make([]byte, 4096)...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	if err := With(in, func(*DB) error {
		if n++; n == 1 {
			grow()
			return errors.New("half a page")
		}
		return nil
	}); err != nil || n != 2 {
		t.Errorf("read %d times: %v", n, err)
	}
	if err := With(in, func(*DB) error { grow(); return nil }); !errors.Is(err, ErrBusy) {
		t.Errorf("a file that changes all the time: %v", err)
	}
}

// TestDamaged: a database that is none gives an error.
func TestDamaged(t *testing.T) {
	t.Parallel()
	b := sessiontest.Bytes(t, sessiontest.Database(t, t.TempDir(), "a.db", table+early, ""))
	for n, text := range []string{
		magic + strings.Repeat("\xff", 4096), magic + strings.Repeat("\x00", 4096), string(b[:1000]), magic,
		string(b[:4096]), // the schema is there, the table is not
	} {
		in := model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}
		err := With(in, func(db *DB) error {
			return db.Each("SELECT * FROM t", nil, func(Row) error { return nil })
		})
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%d: %v", n, err)
		}
	}
	sentinel := errors.New("enough")
	in := model.Input{Reader: strings.NewReader(string(b)), Size: int64(len(b))}
	if err := With(in, func(db *DB) error {
		return db.Each("SELECT * FROM t", nil, func(Row) error { return sentinel })
	}); !errors.Is(err, sentinel) {
		t.Errorf("a query that was ended: %v", err)
	}
}

// FuzzLog reads anything as a log: whatever it holds, its pages have one size, and are in the
// database that it tells of or behind its end.
func FuzzLog(f *testing.F) {
	path := sessiontest.Database(f, f.TempDir(), "a.db", table, early)
	f.Add(sessiontest.Bytes(f, path+"-wal"))
	f.Add([]byte("\x37\x7f\x06\x82"))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, ok := readLog(b)
		if !ok {
			return
		}
		for n, p := range c.content {
			if int64(len(p)) != c.pageSize || n < 0 {
				t.Errorf("page %d has %d bytes of %d", n, len(p), c.pageSize)
			}
		}
	})
}

// TestCircles: pages that lead to one and the same page again and again are told from rows.
func TestCircles(t *testing.T) {
	t.Parallel()
	const size, cells = 512, 70
	path := sessiontest.Database(t, t.TempDir(), "a.db", "PRAGMA page_size = 512; CREATE TABLE t (n, words);"+strings.Repeat("INSERT INTO t VALUES (1, 'w');", 30), "")
	b := sessiontest.Bytes(t, path)
	if len(b) != 2*size {
		t.Fatalf("the file has %d bytes", len(b))
	}
	leaf := b[size:]
	to := func(page byte) []byte { // a page that leads to that one only
		p := make([]byte, size)
		copy(p, []byte{5, 0, 0, 0, cells, (size - 5*cells) >> 8, (size - 5*cells) & 0xff, 0, 0, 0, 0, page})
		for i := range cells {
			at := size - 5*(i+1)
			p[12+2*i], p[13+2*i] = byte(at>>8), byte(at)
			copy(p[at:], []byte{0, 0, 0, page, byte(i + 1)})
		}
		return p
	}
	b = slices.Concat(b[:size], to(4), leaf, to(3))
	b[31] = 4 // pages
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := With(sessiontest.Input(t, path), func(db *DB) error {
		return db.Each("SELECT n, words FROM t", nil, func(Row) error { n++; return nil })
	})
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "more comes out") || n < 30 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// TestBeside: what lies beside a database is its log only when it is a file, and the database one.
func TestBeside(t *testing.T) {
	t.Parallel()
	path := sessiontest.Database(t, t.TempDir(), "a.db", table+early, "INSERT INTO t VALUES (4, 'late');")
	b := sessiontest.Text(t, path)
	want := []string{"1 one", "2 ", "3 ab\x00"}
	if d := cmp.Diff(want, all(t, model.Input{Path: path, Reader: strings.NewReader(b), Size: int64(len(b))})); d != "" {
		t.Error(d)
	}
	if err := errors.Join(os.Remove(path+"-wal"), os.Mkdir(path+"-wal", 0o700)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, all(t, sessiontest.Input(t, path))); d != "" {
		t.Error(d)
	}
}
