package render

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

// The lines of a marked text hold what the text says there, whatever characters stand before it that are
// drawn in another spelling.
func TestMarkedLinesAreOfTheText(t *testing.T) {
	t.Parallel()
	body := "\u26a0\ufe0f mind the \u26a0\ufe0f port 8443\nand \U0001f468\u200d\U0001f469 never the other one \u0e33, 9443"
	o := &retention.Output{Facts: []retention.Fact{
		{Class: facts.Number, Text: "8443"},
		{Class: facts.Number, Text: "9443"},
	}}
	m := model.Message{Parts: []model.Part{{Kind: model.Text, Text: body}}}
	k := MarkMessage(theme.Plain(), m, o, 0)
	if len(k.Ranges) != 2 {
		t.Fatalf("%d marks in %q", len(k.Ranges), k.Text)
	}
	p := text.NewWrapped(k.Text, 200)
	if p.Text() != k.Text {
		t.Errorf("the lines are of\n%q, the marks of\n%q", p.Text(), k.Text)
	}
	for i, want := range []string{"8443", "9443"} {
		from, to, _ := p.Span(i)
		if got := k.Piece(theme.Plain(), from, to, -1); !strings.HasSuffix(got, "["+want+"]") {
			t.Errorf("line %d is %q", i, got)
		}
	}
}
