package slim

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/js"
)

func texted(s string) model.Part { return model.Part{Kind: model.Text, Text: s} }

func TestSerialized(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", ResultLimit-1) + "😀y"
	for _, c := range []struct {
		name string
		m    model.Message
		want string
	}{
		{"a person", model.Message{Role: model.User, Parts: []model.Part{texted("a"), {Kind: model.Image}, texted("b")}}, "[User]: ab"},
		{"a picture alone", model.Message{Role: model.User, Parts: []model.Part{{Kind: model.Image}}}, ""},
		{"a summary in its frame", model.Message{Role: model.User, Open: "<", Close: ">"}, "[User]: <>"},
		{"rules", model.Message{Role: model.System, Parts: []model.Part{texted("be brief")}}, "[System]: be brief"},
		{
			"an answer", model.Message{Role: model.Assistant, Parts: []model.Part{
				texted("x"),
				{Kind: model.Call, Name: "f", Args: `{"b": 1.0, "2": "q", "1": [ null ]}`},
				{Kind: model.Thinking, Text: "t"},
				texted("y"),
				{Kind: model.Call, Name: "g", Args: "*** Begin"},
				{Kind: model.Call, Name: "h", Args: "[1, 2]"},
				{Kind: model.Call, Name: "k"},
			}}, "[Assistant thinking]: t\n\n[Assistant]: x\ny\n\n[Assistant tool calls]: f(1=[null], 2=\"q\", b=1); g(*** Begin); h([1,2]); k()",
		},
		{
			"results and words", model.Message{Role: model.Tool, Parts: []model.Part{
				{Kind: model.Result, Output: []model.Part{texted("a"), {Kind: model.Image}, texted("b")}}, {Kind: model.Result, JSON: `{"a": 1}`}, {Kind: model.Result}, texted("Go on."),
			}}, "[Tool result]: ab\n\n[Tool result]: {\"a\":1}\n\n[User]: Go on.",
		},
		{
			"half of a pair",
			model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, Output: []model.Part{texted(long)}}}},
			"[Tool result]: " + long[:ResultLimit-1] + "\uFFFD\n\n[... 2 more characters truncated]",
		},
	} {
		if d := cmp.Diff(c.want, Serialized(c.m)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// TestSerializeRun: what is read is about as long as the plan says, and fits a budget.
func TestSerializeRun(t *testing.T) {
	t.Parallel()
	result := model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, Output: []model.Part{texted(strings.Repeat("r", 9000))}}}}
	said := model.Message{Role: model.User, Parts: []model.Part{texted(strings.Repeat("u", 5000))}}
	s := held{said, result, said}
	rows := s.rows()
	for _, budget := range []int{100_000, 6000} {
		p := Defaults()
		p.Form, p.ToolValve = Serialize, Off
		out := Run(Input{Rows: rows, List: []int{0, 1, 2}, Budget: budget, Params: p})
		text, _, err := Text(s, out, p)
		if err != nil || js.Units(text) > min(budget, out.BudgetUsed+100) {
			t.Errorf("budget %d: %d chars, planned %d: %v", budget, js.Units(text), out.BudgetUsed, err)
		}
		if cut := strings.Contains(text, "[... 7000 more characters truncated]"); cut != (budget > 10_000) {
			t.Errorf("budget %d: %s", budget, text[max(0, len(text)-6000):])
		}
	}
}
