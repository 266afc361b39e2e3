package prime

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/sessiontest"
)

// letter is a role as the vectors spell it.
func letter(e *entry) string {
	switch e.kind {
	case "compaction":
		return "S"
	case "branch_summary":
		return "B"
	case "custom_message":
		return "c"
	}
	return map[string]string{
		roleUser: "u", roleAssistant: "a", roleToolResult: "t", roleBash: "b", roleCustom: "c", roleHook: "c", roleBranch: "B", roleCompaction: "S",
	}[e.role]
}

type caseFile struct {
	Session       string
	SourceVersion int
	Path          []struct{ ID, Type string }
	PathCompact   struct{ Types string }
	Cases         []struct {
		Input struct {
			Leaf      json.RawMessage
			LeafIndex *int
		}
		Error    string
		Expected struct {
			PathLength          int
			LeafID              string
			PrevCompactionIndex int
			ContextBefore       struct {
				Roles                string
				EntryIndexes         []int
				RetainedMessageCount *int
				Model                *struct{ ModelID string }
				LLMRoles             string
			}
		}
	}
}

// checkVectors reads every session of a folder of vectors and compares paths and contexts.
func checkVectors(t *testing.T, dir string, least int) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "cases", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range paths {
		var c caseFile
		decodeFile(t, p, &c)
		n += len(c.Cases)
		t.Run(strings.TrimSuffix(filepath.Base(p), ".json"), func(t *testing.T) {
			s := session(t, p, sessiontest.Bytes(t, filepath.Join(dir, c.Session)))
			f := s.State.(*file)
			if f.version != c.SourceVersion {
				t.Errorf("version %d, want %d", f.version, c.SourceVersion)
			}
			if len(c.Path) > 0 {
				var got, want []string
				for i := range c.Path {
					want = append(want, c.Path[i].ID+" "+c.Path[i].Type)
				}
				for _, e := range s.Entries {
					got = append(got, e.ID+" "+e.Type)
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("path: %s", d)
				}
			}
			for k, v := range c.Cases {
				if v.Error != "" {
					continue // an unknown leaf cannot be asked for here
				}
				name := fmt.Sprintf("case %d", k)
				leaf := f.leaf
				var id string
				switch {
				case string(v.Input.Leaf) == "null":
					leaf = 0
				case json.Unmarshal(v.Input.Leaf, &id) == nil:
					leaf = f.index[id]
				case v.Input.LeafIndex != nil:
					leaf = f.path[*v.Input.LeafIndex]
				}
				path, _ := f.walk(leaf)
				order, retained := f.context(path)
				e := v.Expected
				var got, sent string
				for _, i := range order {
					l := letter(&f.entries[path[i]])
					got += l
					if !f.entries[path[i]].hidden {
						sent += map[string]string{"u": "u", "a": "a", "t": "t", "b": "u", "c": "u", "B": "u", "S": "u"}[l]
					}
				}
				if got != e.ContextBefore.Roles || sent != e.ContextBefore.LLMRoles {
					t.Errorf("%s: roles %s, sent %s, want %s and %s", name, got, sent, e.ContextBefore.Roles, e.ContextBefore.LLMRoles)
				}
				if len(order)+len(e.ContextBefore.EntryIndexes) > 0 {
					if d := cmp.Diff(e.ContextBefore.EntryIndexes, order); d != "" {
						t.Errorf("%s: %s", name, d)
					}
				}
				if want := e.ContextBefore.RetainedMessageCount; want != nil && *want != retained {
					t.Errorf("%s: %d retained, want %d", name, retained, *want)
				}
				if len(path) != e.PathLength || f.lastCompaction(path) != e.PrevCompactionIndex {
					t.Errorf("%s: %d entries, compaction at %d; want %d and %d", name, len(path), f.lastCompaction(path), e.PathLength, e.PrevCompactionIndex)
				}
				if leaf == f.leaf { // the rows are what is sent
					if m := e.ContextBefore.Model; m != nil && m.ModelID != s.Model || m == nil && s.Model != "" {
						t.Errorf("%s: model %q, want %+v", name, s.Model, m)
					}
					if got := sessiontest.Letters(s); strings.ReplaceAll(got, "s", "u") != sent {
						t.Errorf("%s: rows %s, want %s", name, got, sent)
					}
				}
			}
			checkSession(t, s)
		})
	}
	if n < least {
		t.Errorf("%d cases were compared, want at least %d", n, least)
	}
}

func TestVectors(t *testing.T) { checkVectors(t, vectors(t), 100) }
func TestAllVectors(t *testing.T) {
	checkVectors(t, sessiontest.Shared(t, "testdata/"+"prime")[0], 250)
}

// checkSession holds a session to what every reader promises.
func checkSession(t *testing.T, s *model.Session) {
	t.Helper()
	rows := 0
	for _, e := range s.Entries {
		if e.Row >= 0 {
			rows++
			if s.Rows[e.Row].ID != e.ID || s.Sources[s.Rows[e.Row].Source] != s.Records[e.Source] {
				t.Errorf("entry %s and message %d are not the same record", e.ID, e.Row)
			}
		}
	}
	if rows != len(s.Rows) {
		t.Errorf("%d entries have a message, there are %d messages", rows, len(s.Rows))
	}
	for i := range s.Rows {
		m := sessiontest.Message(t, s, i)
		n := 0
		for _, p := range m.Parts {
			if p.Kind == model.Call || p.Kind == model.Result {
				n++
			}
		}
		if n != len(s.LinksOf(i)) {
			t.Errorf("message %d has %d calls and results, its row %d", i, n, len(s.LinksOf(i)))
		}
		if r := s.Rows[i]; r.Rendered != js.Units(m.Transcript()) {
			t.Errorf("message %d is rendered in %d chars, its row says %d", i, js.Units(m.Transcript()), r.Rendered)
		}
	}
}
