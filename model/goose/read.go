package goose

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/records"
	"cutline/model/store"
)

// Read reads a session of a file, or one of those in the agent's database, which is put into the
// form of a file, in memory. Of the usage, Input is the last request.
func Read(in model.Input) (*model.Session, error) {
	if !store.Is(in) {
		return read(in, false)
	}
	image := ""
	err := store.With(in, func(db *store.DB) error {
		if !LooksStore(db) {
			return errForeign
		}
		list, err := Sessions(db)
		if err != nil {
			return err
		}
		one, _, err := store.Choose(list, in.Session)
		if err == nil && one.ID != "" {
			image, err = lines(db, one.ID)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	in.Reader, in.Size = strings.NewReader(image), int64(len(image))
	return read(in, true)
}

// lines are the data of a session and its messages, a line of JSON each.
func lines(db *store.DB, id string) (string, error) {
	var b strings.Builder
	value := func(r store.Row, i int, form, without string) string {
		if v := strings.TrimSpace(r.Text(i)); strings.HasPrefix(v, form) && gjson.Valid(v) {
			return strings.ReplaceAll(v, "\n", " ")
		}
		return without
	}
	err := db.Each("SELECT id, working_dir, "+db.Column("sessions", "description")+", "+db.Column("sessions", "name")+", "+db.Column("sessions", "input_tokens")+", "+
		db.Column("sessions", "output_tokens")+" FROM sessions WHERE id = ?", []any{id}, func(r store.Row) error {
		title := r.JSON(3)
		if r.Text(3) == "" {
			title = r.JSON(2)
		}
		fmt.Fprintf(&b, `{"id":%s,"working_dir":%s,"description":%s,"input_tokens":%d,"output_tokens":%d}`+"\n", r.JSON(0), r.JSON(1), title, r.Int(4), r.Int(5))
		return nil
	})
	if err != nil {
		return "", err
	}
	err = db.Each("SELECT "+db.Column("messages", "message_id")+", role, created_timestamp, content_json, "+db.Column("messages", "metadata_json")+
		" FROM messages WHERE session_id = ? ORDER BY id", []any{id}, func(r store.Row) error {
		fmt.Fprintf(&b, `{"id":%s,"role":%s,"created":%d,"content":%s,"metadata":%s}`+"\n", r.JSON(0), r.JSON(1), r.Int(2), value(r, 3, "[", "null"), value(r, 4, "{", "{}"))
		return nil
	})
	return b.String(), err
}

// read makes a session of its lines.
func read(in model.Input, copied bool) (*model.Session, error) {
	f, err := records.Open(in, nil, IsRecord)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	b.S.Copied = copied
	answer, hidden, summary := -1, 0, -1
	before, said := newPast(), -1 // the number of the answer
	var header js.Object
	for _, r := range f.Records {
		fields := r.Fields()
		if isHeader(fields) {
			header = fields
			continue
		}
		meta := js.Fields(fields.Get("metadata"))
		if meta.Get("agentVisible").Type == gjson.False {
			out, _ := decode([]string{r.Raw}, 0)
			hidden += len(out)
			b.S.Earlier += len(out)
			before.say(r.Source, nil, true)
			continue
		}
		hint := 0
		if hidden > 0 && fields.Text("role") == "user" && meta.Get("userVisible").Type == gjson.False {
			hint, hidden = isSummary, 0
		}
		rows := b.Add(hint, r)
		if hint == isSummary && len(rows) > 0 && b.S.Rows[rows[0]].Origin == model.FromSummary {
			summary = rows[0]
			b.S.Compactions = append(b.S.Compactions, model.Compaction{Line: r.Line, Summary: summary, Kept: before.compact(r.Source, rows)})
			continue
		}
		n := before.say(r.Source, rows, false)
		for _, row := range rows {
			if b.S.Rows[row].Role == model.Assistant {
				answer, said = row, n
			}
		}
	}
	b.S.ID, b.S.CWD, b.S.Title = strings.Clone(header.Text("id")), strings.Clone(header.Text("working_dir")), measure.Label(header.Text("description"))
	if answer > summary {
		used := records.Count(header.Get("input_tokens"))
		b.Reported(answer, used, 0, records.Count(header.Get("output_tokens")))
		before.track.Report(said, used)
	}
	if len(b.S.Rows) == 0 && (copied || header != nil) { // nothing has been said yet
		b.S.Problems = f.Problems
		return b.S, nil
	}
	s, err := b.Finish()
	if err != nil {
		return nil, err
	}
	return s, b.History(&before.track, before.live, before.hint)
}
