package slim

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/js"
)

// TestTextLaws: what is read has the length that the stage says, keeps within the budget where it
// can, and every number in a marker is true.
func TestTextLaws(t *testing.T) {
	t.Parallel()
	valve := rapid.SampledFrom([]Valve{Auto, Auto, Off, Always})
	rapid.Check(t, func(t *rapid.T) {
		h := talk(t)
		rows := h.rows()
		p := Params{
			BudgetBytes: ByteLimit, ToolValve: valve.Draw(t, "tools"), FairValve: valve.Draw(t, "fair"), ToolShare: ToolShare,
			MinUseful: rapid.SampledFrom([]int{MinUseful, MinUseful, 0, 10, 60}).Draw(t, "min"),
			Refill:    rapid.Bool().Draw(t, "refill"), Quiet: rapid.Bool().Draw(t, "quiet"), Narration: rapid.Bool().Draw(t, "narration"),
		}
		in := Input{Rows: rows, List: h.all(), Budget: rapid.IntRange(0, 3000).Draw(t, "budget"), Suffix: rapid.IntRange(0, 200).Draw(t, "suffix"), Params: p}
		out := Run(in)
		read, _, err := Text(h, out, p)
		if err != nil {
			t.Fatal(err)
		}
		protected := 0
		for k, a := range out.Rows {
			if a.Protected {
				protected++
			}
			piece(t, h, out.Rows[k], p)
		}
		u := js.Units(read)
		if u > out.BudgetUsed || protected == 0 && u < out.BudgetUsed-out.Counts.Truncated {
			t.Fatalf("%d chars are read, the stage says %d, %d cut", u, out.BudgetUsed, out.Counts.Truncated)
		}
		halves(t, h, out, p)
		over := out.BudgetUsed+out.Suffix > out.Budget
		c := out.Counts
		switch {
		case c.Full+c.Truncated+c.Omitted+c.Dropped != len(h):
			t.Fatalf("counts %+v of %d", c, len(h))
		case p.FairValve == Off && c.Truncated+c.Omitted > 0:
			t.Fatalf("the valve is off, but %+v", c)
		case p.ToolValve == Off && c.Dropped > 0:
			t.Fatalf("the tool valve is off, but %+v", c)
		case over && p.FairValve != Off && p.MinUseful >= 60 && c.Omitted == 0 && out.ContentBudget > 0:
			t.Fatalf("%d chars over a budget of %d without a marker to fold: %+v", out.BudgetUsed+out.Suffix, out.Budget, c)
		case over && c.Omitted > 1 && !p.Quiet && !out.Folded:
			t.Fatalf("over the budget, and %d markers are not folded", c.Omitted)
		case p.Refill && p.FairValve == Auto && out.FairShare >= 0 && out.FairShare < p.MinUseful && c.Truncated > 0:
			t.Fatalf("refill left a share of %d", out.FairShare)
		}
		if want := fmt.Sprintf("[%d message(s) omitted", c.Omitted); strings.HasPrefix(out.Preamble, want) != (c.Omitted > 0) || !strings.HasPrefix(read, out.Preamble) {
			t.Fatalf("%d omitted, the preamble says %q", c.Omitted, out.Preamble)
		}
	})
}

// halves: a valve that acts leaves no call and no result, and of a message with a call its words, if
// they are to be kept and there are any.
func halves(t *rapid.T, h held, out Output, p Params) {
	rows := h.rows()
	for _, a := range out.Rows {
		r := rows[a.Index]
		tool := r.Role == model.Tool || r.Is(model.HasCall)
		said := tool && p.Narration && r.Role == model.Assistant && r.Is(model.HasText)
		switch {
		case !out.Tool.Applied && (a.Said || a.Tier == Dropped), a.Said && !said:
			t.Fatalf("%+v, applied %v", a, out.Tool.Applied)
		case out.Tool.Applied && tool && !said && a.Tier != Dropped, out.Tool.Applied && said && !a.Said:
			t.Fatalf("half of a pair stays: %+v", a)
		}
	}
}

// piece holds what stands in the place of one message to its allocation.
func piece(t *rapid.T, h held, a Allocation, p Params) {
	whole, calls := h[a.Index].Transcript(), ""
	read, lost, err := Piece(h, a, p)
	if a.Said {
		m, ok := h[a.Index].Said(), false
		whole, calls = m.Transcript(), "assistant: [Tool call] Read {\"path\":\"a.go\"}"
		if len(h[a.Index].Parts)-len(m.Parts) > 1 {
			calls += "\n\n[Thinking] so"
		}
		if lost, ok = strings.CutSuffix(lost, calls); ok == (a.Tier == Omitted) || strings.Contains(read, "[T") {
			t.Fatalf("%+v is %q, without %q", a, read, lost)
		}
		if a.Tier == Truncated {
			lost = strings.TrimSuffix(lost, Separator)
		}
	}
	size := js.Units(whole)
	switch {
	case err != nil || !utf8.ValidString(read) || !utf8.ValidString(lost):
		t.Fatalf("%q and %q, %v", read, lost, err)
	case a.Size != size:
		t.Fatalf("size %d of a message of %d chars", a.Size, size)
	case a.Tier == Full && (read != whole || lost != "" || a.Allocation != size):
		t.Fatalf("%+v is %q, lost %q", a, read, lost)
	case a.Tier == Dropped && (read != "" || lost != whole):
		t.Fatalf("%+v is %q, lost %q", a, read, lost)
	case a.Tier == Omitted && read != fmt.Sprintf("[omitted %s message, %d chars]", a.Role, size):
		t.Fatalf("%+v is %q", a, read)
	case a.Tier == Omitted && p.MinUseful > 0 && a.Allocation >= p.MinUseful:
		t.Fatalf("%+v is omitted though it is useful", a)
	case a.Tier != Truncated:
		return
	}
	marker := fmt.Sprintf("\n[... truncated, %d chars]", size)
	body, ok := strings.CutSuffix(read, marker)
	switch {
	case !ok || js.Units(read) > a.written():
		t.Fatalf("%+v is %q", a, read)
	case a.Allocation < p.MinUseful:
		t.Fatalf("a stump: %+v", a)
	case !a.Protected && (body != js.Prefix(whole, a.Allocation-js.Units(marker)) || body+lost != whole):
		t.Fatalf("%+v is %q, lost %q", a, read, lost)
	case a.Protected:
		protectedPiece(t, h[a.Index], a, body)
	}
}

// protectedPiece: label, then as much of the rest as there is room for, then the blocks.
func protectedPiece(t *rapid.T, m model.Message, a Allocation, body string) {
	blocks, _ := model.QueryBlocks(m.Text())
	query := strings.Join(blocks, "\n")
	body, ok := strings.CutPrefix(body, "user: ")
	space := a.Allocation - js.Units(a.Marker()) - js.Units("user: ")
	switch {
	case !ok:
		t.Fatalf("the label is gone: %q", body)
	case js.Units(query) >= space && body != js.Prefix(query, space):
		t.Fatalf("%q of the query %q in %d chars", body, query, space)
	case js.Units(query) < space && !strings.HasSuffix(body, query):
		t.Fatalf("the query %q is not at the end of %q", query, body)
	}
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	block := "<user_query>KEEP-44 " + strings.Repeat("q", 595-20-13) + "</user_query>"
	rest := strings.Repeat("reminder ", 604)
	marker := func(n int) string { return fmt.Sprintf("\n[... truncated, %d chars]", n) }
	whole := func(m model.Message) int { return js.Units(m.Transcript()) }
	behind, short := text(model.User, rest+block), text(model.User, "a\n\n\n\n\nb "+block+" c"+strings.Repeat("\n", 900))
	two := text(model.User, rest+"<user_query>1</user_query> and "+rest+"<user_query>2</user_query>")
	odd := text(model.Assistant, "x"+strings.Repeat("🦊", 3000))
	tests := []struct {
		name  string
		m     model.Message
		share int
		want  string
	}{
		{"the rest goes before the block", behind, 1000, "user: " + rest[:1000-6-1-595-len(marker(whole(behind)))] + "\n" + block},
		{"the block alone fills the room", behind, 620, "user: " + block[:620-6-len(marker(whole(behind)))]},
		{"nothing of the rest has room", behind, 595 + 6 + len(marker(whole(behind))) + 1, "user: " + block},
		{"the rest is tidied", short, 700, "user: a\n\nb  c\n" + block},
		{"several blocks are joined", two, 200, "user: " + rest[:200-6-1-53-len(marker(whole(two)))] + "\n<user_query>1</user_query>\n<user_query>2</user_query>"},
		{"a plain beginning", text(model.Assistant, rest), 200, "assistant: " + rest[:200-11-28]},
		{"a person's words without a block", text(model.User, rest), 200, "user: " + rest[:200-6-28]},
		{"inside a pair one unit less", odd, 999, "assistant: x" + strings.Repeat("🦊", (999-12-28)/2)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			blocks, _ := model.QueryBlocks(tt.m.Text())
			a := Allocation{Role: tt.m.Role, Size: whole(tt.m), Allocation: tt.share, Tier: Truncated, Protected: len(blocks) > 0}
			read, _ := Truncate(tt.m, tt.m.Transcript(), a)
			if want := tt.want + marker(a.Size); read != want || js.Units(read) > tt.share {
				t.Errorf("%d chars %q\nwant %d %q", js.Units(read), read, js.Units(want), want)
			}
		})
	}
}

func TestValueLimit(t *testing.T) {
	t.Parallel()
	m := call("words  stay")
	m.Parts[1].Args = `{"path":"` + strings.Repeat("p", 200) + `"}`
	if got := Rendered(m, 60); got != "assistant: words  stay\n\n[Tool call] Read "+HeadAndTail(m.Parts[1].Args, 60) {
		t.Errorf("call %q", got)
	}
	r := result("1", strings.Repeat("o", 200))
	if got := Rendered(r, 60); got != "tool: [Tool result] Read "+HeadAndTail(strings.Repeat("o", 200), 60) {
		t.Errorf("result %q", got)
	}
	if got := Rendered(m, 0); got != m.Transcript() {
		t.Errorf("without a limit %q", got)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	h := held{text(model.User, "one"), {Role: model.Assistant, Broken: true}, text(model.User, "three")}
	out := Run(Input{Rows: h.rows(), List: h.all(), Budget: 1000, Params: Defaults()})
	read, parts, err := Text(h, out, Defaults())
	if !errors.Is(err, os.ErrNotExist) || len(parts) != 3 || read != "user: one\n\n[assistant message that can no longer be read, 11 chars]\n\nuser: three" {
		t.Errorf("%q, %v", read, err)
	}
}

// TestPlaces: whoever reads the pieces one by one knows whose each is.
func TestPlaces(t *testing.T) {
	t.Parallel()
	h := held{text(model.User, "a"), result("2", strings.Repeat("x", 900)), text(model.User, "old"), {Broken: true, Role: model.Assistant}}
	h[2].Origin = model.FromSummary
	rows := h.rows()
	out := Run(Input{Rows: rows, List: h.all(), Budget: 400, Params: Defaults()})
	got, err := Places(h, out, Defaults())
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the message that is gone: %v", err)
	}
	want := []Place{
		{Index: 0, Role: model.User, Text: "user: a"},
		{Index: 2, Role: model.User, Origin: model.FromSummary, Text: "user: old"},
		{Index: 3, Role: model.Assistant, Text: "[assistant message that can no longer be read, 11 chars]", Marker: true},
	}
	if out.Tool.Applied { // a result alone is a quarter of them
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("places (-want +got):\n%s", diff)
		}
	} else {
		t.Errorf("the tool message stays: %+v", got)
	}
	out.Rows[0].Tier, out.Rows[2].Tier, out.Folded = Omitted, Omitted, true
	got, _ = Places(h, out, Defaults())
	if len(got) != 2 || got[0].Text != "[omitted 2 messages, 16 chars]" || !got[0].Marker || got[0].Index != 0 {
		t.Errorf("a run of omitted ones: %+v", got)
	}
}
