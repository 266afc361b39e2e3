package facts

import (
	"testing"

	"cutline/model"
)

func TestNegative(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"Never push.": true, "Don’t push": true, "Push only on request": false, "It isn't done.": true, "Bitte nicht löschen": true, "Push without a review": true,
		"不要修改": true, "notable": false, "": false,
	} {
		if got := Negative(s); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	text := "parseLine of v1.2.3, see https://example.com/a and localhost:8080"
	want := map[string]Class{"parseLine": Identifier, "v1.2.3": Number, "https://example.com/a": Link, "localhost:8080": Number}
	got := Named(text, model.Assistant)
	for _, f := range got {
		if c, ok := want[f.Text]; !ok || c != f.Class || text[f.Span.Start:f.Span.End] != f.Text {
			t.Errorf("%+v", f)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d names, want %d", len(got), len(want))
	}
}
