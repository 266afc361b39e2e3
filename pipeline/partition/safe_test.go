package partition

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
)

func TestSafe(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, script, want string }{
		{"empty", "", ""},
		{"words", "p a p", "1 2"},
		{"a pair is whole", "p c1 r1 a", "1 3"},
		{"a batch is whole", "p c1,2 r1 r2 a", "1 4"},
		{"a late result", "p c1 p a r1 p", "1 5"},
		{"two that overlap", "c1 c2 r1 r2 a", "4"},
		{"an open call binds nothing", "p c1 p", "1 2"},
		{"an orphan binds nothing", "p r1 p", "1 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows, links := session(t, tt.script)
			considered := make([]int, len(rows))
			for i := range considered {
				considered[i] = i
			}
			var got []int
			for k, ok := range Safe(links, considered) {
				if ok {
					got = append(got, k)
				}
			}
			if list(got) != tt.want {
				t.Errorf("safe places %s, want %s", list(got), tt.want)
			}
		})
	}
}

func TestByHand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, script string
		at, split    int
		says         string
	}{
		{"a safe place", "p a p a p a", 3, 3, "the rule would split at message 4"},
		{"inside a pair: the place before", "p a c1 r1 p a", 3, 2, "message 3 is no safe place"},
		{"nothing safe before: the first behind", "c1 p r1 a p", 1, 3, "message 1 is no safe place"},
		{"the first message summarizes nothing", "p a p a", 0, 1, "message 0 is no safe place"},
		{"behind the end: the last place", "p a p a", 99, 3, "message 99 is no safe place"},
		{"a message that is set aside", "s p a p a", 0, 2, "message 0 is no safe place"},
		{"no place at all", "c1 a r1", 1, -1, "no place is safe"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			p.SplitAt = tt.at
			out := run(t, tt.script, p)
			var words strings.Builder
			for _, d := range out.Decisions {
				if d.Rule == "split-at" {
					words.WriteString(d.Chose + ": " + d.Because)
				}
			}
			if out.Split != tt.split || !out.ByHand || !strings.Contains(words.String(), tt.says) {
				t.Errorf("split at %d (by hand %v), want %d; it says %q", out.Split, out.ByHand, tt.split, words.String())
			}
			if tt.split < 0 != strings.HasPrefix(words.String(), "everything is summarized") {
				t.Errorf("it says %q", words.String())
			}
		})
	}
}

// drawn is a session in any order of calls and results.
func drawn(t *rapid.T) string {
	word := rapid.SampledFrom([]string{"s", "p", "p", "i", "m", "u", "a", "e", "z", "c1", "c2", "c3", "c4,5", "r1", "r2", "r3", "r4", "r5", "r4,5", "k"})
	return strings.Join(rapid.SliceOfN(word, 0, 25).Draw(t, "script"), " ")
}

// TestLaws: a split at a safe place parts no pair; every considered message is summarized or
// kept, only the preserved one is both, and no input slice is written to.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		script := drawn(rt)
		p := Params{
			SplitOn: rapid.SampledFrom([]string{"person", "any"}).Draw(rt, "on"), SplitAt: rapid.IntRange(-1, 26).Draw(rt, "at"),
			RelaxedGuard: rapid.Bool().Draw(rt, "relaxed"), Full: rapid.Bool().Draw(rt, "full"), PreserveLastUser: rapid.Bool().Draw(rt, "preserve"),
		}
		rows, links := session(t, script)
		before := fmt.Sprint(rows, links)
		out := Run(Input{Rows: rows, Links: links, Params: p})
		if fmt.Sprint(rows, links) != before {
			rt.Fatal("the input was written to")
		}
		var all []int
		for _, i := range append(slices.Clone(out.Summarize), out.Tail...) {
			if !slices.Contains(out.Both, i) || !slices.Contains(all, i) {
				all = append(all, i)
			}
		}
		if !slices.Equal(all, out.Considered) && len(all)+len(out.Considered) > 0 {
			rt.Fatalf("%s: considered %v, summarized %v, tail %v, both %v", script, out.Considered, out.Summarize, out.Tail, out.Both)
		}
		if p.SplitAt >= 0 && !p.Full && len(out.Across.Orphans)+len(out.Across.Unanswered) > 0 && !out.Rescued {
			rt.Fatalf("%s split by hand at %d: across %+v", script, out.Split, out.Across)
		}
		if p.Full && (len(out.Tail) > 0 || out.Rescued) {
			rt.Fatalf("%s: a full summarization kept %v", script, out.Tail)
		}
		for k, ok := range Safe(links, out.Considered) {
			if !ok {
				continue
			}
			within := func(part []int) func(int) bool { return func(row int) bool { return slices.Contains(part, row) } }
			whole := model.Mismatched(links, within(out.Considered))
			head, tail := model.Mismatched(links, within(out.Considered[:k])), model.Mismatched(links, within(out.Considered[k:]))
			if len(head.Unanswered)+len(tail.Unanswered) < len(whole.Unanswered) || parts(whole.Unanswered, head.Unanswered) || parts(append(whole.Orphans, whole.Doubled...), tail.Orphans) {
				rt.Fatalf("%s parted at the safe place %d: %+v and %+v of %+v", script, k, head, tail, whole)
			}
		}
	})
}

// parts reports whether the second list holds an id that the first does not.
func parts(whole, half []string) bool {
	return slices.ContainsFunc(half, func(id string) bool { return !slices.Contains(whole, id) })
}

func TestFreshSlices(t *testing.T) {
	t.Parallel()
	out := run(t, "p a p a p a", Defaults())
	_ = append(out.Summarize, 99) // must not reach the tail, which stands behind it
	if diff := cmp.Diff([]int{4, 5}, out.Tail); diff != "" {
		t.Errorf("the tail shares its end with the summarized part:\n%s", diff)
	}
}
