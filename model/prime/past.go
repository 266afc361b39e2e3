package prime

import (
	"fmt"

	"cutline/model"
	"cutline/model/measure"
)

// points lists every message of the file, and what each compaction of the active path did.
// Messages on other branches are gone; a compaction there is a summary like any other.
func (f *file) points(s *model.Session, rows map[int]int) error {
	on := make(map[int]int, len(f.path)) // by entry, its position on the path
	for k, i := range f.path {
		on[i] = k
	}
	at := make(map[int]int32, len(f.path)) // by position on the path, its point
	for i := range f.entries {
		e := &f.entries[i]
		k, active := on[i]
		if e.hidden || !e.produces() && e.kind != "compaction" {
			continue
		}
		pt := model.Point{Row: -1, Compaction: -1, Gone: !active}
		if row, live := rows[k]; active && live {
			pt = measure.PointOf(s, row)
		} else if err := f.unsent(s, e, &pt); err != nil {
			return err
		}
		pt.Place(e.src)
		if u := e.usage; e.role == roleAssistant && !e.failed && u.there {
			pt.Tokens = measure.Small(u.input + u.cacheRead + u.cacheWrite)
		}
		if active {
			at[k] = int32(len(s.History))
			if e.kind == "compaction" {
				pt.Compaction = int32(len(s.Replacements))
				s.Replacements = append(s.Replacements, model.Replacement{Point: len(s.History), Text: e.src})
			}
		}
		s.History = append(s.History, pt)
	}
	f.replaced(s, at)
	return nil
}

// unsent reads an entry that is not live.
func (f *file) unsent(s *model.Session, e *entry, pt *model.Point) error {
	raw, err := model.ReadSource(s.Reader, e.src)
	if err != nil {
		return fmt.Errorf("line %d: %w", e.src.Line, err)
	}
	m := decode(string(raw))
	toks, images := measure.Weigh(m)
	pt.Role, pt.Origin, pt.Est, pt.Images = m.Role, m.Origin, measure.Small(toks), uint16(min(images, 1<<16-1))
	return nil
}

// replaced says of each compaction on the path what it took out of the context, and what it
// kept: all that stands between the first kept entry and itself.
func (f *file) replaced(s *model.Session, at map[int]int32) {
	n := 0
	for c := range f.path {
		if f.entries[f.path[c]].kind != "compaction" {
			continue
		}
		r := &s.Replacements[n]
		n++
		from := f.kept(f.path, c)
		order, _ := f.context(f.path[:c])
		r.Out = make([]int32, 0, len(order))
		for _, k := range order {
			if p, ok := at[k]; ok && (k < from || f.entries[f.path[k]].kind == "compaction") {
				r.Out = append(r.Out, p)
			}
		}
		r.Left = int(s.History[r.Point].Est)
		for k := from; k < c; k++ {
			p, ok := at[k]
			if !ok || f.entries[f.path[k]].kind == "compaction" {
				continue
			}
			pt := &s.History[p]
			r.Kept = append(r.Kept, p)
			r.Left += int(pt.Est)
			r.Images += int(pt.Images)
			if pt.Typed() {
				r.Turns++
			}
		}
	}
}
