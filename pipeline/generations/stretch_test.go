package generations

import (
	"errors"
	"path/filepath"
	"testing"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
)

// written are the small sessions of the formats that can be written, by file.
func written(t *testing.T) map[string]*model.Session {
	t.Helper()
	out := map[string]*model.Session{}
	for _, folder := range []string{"claudecode", "codex", "prime", "gemini", "opencode"} {
		paths, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "sessions", folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if filepath.Base(path) == "demo.jsonl" { // it is large, and other tests have it
				continue
			}
			s, closer, err := load.Open(path, load.Choice{})
			if err != nil {
				continue // one that is about an error
			}
			t.Cleanup(func() { _ = closer.Close() })
			out[folder+"/"+filepath.Base(path)] = s
		}
	}
	if len(out) < 10 {
		t.Fatalf("%d sessions", len(out))
	}
	return out
}

// TestStretches: they cover the session in order, part no call from its result, and where a session can be read as it
// stood then, it has just the messages before the cut.
func TestStretches(t *testing.T) {
	t.Parallel()
	whole := 0
	for name, s := range written(t) {
		for _, n := range []int{2, 5, 20} {
			cuts := stretches(s, n)
			if len(cuts) > n || cuts[len(cuts)-1] != len(s.Rows) {
				t.Errorf("%s: %d stretches: %v of %d", name, n, cuts, len(s.Rows))
			}
			for k, cut := range cuts[:len(cuts)-1] {
				if cut < 1 || cut >= cuts[k+1] {
					t.Errorf("%s: %v", name, cuts)
				}
				for _, l := range s.Links {
					if l.Peer >= 0 && (l.Row < cut) != (l.Peer < cut) {
						t.Errorf("%s: a cut at %d parts call %s", name, cut, l.ID)
					}
				}
				early, err := beginning(s, cut)
				switch {
				case errors.Is(err, ErrWhole):
					whole++
				case err != nil || len(early.Rows) != cut:
					t.Errorf("%s: before %d: %v", name, cut, err)
				}
			}
		}
	}
	if whole == 0 {
		t.Error("a document can be read as it stood earlier")
	}
}

// TestSmallSessions: no session of a format that can be written breaks the generations, with growth and without.
func TestSmallSessions(t *testing.T) {
	t.Parallel()
	for name, s := range written(t) {
		for _, grow := range []bool{false, true} {
			for _, strategy := range []string{"fair", "prime"} {
				l, err := New(input(s, strategy, 3, grow, nil))
				if err != nil {
					if !errors.Is(err, ErrWhole) && !errors.Is(err, load.ErrReadOnly) {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				for l.More() {
					if _, err := l.Next(t.Context(), nil); err != nil {
						if !errors.Is(err, ErrWhole) {
							t.Errorf("%s: %v", name, err)
						}
						break
					}
				}
			}
		}
	}
}
