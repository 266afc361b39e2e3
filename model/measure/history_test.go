package measure

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/tokens"
)

// A message weighs what its row says, whatever its parts.
func TestWeigh(t *testing.T) {
	t.Parallel()
	words := model.Part{Kind: model.Text, Text: "Read the parser, and say what is wrong with it."}
	picture := model.Part{Kind: model.Image, Media: "image/png", Bytes: 9}
	for name, m := range map[string]model.Message{
		"words":    {Role: model.User, Parts: []model.Part{words}},
		"nothing":  {Role: model.Assistant},
		"a call":   {Role: model.Assistant, Parts: []model.Part{words, {Kind: model.Call, ID: "c", Name: "Read", Args: `{ "path": "a.go" }`}}},
		"a result": {Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: "c", Output: []model.Part{words, picture, words}}}},
		"JSON":     {Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: "c", JSON: `{"ok": true}`}}},
	} {
		row := Row(m)
		toks, images := Weigh(m)
		if toks != row.Tokens || images != row.Images {
			t.Errorf("%s: %d tokens, %d images; its row says %d, %d", name, toks, images, row.Tokens, row.Images)
		}
	}
	if toks, images := Weigh(model.Message{Parts: []model.Part{picture}}); toks != tokens.ImageTokens || images != 1 {
		t.Errorf("a picture weighs %d, %d", toks, images)
	}
}

// A reader that knows only the live context still gives a history.
func TestHistory(t *testing.T) {
	t.Parallel()
	s := &model.Session{}
	b := New(s)
	say := func(role model.Role, origin model.Origin, words string, line int) {
		b.Add(model.Message{Role: role, Origin: origin, Parts: []model.Part{{Kind: model.Text, Text: words}}}, []model.Source{{Off: int64(10 * line), Len: 9, Line: line}}, 0, 0)
	}
	say(model.User, model.FromSummary, "what was done", 1)
	say(model.User, model.Person, "go on", 2)
	say(model.Assistant, model.NoOrigin, "done", 3)
	b.Finish()
	s.Usage = model.Usage{Known: true, Input: 500, Row: 2}
	s.Compactions = []model.Compaction{{Line: 9, Summary: -1}, {Line: 1, Before: 900, Summary: 0}}
	History(s)
	est := func(i int) int32 { return int32(s.Rows[i].Tokens) }
	want := []model.Point{
		{Off: 10, Len: 9, Line: 1, Est: est(0), Row: 0, Compaction: 1, Role: model.User, Origin: model.FromSummary},
		{Off: 20, Len: 9, Line: 2, Est: est(1), Row: 1, Compaction: -1, Role: model.User, Origin: model.Person},
		{Off: 30, Len: 9, Line: 3, Est: est(2), Tokens: 500, Row: 2, Compaction: -1, Role: model.Assistant},
	}
	if d := cmp.Diff(want, s.History); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]model.Replacement{{Point: -1}, {Point: 0, Left: int(est(0)), Text: model.Source{Off: 10, Len: 9, Line: 1}}}, s.Replacements); d != "" {
		t.Error(d)
	}
}
