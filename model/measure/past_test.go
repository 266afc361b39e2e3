package measure

import (
	"testing"

	"cutline/model"
)

// What one compaction too many did is not known; what was said is.
func TestTrackFull(t *testing.T) {
	t.Parallel()
	track := Track{held: mostHeld - 1}
	n := track.Say(model.Source{Line: 1})
	cut := Cut{Source: model.Source{Line: 2}, Was: []Held{{N: n}}}
	track.Compact(cut)
	track.Compact(cut)
	s := &model.Session{}
	said := func(int, []model.Source) ([]model.Message, error) {
		return []model.Message{{Role: model.User, Parts: []model.Part{{Kind: model.Text, Text: "Go."}}}}, nil
	}
	if err := track.History(s, Live{}, said); err != nil {
		t.Fatal(err)
	}
	if len(s.History) != 3 || len(s.Replacements) != 2 || len(s.Replacements[0].Out) != 1 || s.Replacements[1].Out != nil {
		t.Errorf("%+v of %d points", s.Replacements, len(s.History))
	}
}
