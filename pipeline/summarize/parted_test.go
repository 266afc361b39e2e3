package summarize

import (
	"testing"

	"cutline/model"
)

func TestParted(t *testing.T) {
	t.Parallel()
	const u, a, r = model.User, model.Assistant, model.Tool
	for _, tt := range []struct {
		name       string
		roles      []model.Role
		list, tail []int
		want       bool
	}{
		{"all is summarized", []model.Role{u, a, u, a}, []int{0, 1, 2, 3}, nil, false},
		{"between two turns", []model.Role{u, a, u, a}, []int{0, 1}, []int{2, 3}, false},
		{"inside a turn", []model.Role{u, a, r, a}, []int{0, 1, 2}, []int{3}, true},
		{"the words of the turn stay in front", []model.Role{u, a, r, a}, []int{1, 2}, []int{0, 3}, true},
		{"they are in the summary too", []model.Role{u, a, r, a}, []int{0, 1, 2}, []int{0, 3}, true},
		{"words of persons alone stay", []model.Role{u, a, u, a, u, a}, []int{1, 3, 5}, []int{0, 2, 4}, false},
		{"they alone stay, and the summary has them too", []model.Role{u, a, u, a}, []int{0, 1, 2, 3}, []int{0, 2}, false},
		{"words of persons, then the last turn", []model.Role{u, a, u, a, u, a}, []int{1, 3}, []int{0, 2, 4, 5}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows := make([]model.Row, len(tt.roles))
			for i, role := range tt.roles {
				rows[i].Role = role
			}
			if got := Parted(rows, tt.list, tt.tail); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
