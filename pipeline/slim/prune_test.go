package slim

import (
	"fmt"
	"strings"
	"testing"

	"cutline/model"
)

// tiers writes a letter for each row: f whole, t cut, o omitted, d dropped.
func tiers(out Output) string {
	var b strings.Builder
	for _, a := range out.Rows {
		b.WriteByte(a.Tier.String()[0])
	}
	return b.String()
}

func TestPrune(t *testing.T) {
	t.Parallel()
	user := model.Row{Role: model.User, Origin: model.Person, Rendered: 10}
	ask := model.Row{Role: model.Assistant, Flags: model.HasCall, Rendered: 10}
	tool := func(tokens int, name string) model.Row {
		return model.Row{Role: model.Tool, Flags: model.HasResult, Tool: name, Tokens: tokens, Rendered: tokens}
	}
	tests := []struct {
		name string
		rows []model.Row
		want string
	}{
		{"beyond the newest tokens", []model.Row{user, ask, tool(30_000, "read"), ask, tool(30_000, "read"), ask, tool(20_000, "read"), user, user}, "ffofoffff"},
		{"the two newest turns stay", []model.Row{user, ask, tool(90_000, "read"), user, ask, tool(90_000, "read")}, "ffffff"},
		{"what a skill says stays", []model.Row{user, ask, tool(90_000, "Skill"), user, user}, "fffff"},
		{"too little to gain", []model.Row{user, ask, tool(19_000, "read"), ask, tool(40_000, "read"), user, user}, "fffffff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			list := make([]int, len(tt.rows))
			for i := range list {
				list[i] = i
			}
			p := Defaults()
			p.Rule = Prune
			out := Run(Input{Rows: tt.rows, List: list, Budget: ModelBudget, Params: p})
			if got := tiers(out); got != tt.want {
				t.Errorf("%s, want %s: %+v", got, tt.want, out.Decisions)
			}
			if n := strings.Count(tt.want, "o"); out.Counts.Omitted != n || n > 0 && !strings.Contains(out.Decisions[0].Chose, fmt.Sprint(n)) {
				t.Errorf("%+v", out)
			}
		})
	}
}

func TestNone(t *testing.T) {
	t.Parallel()
	rows := []model.Row{{Role: model.User, Origin: model.FromSummary, Rendered: 50}, {Role: model.User, Rendered: 900}, {Role: model.Assistant, Rendered: 9}}
	p := Defaults()
	p.Rule = None
	out := Run(Input{Rows: rows, List: []int{0, 1, 2}, Budget: 10, Params: p})
	if tiers(out) != "fdd" || out.Error != "" || out.Counts.Dropped != 2 || len(out.Decisions) != 1 {
		t.Errorf("%s %+v", tiers(out), out)
	}
}
