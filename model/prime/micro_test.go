package prime

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/sessiontest"
)

func TestLoadVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Name, Base64 string
			PrimeAgent   struct{ Value []string }
			PiMono       *struct{ Value []*string }
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "load.json"), &v)
	// Where the agent loses records that are there, or stops, the reader gives more.
	more := map[string][]string{
		"two entries glued on one line": {"session:h1", "a", "b", "c"},
		"BOM":                           {"session:h1", "a"},
		"null line":                     {"session:h1", "a"},
		"json array line":               {"session:h1", "a"},
		"invalid UTF-8 replaced":        {"session:h1", "a", "b"},
	}
	if len(v.Cases) < 20 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for _, c := range v.Cases {
		t.Run(c.Name, func(t *testing.T) {
			b, err := base64.StdEncoding.DecodeString(c.Base64)
			if err != nil {
				t.Fatal(err)
			}
			want, ok := more[c.Name]
			if !ok {
				want = c.PrimeAgent.Value
			}
			s, err := Read(model.Input{Path: "x", Reader: bytes.NewReader(b), Size: int64(len(b))})
			var got []string
			if err == nil {
				for _, e := range s.State.(*file).entries {
					if e.kind == "session" {
						e.id = "session:" + e.id
					}
					got = append(got, e.id)
				}
			}
			if d := cmp.Diff(append([]string{}, want...), append([]string{}, got...)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestMigrationVectors compares the lines that are written for old files with what the agent
// has after opening them.
func TestMigrationVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Session string
			Header  map[string]any
			Entries []map[string]any
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "migration.json"), &v)
	for _, c := range v.Cases {
		t.Run(c.Session, func(t *testing.T) {
			s := session(t, c.Session, sessiontest.Bytes(t, filepath.Join(vectors(t), c.Session)))
			w, out := write(t, s, draft(s, 0), options())
			lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			if len(lines) != len(c.Entries)+2 {
				t.Fatalf("%d lines for %d entries", len(lines), len(c.Entries))
			}
			c.Header["id"] = w.ID
			for i, want := range append([]map[string]any{c.Header}, c.Entries...) {
				var got map[string]any
				if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
					t.Fatal(err)
				}
				delete(got, "firstKeptEntryIndex") // left in its place: nobody reads it any more
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("line %d: %s", i+1, d)
				}
			}
			if !slices.ContainsFunc(w.Repairs, func(r model.Repair) bool { return r.Row == -1 }) {
				t.Error("nothing says that the file was brought up to date")
			}
		})
	}
}

type treeNode struct {
	ID       string
	Children []treeNode
}

func (n treeNode) leaves() int {
	if len(n.Children) == 0 {
		return 1
	}
	sum := 0
	for _, c := range n.Children {
		sum += c.leaves()
	}
	return sum
}

func TestTreeVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Session, LeafID string
			Path            []string
			Roots           []treeNode
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "tree.json"), &v)
	for _, c := range v.Cases {
		t.Run(c.Session, func(t *testing.T) {
			s := session(t, c.Session, sessiontest.Bytes(t, filepath.Join(vectors(t), c.Session)))
			f := s.State.(*file)
			var path []string
			for _, e := range s.Entries {
				path = append(path, e.ID)
			}
			if d := cmp.Diff(c.Path, path); d != "" || f.entries[f.leaf].id != c.LeafID {
				t.Errorf("leaf %s, path %s", f.entries[f.leaf].id, d)
			}
			leaves := 0
			for _, r := range c.Roots {
				leaves += r.leaves()
				if p := f.entries[f.index[r.ID]].parent; p != r.ID && f.index[p] != 0 && !strings.Contains(c.Session, "duplicate-ids") {
					t.Errorf("%s is a root, and here it hangs below %s", r.ID, p)
				}
				if !strings.Contains(c.Session, "duplicate-ids") {
					checkChildren(t, f, r)
				}
			}
			// Of equal ids only the later entry is reachable; a tree that shows both has more leaves.
			if !strings.Contains(c.Session, "duplicate-ids") && s.Branches != leaves-1 {
				t.Errorf("%d branches, %d leaves", s.Branches, leaves)
			}
		})
	}
}

// checkChildren holds the parent of every entry below a node to the node.
func checkChildren(t *testing.T, f *file, n treeNode) {
	t.Helper()
	for _, c := range n.Children {
		if i, ok := f.index[c.ID]; !ok || f.entries[i].parent != n.ID {
			t.Errorf("%s does not hang below %s", c.ID, n.ID)
		}
		checkChildren(t, f, c)
	}
}

func TestContextVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Name     string
			Entries  []json.RawMessage
			Leaf     *string
			Expected struct {
				Messages []struct {
					Role, Text   string
					TokensBefore int
				}
				Model *struct{ ModelID string }
			}
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "build-context.json"), &v)
	for k, c := range v.Cases {
		t.Run(fmt.Sprintf("%s %d", c.Name, k), func(t *testing.T) {
			doc := []byte(`{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}` + "\n")
			upTo := len(c.Entries)
			for i, e := range c.Entries {
				if c.Leaf != nil && gjson.GetBytes(e, "id").Str == *c.Leaf {
					upTo = i + 1
				}
			}
			if c.Leaf == nil {
				upTo = 0
			}
			for _, e := range c.Entries[:upTo] { // what comes after the leaf is not there yet
				var line bytes.Buffer
				if err := json.Compact(&line, e); err != nil {
					t.Fatal(err)
				}
				doc = append(append(doc, line.Bytes()...), '\n')
			}
			s := session(t, c.Name, doc)
			var got, want []string
			role := map[string]string{roleAssistant: "a", roleToolResult: "t", roleUser: "u", roleBash: "i", roleCustom: "i", roleBranch: "m", roleCompaction: "m"}
			for i := range s.Rows {
				got = append(got, sessiontest.Roles(s)[i:i+1]+" "+sessiontest.Message(t, s, i).Text())
			}
			for _, m := range c.Expected.Messages {
				want = append(want, role[m.Role]+" "+m.Text)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if m := c.Expected.Model; m != nil && m.ModelID != s.Model {
				t.Errorf("model %q, want %q", s.Model, m.ModelID)
			}
		})
	}
}

func TestConvertVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Message json.RawMessage
			LLM     *struct {
				Role    string
				Content json.RawMessage
			}
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "convert-to-llm.json"), &v)
	for k, c := range v.Cases {
		var msg bytes.Buffer
		if err := json.Compact(&msg, c.Message); err != nil {
			t.Fatal(err)
		}
		doc := `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}` + "\n" + `{"type":"message","id":"1","parentId":null,"timestamp":"t","message":` + msg.String() + "}\n"
		s := session(t, "x", []byte(doc))
		if c.LLM == nil {
			if len(s.Rows) != 0 {
				t.Errorf("case %d is never sent, and yet it is a message", k)
			}
			continue
		}
		if len(s.Rows) != 1 || !strings.HasPrefix(c.LLM.Role, s.Rows[0].Role.String()) {
			t.Errorf("case %d: %d messages, want role %s", k, len(s.Rows), c.LLM.Role)
			continue
		}
		want := gjson.GetBytes(c.LLM.Content, "0.text").Str
		if s.Rows[0].Origin == model.FromSummary { // the wrapper is the agent's when it sends
			if got := sessiontest.Message(t, s, 0).Text(); !strings.Contains(want, got) || got == "" {
				t.Errorf("case %d: %q is no summary in %q", k, got, want)
			}
		} else if got := sessiontest.Message(t, s, 0); want != "" && got.Role != model.Tool && got.Text() != want {
			t.Errorf("case %d: %q, want %q", k, got.Text(), want)
		}
	}
}

func TestBashVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Message json.RawMessage
			Text    string
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "bash-text.json"), &v)
	for k, c := range v.Cases {
		if got := bash(js.Fields(gjson.ParseBytes(c.Message))); got != c.Text {
			t.Errorf("case %d: %s", k, cmp.Diff(c.Text, got))
		}
	}
}

// TestFileOpsVectors: the tools of both agents count, since both have sessions of this form.
func TestFileOpsVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Message json.RawMessage
			PiMono  struct{ Read, Written, Edited []string }
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "file-ops.json"), &v)
	for k, c := range v.Cases {
		var msg bytes.Buffer
		if err := json.Compact(&msg, c.Message); err != nil {
			t.Fatal(err)
		}
		s := session(t, "x", []byte(header+"\n"+`{"type":"message","id":"1","parentId":null,"timestamp":"t","message":`+msg.String()+"}\n"))
		got, err := s.State.(*file).filesOf(s, func(int) bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		read, modified := got.Read, got.Modified
		want := append(c.PiMono.Written, c.PiMono.Edited...)
		if d := cmp.Diff([][]string{append([]string{}, c.PiMono.Read...), append([]string{}, want...)}, [][]string{append([]string{}, read...), append([]string{}, modified...)}); d != "" {
			t.Errorf("case %d: %s", k, d)
		}
	}
}

func TestFileVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			Read, Written, Edited, ReadFiles, ModifiedFiles []string
			Tags                                            string
		}
	}
	decodeFile(t, filepath.Join(vectors(t), "micro", "file-lists.json"), &v)
	for k, c := range v.Cases {
		got := NewFileSet(model.Files{Read: c.Read, Modified: append(c.Written, c.Edited...)}).Lists()
		read, modified := got.Read, got.Modified
		if d := cmp.Diff([][]string{append([]string{}, c.ReadFiles...), append([]string{}, c.ModifiedFiles...)}, [][]string{append([]string{}, read...), append([]string{}, modified...)}); d != "" {
			t.Errorf("case %d: %s", k, d)
		}
		tags := Tags(got)
		if tags != c.Tags {
			t.Errorf("case %d: %q, want %q", k, tags, c.Tags)
		}
		if slices.ContainsFunc(append(read, modified...), func(p string) bool { return strings.Contains(p, "\n") }) {
			continue // a list of lines cannot hold it
		}
		text, again := Untag("Done." + tags)
		if d := cmp.Diff(got, again); d != "" || text != "Done." {
			t.Errorf("case %d: without its lists the summary is %q: %s", k, text, d)
		}
	}
}

// FuzzUntag: what is left names no file, and says nothing that was not there.
func FuzzUntag(f *testing.F) {
	f.Add("Done.\n\n<read-files>\na.go\n</read-files>\n\n<modified-files>\nb.go\n</modified-files>")
	f.Add("<read-files>\n<read-files>\nx\n</read-files>\n</read-files>")
	f.Add("<modified-files>\n\n</modified-files>\n</read-files>")
	f.Fuzz(func(t *testing.T, s string) {
		text, named := Untag(s)
		if len(text) > len(s) || !strings.Contains(s, "-files>") && text != s {
			t.Errorf("%q of %q", text, s)
		}
		for _, p := range append(named.Read, named.Modified...) {
			if strings.Contains(p, "\n") || !strings.Contains(s, p) {
				t.Errorf("%q of %q", p, s)
			}
		}
	})
}
