package prime

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPast(t *testing.T) {
	t.Parallel()
	s := session(t, "x", file3(
		user("first"), assistant("toolUse", 10, 200, 3, 1, callBlock), resultLine,
		`{"type":"compaction","summary":"S one","firstKeptEntryId":"b","tokensBefore":77}`,
		user("second"), assistant("error", 5, 5, 5, 1, textBlock), assistant("stop", 50, 0, 0, 1, textBlock),
		`{"type":"compaction","summary":"S two","firstKeptEntryId":"e","tokensBefore":99}`,
		`{"type":"message","id":"z","parentId":"b","timestamp":"t","message":{"role":"user","content":"elsewhere"}}`,
		`{"type":"label","id":"y","parentId":"h","timestamp":"t","targetId":"b"}`,
	))
	var got []string
	for i := range s.History {
		p := &s.History[i]
		w := fmt.Sprintf("%d%c row %d tokens %d compaction %d", p.Line, p.Role.Letter(), p.Row, p.Tokens, p.Compaction)
		if p.Gone {
			w += " gone"
		}
		got = append(got, w)
	}
	want := []string{
		"2u row -1 tokens 0 compaction -1", "3a row -1 tokens 213 compaction -1", "4t row -1 tokens 0 compaction -1",
		"5u row -1 tokens 0 compaction 0",
		"6u row 1 tokens 0 compaction -1", "7a row 2 tokens 0 compaction -1", "8a row 3 tokens 50 compaction -1",
		"9u row 0 tokens 0 compaction 1",
		"10u row -1 tokens 0 compaction -1 gone",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	var did []string
	for k, r := range s.Replacements {
		text, err := s.CompactionText(k)
		if err != nil {
			t.Fatal(err)
		}
		did = append(did, strings.TrimSpace(fmt.Sprintf("%s: out %v kept %v, %d turns", text, r.Out, r.Kept, r.Turns)))
	}
	if d := cmp.Diff([]string{"S one: out [0] kept [1 2], 0 turns", "S two: out [3 1 2] kept [4 5 6], 1 turns"}, did); d != "" {
		t.Error(d)
	}
	for i, p := range s.History {
		if m, err := s.Past(i); err != nil || m.Role != p.Role || m.Origin != p.Origin {
			t.Errorf("point %d: %+v, %v", i, m, err)
		}
	}
}
