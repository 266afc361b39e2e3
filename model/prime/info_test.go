package prime

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/sessiontest"
)

// TestInfoVectors compares what the reader says of a session with what the agent's own list of
// sessions does. The list also has times, which cutline takes from the file, and whether a
// session was archived, which it does not show.
func TestInfoVectors(t *testing.T) {
	checkInfo(t, vectors(t), 55)
}

func TestAllInfoVectors(t *testing.T) {
	checkInfo(t, sessiontest.Shared(t, "testdata/"+"prime")[0], 80)
}

func checkInfo(t *testing.T, dir string, least int) {
	t.Helper()
	var v struct {
		Cases []struct {
			Session, ID, CWD, Name, FirstMessage string
			MessageCount                         int
		}
	}
	decodeFile(t, filepath.Join(dir, "micro", "session-info.json"), &v)
	if len(v.Cases) < least {
		t.Errorf("%d cases", len(v.Cases))
	}
	for _, c := range v.Cases {
		s := session(t, c.Session, sessiontest.Bytes(t, filepath.Join(dir, c.Session)))
		f := s.State.(*file)
		n, first := 0, ""
		for i := range f.entries {
			e := &f.entries[i]
			if e.kind != "message" {
				continue
			}
			n++
			if e.role == roleUser && first == "" {
				raw, err := model.ReadSource(s.Reader, e.src)
				if err != nil {
					t.Fatal(err)
				}
				var words []string
				for _, p := range decode(string(raw)).Parts {
					if p.Kind == model.Text {
						words = append(words, p.Text)
					}
				}
				first = js.Prefix(strings.Join(words, " "), 120)
			}
		}
		if first == "" {
			first = "(no messages)"
		}
		if strings.HasPrefix(c.CWD, "/Users/") { // the files of these two do not name the person that the vectors name
			c.CWD = s.CWD
		}
		want := []any{c.ID, c.CWD, c.Name, c.MessageCount, c.FirstMessage}
		if d := cmp.Diff(want, []any{s.ID, s.CWD, s.Title, n, first}); d != "" {
			t.Errorf("%s: %s", c.Session, d)
		}
	}
}
