package runlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The test binary is also the programs that write at the same time.
const (
	writerDir   = "RUNLOG_TEST_DIR"
	writerRoom  = "RUNLOG_TEST_ROOM"
	writerID    = "RUNLOG_TEST_ID"
	writerLines = 150
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDir); dir != "" {
		room, err := strconv.ParseInt(os.Getenv(writerRoom), 10, 64)
		if err == nil {
			err = write(dir, os.Getenv(writerID), room)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func write(dir, id string, room int64) error {
	for i := range writerLines {
		if err := appendTo(dir, Record{ID: id, Attempts: i, Session: strings.Repeat("s", i)}, room); err != nil {
			return err
		}
	}
	return nil
}

// together has several processes, and several goroutines of this one, write to a folder.
func together(t *testing.T, dir string, room int64) (writers int) {
	t.Helper()
	const each = 3
	var wg sync.WaitGroup
	for i := range each {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), writerDir+"="+dir, writerRoom+"="+strconv.FormatInt(room, 10), writerID+"=p"+strconv.Itoa(i))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
		wg.Go(func() {
			if err := write(dir, "g"+strconv.Itoa(i), room); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	return 2 * each
}

// read gives the records of a file; each line has to be one.
func read(t *testing.T, path string) []Record {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []Record
	for line := range strings.Lines(string(b)) {
		var r Record
		if err := json.Unmarshal([]byte(line), &r); err != nil || !strings.HasSuffix(line, "\n") {
			t.Fatalf("%s: a line is broken (%v): %q", path, err, line)
		}
		out = append(out, r)
	}
	return out
}

func TestProgramsAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writers := together(t, dir, room)
	next := map[string]int{}
	for _, r := range read(t, filepath.Join(dir, Name)) {
		if r.Attempts != next[r.ID] {
			t.Errorf("%s: line %d comes after %d", r.ID, r.Attempts, next[r.ID])
		}
		next[r.ID]++
	}
	for id, n := range next {
		if n != writerLines {
			t.Errorf("%s: %d lines", id, n)
		}
	}
	if len(next) != writers {
		t.Errorf("%d writers", len(next))
	}
}

func TestProgramsAtOnceRotate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	together(t, dir, 8<<10) // some 300 KB
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if n := e.Name(); n != Name && n != Name+".1" && n != lock {
			t.Errorf("there is a %s", n)
		}
	}
	for _, n := range []string{Name, Name + ".1"} {
		got := read(t, filepath.Join(dir, n))
		info, err := os.Stat(filepath.Join(dir, n))
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 || info.Size() > 64<<10 { // who finds another one rotating writes on meanwhile
			t.Errorf("%s: %d records, %d bytes", n, len(got), info.Size())
		}
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state", "cutline")
	path := filepath.Join(dir, Name)
	for i := range 3 {
		if err := appendTo(dir, Record{Attempts: i}, 300); err != nil {
			t.Fatal(err)
		}
	}
	old, now := read(t, path+".1"), read(t, path)
	if len(old) != 1 || len(now) != 1 || old[0].Attempts != 1 || now[0].Attempts != 2 {
		t.Errorf("before %+v, now %+v", old, now)
	}
	for p, want := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, path: 0o600, path + ".1": 0o600} {
		if info, err := os.Stat(p); err != nil || info.Mode() != want && os.PathSeparator == '/' {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
}

func TestAppendSaysWhy(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Append(file, Record{})
	if err == nil || !strings.HasPrefix(err.Error(), "the run is not noted down in "+filepath.Join(file, Name)+": ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	in := Record{
		Time: time.Date(2026, 11, 30, 12, 0, 0, 5_678_901, time.FixedZone("", 3600)), Session: "/home/dev/shop/rollout-2026-11-30T10-00-00-019a8c3e-7f00-7000-8000-0123456789ab.jsonl",
		ID: "019a8c3e-7f00-7000-8000-0123456789ab", Format: "claude-code", Strategy: "fair", Outcome: "degraded", ErrorKinds: []string{"ResourceExhausted", "TimedOut"}, Attempts: 3,
		Family: "terse", Host: "localhost:11434", Model: "anthropic/claude-haiku-4.5:thinking", TokensBefore: 10, TokensAfter: 5, CharsBefore: 40, CharsAfter: 20, Compression: 0.5, Millis: 1234,
	}
	line, err := in.line()
	if err != nil {
		t.Fatal(err)
	}
	var got Record
	if err := json.Unmarshal(line, &got); err != nil {
		t.Fatal(err)
	}
	in.Session = "rollout-2026-11-30T10-00-00-019a8c3e-7f00-7000-8000-0123456789ab.jsonl"
	in.Time = time.Date(2026, 11, 30, 11, 0, 0, 5_000_000, time.UTC)
	if diff := cmp.Diff(in, got); diff != "" {
		t.Error(diff)
	}
}

// keys are made up, in the shapes that keys have.
var keys = []string{
	"sk-ant-api03-AbCdEfGh1jKlMnOpQrStUvWx_yz-0123456789AA", "sk-proj-abcdefghijklmnop", "sk-or-v1-0123456789abcdef0123456789abcdef", "AIzaSyA0123456789abcdefghijklmnopqrstuv",
	"xai-abcdefghijklmnopqrstuvwxyz", "gsk_abcdefghijklmnopqrst", "hf_abcdefghijklmnop", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "github_pat_11AAAAAAA0abcdefghij", "glpat-abcdefghij0123456789",
	"xoxb-0123456789-abcdefgh", "AKIAABCDEFGHIJKLMNOP", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh", "pplx-0123456789abcdef", "kR3vT9bQ2mZx7LpW4nYs8DfG6hJc1AeU",
	"-----BEGIN RSA PRIVATE KEY-----\nMIIEabcdef\n-----END RSA PRIVATE KEY-----", "Bearer abcdef0123456789", "https://me:hunter22@host.example.com", "api_key=hunter22hunter22",
}

// secretOf is the part of a key that must not be seen.
func secretOf(key string) string {
	for _, s := range []string{"MIIEabcdef", "abcdef0123456789", "hunter22"} {
		if strings.Contains(key, s) && (strings.ContainsAny(key, " \n/=") && !strings.HasPrefix(key, "sk-")) {
			return s
		}
	}
	return key
}

func TestNoKeyIsWritten(t *testing.T) {
	t.Parallel()
	for _, k := range keys {
		for _, text := range []string{k, "a " + k, k + ".jsonl", "model/" + k} {
			r := Record{Session: text, ID: text, Format: text, Strategy: text, Outcome: text, ErrorKinds: []string{text, "TimedOut"}, Family: text, Host: text, Model: text}
			line, err := r.line()
			if err != nil {
				t.Fatal(err)
			}
			if s := secretOf(k); strings.Contains(string(line), s) {
				t.Errorf("%q is written: %s", s, line)
			}
		}
	}
}

// TestNoTextIsWritten shows that a field which is given a text holds little of it.
func TestNoTextIsWritten(t *testing.T) {
	t.Parallel()
	text := "Please look at the ledger\n" + strings.Repeat("and at the rest of it ", 400)
	line, err := Record{Session: text, ID: text, Format: text, Strategy: text, Outcome: text, ErrorKinds: strings.SplitAfter(text, " "), Family: text, Host: text, Model: text}.line()
	if err != nil || len(line) > 2000 || bytes.Contains(line, []byte("at the rest")) || bytes.Count(line, []byte("\n")) != 1 {
		t.Errorf("%d bytes (%v): %s", len(line), err, line)
	}
}

func TestNamesAreNotHidden(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"rollout-2026-11-30T10-00-00-019a8c3e-7f00-7000-8000-0123456789ab.jsonl", "2026-11-30T10-00-00-000Z_0199aabb-ccdd-7eee-8fff-001122334455.jsonl", "claude-sonnet-4-5-20250929", "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
		"Qwen/Qwen2.5-Coder-32B-Instruct", "ses_4f2b9a1c7d", "session-2026-11-30T10-00-01234567.json", "key-bindings.jsonl", "asia-pacific-rollout-notes.json", "read demo.jsonl: line 12: unexpected end of JSON", "tokens: 183204 of 200000",
	} {
		if got := Hide(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
