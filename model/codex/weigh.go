package codex

import (
	"math"
	"strings"

	"cutline/model"
	"cutline/model/measure"
)

// live is what an item of the live context says of its message.
type live struct {
	measure.Piece
	id string // what the message is called after the item, mostly nothing
}

// weigh measures an item, of which m is the message that it would make alone.
func (it *item) weigh(m model.Message) {
	it.hold(measure.PieceOf(m), strings.Clone(m.ID))
}

// hold sets the sizes of an item.
func (it *item) hold(p measure.Piece, id string) {
	it.live = &live{p, id}
	it.est, it.images = p.Tokens, uint16(min(p.Images, math.MaxUint16))
}

// weight is what the messages of some items weigh in a context.
func weight(items []item, which []int) (tokens int, images int) {
	for _, i := range which {
		tokens += int(items[i].est)
		images += int(items[i].images)
	}
	return tokens, images
}

// leave lets go of what only items of the live context need.
func leave(items []item) {
	for i := range items {
		items[i].live = nil
	}
}
