package opencode

import (
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/document"
	"cutline/model/js"
	"cutline/model/store"
)

// LooksStore recognises the database of the agent by its tables.
func LooksStore(db *store.DB) bool {
	return db.Has("session", "id", "directory", "title", "time_updated") && db.Has("message", "id", "session_id", "time_created", "data") &&
		db.Has("part", "id", "message_id", "session_id", "data")
}

// Sessions lists the sessions of a database, the one that was last written to first. Of what else
// is in it, access tokens among it, nothing is looked at, here or elsewhere.
func Sessions(db *store.DB) (out []model.Brief, err error) {
	err = db.Each(`SELECT session.id, title, `+db.Column("session", "parent_id")+`, time_updated, directory, m.n FROM session
		LEFT JOIN (SELECT session_id, count(*) AS n FROM message GROUP BY session_id) AS m ON m.session_id = session.id
		ORDER BY time_updated DESC, session.id`, nil, func(r store.Row) error {
		out = append(out, model.Brief{ID: r.Text(0), Title: r.Text(1), Parent: r.Text(2), Messages: int(r.Int(5)), Updated: time.UnixMilli(r.Int(3)), Dir: r.Text(4)})
		return nil
	})
	if err == nil {
		err = fill(db, out)
	}
	return out, err
}

// lately is how many of the newest messages of a session are looked at: an answer is among them,
// unless it failed several times.
const lately = 4

// fill sets how full the sessions are: what the last answer says of its request. Nothing is known
// right behind a compaction.
func fill(db *store.DB, list []model.Brief) error {
	at := make(map[string]*model.Brief)
	for i := range list {
		at[list[i].ID] = &list[i]
	}
	return db.Each(`SELECT s.id, m.data FROM session AS s JOIN message AS m
		ON m.id IN (SELECT x.id FROM message AS x WHERE x.session_id = s.id ORDER BY x.time_created DESC, x.id DESC LIMIT ?)
		ORDER BY s.id, m.time_created, m.id`, []any{lately}, func(r store.Row) error {
		if !gjson.Valid(r.Text(1)) {
			return nil
		}
		it := parse(`{"info":`+r.Text(1)+`,"parts":[]}`, model.Source{}, false)
		switch b := at[r.Text(0)]; {
		case b == nil:
		case it.summary:
			b.Used = 0
		case it.assistant && !it.failed && !it.usage.zero():
			b.Used, b.Model = it.usage.input, it.model
		}
		return nil
	})
}

// readStore reads a session of a database: it is put into the form of an export, which is then what
// everything else reads from.
func readStore(in model.Input) (*model.Session, error) {
	var image string
	var bad []string
	var below int
	err := store.With(in, func(db *store.DB) error {
		if !LooksStore(db) {
			return errNone
		}
		list, err := Sessions(db)
		if err != nil {
			return err
		}
		one, agents, err := store.Choose(list, in.Session)
		if image, bad, below = "", nil, agents; err != nil || one.ID == "" {
			return err
		}
		image, bad, err = export(db, one.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	if image == "" { // the database of an agent that has not been used yet
		image = `{"info":{"id":""},"messages":[]}`
	}
	text := strings.NewReader(image)
	in.Reader, in.Size = text, int64(len(image))
	doc, err := document.Read(in)
	if err != nil {
		return nil, fmt.Errorf("the database holds what is no session: %w", err)
	}
	s := read(in, doc)
	s.Copied = true
	s.Sidechains = below
	for _, b := range bad {
		s.Problems = append(s.Problems, model.Problem{Kind: "malformed", Message: b})
	}
	return s, nil
}

// columns are those of the table of sessions that an export has, by their keys there. Values that
// are JSON stand in it as they are.
var columns = []struct {
	key, column string
	json        bool
}{
	{"slug", "slug", false},
	{"projectID", "project_id", false},
	{"directory", "directory", false},
	{"parentID", "parent_id", false},
	{"title", "title", false},
	{"version", "version", false},
	{"agent", "agent", false},
	{"model", "model", true},
	{"permission", "permission", true},
	{"revert", "revert", true},
}

// export gives a session of a database in the form in which the agent exports it, a message a line.
// Bad says what in it could not be taken.
func export(db *store.DB, id string) (text string, bad []string, err error) {
	var b strings.Builder
	if err := head(db, id, &b); err != nil {
		return "", nil, err
	}
	b.WriteString(",\n\"messages\":[\n")
	object := func(table, id, data, members string) string {
		if !gjson.Valid(data) || !gjson.Parse(data).IsObject() {
			bad = append(bad, fmt.Sprintf("the row %q of the table %s holds no JSON object", id, table))
			data = "{}"
		}
		data = strings.TrimSpace(data)
		if rest := strings.TrimSpace(data[1:]); rest != "}" {
			members += ","
		}
		return `{"id":` + js.Quote(id) + `,"sessionID":` + members + strings.ReplaceAll(data[1:], "\n", " ")
	}
	parts := make(map[string][]string)
	session := js.Quote(id)
	err = db.Each("SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY message_id, id", []any{id}, func(r store.Row) error {
		parts[r.Text(1)] = append(parts[r.Text(1)], object("part", r.Text(0), r.Text(2), session+`,"messageID":`+js.Quote(r.Text(1))))
		return nil
	})
	if err != nil {
		return "", nil, err
	}
	sep := ""
	err = db.Each("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id", []any{id}, func(r store.Row) error {
		b.WriteString(sep + `{"info":` + object("message", r.Text(0), r.Text(1), session) + `,"parts":[` + strings.Join(parts[r.Text(0)], ",") + `]}`)
		sep = ",\n"
		return nil
	})
	b.WriteString("\n]}\n")
	return b.String(), bad, err
}

// head writes the data of the session.
func head(db *store.DB, id string, b *strings.Builder) error {
	names := []string{"time_updated"}
	at := make(map[string]int)
	for _, c := range columns {
		if db.Has("session", c.column) {
			at[c.column] = len(names)
			names = append(names, c.column)
		}
	}
	if db.Has("session", "time_created") {
		at["time_created"] = len(names)
		names = append(names, "time_created")
	}
	b.WriteString(`{"info":{"id":` + js.Quote(id))
	return db.Each("SELECT "+strings.Join(names, ", ")+" FROM session WHERE id = ?", []any{id}, func(r store.Row) error {
		for _, c := range columns {
			i, there := at[c.column]
			switch {
			case !there || r[i] == nil:
			case !c.json:
				b.WriteString(`,"` + c.key + `":` + r.JSON(i))
			case gjson.Valid(r.Text(i)):
				b.WriteString(`,"` + c.key + `":` + strings.ReplaceAll(r.Text(i), "\n", " "))
			}
		}
		created := r.Int(0)
		if i, there := at["time_created"]; there {
			created = r.Int(i)
		}
		fmt.Fprintf(b, `,"time":{"created":%d,"updated":%d}}`, created, r.Int(0))
		return nil
	})
}
