// Package goose reads the sessions of Goose: a JSON Lines file each, later all of them in one
// database. It takes no session back, so none is written.
package goose

import (
	"errors"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/store"
)

// Name is the stable name of the format.
const Name = "goose"

var errForeign = errors.New("it is no database of Goose")

// Looks scores the first objects of a JSON Lines file, from 0 to 100. The first one is about the
// session.
func Looks(objects [][]byte) int {
	hits := 0
	for i, raw := range objects {
		f := js.Fields(gjson.ParseBytes(raw))
		switch {
		case i == 0 && !isHeader(f):
			return 0
		case i == 0 || isMessage(f):
			hits++
		}
	}
	if len(objects) == 0 {
		return 0
	}
	return 100 * hits / len(objects)
}

func isHeader(f js.Object) bool {
	return f.Get("working_dir").Type == gjson.String && f.Has("message_count", "description")
}

func isMessage(f js.Object) bool {
	return f.Get("role").Type == gjson.String && f.Get("content").IsArray() && f.Get("created").Type == gjson.Number
}

// IsRecord reports whether an object found inside a damaged line is a whole line.
func IsRecord(raw []byte) bool {
	f := js.Fields(gjson.ParseBytes(raw))
	return isHeader(f) || isMessage(f)
}

// LooksStore recognises the database of the agent by its tables.
func LooksStore(db *store.DB) bool {
	return db.Has("sessions", "id", "working_dir", "updated_at") && db.Has("messages", "id", "session_id", "role", "content_json", "created_timestamp")
}

// most is the largest number of tokens that is believed.
const most = 1 << 40

// Sessions lists the sessions of a database, the one that was last written to first.
func Sessions(db *store.DB) (out []model.Brief, err error) {
	title := "''"
	for _, name := range []string{"description", "name"} {
		if db.Has("sessions", name) {
			title = name
		}
	}
	err = db.Each(`SELECT sessions.id, `+title+`, working_dir, CAST(updated_at AS TEXT), m.n, `+db.Column("sessions", "input_tokens")+", "+db.Column("sessions", "model_config_json")+` FROM sessions
		LEFT JOIN (SELECT session_id, count(*) AS n FROM messages GROUP BY session_id) AS m ON m.session_id = sessions.id ORDER BY updated_at DESC, sessions.id DESC`, nil, func(r store.Row) error {
		b := model.Brief{ID: r.Text(0), Title: r.Text(1), Dir: r.Text(2), Messages: int(r.Int(4)), Used: int(min(max(0, r.Int(5)), most)), Model: js.Fields(gjson.Parse(r.Text(6))).Text("model_name")}
		b.Updated, _ = time.Parse(time.DateTime, r.Text(3)) // in UTC; what is no time is none
		out = append(out, b)
		return nil
	})
	return out, err
}
