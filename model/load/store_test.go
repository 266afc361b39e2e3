package load

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

const (
	crushTables = `CREATE TABLE sessions (id TEXT, title TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, updated_at INTEGER);
		CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, created_at INTEGER);`
	crushRows = `INSERT INTO sessions VALUES ('s', 'T', 0, 0, 1);
		INSERT INTO messages VALUES ('a', 's', 'user', '[{"type":"text","data":{"text":"hello"}}]', 0);`
	openCodeTables = `CREATE TABLE session (id TEXT, directory TEXT, title TEXT, time_updated INTEGER);
		CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
		CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);`
)

// TestStores: a database is known by its tables. What is read of one stays when the file is closed.
func TestStores(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format, main, later string
		messages            int
	}{
		{"crush", crushTables, crushRows, 1},
		{"crush", "", crushTables + crushRows, 1},
		{"crush", crushTables, "", 0},
		{"opencode", openCodeTables, "", 0},
	} {
		path := sessiontest.Database(t, t.TempDir(), "a.db", c.main, c.later)
		s, closer, err := Open(path, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		if _, file := closer.(*os.File); file {
			t.Error("the database is still open")
		}
		if s.Format != c.format || len(s.Rows) != c.messages {
			t.Errorf("%s with %d messages", s.Format, len(s.Rows))
		}
		if len(s.Rows) > 0 {
			if m, err := s.Message(0); err != nil || m.Text() != "hello" {
				t.Errorf("%+v, %v", m, err)
			}
		}
		if _, err := Preview(path, Choice{}, 4096); !errors.Is(err, ErrNotASession) {
			t.Errorf("a preview of a database: %v", err)
		}
	}
}

// TestStoreRefused: another database, and one of several sessions.
func TestStoreRefused(t *testing.T) {
	t.Parallel()
	_, _, err := Open(sessiontest.Database(t, t.TempDir(), "a.db", "CREATE TABLE users (n)", ""), Choice{})
	if !errors.Is(err, ErrNotASession) || !strings.Contains(err.Error(), "no agent known here keeps sessions") {
		t.Error(err)
	}
	path := sessiontest.Database(t, t.TempDir(), "a.db", crushTables, crushRows+strings.ReplaceAll(crushRows, "'s'", "'r'"))
	var several *model.SeveralError
	if _, _, err := Open(path, Choice{}); !errors.As(err, &several) || len(several.Sessions) != 2 {
		t.Error(err)
	}
	s, closer, err := Open(path, Choice{Session: "r"})
	if err != nil || s.ID != "r" || len(s.Rows) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	_ = closer.Close()
	b := sessiontest.Text(t, path)
	if _, err := From(io.MultiReader(strings.NewReader(b)), "standard input", Choice{}); err != nil {
		t.Errorf("a database on standard input: %v", err)
	}
}
