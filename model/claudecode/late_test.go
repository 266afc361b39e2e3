package claudecode

import (
	"bytes"
	"strings"
	"testing"

	"cutline/model"
)

func TestLate(t *testing.T) {
	before := []string{
		line("u1", "", "user", say("go")), line("a1", "u1", "assistant", say("first")),
		line("u2", "a1", "user", say("list")), line("a2", "u2", "assistant", call("t1")),
	}
	tests := []struct {
		name            string
		cut             int // bytes of the last record that had not been written yet
		late            []string
		want            []string // texts behind the summary, results included
		carried, missed int
	}{
		{name: "nothing", want: []string{"list", "", "[no result was recorded]"}},
		{
			name: "the result that was missing, and an answer",
			late: []string{
				line("r1", "a2", "user", answer("t1", "a b")), `{"type":"mode","mode":"normal","sessionId":"s1"}` + "\n",
				line("p1", "r1", "progress", ""), line("a3", "p1", "assistant", say("two files")),
			},
			want: []string{"list", "", "a b", "two files"}, carried: 2,
		},
		{
			name: "a call that still runs",
			late: []string{line("r1", "a2", "user", answer("t1", "a b")), line("a3", "r1", "assistant", call("t2"))},
			want: []string{"list", "", "a b"}, carried: 1, missed: 1,
		},
		{
			name: "back to an earlier message",
			late: []string{line("u9", "a1", "user", say("rather not")), line("a9", "u9", "assistant", say("fine"))},
			want: []string{"list", "", "[no result was recorded]"}, missed: 2,
		},
		{
			name: "another compaction",
			late: []string{
				line("b1", "", "system", "", `"subtype":"compact_boundary"`), line("s9", "b1", "user", say("This session is being continued"), `"isCompactSummary":true`),
			},
			want: []string{"list", "", "[no result was recorded]"}, missed: 1,
		},
		{
			name: "a result of a call that is summarized",
			late: []string{line("r0", "a1", "user", answer("t0", "late"))},
			want: []string{"list", "", "[no result was recorded]"}, missed: 1,
		},
		{
			name: "a sub-agent",
			late: []string{strings.Replace(line("x1", "", "user", say("sub")), `"isSidechain":false`, `"isSidechain":true`, 1)},
			want: []string{"list", "", "[no result was recorded]"},
		},
		{
			name: "the record that was being written", cut: 20,
			late: []string{line("u3", "a2", "user", say("and on"))},
			want: []string{"list", "and on"}, carried: 1, missed: 1,
		},
		{
			name: "the line end that was missing", cut: 1,
			late: []string{line("r1", "a2", "user", answer("t1", "a b"))},
			want: []string{"list", "", "a b"}, carried: 1,
		},
		{
			name: "half a line", late: []string{strings.TrimSuffix(line("r1", "a2", "user", answer("t1", "a b")), "}\n")},
			want: []string{"list", "", "[no result was recorded]"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := []byte(strings.Join(before, ""))
			s := open(t, all[:len(all)-tt.cut])
			all = append(all, strings.Join(tt.late, "")...)
			o := options()
			o.Late = &model.Input{Reader: bytes.NewReader(all), Size: int64(len(all))}
			w, b := write(t, s, draftFrom(s, 2), o)
			checked(t, b)
			if got := texts(t, open(t, b))[1:]; strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if w.Carried != tt.carried || w.Missed != tt.missed {
				t.Errorf("carried %d, missed %d; want %d and %d", w.Carried, w.Missed, tt.carried, tt.missed)
			}
		})
	}
}
