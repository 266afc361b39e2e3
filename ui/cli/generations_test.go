package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

// TestThreeGenerations compacts a session three times in a row, and between that it goes on: what the model is
// told it can tell again, so no fact is lost, and no summary stands in another one.
func TestThreeGenerations(t *testing.T) {
	t.Parallel()
	threeGenerations(t, newOurs)
}

// TestThreeGenerationsWithTheirServer does so with the server that comes with the cases.
func TestThreeGenerationsWithTheirServer(t *testing.T) {
	t.Parallel()
	threeGenerations(t, newTheirs)
}

func threeGenerations(t *testing.T, serve func(testing.TB, []byte) server) {
	t.Helper()
	script := sessiontest.Bytes(t, filepath.Join(cmp31, "fake.json"))
	for _, g := range growings {
		for _, w := range ways {
			t.Run(g.name+", "+w.String(), func(t *testing.T) {
				t.Parallel()
				s := serve(t, script)
				url, err := s.start()
				defer s.stop()
				if err != nil {
					t.Fatal(err)
				}
				g.compact(t, s, url, w)
			})
		}
	}
}

func (g growing) compact(t *testing.T, s server, url string, w way) {
	t.Helper()
	session := g.begin(t)
	for k := range planted {
		dir := t.TempDir()
		if k > 0 {
			session = g.more(t, session, k)
		}
		r := compacts(dir, session, g.suffix, w.env(dir, url), append(w.flags(), g.flags...)...)
		defer r.show(t)
		r.holds(t)
		if r.status != Done || !regexp.MustCompile(`summary +by external`).MatchString(r.out) {
			t.Fatalf("generation %d: no summary of a model", k+1)
		}
		summary := g.only(t, r, k)
		for _, fact := range planted[:k+1] {
			if !strings.Contains(summary, fact) {
				t.Errorf("generation %d: %s is lost:\n%s", k+1, fact, summary)
			}
		}
		all, err := s.asked()
		if err != nil || len(all) != k+1 && !(g.split && len(all) > k) {
			t.Fatalf("generation %d: %d requests, %v", k+1, len(all), err)
		}
		history := all[len(all)-1]
		if g.split && k > 0 && !strings.Contains(history.turn(), "Known facts") { // that of the turn's beginning
			history = all[len(all)-2]
		}
		g.told(t, history, k)
		session = r.file
	}
}

// only is the text of the one summary in the live context of a result.
func (g growing) only(t *testing.T, r *ran, k int) string {
	t.Helper()
	path := filepath.Join(r.dir, "work", "OUT"+g.suffix)
	s, closer, err := Open{Path: path}.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	var summaries []string
	all := ""
	for i, row := range s.Rows {
		text := ""
		m := sessiontest.Message(t, s, i)
		for _, p := range m.Parts {
			text += p.Text
		}
		if row.Origin == model.FromSummary {
			summaries = append(summaries, text)
		}
		all += text
	}
	told := strings.Count(all, "Known facts")
	if len(summaries) != 1 || told != 1 && !(g.split && told == 2 && strings.Contains(all, "Turn Context")) || strings.Count(all, "<conversation_summary>") > 1 {
		t.Fatalf("generation %d: not one summary, or one in another:\n%q", k+1, summaries)
	}
	return summaries[0]
}

// told checks what the model was told of the earlier summary: all of it, as what it is.
func (g growing) told(t *testing.T, a sent, k int) {
	t.Helper()
	said := a.turn()
	if k == 0 {
		return
	}
	if strings.Count(said, "Known facts: "+planted[0]) != 1 {
		t.Errorf("generation %d: the earlier summary is not in the request:\n%s", k+1, said)
	}
	if regexp.MustCompile(`(?m)^user: .*(Known facts|conversation_summary)`).MatchString(said) {
		t.Errorf("generation %d: the earlier summary passes for the user's words:\n%s", k+1, said)
	}
	if !regexp.MustCompile(`(?i)(earlier|previous)[ -]summary|earlier:`).MatchString(said) {
		t.Errorf("generation %d: the earlier summary is not said to be one:\n%s", k+1, said)
	}
}

// TestGrowings shows that what the generations are made of is read as it is meant, without any problem.
func TestGrowings(t *testing.T) {
	t.Parallel()
	for _, g := range growings {
		path := filepath.Join(t.TempDir(), "in"+g.suffix)
		if err := os.WriteFile(path, g.more(t, g.begin(t), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		s, closer, err := Open{Path: path}.Read(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(sessiontest.Roles(s), "s"); got != "uauauaua" || len(s.Problems) > 0 {
			t.Errorf("%s: %s, %v", g.name, got, s.Problems)
		}
		if err := closer.Close(); err != nil {
			t.Error(err)
		}
	}
}
