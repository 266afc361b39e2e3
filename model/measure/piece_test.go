package measure

import (
	"math"
	"testing"

	"cutline/model"
)

// Sizes stop where they cannot grow: a file of some MB can hold more images than tokens can be counted.
func TestPieceFull(t *testing.T) {
	t.Parallel()
	p := Piece{Tokens: math.MaxInt32 - 1, Chars: math.MaxInt32}
	p.Add(model.Part{Kind: model.Image})
	p.Join(&Piece{Tokens: math.MaxInt32, Chars: 1, Images: 1})
	if p.Tokens != math.MaxInt32 || p.Chars != math.MaxInt32 || p.Images != 2 {
		t.Errorf("%d tokens, %d chars, %d images", p.Tokens, p.Chars, p.Images)
	}
}
