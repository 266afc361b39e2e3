package claudeweb

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/document"
	"cutline/model/sessiontest"
)

func fixture(tb testing.TB) string {
	tb.Helper()
	return sessiontest.Text(tb, filepath.Join(sessiontest.Root(tb), "testdata", "sessions", "claudeweb", "export.json"))
}

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	return sessiontest.Open(tb, Read, text)
}

// says is each message as a transcript, with its line and origin.
func says(tb testing.TB, s *model.Session) []string {
	tb.Helper()
	var out []string
	for i := range s.Rows {
		m, err := s.Message(i)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%d %s %s", s.Rows[i].Line, m.Origin, m.Transcript()))
	}
	return out
}

func TestRead(t *testing.T) {
	s := open(t, fixture(t))
	want := []string{
		"3 person user: Add a test.",
		"4  assistant: [Thinking] Where are the tests?\n\n[Tool call] Bash {\"command\":\"ls\"}",
		"17  tool: [Tool result] Bash a_test.go",
		"19  assistant: Half of a pair: \ufffd.",
		"20 injected user: <system-reminder>x</system-reminder>",
	}
	if d := cmp.Diff(want, says(t, s)); d != "" {
		t.Error(d)
	}
	var problems []string
	for _, p := range s.Problems {
		problems = append(problems, fmt.Sprintf("%d %s", p.Line, p.Kind))
	}
	if d := cmp.Diff([]string{"18 not-an-object", "19 surrogate"}, problems); d != "" {
		t.Error(d)
	}
	if s.Format != Name || s.Lines != 22 || s.Title != "Add a test." || s.Model != "claude-opus-4-5" || s.Usage.Input != 910 || s.Usage.Row != 1 || !s.Rows[3].Is(model.Broken) {
		t.Errorf("%s, %d lines, %q, %s, %+v", s.Format, s.Lines, s.Title, s.Model, s.Usage)
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{fixture(t): true, `{"loglines":[]}`: true, `{"loglines":{}}`: false, `[{"loglines":[]}]`: false, `{"messages":[]}`: false} {
		if Looks([]byte(text)) != want {
			t.Errorf("%.40s: %t", text, !want)
		}
	}
}

func TestNoDocument(t *testing.T) {
	if _, err := Read(model.Input{Reader: strings.NewReader("{"), Size: 1}); !errors.Is(err, document.ErrNotOne) {
		t.Error(err)
	}
}

// wantCorpus was counted by hand.
const wantCorpus = "uatatatatatuatatatuatauatatauuata, 5 turns, 5 todos, 0 problems, 0 orphans, 0 unanswered"

func TestCorpus(t *testing.T) {
	s := open(t, sessiontest.Corpus(t, "claude-web__simonw__claude-code-transcripts__loglines.json"))
	var roles strings.Builder
	for i, r := range s.Rows {
		roles.WriteByte(r.Role.Letter())
		if _, err := s.Message(i); err != nil {
			t.Error(err)
		}
	}
	p := model.Mismatched(s.Links, nil)
	if got := fmt.Sprintf("%s, %d turns, %d todos, %d problems, %d orphans, %d unanswered", roles.String(), s.Turns(), len(s.Todos), len(s.Problems), len(p.Orphans), len(p.Unanswered)); got != wantCorpus {
		t.Error(got)
	}
}

// FuzzRead reads anything; every message decodes again.
func FuzzRead(f *testing.F) {
	f.Add(fixture(f))
	f.Add(`{"loglines":[{"type":"user","uuid":"a","message":{"content":[{"type":"tool_result"},"b"]}},{"type":"system","subtype":"compact_boundary"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(model.Input{Reader: strings.NewReader(text), Size: int64(len(text))})
		if err != nil {
			return // it is no document
		}
		if len(says(t, s)) > 2*strings.Count(text, "{") {
			t.Errorf("%d messages", len(s.Rows))
		}
	})
}
