package claudecode

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

func TestLive(t *testing.T) {
	boundary := func(uuid, meta string) string {
		return line(uuid, "", "system", "", `"subtype":"compact_boundary"`, `"compactMetadata":`+meta)
	}
	tests := []struct {
		name     string
		in       []string
		want     []string
		problems []string
	}{
		{
			name: "a rewind to the very start",
			in:   []string{line("u1", "", "user", say("old")), line("a1", "u1", "assistant", say("x")), line("u2", "", "user", say("new"))},
			want: []string{"new"},
		},
		{
			name: "no record names another",
			in:   []string{line("u1", "", "user", say("one")), line("a1", "", "assistant", say("two")), line("u2", "", "user", say("three"))},
			want: []string{"one", "two", "three"},
		},
		{
			name: "an entry beside an answer, behind chatter",
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("two")), line("p1", "a1", "progress", ""),
				line("x1", "p1", "user", say("dropped")), line("p2", "a1", "progress", ""), line("a2", "p2", "assistant", say("three")),
			},
			want: []string{"one", "two", "three"},
		},
		{
			name: "a skill's text beside an answer is no rewind",
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", call("t1")), line("r1", "a1", "user", answer("t1", "ok")),
				line("m1", "r1", "user", say("skill"), `"isMeta":true`), line("a2", "r1", "assistant", say("two")),
			},
			want: []string{"one", "", "ok", "skill", "two"},
		},
		{
			name: "a result on a dropped branch belongs to its call",
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", call("t1")),
				line("x1", "a1", "user", say("dropped")), line("r1", "x1", "user", answer("t1", "ok"), `"sourceToolAssistantUUID":"a1"`),
				line("u2", "a1", "user", say("two")),
			},
			want: []string{"one", "", "ok", "two"},
		},
		{
			name: "two retries of the same prompt: the last leaf wins",
			in: []string{
				line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("two")),
				line("u2", "a1", "user", say("try")), line("u3", "a1", "user", say("try again")), line("u4", "a1", "user", say("at last")), line("a4", "u4", "assistant", say("ok")),
			},
			want: []string{"one", "two", "at last", "ok"},
		},
		{
			name: "the same record again",
			in:   []string{line("u1", "", "user", say("one")), line("a1", "u1", "assistant", say("two")), line("a1", "u1", "assistant", say("two")), line("u2", "a1", "user", say("three"))},
			want: []string{"one", "two", "three"},
		},
		{
			name:     "three records with one id",
			in:       []string{line("u1", "", "user", say("one")), line("u1", "u1", "user", say("two")), line("u1", "u1", "user", say("three"))},
			want:     []string{"one", "two", "three"},
			problems: []string{"2 duplicate-uuid"},
		},
		{
			name:     "two records that continue each other",
			in:       []string{line("u1", "a1", "user", say("one")), line("a1", "u1", "assistant", say("two"))},
			want:     []string{"one", "two"},
			problems: []string{"1 cycle"},
		},
		{
			name: "a parent that stands later",
			in:   []string{line("a1", "u1", "assistant", say("two")), line("u1", "", "user", say("one"))},
			want: []string{"two", "one"},
		},
		{
			name: "a compaction that names head and tail only",
			in: []string{
				line("u1", "", "user", say("old")), line("a1", "u1", "assistant", say("kept")), line("u2", "a1", "user", say("kept too")),
				boundary("b1", `{"preservedSegment":{"headUuid":"a1","tailUuid":"u2","anchorUuid":"s1"}}`),
				line("s1", "b1", "user", say("digest"), `"isCompactSummary":true`), line("a3", "u2", "assistant", say("new")),
			},
			want: []string{"digest", "kept", "kept too", "new"},
		},
		{
			name: "a compaction whose head is not there",
			in: []string{
				line("a1", "", "assistant", say("kept")), boundary("b1", `{"preservedSegment":{"headUuid":"gone","tailUuid":"a1","anchorUuid":"s1"}}`),
				line("s1", "b1", "user", say("digest"), `"isCompactSummary":true`), line("u3", "a1", "user", say("new")),
			},
			want: []string{"digest", "new"}, problems: []string{"2 kept-missing"},
		},
		{
			name: "a boundary of a sub-agent hides nothing",
			in: []string{
				line("u1", "", "user", say("one")), strings.Replace(boundary("b1", `{}`), `"isSidechain":false`, `"isSidechain":true`, 1),
				line("a1", "u1", "assistant", say("two")),
			},
			want: []string{"one", "two"},
		},
		{
			name: "a queued prompt that is there as a line, too",
			in: []string{
				line("u1", "", "user", say("one")), line("q1", "u1", "attachment", "", `"attachment":{"type":"queued_command","prompt":"and two"}`),
				line("u2", "q1", "user", say("and two")), line("a1", "u2", "assistant", say("ok")),
				line("q2", "a1", "attachment", "", `"attachment":{"type":"queued_command","prompt":[{"type":"text","text":"and two"}]}`),
			},
			want: []string{"one", "and two", "ok", "and two"},
		},
		{
			name: "ids that were taken out of a copy",
			in: []string{
				strings.ReplaceAll(line("u1", "", "user", say("one")), `"u1"`, `"REDACTED"`),
				strings.ReplaceAll(line("a1", "REDACTED", "assistant", say("two")), `"msg_a1"`, `"REDACTED"`),
				strings.ReplaceAll(line("a2", "REDACTED", "assistant", say("three")), `"msg_a2"`, `"REDACTED"`),
			},
			want: []string{"one", "two", "three"},
		},
		{
			name: "records without ids",
			in:   []string{`{"type":"user","sessionId":"s","message":{"role":"user","content":"one"}}` + "\n", `{"type":"assistant","session_id":"s","message":{"role":"assistant","content":[{"type":"text","text":"two"}]}}`},
			want: []string{"one", "two"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, []byte(strings.Join(tt.in, "")))
			if d := cmp.Diff(tt.want, texts(t, s)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.problems, sessiontest.Problems(s)); d != "" {
				t.Error(d)
			}
		})
	}
}
