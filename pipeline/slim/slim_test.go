package slim

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/js"
	"cutline/pipeline/trace"
)

func TestTiers(t *testing.T) {
	t.Parallel()
	eight := []int{1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000}
	every := func(n int, t Tier) []Tier { return slices.Repeat([]Tier{t}, n) }
	tests := []struct {
		name    string
		sizes   []int
		content int
		shares  []int
		tiers   []Tier
		fair    int
		outcome trace.Outcome
		err     string
	}{
		{"all whole", eight, 8000, eight, every(8, Full), -1, trace.Ran, ""},
		{"at the minimum", eight, 1600, []int{200, 200, 200, 200, 200, 200, 200, 200}, every(8, Truncated), 200, trace.Ran, ""},
		{"below the minimum", eight, 1500, []int{187, 187, 187, 187, 188, 188, 188, 188}, every(8, Omitted), 187, trace.FellBack, CannotTruncate},
		{"short ones are whole whatever the minimum", []int{150, 5000, 199, 200, 5000}, 1100, []int{150, 275, 199, 200, 276}, []Tier{Full, Truncated, Full, Full, Truncated}, 275, trace.Ran, ""},
		{"two giants", []int{120, 80, 45, 300, 90000, 60, 210, 40000, 95, 150}, 20001, []int{120, 80, 45, 300, 9471, 60, 210, 9470, 95, 150}, []Tier{Full, Full, Full, Full, Truncated, Full, Full, Truncated, Full, Full}, 9470, trace.Ran, ""},
		{"nothing at all", nil, 0, nil, nil, -1, trace.Ran, ""},
		{"no content budget", []int{50, 300}, 0, []int{0, 0}, every(2, Omitted), 0, trace.FellBack, CannotTruncate},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows := sized(tt.sizes...)
			p := Defaults()
			p.FairValve = Always
			out := Run(Input{Rows: rows, List: make0(len(rows)), Budget: content(tt.content, len(rows)), Params: p})
			var shares []int
			var tiers []Tier
			for k, a := range out.Rows {
				shares, tiers = append(shares, a.Allocation), append(tiers, a.Tier)
				if a.Index != k || a.Size != tt.sizes[k] {
					t.Errorf("row %d: %+v", k, a)
				}
			}
			if diff := cmp.Diff([]any{tt.shares, tt.tiers, tt.fair, tt.outcome, tt.err}, []any{shares, tiers, out.FairShare, out.Outcome, out.Error}); diff != "" {
				t.Errorf("slim (-want +got):\n%s", diff)
			}
			if len(tt.sizes) > 0 && out.ContentBudget != tt.content {
				t.Errorf("content budget %d, want %d", out.ContentBudget, tt.content)
			}
		})
	}
}

// make0 is 0 … n−1.
func make0(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestFairValve(t *testing.T) {
	t.Parallel()
	rows := sized(500, 500)
	tests := []struct {
		name   string
		valve  Valve
		budget int
		suffix int
		cut    int
		says   string
	}{
		{"auto, it fits exactly", Auto, 1002, 0, 0, "1,002 chars fit the budget of 1,002"},
		{"auto, one over", Auto, 1001, 0, 2, "1,000 chars wanted"},
		{"the suffix counts", Auto, 1002, 1, 2, "1,000 chars wanted"},
		{"off and over", Off, 900, 0, 0, "the valve is off; 1,002 chars stay over the budget of 900"},
		{"off and under", Off, 9000, 0, 0, "the valve is off"},
		{"always, though it fits", Always, 9000, 0, 0, "1,000 chars wanted"},
		{"always, when only markers' room is short", Always, 1002, 0, 2, "1,000 chars wanted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			p.FairValve = tt.valve
			out := Run(Input{Rows: rows, List: []int{0, 1}, Budget: tt.budget, Suffix: tt.suffix, From: "of a test", Params: p})
			why := ""
			for _, d := range out.Decisions {
				if d.Rule == "max-min" {
					why = d.Because
				}
			}
			if out.Counts.Truncated != tt.cut || !strings.Contains(why, tt.says) {
				t.Errorf("%d cut, because %q; want %d, %q", out.Counts.Truncated, why, tt.cut, tt.says)
			}
		})
	}
}

func TestSizesWinOverRows(t *testing.T) {
	t.Parallel()
	out := Run(Input{Rows: sized(500, 600, 700), Sizes: []int{5, 6, 7}, List: []int{0, 2}, Budget: 100, Params: Defaults()})
	if out.Chars != 5+7+2 || out.Rows[1].Size != 7 || out.Rows[1].Index != 2 || out.BudgetUsed != 14 {
		t.Errorf("chars %d, used %d, rows %+v", out.Chars, out.BudgetUsed, out.Rows)
	}
}

func TestMarkers(t *testing.T) {
	t.Parallel()
	rows := sized(1000, 1000, 1000)
	out := Run(Input{Rows: rows, List: []int{0, 1, 2}, Budget: content(330, 3), Params: Defaults()})
	var got []string
	for _, a := range out.Rows {
		got = append(got, a.Marker())
	}
	want := []string{"[omitted user message, 1000 chars]", "[omitted assistant message, 1000 chars]", "[omitted user message, 1000 chars]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("markers (-want +got):\n%s", diff)
	}
	const note = "[3 message(s) omitted due to size limits; omitted content may appear anywhere in the conversation. See transcript file for full history.]\n\n"
	if out.Preamble != note {
		t.Errorf("preamble %q", out.Preamble)
	}
	if got := (Allocation{Size: 6001, Tier: Truncated}).Marker(); got != "\n[... truncated, 6001 chars]" {
		t.Errorf("marker %q", got)
	}
}

func TestRefill(t *testing.T) {
	t.Parallel()
	rows := sized(1000, 1001, 1000, 1000, 1000, 1000, 1000, 1000)
	p := Defaults()
	p.Refill = true
	out := Run(Input{Rows: rows, List: make0(8), Budget: content(1450, 8), Params: p})
	got := ""
	for _, a := range out.Rows {
		got += a.Tier.String()[:1]
	}
	if got != "totttttt" || out.FairShare != 201 || out.Counts.Omitted != 1 || out.BudgetUsed > out.Budget {
		t.Errorf("tiers %s, fair share %d; want the largest left out and 201, its marker counted", got, out.FairShare)
	}
	if js.Units(out.Preamble) == 0 || out.Error != "" {
		t.Errorf("preamble %q, error %q", out.Preamble, out.Error)
	}
}

func TestFoldedMarkers(t *testing.T) {
	t.Parallel()
	rows := sized(slices.Repeat([]int{1000}, 100)...)
	out := Run(Input{Rows: rows, List: make0(100), Budget: 1000, Params: Defaults()})
	read, parts, err := Text(held{}, out, Defaults())
	if err != nil || !out.Folded || len(parts) != 1 || parts[0] != "[omitted 100 messages, 100000 chars]" {
		t.Errorf("folded %v, parts %q, %v", out.Folded, parts, err)
	}
	if js.Units(read) != out.BudgetUsed || out.BudgetUsed > 1000 {
		t.Errorf("%d chars, used %d", js.Units(read), out.BudgetUsed)
	}
	quiet := Defaults()
	quiet.Quiet = true
	if read, parts, _ := Text(held{}, Run(Input{Rows: rows, List: make0(100), Budget: 1000, Params: quiet}), quiet); len(parts) != 0 || read != out.Preamble {
		t.Errorf("quiet: %q", read)
	}
}
