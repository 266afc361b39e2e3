package render

import (
	"strings"
	"testing"
	"time"

	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// Each rung has its place, each attempt its row on its rung, at any width, and nothing of a server's
// words is more than text.
func TestLadder(t *testing.T) {
	t.Parallel()
	tried := []trace.Attempt{{Rung: "external", Model: "a-model", Budget: 800_000, Error: "Overloaded", Millis: 2100, Detail: "the server\nsaid \x1b[31moverloaded (529)", InputTokens: 12_345}}
	report := func(by string) *pipeline.Report {
		r := &pipeline.Report{Pick: pick.Output{Summarizer: "external"}}
		r.Summary.Rung = by
		return r
	}
	at := &summarize.Progress{Rung: "external", Model: "b-model", Until: time.Unix(1, 0)}
	for _, c := range []struct {
		name    string
		rungs   []pipeline.Rung
		running *summarize.Progress
		want    string
	}{
		{"planned", report("").Ladder(nil), nil, `
    – self        passed over (stage 2)
 ┌─ · external    is asked first
 ├─ · local       when all above fail
 └─ · placeholder when all above fail`},
		{"running", report("").Ladder(tried), at, `
    – self        passed over (stage 2)
 ┌─ → external    under way
 │     1 external a-model  ✗ Overloaded  2.1 s  12,345 tokens in, 0 out  budget 800,000
 │       the server said overloaded (529)
 │     2 external b-model  is waited for
 ├─ · local       when all above fail
 └─ · placeholder when all above fail`},
		{"fell", report("local").Ladder(append(tried, trace.Attempt{Rung: "local", Budget: 9000, Millis: 3})), nil, `
    – self        passed over (stage 2)
 ┌─ ✗ external    gave none
 │     1 external a-model  ✗ Overloaded  2.1 s  12,345 tokens in, 0 out  budget 800,000
 │       the server said overloaded (529)
 ├─ ✓ local       wrote it
 │     2 local  ✓  3 ms  budget 9,000
 └─ – placeholder not needed`},
	} {
		lines := Ladder(theme.Plain(), c.rungs, c.running, 100)
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		if got := "\n" + strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:%s\nwant:%s", c.name, got, c.want)
		}
		for _, w := range []int{1, 10, 12, 30, 60, 120} {
			for _, l := range Ladder(theme.Plain(), c.rungs, c.running, w) {
				if text.Width(l) != w || strings.Contains(l, "\x1b") {
					t.Errorf("%s: %d cells, not %d: %q", c.name, text.Width(l), w, l)
				}
			}
		}
	}
}
