package save

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

const indexName = "INDEX.md"

// entry adds a line to an index.
func entry(text string) func(string) string {
	return func(old string) string { return old + text + "\n" }
}

func segments(names ...string) []Segment {
	out := make([]Segment, len(names))
	for i, n := range names {
		out[i] = Segment{Name: n, Text: func() string { return "text of " + n }}
	}
	return out
}

func TestSegments(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mem")
	if next, err := CheckSegments(dir); next != 1 || err != nil {
		t.Fatalf("a folder to come: %d, %v", next, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the check made the folder: %v", err)
	}
	first, err := WriteSegments(dir, indexName, segments("segment_001.md", "segment_002.md"), entry("one, two"))
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Keep(); err != nil {
		t.Fatal(err)
	}
	if next, err := CheckSegments(dir); next != 3 || err != nil {
		t.Errorf("the next is %d, %v", next, err)
	}
	second, err := WriteSegments(dir, indexName, segments("segment_003.md"), entry("three"))
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Keep(); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, lockName, indexName, "segment_001.md", "segment_002.md", "segment_003.md")
	if got := read(t, filepath.Join(dir, indexName)); got != "one, two\nthree\n" {
		t.Errorf("the index is %q", got)
	}
	if got := read(t, filepath.Join(dir, "segment_002.md")); got != "text of segment_002.md" {
		t.Errorf("a segment is %q", got)
	}
	for _, name := range []string{indexName, "segment_003.md", lockName} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, st.Mode(), err)
		}
	}
}

func TestSegmentsAreTakenBack(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mem")
	s, err := WriteSegments(dir, indexName, segments("segment_001.md"), entry("one"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Undo(); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Dir(dir))

	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file(t, filepath.Join(dir, indexName), "old\n", 0o600)
	if s, err = WriteSegments(dir, indexName, segments("segment_001.md"), entry("one")); err != nil {
		t.Fatal(err)
	}
	if err := s.Undo(); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, lockName, indexName)
	if got := read(t, filepath.Join(dir, indexName)); got != "old\n" {
		t.Errorf("the index is %q", got)
	}
}

// TestSegmentsNeverReplace: a name that is taken fails, and takes nothing else with it.
func TestSegmentsNeverReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file(t, filepath.Join(dir, "segment_002.md"), "mine", 0o600)
	_, err := WriteSegments(dir, indexName, segments("segment_001.md", "segment_002.md"), entry("one"))
	if !errors.Is(err, ErrTaken) || errors.Is(err, ErrExists) || !strings.Contains(err.Error(), "segment_002.md") {
		t.Errorf("the error is %v", err)
	}
	holds(t, dir, lockName, "segment_002.md")
	if got := read(t, filepath.Join(dir, "segment_002.md")); got != "mine" {
		t.Errorf("the file is %q", got)
	}
}

func TestSegmentsElsewhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := file(t, filepath.Join(dir, "a file"), "mine", 0o600)
	for _, path := range []string{in, filepath.Join(in, "mem"), filepath.Join(dir, "nowhere", "mem")} {
		if _, err := CheckSegments(path); !errors.Is(err, ErrTarget) {
			t.Errorf("check %s: %v", path, err)
		}
		if _, err := WriteSegments(path, indexName, segments("segment_001.md"), entry("one")); err == nil {
			t.Errorf("%s was written to", path)
		}
	}
	holds(t, dir, "a file")

	if err := os.Mkdir(filepath.Join(dir, indexName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteSegments(dir, indexName, segments("segment_001.md"), entry("one")); err == nil {
		t.Error("an index that is a folder was written")
	}
	holds(t, dir, lockName, indexName, "a file")
}

// TestSegmentsOfTwoRuns: runs at once wait for each other, so no entry of the index is lost.
func TestSegmentsOfTwoRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var wg sync.WaitGroup
	for _, n := range []string{"1", "2", "3", "4"} {
		wg.Go(func() {
			s, err := WriteSegments(dir, indexName, segments("segment_00"+n+".md"), entry("run "+n))
			if err == nil {
				err = s.Keep()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	index := read(t, filepath.Join(dir, indexName))
	for _, n := range []string{"1", "2", "3", "4"} {
		if strings.Count(index, "run "+n+"\n") != 1 {
			t.Errorf("the index is %q", index)
		}
	}
}

func TestNextSegment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"segment_009.md", "segment_1234.md", "segment_x.md", "segment_99999.txt", "other_99999.md"} {
		file(t, filepath.Join(dir, name), "", 0o600)
	}
	if n, err := NextSegment(dir); n != 1235 || err != nil {
		t.Errorf("next is %d, %v", n, err)
	}
}
