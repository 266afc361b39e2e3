package goose

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/sessiontest"
)

var want = []string{
	"us The flag is in main.go.", "a I go on.", "up And the picture? [Image]", "a [Thinking] Hm. [Thinking] read(c2) (c3)",
	"t c2=no! c3=no such tool!", "up Leave it. ", "a Left.",
}

func check(t *testing.T, s *model.Session) {
	t.Helper()
	sessiontest.Check(t, s)
	if d := cmp.Diff(want, sessiontest.Brief(t, s)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(model.Usage{Known: true, Input: 1000, Output: 20, Total: 20, Row: 6}, s.Usage); d != "" {
		t.Error(d)
	}
	if s.CWD != "/home/dev/ledger" || s.Title != "Rename the flag" || s.Earlier != 3 || len(s.Compactions) != 1 || len(s.Problems) > 0 {
		t.Errorf("%q in %q, %d before %+v, %v", s.Title, s.CWD, s.Earlier, s.Compactions, s.Problems)
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	check(t, sessiontest.Open(t, Read, sessiontest.Fixtures(t, Name)["compacted.jsonl"]))
}

const tables = `CREATE TABLE schema_version (version INTEGER);
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT, session_type TEXT, working_dir TEXT NOT NULL, created_at TIMESTAMP, updated_at TIMESTAMP,
	total_tokens INTEGER, input_tokens INTEGER, output_tokens INTEGER);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER,
	timestamp TIMESTAMP, tokens INTEGER, metadata_json TEXT);
INSERT INTO sessions VALUES ('20260101_1', 'Rename the flag', '', 'user', '/home/dev/ledger', '2026-01-01 00:00:00', '2026-01-01 00:00:09', 1020, 1000, 20);
`

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// TestStore: the same session out of the database.
func TestStore(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(sessiontest.Fixtures(t, Name)["compacted.jsonl"]), "\n")[1:] {
		v := gjson.Parse(line)
		fmt.Fprintf(&rows, "INSERT INTO messages (session_id, role, created_timestamp, content_json, metadata_json) VALUES ('20260101_1', %s, %d, %s, %s);\n",
			quote(v.Get("role").Str), v.Get("created").Int(), quote(v.Get("content").Raw), quote(v.Get("metadata").Raw))
	}
	in := sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "sessions.db", tables, rows.String()))
	s, err := Read(in)
	if err != nil {
		t.Fatal(err)
	}
	check(t, s)
	if s.ID != "20260101_1" || !s.Copied {
		t.Errorf("%s, %t", s.ID, s.Copied)
	}
	more := "INSERT INTO sessions (id, working_dir, updated_at) VALUES ('20260102_1', '/', '2026-01-02 00:00:00');"
	in = sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "sessions.db", tables+more, rows.String()))
	_, err = Read(in)
	var several *model.SeveralError
	if !errors.As(err, &several) || several.Sessions[0].ID != "20260102_1" || several.Sessions[1].Messages != 9 || several.Sessions[1].Updated.Unix() != 1767225609 || several.Sessions[1].Used != 1000 || several.Sessions[1].Model != "" || several.Sessions[0].Used != 0 {
		t.Errorf("%+v, %v", several, err)
	}
	in.Session = "20260102_1"
	if s, err := Read(in); err != nil || len(s.Rows) > 0 || s.ID != "20260102_1" {
		t.Errorf("%+v, %v", s, err)
	}
	late := `ALTER TABLE sessions ADD COLUMN model_config_json TEXT; UPDATE sessions SET model_config_json = '{"model_name":"gpt-5"}';` + more
	in = sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "sessions.db", tables+late, ""))
	if _, err := Read(in); !errors.As(err, &several) || several.Sessions[1].Model != "gpt-5" || several.Sessions[0].Model != "" {
		t.Errorf("%+v, %v", several, err)
	}
	if _, err := Read(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "a.db", "CREATE TABLE t (n)", ""))); !errors.Is(err, errForeign) {
		t.Errorf("another database: %v", err)
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	header, message := `{"working_dir":"/","description":"","message_count":0}`, `{"role":"user","created":1,"content":[]}`
	for _, c := range []struct {
		lines []string
		want  int
	}{{[]string{header, message}, 100}, {[]string{header}, 100}, {[]string{message, message}, 0}, {[]string{header, `{"role":"user","content":"a"}`}, 50}, {nil, 0}} {
		var objects [][]byte
		for _, l := range c.lines {
			objects = append(objects, []byte(l))
		}
		if got := Looks(objects); got != c.want {
			t.Errorf("%v: %d", c.lines, got)
		}
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }

// TestPast: the messages that the model does not see any more are what the summary replaced.
func TestPast(t *testing.T) {
	t.Parallel()
	sessiontest.CheckPasts(t, Read, Name, map[string][]string{"compacted.jsonl": {
		"2u 3a 4t 5c0=0 6a=1 7u=2 8a=3 9t=4 9u=5 10a=6/1000", "at 3: out [0 1 2], kept [], 0 turns left: The flag is in main.go.",
	}})
}
