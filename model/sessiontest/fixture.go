package sessiontest

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// Fixture is what is wanted of a hand-made session.
type Fixture struct {
	Says     []string // see Brief
	Told     string   // what is said of it beside its messages, in words of the format's test
	Problems []string // see Problems
}

// Hold opens every session in a folder and holds it to what is wanted of it, by file name. More
// looks at what else there is; it may be nil.
func Hold(t *testing.T, read Reader, folder string, told func(*model.Session) string, want map[string]Fixture, more func(*testing.T, *model.Session)) {
	t.Helper()
	files := Paths(t, folder)
	if len(files) != len(want) {
		t.Errorf("%d files", len(files))
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			s := Open(t, read, Text(t, file))
			got := Fixture{Brief(t, s), told(s), Problems(s)}
			if d := cmp.Diff(want[name], got); d != "" {
				t.Error(d)
			}
			if more != nil {
				more(t, s)
			}
		})
	}
}

// Recognised opens a document that must be recognised, and holds it to what it says (see Says)
// and what is wrong with it.
func Recognised(t *testing.T, looks func([]byte) bool, read Reader, text string, says, problems []string) *model.Session {
	t.Helper()
	if !looks([]byte(text)) {
		t.Error("not recognised")
	}
	s := Open(t, read, text)
	if d := cmp.Diff(says, Says(t, s)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(problems, Problems(s)); d != "" {
		t.Error(d)
	}
	return s
}

// FuzzLines is Fuzz of a format of lines of which none keeps the others from being read: no input
// is an error, and every message decodes again with its id.
func FuzzLines(f *testing.F, read Reader, folder string) {
	f.Helper()
	for _, text := range Fixtures(f, folder) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Open(t, read, text)
		for i, r := range s.Rows {
			if m := Message(t, s, i); m.ID != r.ID {
				t.Errorf("message %d: %+v and %+v", i, m, r)
			}
		}
	})
}
