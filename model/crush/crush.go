// Package crush reads the sessions of Crush, and of the first OpenCode, from which it came. Both keep
// those of a project in a database beside the project's files. They take no session back, so none is
// written.
package crush

import (
	"errors"
	"slices"
	"time"

	"cutline/model"
	"cutline/model/store"
)

// Name is the stable name of the format.
const Name = "crush"

var errForeign = errors.New("it is no database of Crush")

// LooksStore recognises the database of the agent by its tables.
func LooksStore(db *store.DB) bool {
	return db.Has("sessions", "id", "title", "updated_at", "prompt_tokens", "completion_tokens") &&
		db.Has("messages", "id", "session_id", "role", "parts", "created_at")
}

// Sessions lists the sessions of a database, the one that was last written to first.
func Sessions(db *store.DB) (out []model.Brief, err error) {
	by := "NULL"
	if db.Has("messages", "model") { // in the order in which they were put in: all else would read every message
		by = "(SELECT a.model FROM messages AS a WHERE a.session_id = sessions.id AND a.role = 'assistant' ORDER BY a.rowid DESC LIMIT 1)"
	}
	err = db.Each(`SELECT sessions.id, title, `+db.Column("sessions", "parent_session_id")+`, updated_at, m.n, prompt_tokens, completion_tokens, `+by+` FROM sessions
		LEFT JOIN (SELECT session_id, count(*) AS n FROM messages GROUP BY session_id) AS m ON m.session_id = sessions.id ORDER BY sessions.id`, nil, func(r store.Row) error {
		out = append(out, model.Brief{
			ID: r.Text(0), Title: r.Text(1), Parent: r.Text(2), Messages: int(r.Int(4)), Updated: when(r.Int(3)), Used: used(r.Int(5), r.Int(6)), Model: r.Text(7),
		})
		return nil
	})
	slices.SortStableFunc(out, func(a, b model.Brief) int { return b.Updated.Compare(a.Updated) })
	return out, err
}

// used is the last request and its answer, in tokens, as far as they are told.
func used(request, answer int64) int {
	const most = 1 << 40 // more is damage
	return int(min(max(0, request), most) + min(max(0, answer), most))
}

// seconds is the largest number that is read as seconds. The columns say that they hold
// milliseconds, but the triggers of the database put seconds there.
const seconds = 1 << 35 // in the year 3058; as milliseconds in that of 1971

// when is a time of the database.
func when(n int64) time.Time {
	if n < seconds {
		return time.Unix(n, 0)
	}
	return time.UnixMilli(n)
}
