package claudecode

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

const digest = `"This session is being continued from a previous conversation. One and two were done."`

func compacted(more string) string {
	return line("b1", "", "system", "", `"subtype":"compact_boundary"`, `"compactMetadata":{"trigger":"auto","preTokens":900`+more+`}`)
}

func TestPast(t *testing.T) {
	one := line("u1", "", "user", `"one"`) + line("a1", "u1", "assistant", call("c1")) + line("r1", "a1", "user", answer("c1", "ok")) + line("a2", "r1", "assistant", say("done"))
	summary := line("s1", "b1", "user", digest, `"isCompactSummary":true`)
	rest := line("u2", "s1", "user", `"two"`) + line("a3", "u2", "assistant", say("more"))
	micro := line("m1", "a2", "system", "", `"subtype":"microcompact_boundary"`, `"microcompactMetadata":{"preTokens":100,"tokensSaved":40}`)
	for _, tt := range []struct {
		name, text, want string
		out, kept        []int32 // of the last compaction
		left, turns      int
		summary          string
	}{
		{"no compaction", one, "1u=0 2a=1/125 3t=2 4a=3/125", nil, nil, 0, 0, ""},
		{
			"a compaction", one + compacted("") + summary + rest, "1u 2a/125 3t 4a/125 5c0=0 7u=1 8a=2/125",
			[]int32{0, 1, 2, 3},
			nil, 16, 0, "This session is being continued from a previous conversation. One and two were done.",
		},
		{
			"one that kept a message", one + compacted(`,"preservedSegment":{"headUuid":"u1","anchorUuid":"s1","tailUuid":"u1"},"preservedMessages":{"anchorUuid":"s1","uuids":["u1"]}`) + summary + rest,
			"1u=1 2a/125 3t 4a/125 5c0=0 7u=2 8a=3/125",
			[]int32{1, 2, 3},
			[]int32{0},
			17, 1, "This session is being continued from a previous conversation. One and two were done.",
		},
		{"only blanked", one + micro + line("u2", "m1", "user", `"two"`), "1u=0 2a=1/125 3t=2 4a=3/125 5c0 6u=4", nil, nil, 0, 0, ""},
		{"no summary yet", one + compacted(""), "1u 2a/125 3t 4a/125 5c0", []int32{0, 1, 2, 3}, nil, 0, 0, ""},
		{
			"a branch before the compaction", one + line("u3", "a1", "user", `"instead"`) + line("a4", "u3", "assistant", say("fine")) + compacted("") + summary,
			"1u 2a/125 3t 4a/125 5u 6a/125 7c0=0",
			[]int32{0, 1, 2, 3, 4, 5},
			nil, 16, 0, "This session is being continued from a previous conversation. One and two were done.",
		},
		{
			"a prompt that was gone back behind", one + line("u3", "a2", "user", `"left"`) + line("a4", "u3", "assistant", say("x")) + line("u5", "a2", "user", `"instead"`) + line("a5", "u5", "assistant", say("fine")) + compacted("") + summary,
			"1u 2a/125 3t 4a/125 5u! 6a/125! 7u 8a/125 9c0=0",
			[]int32{0, 1, 2, 3, 6, 7},
			nil, 16, 0, "This session is being continued from a previous conversation. One and two were done.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, []byte(tt.text))
			if d := cmp.Diff(tt.want, sessiontest.Points(s)); d != "" {
				t.Error(d)
			}
			if len(s.Replacements) != len(s.Compactions) {
				t.Fatalf("%d replacements of %d compactions", len(s.Replacements), len(s.Compactions))
			}
			n := len(s.Replacements) - 1
			if n < 0 {
				return
			}
			r := s.Replacements[n]
			text, err := s.CompactionText(n)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]any{tt.out, tt.kept, tt.left, tt.turns, tt.summary}, []any{r.Out, r.Kept, r.Left, r.Turns, text}); d != "" {
				t.Error(d)
			}
		})
	}
}

// Every message of every real session can be read again, live or not, and each compaction is
// one point.
func TestPastOfTheCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/claude__*.jsonl") {
		s := open(t, sessiontest.Bytes(t, f))
		live, compactions := 0, 0
		for i := range s.History {
			p := &s.History[i]
			m, err := s.Past(i)
			if err != nil {
				t.Fatalf("%s: point %d: %v", f, i, err)
			}
			if p.Is() {
				compactions++
			} else if m.Role != p.Role || m.Origin != p.Origin {
				t.Errorf("%s: point %d is %v, %v; its record %v, %v", f, i, p.Role, p.Origin, m.Role, m.Origin)
			}
			if p.Row >= 0 {
				live++
			}
		}
		if live != len(s.Rows) || compactions != len(s.Compactions) {
			t.Errorf("%s: %d of %d rows, %d of %d compactions", f, live, len(s.Rows), compactions, len(s.Compactions))
		}
	}
}
