package runlog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestScores(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state", "cutline")
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	path := "/home/dev/sk-abcdef123456/s.jsonl"
	want := []Score{
		{Time: at, Event: "PreCompact", Session: "s", Path: PathOf(path), Bytes: 100},
		{Time: at, Event: "PostCompact", Session: "s", Path: PathOf(path), Format: "codex", Line: 7, Trigger: "auto", Rating: &Rating{Score: 50, N: 3, Lost: []string{"ask"}}},
	}
	for i, s := range want {
		s.Path = path
		if err := AppendScore(dir, s); err != nil {
			t.Fatal(err)
		}
		other := Score{Time: at, Event: "a text of\nthe session", Path: "/other"}
		if err := AppendScore(dir, other); err != nil {
			t.Fatal(err)
		}
		if i == 0 { // what fits no more is in the file before
			if err := os.Rename(filepath.Join(dir, ScoresName), filepath.Join(dir, ScoresName+".1")); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := filepath.Join(dir, ScoresName)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append([]byte("{torn\n\n"), b...), 0o600); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, Scores(dir, path)); d != "" {
		t.Error(d)
	}
	if text := string(b); strings.Contains(text, "abcdef") || strings.Contains(text, "a text") || !strings.Contains(text, `"event":"other"`) {
		t.Error(text)
	}
	if got := Scores(filepath.Join(dir, "nowhere"), path); got != nil {
		t.Error(got)
	}
}

// A folder that is a file is one sentence.
func TestAppendScoreFails(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := AppendScore(dir, Score{Event: "PreCompact"})
	if err == nil || !strings.HasPrefix(err.Error(), "the score is not noted down in "+filepath.Join(dir, ScoresName)+": ") || strings.Count(err.Error(), dir) != 1 {
		t.Error(err)
	}
}
