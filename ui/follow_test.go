package ui

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
)

// growing is an inspector of a file that a test writes to.
func growing(t *testing.T) (*App, *os.File) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "live.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	for i := range 6 {
		record(t, f, i)
	}
	return following(t, f.Name()), f
}

// following is an inspector that follows a file.
func following(t *testing.T, path string) *App {
	t.Helper()
	w := &world{path: path}
	e := w.engine(t, plain)
	e.Open = func() (*model.Session, io.Closer, error) { return load.Open(path, load.Choice{}) }
	e.Stat = func() (Stamp, error) { return Stat(path) }
	a := New(e, true, "live.jsonl", pipeline.Defaults())
	t.Cleanup(func() { _ = a.Close() })
	a.Follow()
	a.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	settle(a, a.Init())
	return a
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
	t.Parallel()
	a, f := growing(t)
	press(a, "g")
	s := line(6)
	cut := strings.Index(s, "ö") + 1 // inside the letter
	if _, err := f.WriteString(s[:cut]); err != nil {
		t.Fatal(err)
	}
	settle(a, a.look())
	if len(a.s.Rows) != 6 || len(a.problems()) != 0 {
		t.Fatalf("half a line: %d messages, problems %v", len(a.s.Rows), a.problems())
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
	t.Parallel()
	a, f := growing(t)
	press(a, "G")
	record(t, f, 6)
	record(t, f, 7)
	settle(a, a.look())
	if a.list.Selected() != 7 {
		t.Errorf("the cursor stands on %d", a.list.Selected())
	}
}

// told looks at the file and gives what is said of it.
func told(a *App) string {
	settle(a, a.look())
	return a.notice.text
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// lines are the records from one to before another.
func lines(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(line(i))
	}
	return b.String()
}

// What happens to a file is said once, with the numbers before and after, and then it goes on.
func TestFollowWhatHappens(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	path := f.Name()
	steps := []struct {
		name string
		do   func() error
		says string
		n    int
	}{
		{"nothing", func() error { return nil }, "", 6},
		{"shorter", func() error { return f.Truncate(int64(len(lines(0, 2)))) }, "the file became shorter: 6 → 2 messages", 2},
		{"another of the same size", func() error {
			write(t, path+".new", strings.ReplaceAll(lines(0, 2), "Größe", "Grüße"))
			return os.Rename(path+".new", path)
		}, "another file took its place: 2 → 2 messages", 2},
		{"gone", func() error { return os.Rename(path, path+".old") }, "the file is gone", 2},
		{"still gone", func() error { a.notice.text = ""; return nil }, "", 2},
		{"back as it was", func() error { return os.Rename(path+".old", path) }, "the file is back, as it was", 2},
		{"gone again", func() error { return os.Remove(path) }, "the file is gone", 2},
		{"empty", func() error { write(t, path, ""); return nil }, "cannot be read now", 2},
		{"back with more", func() error { write(t, path, lines(0, 9)); return nil }, "the file is back; another file took its place: 2 → 9 messages", 9},
		{"other words in their place", func() error {
			write(t, path, regexp.MustCompile(`"u(\d)`).ReplaceAllString(lines(0, 9), `"v$1`))
			later := time.Now().Add(time.Hour) // a clock that is too coarse would show no change
			return os.Chtimes(path, later, later)
		}, "9 of the context are gone, 9 new: 9 → 9 messages", 9},
		{"grown over what was cut off", func() error { write(t, path, lines(3, 30)); return nil }, "9 of the context are gone, 27 new: 9 → 27 messages", 27},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			t.Fatal(err)
		}
		if said := told(a); !strings.Contains(said, s.says) || s.says == "" && said != "" {
			t.Errorf("%s: %q, want %q", s.name, said, s.says)
		}
		if len(a.s.Rows) != s.n {
			t.Errorf("%s: %d messages, want %d", s.name, len(a.s.Rows), s.n)
		}
		if gone := strings.Contains(a.header(), "following, the file is gone"); gone != strings.Contains(s.name, "gone") {
			t.Errorf("%s: the header says %q", s.name, a.header())
		}
	}
	press(a, "F")
	if a.tail.on {
		t.Error("F does not stop it")
	}
}

// answer is an answer for which the server reported so many tokens.
func answer(i, tokens int) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":"u%d","parentUuid":"u%d","sessionId":"s","message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Answer %d"}],"usage":{"input_tokens":%d,"output_tokens":7}}}`, i, i-1, i, i, tokens) + "\n"
}

// The first picture in which a compaction would fire says so, and what is appended after it does
// not hide that. When the agent compacts, that is said, and the cursor goes to what is left.
func TestFollowACompaction(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	press(a, "g", "down", "down")
	add := func(s string) string {
		t.Helper()
		if _, err := f.WriteString(s); err != nil {
			t.Fatal(err)
		}
		return told(a)
	}
	if said := add(line(6) + answer(7, 100_000)); said != "2 messages new, 8 in all" {
		t.Errorf("growing: %q", said)
	}
	if said := add(line(8) + answer(9, 183_000)); !strings.Contains(said, "a compaction would fire now: ") {
		t.Errorf("full: %q", said)
	}
	if said := add(line(10)); !strings.Contains(said, "a compaction would fire now: ") || len(a.s.Rows) != 11 {
		t.Errorf("one more: %q, %d messages", said, len(a.s.Rows))
	}
	if at := a.s.Rows[a.list.Selected()].ID; at != "u2" {
		t.Errorf("the cursor went from u2 to %s", at)
	}
	said := add(`{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null,"sessionId":"s","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":183000}}` + "\n" +
		`{"type":"user","uuid":"sum","parentUuid":"b","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"This session is being continued from a previous conversation."}}` + "\n" +
		strings.Replace(line(11), `"u10"`, `"sum"`, 1))
	if !strings.Contains(said, "the agent compacted: 183,000 → ") || !strings.Contains(said, "11 → 2 messages") {
		t.Errorf("compacted: %q", said)
	}
	if len(a.s.Rows) != 2 || a.list.Selected() < 0 {
		t.Errorf("%d messages, the cursor on %d", len(a.s.Rows), a.list.Selected())
	}
	a.View()
}

// A result is written from the file that it was made of, however much has happened to that file.
func TestFollowWithAResult(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	press(a, "c")
	if a.result == nil {
		t.Fatalf("no result: %q", a.notice.text)
	}
	made := a.s
	write(t, f.Name()+".new", lines(0, 3))
	if err := os.Rename(f.Name()+".new", f.Name()); err != nil {
		t.Fatal(err)
	}
	told(a)
	record(t, f, 6) // to the old one, which is no longer there
	told(a)
	write(t, f.Name(), lines(0, 20))
	told(a)
	if len(a.s.Rows) != 20 || a.from != made {
		t.Errorf("%d messages, result of the one that it was made of: %t", len(a.s.Rows), a.from == made)
	}
	if note := a.gatesNote(); !strings.Contains(note, "went on since") {
		t.Errorf("the gates say %q", note)
	}
	press(a, "w", "enter")
	if a.written == "" {
		t.Errorf("not written: %q", a.notice.text)
	}
	press(a, "R")
	if a.result != nil || a.source != nil {
		t.Error("the old file stays open after its result is gone")
	}
}

// What is under way is not disturbed: neither a run nor the first reading of a large file.
func TestFollowWaits(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	s := a.s
	record(t, f, 6)
	reading := a.again()
	a.running = &progress{what: "compacting"}
	told(a)
	settle(a, reading) // it was under way when the run began
	if a.s != s {
		t.Error("a session was taken away from a run")
	}
	a.running = nil
	a.preview = true
	told(a)
	if a.s != s {
		t.Error("the beginning of a session was taken for all of it")
	}
	a.preview = false
	told(a)
	if len(a.s.Rows) != 7 {
		t.Errorf("%d of 7 messages", len(a.s.Rows))
	}
	a.Update(lookMsg{a.tail.gen - 1})
	if _, cmd := a.Update(lookMsg{a.tail.gen - 1}); cmd != nil {
		t.Error("what was switched off and on again is looked at twice as often")
	}
}

// A file in which there is nothing yet is looked at until there is.
func TestFollowFromTheBeginning(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.jsonl")
	write(t, path, "")
	a := following(t, path)
	if a.s != nil || a.err == nil {
		t.Fatal("an empty file is a session")
	}
	told(a)
	write(t, path, lines(0, 1))
	told(a)
	if a.s == nil || len(a.s.Rows) != 1 || a.Err() != nil {
		t.Fatalf("the first message does not appear: %v", a.err)
	}
	write(t, path, lines(0, 80))
	told(a)
	if a.list.Selected() != 79 {
		t.Errorf("the cursor stands on %d, not at the end", a.list.Selected())
	}
}

// A compressed file has another size than its text; it is read again when it changes, not before.
func TestFollowPacked(t *testing.T) {
	t.Parallel()
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
