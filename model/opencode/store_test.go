package opencode

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
	"cutline/model/store"
)

// tables are as far as they matter those of the agent. Nothing may ever look at the last one.
const tables = `CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL, title text NOT NULL,
	version text NOT NULL, share_url text, revert text, permission text, time_created integer NOT NULL, time_updated integer NOT NULL, time_archived integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE account (id text PRIMARY KEY, access_token text NOT NULL);
`

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// rows are the statements that put an exported session into a database, the last message first.
func rows(export string) string {
	v := gjson.Parse(export)
	info := v.Get("info")
	optional := func(key string) string {
		if e := info.Get(key); e.Exists() {
			if e.IsObject() {
				return quote(e.Raw)
			}
			return quote(e.Str)
		}
		return "NULL"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "INSERT INTO session VALUES (%s, %s, %s, %s, %s, %s, %s, NULL, %s, NULL, %d, %d, NULL);\n", quote(info.Get("id").Str), optional("projectID"),
		optional("parentID"), optional("slug"), optional("directory"), optional("title"), optional("version"), optional("revert"), info.Get("time.created").Int(), info.Get("time.updated").Int())
	messages := v.Get("messages").Array()
	for i := len(messages) - 1; i >= 0; i-- {
		m := messages[i]
		data := cut(m.Get("info").Raw, "id", "sessionID")
		at := m.Get("info.time.created").Int()
		fmt.Fprintf(&b, "INSERT INTO message VALUES (%s, %s, %d, %d, %s);\n", quote(m.Get("info.id").Str), quote(info.Get("id").Str), at, at, quote(data))
		parts := m.Get("parts").Array()
		for k := len(parts) - 1; k >= 0; k-- {
			p := parts[k]
			fmt.Fprintf(&b, "INSERT INTO part VALUES (%s, %s, %s, %d, %d, %s);\n", quote(info.Get("id").Str+p.Get("id").Str), quote(m.Get("info.id").Str), quote(info.Get("id").Str),
				at, at, quote(cut(p.Raw, "id", "sessionID", "messageID")))
		}
	}
	return b.String()
}

// TestStore: a session of a database is the one that was exported from it, wherever its rows are.
func TestStore(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tools", "compacted", "reverted", "early", "empty"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			export := sessiontest.Text(t, path(t, name))
			want := sessiontest.Open(t, Read, export)
			for _, db := range []string{
				sessiontest.Database(t, t.TempDir(), "opencode.db", tables+rows(export), ""),
				sessiontest.Database(t, t.TempDir(), "opencode.db", tables, rows(export)),
				sessiontest.Database(t, t.TempDir(), "opencode.db", "", tables+rows(export)),
			} {
				s, err := Read(sessiontest.Input(t, db))
				if err != nil {
					t.Fatal(err)
				}
				sessiontest.Check(t, s)
				if d := cmp.Diff(sessiontest.Brief(t, want), sessiontest.Brief(t, s)); d != "" {
					t.Error(d)
				}
				if d := cmp.Diff([]any{want.ID, want.Title, want.CWD, want.Model, want.Usage, want.Branches, want.Earlier, len(want.Compactions), len(want.History)},
					[]any{s.ID, s.Title, s.CWD, s.Model, s.Usage, s.Branches, s.Earlier, len(s.Compactions), len(s.History)}); d != "" {
					t.Error(d)
				}
				if s.Path != db || s.Format != Name || len(s.Problems) > 0 {
					t.Errorf("%s, %s, %v", s.Path, s.Format, s.Problems)
				}
				d := sessiontest.DraftFrom(s, len(s.Rows)/2)
				if bad := rules.OpenCode([]byte(written(t, s, d))).Bad; len(bad) > 0 {
					t.Error(bad)
				}
			}
		})
	}
}

func written(tb testing.TB, s *model.Session, d model.Draft) string {
	tb.Helper()
	_, b := write(tb, s, d, options())
	return b
}

// TestSeveral: one of several sessions has to be chosen, and only what is there can be.
func TestSeveral(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for i, name := range []string{"early", "tools", "reverted"} { // the last one is a sub-agent's
		text := sessiontest.Text(t, path(t, name))
		text = strings.ReplaceAll(text, `"updated": 1767225609000`, fmt.Sprintf(`"updated": %d`, 1767225609000+i))
		text = strings.ReplaceAll(text, "msg_", "msg_"+name)
		if name == "reverted" {
			text = strings.ReplaceAll(text, "ses_parent", "ses_tools")
		}
		all.WriteString(rows(text))
	}
	in := sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "opencode.db", tables, all.String()))
	_, err := Read(in)
	var several *model.SeveralError
	if !errors.As(err, &several) {
		t.Fatal(err)
	}
	var got []string
	for _, b := range several.Sessions {
		got = append(got, fmt.Sprintf("%s %q of %q, %d, %d", b.ID, b.Title, b.Parent, b.Messages, b.Updated.UnixMilli()))
	}
	if d := cmp.Diff([]string{
		`ses_reverted "A taken back turn" of "ses_tools", 4, 1767225609002`,
		`ses_tools "Why are the totals wrong?" of "", 6, 1767225609001`,
		`ses_early "Before there were requests for it" of "", 5, 1767225609000`,
	}, got); d != "" {
		t.Error(d)
	}
	for id, side := range map[string]int{"ses_tools": 4, "ses_reverted": 0} {
		in.Session = id
		if s, err := Read(in); err != nil || s.ID != id || s.Sidechains != side {
			t.Errorf("%s: %+v, %v", id, s, err)
		}
	}
	in.Session = "ses_none"
	var not *model.NotHereError
	if _, err := Read(in); !errors.As(err, &not) || len(not.Has) != 3 {
		t.Errorf("a session that is not there: %v", err)
	}
}

// TestStoreOddities: a database without a session, one with rows that hold no JSON, another one.
func TestStoreOddities(t *testing.T) {
	t.Parallel()
	s, err := Read(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "a.db", "", tables)))
	if err != nil || len(s.Rows) > 0 || s.ID != "" || s.Format != Name {
		t.Errorf("%+v, %v", s, err)
	}
	bad := tables + `INSERT INTO session VALUES ('ses_1', 'p', NULL, 's', '/d', 'T', '1', NULL, 'no JSON', NULL, 1, 2, NULL);
		INSERT INTO message VALUES ('msg_1', 'ses_1', 1, 1, '{"role":'), ('msg_2', 'ses_1', 2, 2, '{"role":"user"}');
		INSERT INTO part VALUES ('prt_1', 'msg_2', 'ses_1', 1, 1, '[]'), ('prt_2', 'msg_2', 'ses_1', 1, 1, '{"type":"text","text":"hello"}');`
	s, err = Read(sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "a.db", bad, "")))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"up  hello"}, sessiontest.Brief(t, s)); d != "" {
		t.Error(d)
	}
	if len(s.Problems) != 2 || s.Problems[0].Message != `the row "prt_1" of the table part holds no JSON object` {
		t.Errorf("%+v", s.Problems)
	}
	in := sessiontest.Input(t, sessiontest.Database(t, t.TempDir(), "a.db", "CREATE TABLE t (n)", ""))
	if _, err := Read(in); !errors.Is(err, errNone) {
		t.Errorf("another database: %v", err)
	}
	if err := store.With(in, func(db *store.DB) error {
		if LooksStore(db) {
			t.Error("another database looks like one of the agent's")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
