package slim

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/trace"
)

// reasonOf is the decision of a rule, as "chose, because".
func reasonOf(out Output, rule string) string {
	i := slices.IndexFunc(out.Decisions, func(d trace.Decision) bool { return d.Rule == rule })
	if i < 0 {
		return ""
	}
	return out.Decisions[i].Chose + ", because " + out.Decisions[i].Because
}

// TestToolShare: the share is said by messages and by chars, with what is left, whether the valve
// acts or not.
func TestToolShare(t *testing.T) {
	t.Parallel()
	// u 106 chars; n 145, 111 of them said; t 125.
	const of = "tool output is 42.9% of the messages and 40.9% of the chars, because 3 of 7 messages, 375 of 916 chars; without it and its calls the valve "
	tests := []struct {
		name, script string
		budget       int
		keep         bool
		want         string
	}{
		{"it acts", "untntnt", 400, false, of + "leaves 1 message of 106 chars"},
		{"it acts and keeps narration", "untntnt", 800, true, of + "leaves 4 messages of 439 chars"},
		{"all fits", "untntnt", 5000, false, of + "would leave 1 message of 106 chars; with --keep-narration 4 messages of 439 chars"},
		{"no tool message", "uau", 100, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := script(tt.script)
			p := Defaults()
			p.Narration = tt.keep
			if got := reasonOf(Run(Input{Rows: h.rows(), List: h.all(), Budget: tt.budget, Params: p}), "tool-share"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestNarration: by default a message with a call goes whole, and that is said with the option; with
// it the words stay, in a message that has no call.
func TestNarration(t *testing.T) {
	t.Parallel()
	h := script("untntct")
	in := Input{Rows: h.rows(), List: h.all(), Budget: 800, Params: Defaults()}
	out := Run(in)
	if got, want := reasonOf(out, "tool-noise-narration"), "2 messages with words of the assistant are not read either, 222 chars of words, because a message that carries a call is not read at all; with --keep-narration its words are"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	in.Params.Narration = true
	out = Run(in)
	read, parts, err := Text(h, out, in.Params)
	words := strings.Repeat("w", 100)
	want := "[3 tool message(s), 1 message(s) with tool calls and the tool calls of 2 more message(s) are left out.]\n\nuser: " + words + "\n\nassistant: " + words + "\n\nassistant: " + words
	if err != nil || read != want || len(parts) != 3 {
		t.Errorf("read %q, %v", read, err)
	}
	if got, want := reasonOf(out, "keep-narration"), "2 messages with words of the assistant stay without the calls, 222 of 290 chars, because what was concluded from the output stands in them; reasoning and pictures beside a call go with it"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if diff := cmp.Diff([]int{2, 4, 5, 6}, out.Tool.Dropped); diff != "" || out.Tool.KeptCount != 3 || out.BudgetUsed != len(want) {
		t.Errorf("dropped %v, %d kept, %d used of %d", out.Tool.Dropped, out.Tool.KeptCount, out.BudgetUsed, len(want))
	}
	if _, lost, _ := Piece(h, out.Rows[1], in.Params); lost != `assistant: [Tool call] Read {"path":"a.go"}` {
		t.Errorf("lost %q", lost)
	}
	in.Budget = 420 // the words have to be cut too
	out = Run(in)
	read, _, _ = Text(h, out, in.Params)
	if out.Rows[1].Tier != Omitted || !strings.Contains(read, "[omitted assistant message, 111 chars]") || strings.Contains(read, "[Tool") {
		t.Errorf("row %+v in %q", out.Rows[1], read)
	}
}

// TestNarrationAlone: where every message is a tool's or carries a call, only the option leaves something.
func TestNarrationAlone(t *testing.T) {
	t.Parallel()
	h := script("ntnt")
	in := Input{Rows: h.rows(), List: h.all(), Budget: 400, Params: Defaults()}
	if out := Run(in); out.Tool.Applied || out.Outcome != trace.FellBack {
		t.Errorf("%+v", out.Tool)
	}
	in.Params.Narration = true
	if out := Run(in); !out.Tool.Applied || out.Tool.KeptCount != 2 || out.Outcome != trace.Ran {
		t.Errorf("%+v", out.Tool)
	}
}

// TestCliff: all messages share what none can use; refilling gives up fewer of them.
func TestCliff(t *testing.T) {
	t.Parallel()
	rows := append(sized(300, 300), sized(slices.Repeat([]int{1000}, 40)...)...)
	in := Input{Rows: rows, List: make0(len(rows)), Budget: content(4000, len(rows)), Params: Defaults()}
	out := Run(in)
	const want = "42 messages omitted, and 1,753 of 4,222 chars used: 41.5% of the budget, because every large message would get 95 chars, and under 200 none is sent; with --refill: 27 instead of 42 omitted, 100.0% of the budget used"
	if got := reasonOf(out, "cliff"); !out.Cliff() || got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	in.Params.Refill = true
	if out := Run(in); out.Cliff() || reasonOf(out, "cliff") != "" || out.Counts.Omitted != 27 || out.BudgetUsed > out.Budget {
		t.Errorf("refilled: %+v, %d chars, %s", out.Counts, out.BudgetUsed, reasonOf(out, "cliff"))
	}
	in.Params.Refill, in.Budget = false, 50_000
	if out := Run(in); out.Cliff() || reasonOf(out, "cliff") != "" {
		t.Errorf("it fits: %s", reasonOf(out, "cliff"))
	}
}
