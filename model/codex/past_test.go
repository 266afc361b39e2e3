package codex

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

func TestPast(t *testing.T) {
	const told = "The parser was written and the tests are green, nothing is open."
	talk := say("user", "one") + say("assistant", "1") + resp(fn("c1")) + resp(out("c1", "ok")) + count(900, 10, 10) + say("user", "two")
	list := rec("compacted", `{"message":`+fmt.Sprintf("%q", told)+`,"replacement_history":[`+msg("user", "two")+`,`+msg("user", told)+`]}`)
	bare := rec("compacted", `{"message":`+fmt.Sprintf("%q", told)+`}`)
	sealed := rec("compacted", `{"message":"","replacement_history":[`+msg("user", "one")+`,{"type":"compaction","encrypted_content":"g"}]}`)
	left := event(`{"type":"token_count","info":{"total_token_usage":{"output_tokens":10},"last_token_usage":{"input_tokens":0,"output_tokens":0,"total_tokens":321}}}`)
	for _, tt := range []struct {
		name, text, want string
		out, kept        []int32 // of the last compaction
		turns, after     int
		summary          string
	}{
		{"no compaction", talk, "2u=0 3a=1 4a=2/900 5t=3 7u=4", nil, nil, 0, 0, ""},
		{"a list", talk + list + left + say("user", "three"), "2u 3a 4a/900 5t 7u 8c0=1 10u=2", []int32{0, 1, 2, 3}, []int32{4}, 1, 321, told},
		{"no list", talk + bare + say("user", "three"), "2u=0 3a 4a/900 5t 7u=1 8c0=2 9u=3", []int32{1, 2, 3}, []int32{0, 4}, 2, 0, told},
		{"sealed", talk + sealed + left + count(400, 1, 11), "2u 3a 4a/900 5t 7u 8c0", []int32{1, 2, 3, 4}, []int32{0}, 1, 321, ""},
		{
			"two", talk + list + say("user", "three") + say("assistant", "3") + count(500, 1, 11) + sealed, "2u 3a 4a/900 5t 7u 8c0 9u 10a/500 12c1",
			[]int32{4, 5, 6, 7},
			[]int32{0},
			1, 0, "",
		},
		{"taken back", talk + say("assistant", "2") + event(`{"type":"thread_rolled_back","num_turns":1}`) + say("user", "four"), "2u=0 3a=1 4a=2/900 5t=3 7u! 8a! 10u=4", nil, nil, 0, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, head()+tt.text)
			if d := cmp.Diff(tt.want, sessiontest.Points(s)); d != "" {
				t.Error(d)
			}
			n := len(s.Replacements) - 1
			if len(s.Compactions) != n+1 || n < 0 {
				return
			}
			r := s.Replacements[n]
			text, err := s.CompactionText(n)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]any{tt.out, tt.kept, tt.turns, tt.after, tt.summary, true}, []any{r.Out, r.Kept, r.Turns, s.Compactions[n].After, text, r.Measured}); d != "" {
				t.Error(d)
			}
		})
	}
}

// Every message of every real session can be read again, live or not. What a compaction's
// list repeats is live without being a point: it was said before.
func TestPastOfTheCorpus(t *testing.T) {
	for _, f := range sessiontest.Shared(t, "testdata/corpus/codex__*.jsonl") {
		s := open(t, string(sessiontest.Bytes(t, f)))
		compactions := 0
		for i := range s.History {
			p := &s.History[i]
			m, err := s.Past(i)
			if err != nil {
				t.Fatalf("%s: point %d: %v", f, i, err)
			}
			if p.Is() {
				compactions++
			} else if m.Role != p.Role {
				t.Errorf("%s: point %d is %v; its record %v", f, i, p.Role, m.Role)
			}
		}
		if compactions != len(s.Compactions) || len(s.Replacements) != compactions {
			t.Errorf("%s: %d points, %d replacements, %d compactions", f, compactions, len(s.Replacements), len(s.Compactions))
		}
	}
}
