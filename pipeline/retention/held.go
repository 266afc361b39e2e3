package retention

import (
	"context"

	"cutline/model"
	"cutline/pipeline/slim"
)

// heldBytes is how much text of a session is kept decoded for one score: facts, claims and baselines
// read the same messages. Those of a larger one are read again.
const heldBytes = 16 << 20

// held is a source that remembers, and gives nothing more when its context has ended.
type held struct {
	slim.Source
	ctx   context.Context // of the one score that it is made for
	known map[int]model.Message
	bytes int
}

// Message gives a message; its parts are not the caller's to change.
func (h *held) Message(i int) (model.Message, error) {
	if m, ok := h.known[i]; ok {
		return m, nil
	}
	if err := h.ctx.Err(); err != nil {
		return model.Message{}, err
	}
	m, err := h.Source.Message(i)
	if err != nil {
		return m, err
	}
	if n := bytesOf(m); h.bytes+n <= heldBytes {
		if h.known == nil {
			h.known = map[int]model.Message{}
		}
		h.known[i] = m
		h.bytes += n
	}
	return m, nil
}

func bytesOf(m model.Message) int {
	n := 0
	for _, p := range m.Parts {
		n += len(p.Text) + len(p.Args) + len(p.JSON)
		for _, o := range p.Output {
			n += len(o.Text)
		}
	}
	return n
}
