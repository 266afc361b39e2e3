package claudecode

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

func TestFixtures(t *testing.T) {
	tests := []struct {
		file     string
		roles    string
		turns    int
		earlier  int
		branches int
		side     int
		problems []string
		comp     []model.Compaction
		has      string // in the texts of the live context
		hasNot   string
	}{
		{file: "sidechain.jsonl", roles: "uata", turns: 1, side: 4, hasNot: "Count the price lines"},
		{file: "split-message.jsonl", roles: "uatta", turns: 1},
		{file: "queued-command.jsonl", roles: "uatuata", turns: 2, has: "and those of money"},
		{
			file: "preserved-tail.jsonl", roles: "uuatauata", turns: 2, earlier: 2,
			comp: []model.Compaction{{Trigger: "manual"}}, has: "Then only fix the comment", hasNot: "Rename Exact",
		},
		{
			file: "preserved-tail-missing.jsonl", roles: "uuata", turns: 1, earlier: 6,
			comp: []model.Compaction{{Trigger: "manual"}}, problems: []string{"7 kept-missing"}, hasNot: "Then only fix the comment",
		},
		{file: "rewind.jsonl", roles: "uaua", turns: 2, branches: 1, has: "XOF", hasNot: "XAF"},
		{file: "microcompact.jsonl", roles: "uataua", turns: 2, comp: []model.Compaction{{Trigger: "auto", Summary: -1, Micro: true}}, has: "EUR SEK 11.2500"},
		{file: "glued-line.jsonl", roles: "uataua", turns: 2, problems: []string{"4 malformed"}},
		{file: "torn.jsonl", roles: "uat", turns: 1, problems: []string{"4 malformed"}},
		{file: "parallel-fork.jsonl", roles: "uattta", turns: 1},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			s := open(t, fixture(t, tt.file))
			if got := sessiontest.Letters(s); got != tt.roles {
				t.Errorf("roles: got %s, want %s", got, tt.roles)
			}
			if s.Turns() != tt.turns || s.Earlier != tt.earlier || s.Branches != tt.branches || s.Sidechains != tt.side {
				t.Errorf("turns %d, earlier %d, branches %d, sidechains %d", s.Turns(), s.Earlier, s.Branches, s.Sidechains)
			}
			if d := cmp.Diff(tt.problems, sessiontest.Problems(s)); d != "" {
				t.Error(d)
			}
			for i := range s.Compactions {
				c := &s.Compactions[i]
				c.Line, c.Before, c.After, c.SavedToks, c.Kept, c.Missing = 0, 0, 0, 0, 0, 0 // what happens to be in the fixture
			}
			if d := cmp.Diff(tt.comp, s.Compactions); d != "" {
				t.Error(d)
			}
			if p := model.Mismatched(s.Links, nil); len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
				t.Errorf("pairs: %+v", p)
			}
			all := strings.Join(texts(t, s), "\n")
			if !strings.Contains(all, tt.has) || tt.hasNot != "" && strings.Contains(all, tt.hasNot) {
				t.Errorf("with %q and without %q:\n%s", tt.has, tt.hasNot, all)
			}
		})
	}
}

func TestKept(t *testing.T) {
	in := strings.Join([]string{
		line("u1", "", "user", say("old")), line("a1", "u1", "assistant", call("t1")), line("a2", "a1", "assistant", say("x")),
		line("r1", "a1", "user", answer("t1", "ok")),
		line("b1", "", "system", "", `"subtype":"compact_boundary"`, `"compactMetadata":{"trigger":"auto","preTokens":9,"postTokens":3,"preservedMessages":{"anchorUuid":"s1","uuids":["a1","z1","r1","z2"],"allUuids":["a1","y1","z1","r1","z2"]}}`),
		line("s1", "b1", "user", say("digest"), `"isCompactSummary":true`), line("u2", "r1", "user", say("new")),
	}, "")
	s := open(t, []byte(in))
	want := []model.Compaction{{Line: 5, Trigger: "auto", Before: 9, After: 3, Kept: 4, Missing: 2}}
	if d := cmp.Diff(want, s.Compactions); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"digest", "", "ok", "new"}, texts(t, s)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]model.Problem{{Line: 5, Kind: "kept-missing", Message: "the compaction on line 5 kept 2 messages word for word that are not in this file"}}, s.Problems); d != "" {
		t.Error(d)
	}
	if s.Earlier != 2 || s.Usage.Known {
		t.Errorf("earlier %d, usage %+v: what was kept was answered before the compaction", s.Earlier, s.Usage)
	}
}

func TestAbout(t *testing.T) {
	in := strings.Join([]string{
		`{"type":"summary","summary":"Of this file","leafUuid":"a1"}` + "\n",
		`{"type":"summary","summary":"Of another one","leafUuid":"zz"}` + "\n",
		line("u1", "", "user", say("<command-name>/clear</command-name>")),
		line("u2", "u1", "user", say("first words of a person")),
		line("a1", "u2", "assistant", say("ok")),
		line("n1", "a1", "attachment", "", `"attachment":{"type":"nested_memory","path":"/x/CLAUDE.md","displayPath":"CLAUDE.md","content":{"type":"Project","path":"/x/CLAUDE.md","content":"Use tabs.","rawContent":"Use tabs."}}`),
		strings.Replace(line("a2", "n1", "assistant", say("No answer.")), "claude-sonnet-4-5", synthetic, 1),
		line("a3", "a2", "assistant", say("API Error"), `"isApiErrorMessage":true`),
	}, "")
	s := open(t, []byte(in))
	want := model.Usage{Known: true, Input: 125, Output: 7, Cached: 100, Row: 2, Total: 7}
	if d := cmp.Diff(want, s.Usage); d != "" {
		t.Error(d)
	}
	if s.ID != "s1" || s.CWD != "/home/dev/a b" || s.Model != "claude-sonnet-4-5" || s.AgentVersion != "2.1.9" || s.Title != "Of this file" {
		t.Errorf("got %q %q %q %q %q", s.ID, s.CWD, s.Model, s.AgentVersion, s.Title)
	}
	if d := cmp.Diff([]model.Attachment{{Line: 6, Type: "nested_memory", Name: "CLAUDE.md", Chars: 9}}, s.Attachments); d != "" {
		t.Error(d)
	}
	if !s.Rows[3].Is(model.Failed) || !s.Rows[4].Is(model.Failed) || s.Rows[2].Is(model.Failed) {
		t.Error("an error of the API is marked, an answer is not")
	}
	for more, title := range map[string]string{
		`{"type":"ai-title","aiTitle":"Made up"}`:               "Made up",
		`{"type":"custom-title","customTitle":"By hand"}`:       "By hand",
		`{"type":"relocated","relocatedCwd":"/home/dev/moved"}`: "Of this file",
	} {
		if s := open(t, []byte(in+more)); s.Title != title {
			t.Errorf("title %q, want %q", s.Title, title)
		}
	}
	_, rest, _ := strings.Cut(in, "\n")
	if s := open(t, []byte(rest)); s.Title != "first words of a person" {
		t.Errorf("title %q", s.Title)
	}
}
