package ui

import (
	"testing"

	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// A strategy that asks nobody is run by the key, as it is by the command.
func TestRulesRun(t *testing.T) {
	t.Parallel()
	for name, rung := range map[string]string{"mask": summarize.Note, "drop-oldest": summarize.Note, "slim": summarize.Slimmed, "fair": summarize.Local} {
		p := pipeline.Defaults()
		if err := p.SetParam("strategy", name); err != nil {
			t.Fatal(err)
		}
		a := openedWith(t, &world{}, plain, 120, 40, p)
		press(a, "c")
		if a.result == nil || a.result.Report.Summary.Rung != rung {
			t.Errorf("%s: no result by %s: %q", name, rung, a.notice.text)
		}
	}
}
