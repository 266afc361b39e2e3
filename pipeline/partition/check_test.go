package partition

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWarnings(t *testing.T) {
	t.Parallel()
	hand := func(at int) Params {
		p := literal()
		p.SplitAt = at
		return p
	}
	tests := []struct {
		name, script string
		p            Params
		want         []string // kind: ids or roles
	}{
		{"a sound session", "p a p c1 r1 a", literal(), nil},
		{"a remark between the results of one batch", "p a cA,B rA a p rB a", literal(), []string{"parted-pair: B"}},
		{"the last call is in flight", "p a p c1", literal(), []string{"unanswered-call: 1"}},
		{"a result without a call", "r9 p a p a", literal(), []string{"orphan-result: 9"}},
		{"a call answered twice", "p c1 r1 r1 p a", literal(), []string{"doubled-result: 1"}},
		{"an orphan in the tail is not parted by the split", "p a p r9 a", literal(), []string{"orphan-result: 9"}},
		{"a call in flight before the split", "p c7 p a", literal(), []string{"unanswered-call: 7"}},
		{"the tail does not start with a user message", "p a p a", hand(3), []string{"tail-shape: does not start with a user message: a"}},
		{"the tail holds another user message", "p a p a p a", hand(2), []string{"tail-shape: holds 1 further user message: uaua"}},
		{"injected ones do not count under person", "p a p a i a", Params{SplitOn: "person", SplitAt: -1}, nil},
		{"a rescued tail is in shape", "p c1 r1 a", Defaults(), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := run(t, tt.script, tt.p)
			var got []string
			for _, w := range out.Warnings {
				what := strings.Join(w.IDs, ",")
				if w.Kind == "tail-shape" {
					what = strings.TrimPrefix(w.Message, "the tail ")
				}
				got = append(got, w.Kind+": "+what)
				for _, id := range w.IDs {
					if !strings.Contains(w.Message, `"`+id+`"`) {
						t.Errorf("the message does not name %q: %s", id, w.Message)
					}
				}
				if w.Stage != "partition" || len(w.Indices) == 0 {
					t.Errorf("warning %+v", w)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestManyIDsAreNotAllNamed(t *testing.T) {
	t.Parallel()
	out := run(t, "p a p c1,2,3,4,5", literal())
	if len(out.Warnings) != 1 || len(out.Warnings[0].IDs) != 5 || !strings.Contains(out.Warnings[0].Message, `"1", "2", "3", …`) {
		t.Errorf("warnings %+v", out.Warnings)
	}
}

func TestAcross(t *testing.T) {
	t.Parallel()
	out := run(t, "p a cA,B rA a p rB a", literal())
	if diff := cmp.Diff([]string{"B"}, out.Across.Orphans); diff != "" {
		t.Errorf("orphans of the tail (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"B"}, out.Across.Unanswered); diff != "" {
		t.Errorf("unanswered before the split (-want +got):\n%s", diff)
	}
	if len(out.Pairs.Orphans)+len(out.Pairs.Unanswered)+len(out.Pairs.Doubled) != 0 {
		t.Errorf("the whole context is sound, but %+v", out.Pairs)
	}
}
