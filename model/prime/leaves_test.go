package prime

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/sessiontest"
)

// child is a user's message below another entry.
func child(id, parent, text string) string {
	return `{"type":"message","id":"` + id + `","parentId":"` + parent + `","timestamp":"2026-01-01T00:01:00.000Z","message":{"role":"user","content":"` + text + `","timestamp":1}}`
}

// forked has two branches below b, one of them with a compaction, and a label on the other.
func forked() string {
	return string(file3(
		user("one"), user("two"), user("three"), user("four"),
		`{"type":"compaction","summary":"S","firstKeptEntryId":"d","tokensBefore":9}`, user("five"),
		child("0a1", "b", "six"), child("0a2", "0a1", "seven"),
		`{"type":"label","id":"0b1","parentId":"0a2","timestamp":"2026-01-01T00:02:00.000Z","targetId":"a"}`,
	))
}

func TestLeaves(t *testing.T) {
	s := sessiontest.Open(t, Read, forked())
	if d := cmp.Diff([]string{"f 3/3 three", "0b1 4/2 six *"}, sessiontest.Leaves(s)); d != "" {
		t.Error(d)
	}
	for leaf, want := range map[string]string{"f": "S|four|five", "0": "one|two|six|seven", "0b1": "one|two|six|seven", "0a1": "one|two|six", "d": "one|two|three|four"} {
		s := sessiontest.OpenLeaf(t, Read, forked(), leaf)
		var got []string
		for i := range s.Rows {
			got = append(got, sessiontest.Message(t, s, i).Text())
		}
		if g := strings.Join(got, "|"); !strings.HasSuffix(g, strings.TrimPrefix(want, "S|")) || len(got) != strings.Count(want, "|")+1 {
			t.Errorf("by %s: %q, want %q", leaf, g, want)
		}
	}
	if _, err := Read(model.Input{Reader: strings.NewReader(forked()), Size: int64(len(forked())), Leaf: "0c"}); err == nil || !strings.Contains(err.Error(), `no branch "0c", only "f", "0b1"`) {
		t.Error(err)
	}
}

// Every branch of every session can be opened and written: the compaction hangs below the leaf.
func TestLeavesOfFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(vectors(t), "sessions", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, f := range files {
		text := sessiontest.Text(t, f)
		if _, err := Read(model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}); err != nil {
			continue // what is no session is another test's
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			for _, s := range sessiontest.OpenLeaves(t, Read, text) {
				if len(s.Rows) > 0 && s.State.(*file).version >= 3 {
					checkWritten(t, s, draft(s, len(s.Rows)/2), []byte(text))
				}
			}
		})
	}
}

// The spans say which entry stands above which, in trees of any shape.
func TestSpans(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ways := make([]way, rapid.IntRange(1, 30).Draw(t, "entries"))
		order := rapid.Permutation(numbers(len(ways)-1)).Draw(t, "order") // a parent can stand behind its child
		for k, i := range order {
			if up := rapid.IntRange(-1, k-1).Draw(t, "parent"); up >= 0 {
				ways[i].parent = order[up]
			}
		}
		below := spans(ways)
		for i := range ways {
			above := map[int]bool{0: true, i: true}
			for at := i; at != 0; at = ways[at].parent {
				above[at] = true
			}
			for j := range ways {
				if got := below[j].from <= below[i].from && below[i].from < below[j].to; got != above[j] {
					t.Fatalf("%d above %d: %t in %+v of %+v", j, i, got, below, ways)
				}
			}
		}
	})
}

// numbers are those from 1 to n.
func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// What was appended below the chosen leaf is carried, what goes on elsewhere is not.
func TestLateBelowLeaf(t *testing.T) {
	text := forked()
	s := sessiontest.OpenLeaf(t, Read, text, "f")
	text += child("0c1", "f", "eight") + "\n" + child("0c2", "0b1", "nine") + "\n"
	o := options()
	o.Late = &model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}
	w, out := write(t, s, draft(s, 1), o)
	after := sessiontest.Open(t, Read, string(out))
	if last := len(after.Rows) - 1; w.Carried != 1 || w.Missed != 1 || sessiontest.Message(t, after, last).Text() != "eight" {
		t.Errorf("carried %d, missed %d: %v", w.Carried, w.Missed, sessiontest.Leaves(after))
	}
}
