package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
)

// TestCopies: a draft that keeps everything and summarizes nothing gives the input back. Only the
// session's id is new, and what the agent could not read is repaired.
func TestCopies(t *testing.T) {
	t.Parallel()
	testdata := filepath.Join(sessiontest.Root(t), "testdata")
	exact := map[string]int{}
	for _, pattern := range []string{"sessions/*/*", "cases/*/input*", "prime/sessions/*"} {
		files, err := filepath.Glob(filepath.Join(testdata, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if checkCopy(t, f) {
				s, err := reopened(f, sessiontest.Bytes(t, f))
				if err != nil {
					t.Fatal(err)
				}
				exact[s.Format]++
			}
		}
	}
	for format, least := range map[string]int{"claude-code": 40, "codex": 4, "prime": 45, "gemini": 8, "opencode": 5, "chat": 30} {
		if exact[format] < least {
			t.Errorf("%d sessions of %s are copied to the byte, want %d", exact[format], format, least)
		}
	}
}

// ids are those of OpenCode.
var ids = regexp.MustCompile(`"(ses|msg|prt)_\w+"`)

// checkCopy copies a session and reports whether all its bytes came back.
func checkCopy(t *testing.T, f string) bool {
	t.Helper()
	info, err := os.Stat(f)
	if err != nil || info.IsDir() {
		return false
	}
	b := sessiontest.Bytes(t, f)
	s, err := reopened(f, b)
	if err != nil {
		return false
	}
	format, err := load.Writer(s)
	if err != nil {
		return false
	}
	d := model.Draft{FirstKept: 0}
	for row := range s.Rows {
		d.Items = append(d.Items, model.Item{Kind: model.KeptTail, Row: row})
	}
	id := "0198c0de-0000-4000-8000-000000000001"
	w, err := format.Write(s, d, model.WriteOptions{NewID: func() string { return id }, Now: time.Date(2099, 5, 4, 9, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Logf("%s: %v", f, err) // a session of Prime that has no entry to hang one below
		return false
	}
	var got bytes.Buffer
	if _, err := w.Rope.WriteTo(&got); err != nil {
		t.Fatal(err)
	}
	again, err := reopened(w.Name, got.Bytes())
	if err != nil || len(again.Rows) != len(s.Rows) || format.Name != "chat" && again.ID != w.ID || len(again.Compactions) != len(s.Compactions) {
		t.Errorf("%s: %v; %d messages became %d, id %s", f, err, len(s.Rows), len(again.Rows), again.ID)
		return false
	}
	// A line end is made good, so that the agent can append.
	want, have := b, bytes.ReplaceAll(got.Bytes(), []byte(w.ID), []byte(s.ID))
	if format.Name == "opencode" { // messages and parts have new ids, too
		want, have = ids.ReplaceAll(want, nil), ids.ReplaceAll(have, nil)
	}
	same := bytes.Equal(bytes.TrimSuffix(have, []byte("\n")), bytes.TrimSuffix(want, []byte("\n")))
	if !same && len(w.Repairs) == 0 && !bytes.Contains(b, []byte("\r\n")) && len(s.Problems) == 0 {
		t.Errorf("%s: other bytes, and nothing says why", f)
	}
	return same
}
