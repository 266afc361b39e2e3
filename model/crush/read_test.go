package crush

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/store"
)

// tables are those of the agent, as far as they matter; the first OpenCode lacked some columns.
const tables = `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY);
CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL, message_count INTEGER NOT NULL DEFAULT 0,
	prompt_tokens INTEGER NOT NULL DEFAULT 0, completion_tokens INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0.0,
	updated_at INTEGER NOT NULL, created_at INTEGER NOT NULL, summary_message_id TEXT);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts TEXT NOT NULL DEFAULT '[]', model TEXT,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, finished_at INTEGER, provider TEXT, is_summary_message INTEGER DEFAULT 0 NOT NULL);
`

// one is a session: a picture, parallel calls, a failure, a summary, and what came after it.
const one = `INSERT INTO sessions VALUES ('s1', NULL, 'Sort the imports', 9, 900, 100, 0, 1767225600, 1767225600, NULL);
INSERT INTO messages (id, session_id, role, parts, model, created_at, updated_at) VALUES
('m1', 's1', 'user', '[{"type":"text","data":{"text":"Sort them."}},{"type":"binary","data":{"Path":"a.png","MIMEType":"image/png","Data":"AAAA"}},{"type":"image_url","data":{"url":"x"}}]', '', 1767225600, 0),
('m2', 's1', 'assistant', '[{"type":"reasoning","data":{"thinking":"How many?","signature":"x"}},{"type":"text","data":{"text":""}},
  {"type":"tool_call","data":{"id":"c1","name":"view","input":"{\"file_path\":\"a.go\"}","type":"tool_use","finished":true}},
  {"type":"tool_call","data":{"id":"c2","name":"bash","input":"{}","finished":true}},{"type":"finish","data":{"reason":"tool_use","time":1}}]', 'claude-sonnet-4', 1767225600, 0),
('m3', 's1', 'tool', '[{"type":"tool_result","data":{"tool_call_id":"c1","content":"package a","is_error":false}},{"type":"tool_result","data":{"tool_call_id":"c2","content":"no shell","is_error":true}}]', '', 1767225600, 0),
('m4', 's1', 'assistant', '[]', 'claude-sonnet-4', 1767225600, 0),
('m5', 's1', 'assistant', '[{"type":"text","data":{"text":"They are sorted. That is all so far."}},{"type":"finish","data":{"reason":"end_turn"}}]', 'claude-sonnet-4', 1767225601, 0),
('m6', 's1', 'user', '[{"type":"text","data":{"text":"And the rest?"}},{"type":"hologram","data":{}}]', '', 1767225602000, 0),
('m7', 's1', 'narrator', '[]', '', 1767225603000, 0),
('m8', 's1', 'user', 'no JSON', '', 1767225604000, 0),
('m9', 's1', 'assistant', '[{"type":"text","data":{"text":"The rest, too."}}]', 'claude-opus-4', 1767225605000, 0);
`

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, main, later string
		want              []string
		earlier           int
		usage             model.Usage
	}{
		{"from the beginning", tables, one, []string{
			"up Sort them. [Image] [Image]", "a [Thinking] How many? view(c1) bash(c2)", "t c1=package a c2=no shell!", "a They are sorted. That is all so far.",
			"up And the rest? ", "a The rest, too.",
		}, 0, model.Usage{Known: true, Input: 1000, Row: 5}},
		{"from a summary", "", tables + one + "UPDATE sessions SET summary_message_id = 'm5'", []string{
			"us They are sorted. That is all so far.", "up And the rest? ", "a The rest, too.",
		}, 3, model.Usage{Known: true, Input: 1000, Row: 2}},
		{"from a summary that nothing follows", tables + one + "UPDATE sessions SET summary_message_id = 'm9'", "", []string{"us The rest, too."}, 5, model.Usage{Row: -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := sessiontest.Database(t, t.TempDir(), "crush.db", c.main, c.later)
			s, err := Read(sessiontest.Input(t, path))
			if err != nil {
				t.Fatal(err)
			}
			sessiontest.Check(t, s)
			if d := cmp.Diff(c.want, sessiontest.Brief(t, s)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.usage, s.Usage); d != "" {
				t.Error(d)
			}
			if s.ID != "s1" || s.Title != "Sort the imports" || s.Path != path || s.Earlier != c.earlier || (len(s.Compactions) > 0) != (c.earlier > 0) {
				t.Errorf("%s %q, %d before, %+v", s.ID, s.Title, s.Earlier, s.Compactions)
			}
			if c.earlier < 5 && (s.Model != "claude-opus-4" || len(s.Problems) != 2) {
				t.Errorf("%s, %+v", s.Model, s.Problems)
			}
		})
	}
}

// TestMissing: a summary that is gone hides nothing.
func TestMissing(t *testing.T) {
	t.Parallel()
	s, err := Read(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "crush.db", tables+one+"UPDATE sessions SET summary_message_id = 'm0'", "")))
	if err != nil || len(s.Rows) != 6 || len(s.Problems) != 3 || s.Problems[0].Kind != "missing-target" {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestEarly: the columns that the first OpenCode had are enough.
func TestEarly(t *testing.T) {
	t.Parallel()
	early := `CREATE TABLE sessions (id TEXT, title TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, updated_at INTEGER);
		CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, created_at INTEGER);
		INSERT INTO sessions VALUES ('s', 'T', 0, 0, 1767225600);
		INSERT INTO messages VALUES ('a', 's', 'system', '[{"type":"text","data":{"text":"Be brief."}}]', 0)`
	s, err := Read(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "opencode.db", early, "")))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"s Be brief."}, sessiontest.Brief(t, s)); d != "" {
		t.Error(d)
	}
}

func TestSeveral(t *testing.T) {
	t.Parallel()
	more := `INSERT INTO sessions VALUES ('s2', NULL, 'Newer', 0, 0, 0, 0, 1767225700000, 0, NULL), ('s3', 's1', 'Of an agent', 1, 0, 0, 0, 1767225500, 0, NULL);
		INSERT INTO messages (id, session_id, role, parts, created_at, updated_at) VALUES ('x', 's3', 'user', '[{"type":"text","data":{"text":"a"}}]', 1, 1);`
	in := sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "crush.db", tables, one+more))
	_, err := Read(in)
	var several *model.SeveralError
	if !errors.As(err, &several) {
		t.Fatal(err)
	}
	var got []string
	for _, b := range several.Sessions {
		got = append(got, fmt.Sprintf("%s %s %s %d %d %d %s", b.ID, b.Title, b.Parent, b.Messages, b.Updated.Unix(), b.Used, b.Model))
	}
	if d := cmp.Diff([]string{"s2 Newer  0 1767225700 0 ", "s1 Sort the imports  9 1767225600 1000 claude-opus-4", "s3 Of an agent s1 1 1767225500 0 "}, got); d != "" {
		t.Error(d)
	}
	for id, want := range map[string]int{"s1": 6, "s2": 0, "s3": 1} {
		in.Session = id
		s, err := Read(in)
		if err != nil || s.ID != id || len(s.Rows) != want || id == "s1" && s.Sidechains != 1 {
			t.Errorf("%s: %+v, %v", id, s, err)
		}
	}
	in.Session = "s9"
	var not *model.NotHereError
	if _, err := Read(in); !errors.As(err, &not) {
		t.Errorf("a session that is not there: %v", err)
	}
}

// TestNothingSaid: a session whose messages are empty is one without messages.
func TestNothingSaid(t *testing.T) {
	t.Parallel()
	empty := `INSERT INTO sessions (id, title, prompt_tokens, completion_tokens, updated_at, created_at) VALUES ('s', 'T', 0, 0, 1, 1);
		INSERT INTO messages (id, session_id, role, parts, created_at, updated_at) VALUES ('a', 's', 'user', '[]', 1, 1);`
	s, err := Read(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "crush.db", tables+empty, "")))
	if err != nil || s.ID != "s" || len(s.Rows) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestForeign(t *testing.T) {
	t.Parallel()
	for _, in := range []model.Input{
		{Reader: strings.NewReader("{}"), Size: 2},
		sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "a.db", "CREATE TABLE t (n)", "")),
	} {
		if _, err := Read(in); !errors.Is(err, errForeign) {
			t.Errorf("%v", err)
		}
	}
	if err := store.With(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "a.db", "CREATE TABLE t (n)", "")), func(db *store.DB) error {
		_, err := Sessions(db)
		return err
	}); err == nil {
		t.Error("sessions of another database were listed")
	}
}

// TestEmptyCorpus: a database in which nothing was said yet.
func TestEmptyCorpus(t *testing.T) {
	t.Parallel()
	for _, path := range sessiontest.Shared(t, "testdata/corpus/crush-sqlite__*") {
		s, err := Read(sessiontest.Input(t, path))
		if err != nil || len(s.Rows) > 0 || s.Format != Name || s.Usage.Row != -1 {
			t.Errorf("%+v, %v", s, err)
		}
	}
}

// FuzzParts reads anything as the parts of a message.
func FuzzParts(f *testing.F) {
	f.Add("assistant", `[{"type":"tool_call","data":{"id":"a","name":"b","input":"{}"}},{"type":"tool_result","data":{"tool_call_id":"a","content":"x","data":"AA=="}},7]`)
	f.Add("user", `[{"type":"binary","data":7},{"type":"text"}]`)
	f.Fuzz(func(t *testing.T, role, parts string) {
		text := `{"id":"m","role":"` + role + `","created_at":1,"parts":` + parts + "}\n"
		s, err := read(model.Input{Path: "fuzz", Reader: strings.NewReader(text), Size: int64(len(text))}, session{summary: "m"})
		if err == nil && len(s.Rows) > 0 {
			sessiontest.Check(t, s)
		}
	})
}
