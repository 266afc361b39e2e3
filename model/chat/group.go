package chat

import (
	"cutline/model"
)

// group is one element of the new list: messages of the draft that share an element of the
// input, or the summary.
type group struct {
	summary bool
	text    string // the summary's
	system  bool   // kept as it is, whatever is in it
	rows    []int
	subs    map[int]bool
	masks   map[int]string // texts that stand for the output of its results, by sub
	src     model.Source
	added   []model.Part // results for its open calls
}

// want says which messages of the element are kept; nil when all are.
func (g group) want(raw string) map[int]bool {
	if all, _ := read(raw); len(all) == len(g.subs) {
		return nil
	}
	return g.subs
}

// groups puts the messages of a draft together by element, in order. A message that stands
// beside the list, as Anthropic's system text does, is no element: what is around the list
// stays anyway.
func groups(s *model.Session, items []model.Item) []group {
	var out []group
	at := make(map[int64]int) // offset of an element → its group
	of := make(map[int]int)   // row → its group
	for _, it := range items {
		switch {
		case it.Kind == model.NewSummary:
			out = append(out, group{summary: true, text: it.Text})
		case it.Kind == model.NewResult:
			if k, ok := of[callRow(s, it)]; ok {
				out[k].added = append(out[k].added, it.Part)
			}
		case it.Row < 0 || it.Row >= len(s.Rows):
		default:
			row := s.Rows[it.Row]
			src := s.Sources[row.Source]
			if beside(s, src) {
				continue
			}
			k, ok := at[src.Off]
			if !ok {
				k = len(out)
				at[src.Off] = k
				out = append(out, group{src: src, subs: make(map[int]bool), system: it.Kind == model.KeptSystem})
			}
			g := &out[k]
			g.rows = append(g.rows, it.Row)
			g.subs[row.Sub] = true
			if it.Mask != "" {
				if g.masks == nil {
					g.masks = make(map[int]string)
				}
				g.masks[row.Sub] = it.Mask
			}
			of[it.Row] = k
		}
	}
	return out
}

// callRow is the message whose call a new result closes.
func callRow(s *model.Session, it model.Item) int {
	if it.Row >= 0 {
		return it.Row
	}
	row := -1
	for _, l := range s.Links {
		if !l.Result && l.ID == it.Part.ID {
			row = l.Row
		}
	}
	return row
}

// beside reports whether a record stands outside the list.
func beside(s *model.Session, src model.Source) bool {
	lay, ok := s.State.(*layout)
	return ok && !lay.lines && (src.Off < lay.head || src.Off >= lay.tail)
}
