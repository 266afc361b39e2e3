package claudecode

import (
	"bytes"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// twice is a session that was rewound, and rewound again on the branch that was abandoned.
var twice = []string{
	line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("first")),
	line("u2", "a1", "user", say("two")), line("a2", "u2", "assistant", say("second")),
	line("u3", "a2", "user", say("three")), line("a3", "u3", "assistant", say("third")),
	line("u4", "a2", "user", say("four")), line("a4", "u4", "assistant", say("fourth")),
	line("u5", "a1", "user", say("five")), line("a5", "u5", "assistant", say("fifth")),
}

// aroundCompaction goes back once before a compaction and once after it.
var aroundCompaction = []string{
	line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("first")),
	line("u2", "a1", "user", say("two")), line("a2", "u2", "assistant", say("second")),
	line("u3", "a1", "user", say("three")), line("a3", "u3", "assistant", say("third")),
	line("b1", "", "system", "", `"subtype":"compact_boundary"`, `"logicalParentUuid":"a3"`, `"compactMetadata":{"trigger":"manual","preTokens":1000}`),
	line("s1", "b1", "user", say("This session is being continued from a previous conversation."), `"isCompactSummary":true`),
	line("u4", "s1", "user", say("four")), line("a4", "u4", "assistant", say("fourth")),
	line("u5", "s1", "user", say("five")), line("a5", "u5", "assistant", say("fifth")),
}

func TestLeaves(t *testing.T) {
	tests := []struct {
		name string
		in   []string
		near bool                // the counts of what is not active are off by a result
		want []string            // see sessiontest.Leaves
		by   map[string][]string // the words of the live context by the leaf that was asked for
	}{
		{
			name: "no branch", in: []string{line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("two"))},
			want: []string{"a1 2/2 one *"}, by: map[string][]string{"": {"one", "two"}, "a1": {"one", "two"}},
		},
		{
			name: "parallel results are no branches",
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", call("t1")), line("a2", "a1", "assistant", call("t2")),
				line("r1", "a1", "user", answer("t1", "x")), line("r2", "a2", "user", answer("t2", "y")), line("a3", "r2", "assistant", say("two")),
			},
			want: []string{"a3 6/6 one *"},
		},
		{
			name: "a branch of a branch", in: twice,
			want: []string{"a3 6/2 three", "a4 6/2 four", "a5 4/2 five *"},
			by: map[string][]string{
				"":   {"one", "first", "five", "fifth"},
				"a3": {"one", "first", "two", "second", "three", "third"},
				"a4": {"one", "first", "two", "second", "four", "fourth"},
				"a5": {"one", "first", "five", "fifth"},
			},
		},
		{
			name: "before a compaction and after it", in: aroundCompaction,
			want: []string{"a2 4/2 two", "a4 3/2 four", "a5 3/2 five *"},
			by: map[string][]string{
				"":   {"This session is being continued from a previous conversation.", "five", "fifth"},
				"a4": {"This session is being continued from a previous conversation.", "four", "fourth"},
				"a2": {"one", "first", "two", "second"},
			},
		},
		{
			name: "another try at an answer beside somebody's entry",
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("first")),
				line("a2", "a1", "assistant", say("on its own")), line("a3", "a1", "assistant", say("again")), line("u2", "a1", "user", say("two")),
			},
			want: []string{"a3 4/2 on its own", "u2 3/1 two *"},
			by:   map[string][]string{"a3": {"one", "first", "on its own", "again"}},
		},
		{
			name: "a result on a dropped branch belongs to its call on both", near: true,
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", call("t1")),
				line("x1", "a1", "user", say("dropped")), line("r1", "x1", "user", answer("t1", "ok"), `"sourceToolAssistantUUID":"a1"`),
				line("u2", "a1", "user", say("two")),
			},
			want: []string{"r1 4/2 dropped", "u2 4/2 two *"},
			by:   map[string][]string{"r1": {"one", "", "dropped", "ok"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Join(tt.in, "")
			if d := cmp.Diff(tt.want, sessiontest.Leaves(sessiontest.Open(t, Read, text))); d != "" {
				t.Error(d)
			}
			for _, leaf := range slices.Sorted(maps.Keys(tt.by)) {
				if d := cmp.Diff(tt.by[leaf], texts(t, sessiontest.OpenLeaf(t, Read, text, leaf))); d != "" {
					t.Errorf("by %q: %s", leaf, d)
				}
			}
			if !tt.near {
				sessiontest.OpenLeaves(t, Read, text)
			}
		})
	}
}

// A branch that was abandoned before a compaction knows nothing of that one.
func TestLeafBeforeCompaction(t *testing.T) {
	s := sessiontest.OpenLeaf(t, Read, strings.Join(aroundCompaction, ""), "a2")
	if len(s.Compactions)+s.Earlier > 0 || s.Branches != 1 || s.BranchRows != 2 || s.Usage.Total != 35 {
		t.Errorf("%d compactions, %d earlier, %d branches with %d messages, %d tokens of output", len(s.Compactions), s.Earlier, s.Branches, s.BranchRows, s.Usage.Total)
	}
}

func TestLeafByPrefix(t *testing.T) {
	in := func(leaf string) model.Input {
		b := fixture(t, "rewind.jsonl")
		return model.Input{Path: "test.jsonl", Reader: bytes.NewReader(b), Size: int64(len(b)), Leaf: leaf}
	}
	s, err := Read(in("00000006-0000-4000-8000-000000000006"))
	if err != nil || len(s.Rows) != 6 {
		t.Fatal(s, err)
	}
	if _, err := Read(in("00000006")); err == nil || !strings.Contains(err.Error(), "several branches") {
		t.Errorf("a beginning of two ids: %v", err)
	}
	var not *model.NotHereError
	if _, err := Read(in("00000006-0000-4000-8000-000000000005")); !errors.As(err, &not) || len(not.Has) != 2 {
		t.Errorf("a record that no branch ends with: %v", err)
	}
}

// leavesOf are the files that somebody went back in, and how many branches they have.
var leavesOf = map[string]int{
	"rewind.jsonl": 2, "entireio__cli__glued-line-small.jsonl": 2, "entireio__cli__two-session-ids.jsonl": 2,
}

// Every branch of every file can be opened, and written; the new session is that branch alone.
func TestLeavesOfFiles(t *testing.T) {
	for _, f := range append(sessiontest.Paths(t, "claudecode"), sessiontest.Shared(t, "testdata/corpus/claude__*.jsonl")...) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text := sessiontest.Text(t, f)
			first := sessiontest.Open(t, Read, text)
			want, several := leavesOf[strings.TrimPrefix(filepath.Base(f), "claude__")]
			if !several {
				want = min(1, len(first.Rows))
			}
			if len(first.Leaves) != want {
				t.Errorf("%d branches, want %d", len(first.Leaves), want)
			}
			if want < 2 {
				return // it is opened and written as it is by other tests
			}
			for _, s := range sessiontest.OpenLeaves(t, Read, text) {
				for _, row := range []int{0, len(s.Rows) / 2} {
					roundTrip(t, s, row)
				}
			}
		})
	}
}

// What is appended below the chosen leaf is carried, what goes on elsewhere is not.
func TestLateBelowLeaf(t *testing.T) {
	text := strings.Join(twice, "")
	s := sessiontest.OpenLeaf(t, Read, text, "a3")
	text += line("p6", "a3", "progress", "") + line("u6", "p6", "user", say("six")) + line("u7", "a5", "user", say("seven")) +
		line("u8", "a4", "user", say("eight")) + `{"type":"user","uuid":"u9","sessionId":"s1","message":{"role":"user","content":"nine"}}` + "\n"
	o := options()
	o.Late = &model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}
	w, b := write(t, s, draftFrom(s, 4), o)
	checked(t, b)
	if d := cmp.Diff([]string{"three", "third", "six"}, texts(t, open(t, b))[1:]); d != "" {
		t.Error(d)
	}
	if w.Carried != 1 || w.Missed != 3 {
		t.Errorf("carried %d, missed %d", w.Carried, w.Missed)
	}
	if !bytes.Contains(b, []byte(`"logicalParentUuid":"a3"`)) {
		t.Error("the boundary does not name the chosen leaf")
	}
}
