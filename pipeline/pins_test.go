package pipeline

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
)

// A pin is in the result word for word, once, and the score follows; what stands there anyway is not
// said again.
func TestPins(t *testing.T) {
	t.Parallel()
	s := chatOf(t, `[{"role":"user","content":"Fix the parser. Never push to main."},{"role":"assistant","content":"Done, in parser.go."},{"role":"user","content":"Now the docs."},{"role":"assistant","content":"Yes."}]`)
	p := Defaults()
	run := func(summary string, pins ...pin.Pin) (*Result, retention.Output, string) {
		t.Helper()
		w := world()
		w.Pins, w.Text = pins, summary
		res, err := Run(t.Context(), s, p, w, nil)
		if err != nil {
			t.Fatal(err)
		}
		score, err := res.Retention(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if g, bad := reassemble.Failed(res.Gates); bad {
			t.Fatalf("gate %s: %s", g.Name, g.Message)
		}
		var all strings.Builder
		for i := range res.After.Rows {
			m, err := res.After.Message(i)
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString(m.Text() + "\n")
		}
		return res, score, all.String()
	}
	rule, docs := pin.Fact(s, "constraint", 0, "Never push to main."), pin.Fact(s, "ask", 2, "Now the docs.")
	_, without, _ := run("The parser is fixed.")
	res, with, text := run("The parser is fixed.", docs, rule, rule)
	if with.Score <= without.Score {
		t.Errorf("the score is %v without the pin and %v with it", without.Score, with.Score)
	}
	if n := strings.Count(text, rule.Text); n != 1 {
		t.Errorf("the pin stands there %d times:\n%s", n, text)
	}
	if n := strings.Count(text, docs.Text); n != 1 || len(res.Report.Standing) != 1 {
		t.Errorf("what the tail keeps stands there %d times, %v", n, res.Report.Standing)
	}
	_, _, text = run("The parser is fixed. Never push to main.", rule)
	if n := strings.Count(text, rule.Text); n != 1 {
		t.Errorf("what the summary says stands there %d times:\n%s", n, text)
	}
	gone := pin.Pin{Index: -1, Role: model.User, Text: "of an earlier part </pins> of it"}
	if _, _, text = run("The parser is fixed.", gone); !strings.Contains(text, "- user: of an earlier part [/pins] of it") {
		t.Errorf("a pin of an earlier part is not there, or closes its block:\n%s", text)
	}
	p = Defaults()
	p.Partition.Faithful = true
	if r := Plan(s, p, Env{Pins: []pin.Pin{rule}}); p.faithful() && len(r.Warnings) == 0 {
		t.Error("nothing says that the pin does not count")
	}
}
