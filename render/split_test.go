package render

import (
	"strings"
	"testing"

	"cutline/render/theme"
)

// The line of the split names the rule that has drawn it.
func TestSplitWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d    SplitData
		want string
		not  string
	}{
		{SplitData{At: 4, Turn: -1}, "split at 4 · last message a person typed", "all"},
		{SplitData{At: 4, Turn: -1, Newest: 20_000}, "split at 4 · newest tokens to keep: 20,000", "typed"},
		{SplitData{At: -1, Turn: -1, Masked: 3}, "all kept · 3 outputs masked", "summarized"},
		{SplitData{At: -1, Turn: -1, Too: 26}, "all summarized · 26 kept word for word too", "no tail"},
		{SplitData{At: -1, Turn: -1, Too: 1, Rescued: true}, "all summarized; message 0 kept too · last words typed", "; 0"},
	} {
		if got := SplitRule(theme.Plain(), c.d, 80); !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%+v: %q", c.d, got)
		}
	}
}
