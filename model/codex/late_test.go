package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

func TestLate(t *testing.T) {
	before := head() + say("user", "go") + say("assistant", "first") + say("user", "list") + resp(fn("t1")) + resp(fn("t2"))
	none := []string{"up list", "a shell(t1) shell(t2)", "t t1=[no result was recorded]", "t t2=[no result was recorded]", "us"}
	think := resp(`{"type":"reasoning","summary":[],"encrypted_content":"gAAA"}`)
	tests := []struct {
		name            string
		cut             int // bytes of the last line that had not been written yet
		late            string
		want            []string // the summary as "us"
		behind          int      // items behind the summary
		carried, missed int
	}{
		{name: "nothing", want: none},
		{
			name: "the results that were missing, and an answer",
			late: resp(out("t2", "b")) + resp(out("t1", "a")) + count(9000, 1, 1) + think + say("assistant", "two files") + event(`{"type":"agent_message","message":"two files"}`),
			want: []string{"up list", "a shell(t1) shell(t2)", "t t1=a", "t t2=b", "us", "a [Thinking] two files"}, behind: 2, carried: 1,
		},
		{
			name: "a call that still runs",
			late: resp(out("t1", "a")) + resp(out("t2", "b")) + think + resp(fn("t3")),
			want: []string{"up list", "a shell(t1) shell(t2)", "t t1=a", "t t2=b", "us"}, missed: 1,
		},
		{
			name: "a call and its result",
			late: think + resp(fn("t3")) + resp(fn("t4")) + resp(out("t4", "d")) + resp(out("t3", "c")) + say("user", "on"),
			want: append(none[:5:5], "a [Thinking] shell(t3) shell(t4)", "t t4=d", "t t3=c", "up on"), behind: 6, carried: 4,
		},
		{
			name: "a result of a call that is not there, or the second of one",
			late: resp(out("t0", "x")) + resp(out("t1", "a")) + resp(out("t1", "again")),
			want: []string{"up list", "a shell(t1) shell(t2)", "t t1=a", "t t2=[no result was recorded]", "us"}, missed: 2,
		},
		{
			name: "another compaction",
			late: say("user", "on") + rec("compacted", `{"message":"x"}`) + rec("turn_context", `{"model":"m"}`) + say("user", "later") + say("assistant", "yes"),
			want: append(none[:5:5], "up on"), behind: 1, carried: 1, missed: 2,
		},
		{
			name: "turns taken back",
			late: event(`{"type":"thread_rolled_back","num_turns":1}`) + say("user", "rather not"),
			want: none, missed: 1,
		},
		{
			name: "the line that was being written", cut: 20,
			late: resp(out("t1", "a")) + say("user", "on"),
			want: []string{"up list", "a shell(t1)", "t t1=a", "us", "up on"}, behind: 1, carried: 1, missed: 1,
		},
		{
			name: "half a line", late: strings.TrimSuffix(say("user", "on"), "}\n"),
			want: none,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, before[:len(before)-tt.cut])
			all := before + tt.late
			o := options()
			o.Late = &model.Input{Reader: strings.NewReader(all), Size: int64(len(all))}
			w, b := write(t, s, sessiontest.DraftFrom(s, 2), o)
			checked(t, b, tt.behind)
			again := open(t, b)
			got := sessiontest.Brief(t, again)
			for i := range got {
				if again.Rows[i].Origin == model.FromSummary {
					got[i] = "us"
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if w.Carried != tt.carried || w.Missed != tt.missed {
				t.Errorf("carried %d, missed %d; want %d and %d", w.Carried, w.Missed, tt.carried, tt.missed)
			}
			if again.Usage.Known {
				t.Errorf("the numbers of the old context were carried: %+v", again.Usage)
			}
		})
	}
}

// TestLateOfAnotherFile: nothing is carried from a file that was written anew.
func TestLateOfAnotherFile(t *testing.T) {
	text := head() + say("user", "go") + say("user", "on")
	s := open(t, text)
	all := head() + say("user", "no") + say("user", "on") + say("user", "late")
	all = strings.Replace(all, `"on"`, `"up"`, 1)
	o := options()
	o.Late = &model.Input{Reader: strings.NewReader(all), Size: int64(len(all))}
	if w, _ := write(t, s, sessiontest.DraftFrom(s, 1), o); w.Carried+w.Missed > 0 {
		t.Errorf("carried %d, missed %d", w.Carried, w.Missed)
	}
}

// TestLateNumbers: numbered lines stay in order around the new one.
func TestLateNumbers(t *testing.T) {
	number := func(n, l string) string { return strings.Replace(l, `"type"`, `"ordinal":`+n+`,"type"`, 1) }
	text := number("0", head()) + number("1", say("user", "go"))
	s := open(t, text)
	all := text + number("2", say("user", "on"))
	o := options()
	o.Late = &model.Input{Reader: strings.NewReader(all), Size: int64(len(all))}
	_, b := write(t, s, sessiontest.DraftFrom(s, 1), o)
	lines := strings.Split(b, "\n")
	if !strings.Contains(lines[2], `"ordinal":2,"type":"compacted"`) || lines[3]+"\n" != number("3", say("user", "on")) {
		t.Error(b)
	}
}
