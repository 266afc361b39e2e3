package slim

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/pipeline/trace"
)

// script makes messages of 100 chars or more: u a person, a words, c a call, n a call with
// words, t a result.
func script(s string) held {
	long := strings.Repeat("w", 100)
	out := make(held, 0, len(s))
	for _, c := range s {
		switch c {
		case 'u':
			out = append(out, text(model.User, long))
		case 'a':
			out = append(out, text(model.Assistant, long))
		case 'c':
			out = append(out, call(""))
		case 'n':
			out = append(out, call(long))
		case 't':
			out = append(out, result("1", long))
		}
	}
	return out
}

func TestNoise(t *testing.T) {
	t.Parallel()
	const quarter, less = "uauctctctaua", "uauctctctauaa" // 3 of 12, 3 of 13
	type want struct {
		count, total, kept int
		fires, applied     bool
		dropped            string
		outcome            trace.Outcome
		because            string
	}
	tests := []struct {
		name, script string
		budget       int
		valve        Valve
		want         want
	}{
		{"a quarter acts", quarter, 1000, Auto, want{3, 12, 6, true, true, "345678", trace.Ran, "25.0% ≥ 25%"}},
		{"less than a quarter does not", less, 1000, Auto, want{3, 13, 13, false, false, "", trace.Ran, "23.1% < 25%"}},
		{"it would act, but all fits", quarter, 3_200_000, Auto, want{3, 12, 6, true, false, "", trace.Ran, "over it, 6 messages would not be read"}},
		{"off", quarter, 1000, Off, want{3, 12, 6, true, false, "", trace.Ran, "the valve is off"}},
		{"always, though all fits", less, 3_200_000, Always, want{3, 13, 7, false, true, "345678", trace.Ran, "the valve is always on"}},
		{"always, but there is no tool message", "uaca", 10, Always, want{0, 4, 4, false, false, "", trace.FellBack, "there is no tool message"}},
		{"nothing would be left", "ctct", 300, Auto, want{2, 4, 0, true, false, "", trace.FellBack, "nothing would be left"}},
		{"a call without a result goes too", "uctcu", 50, Auto, want{1, 5, 5, false, false, "", trace.FellBack, "20.0% < 25%"}},
		{"narration goes with its call, and is named", "untntnt", 300, Auto, want{3, 7, 1, true, true, "123456", trace.Ran, "42.9% ≥ 25%"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := script(tt.script)
			p := Defaults()
			p.ToolValve = tt.valve
			out := Run(Input{Rows: h.rows(), List: h.all(), Budget: tt.budget, From: "of a test", Params: p})
			dropped := ""
			for _, i := range out.Tool.Dropped {
				dropped += string(rune('0' + i))
			}
			why := ""
			for _, d := range out.Decisions {
				if d.Rule == "tool-noise" {
					why = d.Because
				}
			}
			if !strings.Contains(why, tt.want.because) {
				t.Errorf("because %q, want %q in it", why, tt.want.because)
			}
			got := want{out.Tool.Count, out.Tool.Total, out.Tool.KeptCount, out.Tool.Fires, out.Tool.Applied, dropped, out.Outcome, tt.want.because}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(want{})); diff != "" {
				t.Errorf("noise (-want +got):\n%s", diff)
			}
			if n := strings.Count(tt.script, "n"); out.Tool.Applied && len(out.Tool.Narration) != n {
				t.Errorf("%d messages with words are named, %d go", len(out.Tool.Narration), n)
			}
		})
	}
}

func TestNoiseIsSaid(t *testing.T) {
	t.Parallel()
	h := script("untntnt")
	in := Input{Rows: h.rows(), List: h.all(), Budget: 300, Params: Defaults()}
	out := Run(in)
	read, _, err := Text(h, out, in.Params)
	if err != nil {
		t.Fatal(err)
	}
	const note = "[3 tool message(s) and 3 message(s) with tool calls are left out.]\n\nuser: www"
	if !strings.HasPrefix(read, note) || strings.Contains(read, "[Tool") {
		t.Errorf("the reader gets %q", read)
	}
	said := false
	for _, d := range out.Decisions {
		said = said || d.Rule == "tool-noise-narration" && cmp.Equal(d.Touches, []int{1, 3, 5})
	}
	if !said {
		t.Errorf("the lost narration is not said: %+v", out.Decisions)
	}
}

func TestByteBudget(t *testing.T) {
	t.Parallel()
	wide := func(n int) held { return held{text(model.User, strings.Repeat("語", n)), text(model.Assistant, "ok")} }
	tests := []struct {
		name       string
		h          held
		budget, by int
		want       int
	}{
		{"wide text over the limit", wide(3000), 6000, 9000, 2411},
		{"under the limit in bytes", wide(2900), 6000, 9000, 6000},
		{"no limit", wide(3000), 6000, 0, 6000},
		{"narrow text is bounded by chars", held{text(model.User, strings.Repeat("x", 9500))}, 6000, 9000, 6000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			p.BudgetBytes = tt.by
			out := Run(Input{Rows: tt.h.rows(), List: tt.h.all(), Budget: tt.budget, Params: p})
			if out.Budget != tt.want {
				t.Errorf("budget %d for %d chars of %d bytes, want %d", out.Budget, out.Chars, out.Bytes, tt.want)
			}
			said := out.Decisions[0].Rule == "byte-budget"
			if said != (tt.want != tt.budget) {
				t.Errorf("decisions %+v", out.Decisions)
			}
			read, _, err := Text(tt.h, out, p)
			if err != nil || tt.by > 0 && len(read) > tt.by {
				t.Errorf("%d bytes are read, the limit is %d (%v)", len(read), tt.by, err)
			}
		})
	}
}
