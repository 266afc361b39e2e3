package discover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

const (
	openCodeTables = `CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, title TEXT, time_updated INTEGER);
		CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
		CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);`
	crushTables = `CREATE TABLE sessions (id TEXT, title TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, updated_at INTEGER);
		CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, created_at INTEGER);`
)

// database puts one below the home folder.
func (m *machine) database(path, main, later string) {
	m.t.Helper()
	full := filepath.Join(m.env.Home, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		m.t.Fatal(err)
	}
	sessiontest.Database(m.t, filepath.Dir(full), filepath.Base(full), main, later)
}

// stores is what Find says last of each session, in the order in which they came first.
func (m *machine) stores() []string {
	m.t.Helper()
	var order []string
	last := map[string]string{}
	for e := range Find(context.Background(), m.env) {
		if _, known := last[e.Key()]; !known {
			order = append(order, e.Key())
		}
		last[e.Key()] = fmt.Sprintf("%s %s %s %q %d≈%t, %d/%d of %s in %s", e.Agent, e.Format, e.Session, e.Title, e.Messages, e.Approx, e.Used, e.Window, m.rel(e.Path), filepath.Base(e.Project))
	}
	for i, key := range order {
		order[i] = last[key]
	}
	return order
}

// Every main session of a database is an entry, wherever its rows stand; an old file of one is
// none beside it. One that holds none has no entry.
func TestStores(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.env.Dir = filepath.Join(m.env.Home, "code")
	m.database(".local/share/opencode/opencode.db", openCodeTables, fmt.Sprintf(`INSERT INTO session VALUES ('ses_1', NULL, '/srv/other', 'Older', 1767225600000),
		('ses_2', NULL, '%s', 'Newest', 1767225800000), ('ses_3', 'ses_2', '/srv/other', 'A sub-agent''s', 1767225900000);
		INSERT INTO message VALUES ('m1', 'ses_1', 1, '{}'), ('m2', 'ses_1', 2, '{"role":"assistant","modelID":"claude-sonnet-4-5","tokens":{"input":20000,"output":1,"cache":{"read":30000}}}');`, filepath.ToSlash(m.env.Dir)))
	m.put(".local/share/opencode/storage/session/p/ses_1.json", `{"id":"ses_1","directory":"/srv/other","time":{"created":1}}`)
	m.put(".local/share/opencode/storage/session/p/ses_4.json", `{"id":"ses_4","directory":"/srv/other","title":"Of a file","time":{"created":1}}`)
	m.database("code/.crush/crush.db", "", crushTables+`INSERT INTO sessions VALUES ('a', 'Crushed', 900, 100, 1767225700); INSERT INTO messages VALUES ('x', 'a', 'user', '[]', 1);`)
	m.database("code/.opencode/opencode.db", crushTables, "")
	all := []string{
		`opencode opencode  "Of a file" 0≈false, 0/0 of .local/share/opencode/storage/session/p/ses_4.json in other`,
		`opencode opencode ses_2 "Newest" 0≈true, 0/0 of .local/share/opencode/opencode.db in code`,
		`crush crush a "Crushed" 1≈true, 1000/0 of code/.crush/crush.db in code`,
		`opencode opencode ses_1 "Older" 2≈true, 50000/200000 of .local/share/opencode/opencode.db in other`,
	}
	if d := cmp.Diff(all, m.stores()); d != "" {
		t.Error(d)
	}
	m.env.Only = true
	if d := cmp.Diff(all[1:3], m.stores()); d != "" {
		t.Error(d)
	}
}

// The first OpenCode kept a database of another form in the project.
func TestFirstOpenCode(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.env.Dir = m.env.Home
	m.database(".opencode/opencode.db", crushTables, `INSERT INTO sessions VALUES ('a', 'Early', 0, 0, 1767225700);`)
	m.database(".crush/crush.db", "CREATE TABLE t (n)", "")
	if d := cmp.Diff([]string{`opencode crush a "Early" 0≈true, 0/0 of .opencode/opencode.db in ` + filepath.Base(m.env.Home)}, m.stores()[1:]); d != "" {
		t.Error(d)
	}
}
