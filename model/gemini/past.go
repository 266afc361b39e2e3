package gemini

import (
	"fmt"

	"cutline/model"
)

// history fills the history of the session: the track, decoded.
func (h *history) history(s *model.Session) error {
	told := h.told()
	return h.track.History(s, h.live, func(n int, sources []model.Source) ([]model.Message, error) {
		raw, err := model.ReadSource(s.Reader, sources[0])
		if err != nil {
			return nil, fmt.Errorf("read line %d: %w", sources[0].Line, err)
		}
		return decode(string(raw), told[n]), nil
	})
}

// told are, by number in the track, the ids of results that an earlier record holds already.
func (h *history) told() map[int][]string {
	done, told := map[string]bool{}, map[int][]string{}
	for n := range h.whole {
		for _, id := range h.whole[n].results {
			switch {
			case h.whole[n].kind == answer:
				done[id] = true
			case done[id]:
				told[n] = append(told[n], id)
			}
		}
	}
	return told
}
