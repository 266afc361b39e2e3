package claudecode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
)

// planMode is what the format calls the mode in which the agent plans and changes nothing.
const planMode = "plan"

// earlierTodos gives the todo list that stood before the last compaction: it outlives that, and
// a session may not write it again for a long time.
func (b *build) earlierTodos() error {
	for i := range b.p.from {
		r := &b.p.recs[i]
		if !b.p.main(i) || r.kind != assistant || b.p.tail[i] {
			continue
		}
		todo := false
		for sub := range int(r.pieces) {
			todo = todo || b.k.pieces.at(r.piece, sub).Todo
		}
		if !todo {
			continue
		}
		raw, err := b.read(i)
		if err != nil {
			return err
		}
		for _, m := range decode([][]byte{raw}) {
			b.rows.Earlier(m)
		}
	}
	return nil
}

// noteOf takes the live state that an attachment holds: what a compaction of the agent's own
// carried over, and the mode that it told the model of.
func (b *build) noteOf(typ string, v gjson.Result, rec int) {
	n := model.Note{Row: b.rowBefore(rec), Line: b.p.recs[rec].src.Line}
	switch typ {
	case "plan_file_reference":
		n.Kind, n.Name, n.Text = model.NotePlan, text(v.Get("planFilePath")), text(v.Get("planContent"))
		b.note(n)
	case "plan_mode", "plan_mode_reentry":
		n.Kind, n.Name = model.NoteMode, planMode
		b.note(n)
	case "plan_mode_exit":
		n.Kind = model.NoteMode
		b.note(n)
	case "invoked_skills":
		for _, e := range v.Get("skills").Array() {
			n.Kind, n.Name, n.Text = model.NoteSkill, text(e.Get("name")), text(e.Get("content"))
			b.note(n)
		}
	}
}

// note keeps a note. Of modes and plans, and of skills with one name, only the last holds.
func (b *build) note(n model.Note) {
	if n.Text == "" && n.Kind != model.NoteMode {
		return
	}
	n.Name, n.Text = strings.Clone(n.Name), strings.Clone(n.Text)
	b.s.Notes = slices.DeleteFunc(b.s.Notes, func(o model.Note) bool {
		return o.Kind == n.Kind && (n.Kind != model.NoteSkill || o.Name == n.Name)
	})
	b.s.Notes = append(b.s.Notes, n)
}

// notes adds what records say beside their messages, and puts all notes in order.
func (b *build) notes() error {
	if at := b.k.planEnd - 1; at >= 0 && at >= b.p.from && at < len(b.p.recs) {
		raw, err := b.read(at)
		if err != nil {
			return err
		}
		b.newest(model.Note{Kind: model.NotePlan, Text: text(gjson.GetBytes(raw, "planContent")), Row: b.rowBefore(at), Line: b.p.recs[at].src.Line})
	}
	if b.k.mode != "" {
		at := b.k.modeAt
		b.newest(model.Note{Kind: model.NoteMode, Name: b.k.mode, Row: b.rowBefore(at), Line: b.k.recs[at].src.Line})
	}
	slices.SortStableFunc(b.s.Notes, func(x, y model.Note) int { return cmp.Compare(x.Line, y.Line) })
	return nil
}

// newest keeps a note unless a later line has said otherwise.
func (b *build) newest(n model.Note) {
	for _, o := range b.s.Notes {
		if o.Kind == n.Kind && o.Line > n.Line {
			return
		}
	}
	b.note(n)
}

// rowBefore is the last message that stands at or before a record, -1 when none does.
func (b *build) rowBefore(rec int) int {
	for i := min(rec, len(b.row)-1); i >= 0; i-- {
		if b.row[i] >= 0 {
			return int(b.row[i])
		}
	}
	return -1
}
