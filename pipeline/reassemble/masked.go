package reassemble

import (
	"slices"

	"cutline/model"
)

// marks are what a draft says of the outputs that give way to a marker.
type marks struct {
	rows    map[int]bool   // messages with such an output
	records map[int64]bool // and the records that hold one, by offset: what else is in them is not as it was
}

func marksOf(s *model.Session, d model.Draft) marks {
	m := marks{map[int]bool{}, map[int64]bool{}}
	for _, it := range d.Items {
		if it.Mask == "" {
			continue
		}
		m.rows[it.Row] = true
		row := s.Rows[it.Row]
		for _, src := range s.Sources[row.Source : row.Source+row.Sources] {
			m.records[src.Off] = true
		}
	}
	return m
}

// touch reports whether a message stands in a record with such an output.
func (m marks) touch(s *model.Session, i int) bool {
	row := s.Rows[i]
	return slices.ContainsFunc(s.Sources[row.Source:row.Source+row.Sources], func(src model.Source) bool { return m.records[src.Off] })
}

// find looks from a place on for the message of the result that message i of the input is: the same
// calls and results, by their ids, and as long as it was unless its own output is gone. It is -1 when
// there is none.
func (m marks) find(in GateInput, i, from int) int {
	ids := func(s *model.Session, row int) []string {
		links := s.LinksOf(row)
		out := make([]string, len(links))
		for k, l := range links {
			out[k] = l.ID
		}
		return out
	}
	want, was := ids(in.Before, i), &in.Before.Rows[i]
	for k := from; k < len(in.After.Rows); k++ {
		is := &in.After.Rows[k]
		if is.Role == was.Role && slices.Equal(want, ids(in.After, k)) && (m.rows[i] || is.Chars == was.Chars) {
			return k
		}
	}
	return -1
}
