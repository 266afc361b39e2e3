package opencode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model/sessiontest"
	"cutline/model/sessiontest/rules"
)

// spread puts an exported session into the files of which it was one before there was a database.
func spread(t *testing.T, export string) (root, file string) {
	t.Helper()
	root = t.TempDir()
	put := func(text string, path ...string) string {
		name := filepath.Join(append([]string{root}, path...)...)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	v := gjson.Parse(export)
	id := v.Get("info.id").Str
	for _, m := range v.Get("messages").Array() {
		put(m.Get("info").Raw, "message", id, m.Get("info.id").Str+".json")
		for _, p := range m.Get("parts").Array() {
			put(p.Raw, "part", m.Get("info.id").Str, p.Get("id").Str+".json")
		}
	}
	return root, put(v.Get("info").Raw, "session", "prj_1", id+".json")
}

// TestFolder: a session of many files is the one that was exported.
func TestFolder(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tools", "compacted", "empty"} {
		export := sessiontest.Text(t, path(t, name))
		want := sessiontest.Open(t, Read, export)
		_, file := spread(t, export)
		if !Looks(sessiontest.Bytes(t, file)) {
			t.Errorf("%s is not recognised", name)
		}
		s, err := Read(sessiontest.Input(t, file))
		if err != nil {
			t.Fatal(err)
		}
		sessiontest.Check(t, s)
		if d := cmp.Diff(sessiontest.Brief(t, want), sessiontest.Brief(t, s)); d != "" || s.ID != want.ID || s.Path != file || len(s.Problems) > 0 {
			t.Errorf("%s: %s, %v", name, d, s.Problems)
		}
		if bad := rules.OpenCode([]byte(written(t, s, sessiontest.DraftFrom(s, 0)))).Bad; len(bad) > 0 {
			t.Error(bad)
		}
	}
}

// TestFolderOddities: files that are none of it, and an id that would lead out of the folder.
func TestFolderOddities(t *testing.T) {
	t.Parallel()
	root, file := spread(t, sessiontest.Text(t, path(t, "reverted")))
	for name, text := range map[string]string{"message/ses_reverted/msg_9.json": "[]", "message/ses_reverted/x.txt": "x", "part/msg_0001/prt_9.json": "{"} {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Read(sessiontest.Input(t, file))
	if err != nil || len(s.Rows) != 2 || len(s.Problems) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	for id, want := range map[string]string{"ses_1": "ses_1", "../x": "-", `a\b`: "-", "c:": "-", ".": "-"} {
		if got := plain(id); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
	in := sessiontest.Input(t, file)
	in.Path = filepath.Join(t.TempDir(), "a", "b", "c.json")
	if s, err := Read(in); err != nil || len(s.Rows) != 0 {
		t.Errorf("a session whose messages are not here: %+v, %v", s, err)
	}
}
