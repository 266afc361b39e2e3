package crush

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/records"
	"cutline/model/store"
)

// session is what the database says of a session.
type session struct {
	brief   model.Brief
	summary string // id of the message that the context begins with, empty when it begins with the first
}

// Read reads a session of a database. Of the usage, Input is all that the agent keeps of it: the
// last request with its answer. Every message is put into a line of JSON, in memory, which is what
// everything else reads from.
func Read(in model.Input) (*model.Session, error) {
	if !store.Is(in) {
		return nil, errForeign
	}
	var of session
	var image string
	var below int
	err := store.With(in, func(db *store.DB) error {
		if !LooksStore(db) {
			return errForeign
		}
		list, err := Sessions(db)
		if err != nil {
			return err
		}
		one, agents, err := store.Choose(list, in.Session)
		if of, image, below = (session{brief: one}), "", agents; err != nil || one.ID == "" {
			return err
		}
		if image, err = lines(db, one.ID); err != nil {
			return err
		}
		return of.more(db)
	})
	if err != nil {
		return nil, err
	}
	in.Reader, in.Size = strings.NewReader(image), int64(len(image))
	s, err := read(in, of)
	if err == nil {
		s.Sidechains = below
	}
	return s, err
}

// more reads what there is to know of the session.
func (of *session) more(db *store.DB) error {
	return db.Each("SELECT "+db.Column("sessions", "summary_message_id")+" FROM sessions WHERE id = ?", []any{of.brief.ID}, func(r store.Row) error {
		of.summary = r.Text(0)
		return nil
	})
}

// lines are the messages of a session, a line of JSON each.
func lines(db *store.DB, id string) (string, error) {
	var b strings.Builder
	err := db.Each("SELECT id, role, parts, created_at, "+db.Column("messages", "model")+" FROM messages WHERE session_id = ? ORDER BY created_at, rowid", []any{id}, func(r store.Row) error {
		parts := strings.TrimSpace(r.Text(2))
		if !gjson.Valid(parts) || !strings.HasPrefix(parts, "[") {
			parts = "null"
		}
		fmt.Fprintf(&b, `{"id":%s,"role":%s,"created_at":%d,"model":%s,"parts":%s}`+"\n", r.JSON(0), r.JSON(1), r.Int(3), r.JSON(4), strings.ReplaceAll(parts, "\n", " "))
		return nil
	})
	return b.String(), err
}

// isRecord recognises a line: all are.
func isRecord([]byte) bool { return true }

// read makes a session of its lines.
func read(in model.Input, of session) (*model.Session, error) {
	f, err := records.Open(in, nil, isRecord)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	b.S.Copied = true
	b.S.ID, b.S.Title = of.brief.ID, measure.Label(of.brief.Title)
	if len(f.Records) == 0 {
		return b.S, nil
	}
	begin := slices.IndexFunc(f.Records, func(r records.Record) bool { return of.summary != "" && r.Fields().Text("id") == of.summary })
	answer := -1
	for i, r := range f.Records {
		switch {
		case i < begin:
			out, _ := decode([]string{r.Raw}, 0)
			b.S.Earlier += len(out)
			continue
		case i == begin:
			b.S.Compactions = append(b.S.Compactions, model.Compaction{Line: r.Line, Summary: len(b.S.Rows)})
			b.Add(summary, r)
			continue
		}
		for _, row := range b.Add(0, r) {
			if b.S.Rows[row].Role == model.Assistant {
				answer = row
			}
		}
		if m := r.Fields().Text("model"); m != "" && r.Fields().Text("role") == "assistant" {
			b.S.Model = strings.Clone(m)
		}
	}
	if of.summary != "" && begin < 0 {
		b.Problem(0, "missing-target", "the context begins with the summary %q, which is not in the database; all messages are shown", of.summary)
	}
	if answer >= 0 {
		b.Reported(answer, of.brief.Used, 0, 0)
	}
	if len(b.S.Rows) == 0 { // its messages are there, and nothing has been said in them yet
		b.S.Problems = append(b.S.Problems, f.Problems...)
		return b.S, nil
	}
	return b.Finish()
}
