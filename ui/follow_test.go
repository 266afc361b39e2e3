package ui

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
)

// growing is an inspector of a file that a test writes to.
func growing(t *testing.T) (*App, *os.File) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "live.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	for i := range 6 {
		record(t, f, i)
	}
	w := &world{path: path}
	e := w.engine(t, plain)
	e.Open = func() (*model.Session, io.Closer, error) { return load.Open(path, load.Choice{}) }
	e.Stat = func() (Stamp, error) {
		info, err := os.Stat(path)
		return Stamp{Info: info}, err
	}
	a := New(e, true, "live.jsonl", pipeline.Defaults())
	t.Cleanup(func() { _ = a.Close() })
	a.Follow()
	a.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	settle(a, a.Init())
	return a, f
}

// text of record i; every other one is the assistant's.
func line(i int) string {
	role := []string{"user", "assistant"}[i%2]
	parent := "null"
	if i > 0 {
		parent = fmt.Sprintf(`"u%d"`, i-1)
	}
	return fmt.Sprintf(`{"type":%q,"uuid":"u%d","parentUuid":%s,"sessionId":"s","message":{"role":%q,"content":"Größe %d"}}`, role, i, parent, role, i) + "\n"
}

func record(t *testing.T, f *os.File, i int) {
	t.Helper()
	if _, err := f.WriteString(line(i)); err != nil {
		t.Fatal(err)
	}
}

// Half a line is neither an error nor a lost message, and nothing is shown twice.
func TestFollowHalfALine(t *testing.T) {
	a, f := growing(t)
	press(a, "g")
	s := line(6)
	cut := strings.Index(s, "ö") + 1 // inside the letter
	if _, err := f.WriteString(s[:cut]); err != nil {
		t.Fatal(err)
	}
	settle(a, a.look())
	if len(a.s.Rows) != 6 || len(a.s.Problems) != 0 {
		t.Fatalf("half a line: %d messages, problems %v", len(a.s.Rows), a.s.Problems)
	}
	if _, err := f.WriteString(s[cut:]); err != nil {
		t.Fatal(err)
	}
	settle(a, a.look())
	if len(a.s.Rows) != 7 || a.s.Rows[6].Label != "Größe 6" {
		t.Fatalf("the whole line: %d messages", len(a.s.Rows))
	}
	for i := 7; i < 307; i++ {
		record(t, f, i)
		if i%25 == 0 {
			settle(a, a.look())
		}
	}
	settle(a, a.look())
	if len(a.s.Rows) != 307 {
		t.Errorf("%d of 307 messages", len(a.s.Rows))
	}
	seen := map[string]bool{}
	for _, r := range a.s.Rows {
		if seen[r.ID] {
			t.Errorf("%s twice", r.ID)
		}
		seen[r.ID] = true
	}
	if a.list.Selected() != 0 {
		t.Errorf("the cursor went to %d", a.list.Selected())
	}
}

// The end is followed when the cursor stands there.
func TestFollowTheEnd(t *testing.T) {
	a, f := growing(t)
	press(a, "G")
	record(t, f, 6)
	record(t, f, 7)
	settle(a, a.look())
	if a.list.Selected() != 7 {
		t.Errorf("the cursor stands on %d", a.list.Selected())
	}
}

// A file that became shorter, or another one in its place, is said and read anew.
func TestFollowReplaced(t *testing.T) {
	a, f := growing(t)
	settle(a, a.look())
	if err := f.Truncate(int64(len(line(0)) + len(line(1)))); err != nil {
		t.Fatal(err)
	}
	settle(a, a.look())
	if len(a.s.Rows) != 2 || !strings.Contains(a.notice.text, "shorter") {
		t.Errorf("%d messages, %q", len(a.s.Rows), a.notice.text)
	}
	other := f.Name() + ".new"
	if err := os.WriteFile(other, []byte(line(0)+line(1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, f.Name()); err != nil {
		t.Fatal(err)
	}
	settle(a, a.look())
	if !strings.Contains(a.notice.text, "took its place") {
		t.Errorf("%q", a.notice.text)
	}
	press(a, "F")
	if a.tail.on {
		t.Error("F does not stop it")
	}
}

// A compressed file has another size than its text; it is read again when it changes, not before.
func TestFollowPacked(t *testing.T) {
	a, f := growing(t)
	fill := func(n int) {
		t.Helper()
		if err := f.Truncate(0); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(f)
		for i := range n {
			if _, err := io.WriteString(z, line(i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	fill(8)
	settle(a, a.look())
	if len(a.s.Rows) != 8 || a.s.Packed != "gzip" {
		t.Fatalf("%d messages, stored as %q", len(a.s.Rows), a.s.Packed)
	}
	was := a.s
	settle(a, a.look())
	if a.s != was {
		t.Error("a file that did not change is read again")
	}
	fill(30)
	settle(a, a.look())
	if len(a.s.Rows) != 30 {
		t.Errorf("%d messages after it grew", len(a.s.Rows))
	}
}
