package giveback

import (
	"testing"

	"cutline/pipeline"
	"cutline/pipeline/rescue"
	"cutline/render/theme"
)

// A budget begins below what is given back: a larger one would change nothing.
func TestBudgetsThatCount(t *testing.T) {
	t.Parallel()
	p := New(theme.Plain())
	p.SetSize(80, 20)
	p.Show(&pipeline.Rescue{Items: []rescue.Item{{Tokens: 900, Due: true}, {Tokens: 350, Due: true}, {Tokens: 5000}}})
	if p.Taken() != 1250 || p.More() {
		t.Fatalf("%d tokens are chosen, a budget of %d", p.Taken(), p.Choice().Budget)
	}
	if !p.Less() || p.Choice().Budget != 1000 {
		t.Errorf("the first budget is %d", p.Choice().Budget)
	}
	p.Preview(&pipeline.Preview{Chosen: []int{1}})
	if p.Taken() != 350 || !p.Less() || p.Choice().Budget != 200 {
		t.Errorf("%d tokens fit, the next budget is %d", p.Taken(), p.Choice().Budget)
	}
	p.Preview(&pipeline.Preview{})
	if p.Less() {
		t.Errorf("nothing is given back, and a budget of %d", p.Choice().Budget)
	}
	if !p.More() || p.Choice().Budget != 500 {
		t.Errorf("the one before is %d", p.Choice().Budget)
	}
}
