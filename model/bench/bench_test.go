package bench_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/bench"
	"cutline/model/claudecode"
	"cutline/model/load"
)

// claude makes a session in memory.
func claude(t *testing.T, size int64, seed uint64) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := bench.Claude(&b, size, seed); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lines counts what is written to it, line by line, and keeps nothing else.
type lines struct {
	sizes []int // line ends included
	open  int   // bytes of a line that has no end yet
	total int64
}

func (l *lines) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		l.open += len(line)
		if line[len(line)-1] == '\n' {
			l.sizes, l.open = append(l.sizes, l.open), 0
		}
	}
	l.total += int64(len(b))
	return len(b), nil
}

// measure makes a session and keeps the sizes of its lines.
func measure(t *testing.T, size int64, seed uint64) *lines {
	t.Helper()
	var l lines
	if err := bench.Claude(&l, size, seed); err != nil {
		t.Fatal(err)
	}
	if l.open > 0 {
		t.Errorf("size %d, seed %d: the last line has no end", size, seed)
	}
	return &l
}

// Lines are spread as Quantiles says.
func TestQuantiles(t *testing.T) {
	t.Parallel()
	n := measure(t, 60_000_000, 1).sizes
	slices.Sort(n)
	if n[0] < bench.MinLine || n[len(n)-1] > bench.MaxLine {
		t.Errorf("lines of %d to %d bytes", n[0], n[len(n)-1])
	}
	for _, q := range bench.Quantiles {
		got := n[int(q.Share*float64(len(n)))]
		if off := math.Abs(float64(got)/float64(q.Bytes) - 1); off > 0.15 {
			t.Errorf("%.0f%% of %d lines have up to %d bytes, want about %d", 100*q.Share, len(n), got, q.Bytes)
		}
	}
}

// slack is how far a session may be from the size that was asked for, in bytes.
const slack = 8_192

func TestGiants(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size int64
		want int
	}{{bench.GiantEvery - 1, 0}, {2*bench.GiantEvery + 5, 2}} {
		got, giants := measure(t, c.size, 1), 0
		for _, n := range got.sizes {
			if n >= bench.GiantLine {
				giants++
			}
		}
		if giants != c.want || max(got.total-c.size, c.size-got.total) > slack {
			t.Errorf("size %d: %d bytes with %d giants, want %d", c.size, got.total, giants, c.want)
		}
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{20_000, 300_000, 1 << 20, 5_000_000} {
		for seed := range uint64(4) {
			if got := measure(t, size, seed).total; max(got-size, size-got) > slack {
				t.Errorf("size %d, seed %d: %d bytes", size, seed, got)
			}
		}
	}
	if got := measure(t, 0, 1).total; got == 0 || got > slack {
		t.Errorf("size 0: %d bytes", got)
	}
}

func TestSeed(t *testing.T) {
	t.Parallel()
	a := claude(t, 200_000, 7)
	if !bytes.Equal(a, claude(t, 200_000, 7)) {
		t.Error("one seed gave two sessions")
	}
	if bytes.Equal(a, claude(t, 200_000, 8)) {
		t.Error("two seeds gave one session")
	}
}

// The reader of the format has nothing to object to.
func TestRead(t *testing.T) {
	t.Parallel()
	b := claude(t, 3_000_000, 1)
	for line := range bytes.Lines(b) {
		if !json.Valid(line) {
			t.Fatalf("no JSON: %.200s", line)
		}
	}
	s, err := claudecode.Read(model.Input{Path: "bench.jsonl", Reader: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Problems) > 0 || s.Unknown > 0 || s.Branches > 0 || s.Earlier > 0 {
		t.Errorf("%d unknown records, %d branches, %d hidden messages, problems %v", s.Unknown, s.Branches, s.Earlier, s.Problems)
	}
	if s.Turns() == 0 || len(s.Rows) < 10*s.Turns() || !s.Usage.Known {
		t.Errorf("%d turns, %d messages, usage known: %v", s.Turns(), len(s.Rows), s.Usage.Known)
	}
	for _, l := range s.Links {
		if l.Peer < 0 {
			t.Errorf("%s of message %d stands alone", l.Name, l.Row)
		}
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	t.Parallel()
	if err := bench.Claude(full{}, 100_000, 1); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkClaude(b *testing.B) {
	const size = 10_000_000
	b.SetBytes(size)
	for b.Loop() {
		if err := bench.Claude(bytes.NewBuffer(make([]byte, 0, size+10_000)), size, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// A home folder holds sessions of every kind, each of which its reader reads.
func TestHome(t *testing.T) {
	t.Parallel()
	dir, n := t.TempDir(), 30
	total, err := bench.Home(dir, n)
	if err != nil {
		t.Fatal(err)
	}
	formats, files, size := map[string]int{}, 0, int64(0)
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), "agent-") {
			return err
		}
		s, closer, err := load.Open(path, load.Choice{})
		if err != nil {
			return err
		}
		if len(s.Problems) > 0 || s.Unknown > 0 || len(s.Rows) < 2 {
			t.Errorf("%s: %d messages, %d unknown records, problems %v", path, len(s.Rows), s.Unknown, s.Problems)
		}
		for _, l := range s.Links {
			if l.Peer < 0 {
				t.Errorf("%s: %s of message %d stands alone", path, l.Name, l.Row)
			}
		}
		formats[s.Format]++
		files, size = files+1, size+s.Bytes
		return closer.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(formats) != 6 || files != n || size != total || size/int64(n) > 300<<10 {
		t.Errorf("%d files of %v, %d bytes; %d were said", files, formats, size, total)
	}
}
