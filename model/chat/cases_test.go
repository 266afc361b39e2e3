package chat

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// expectation is what the reference calculator says of one input.
type expectation struct {
	File   string
	Values struct {
		Format   string
		Messages int
		Roles    string
		Turns    int
		BadLines []int
	}
}

// turnsDiffer are the cases in which an empty user entry is no turn, which the reference
// counts as one.
var turnsDiffer = map[string]int{"par-18": 3, "par-20": 2}

func TestCases(t *testing.T) {
	dir := filepath.Join(sessiontest.Root(t), "testdata", "cases")
	ids, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, id := range ids {
		path := filepath.Join(dir, id.Name(), "expect.json")
		if _, err := os.Stat(path); err != nil {
			continue
		}
		var all map[string]expectation
		if err := json.Unmarshal(sessiontest.Bytes(t, path), &all); err != nil {
			t.Fatal(err)
		}
		for label, e := range all {
			input := filepath.Join(dir, id.Name(), e.File)
			switch e.Values.Format {
			case OpenAI, Anthropic, AISDK, AISDKUI:
			default:
				continue
			}
			if _, err := os.Stat(input); err != nil {
				continue
			}
			n++
			t.Run(id.Name()+"/"+label, func(t *testing.T) {
				b := sessiontest.Bytes(t, input)
				if !LooksDocument([]byte(strings.TrimPrefix(string(b), "\ufeff"))) {
					t.Error("not recognised")
				}
				s := open(t, input, b)
				turns := e.Values.Turns
				if v, ok := turnsDiffer[id.Name()]; ok {
					turns = v
				}
				var bad []int
				for _, p := range s.Problems {
					if p.Kind == "malformed" {
						bad = append(bad, p.Line)
					}
				}
				got := []any{s.Dialect, len(s.Rows), sessiontest.Letters(s), s.Turns(), len(bad)}
				want := []any{e.Values.Format, e.Values.Messages, e.Values.Roles, turns, len(e.Values.BadLines)}
				if d := cmp.Diff(want, got); d != "" {
					t.Error(d)
				}
				checkSession(t, s)
			})
		}
	}
	if n < 30 {
		t.Errorf("%d inputs were checked, want all of them", n)
	}
}

// checkSession holds a session to what every reader promises.
func checkSession(t *testing.T, s *model.Session) {
	t.Helper()
	for i := range s.Rows {
		m := sessiontest.Message(t, s, i)
		row := s.Rows[i]
		links, images := 0, 0
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Call, model.Result:
				links++
			case model.Image:
				images++
			default:
			}
		}
		if links != len(s.LinksOf(i)) {
			t.Errorf("message %d has %d calls and results, its row %d", i, links, len(s.LinksOf(i)))
		}
		if images > row.Images {
			t.Errorf("message %d has %d images, its row %d", i, images, row.Images)
		}
		if row.Rendered != units(m.Transcript()) {
			t.Errorf("message %d is rendered in %d chars, its row says %d", i, units(m.Transcript()), row.Rendered)
		}
		src := s.Sources[row.Source]
		if src.Off < 0 || src.Off+src.Len > s.Bytes {
			t.Errorf("message %d stands outside the file", i)
		}
	}
}

func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

func TestShapes(t *testing.T) {
	s := caseSession(t, "par-18")
	var got []string
	for _, p := range s.Problems {
		if p.Kind != "shape" {
			t.Errorf("unexpected problem %+v", p)
		}
		got = append(got, p.Message)
	}
	want := []string{
		"message 9 has a bare value instead of text as its content", "message 10 has no content", "message 11 has no role; it is left out",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if m := sessiontest.Message(t, s, 3); m.Text() != "bare string in the array\nand a block" {
		t.Errorf("text %q", m.Text())
	}
	if m := sessiontest.Message(t, s, 5); m.Parts[0].OutputText() != "part 1\npart 2\npart 3" {
		t.Errorf("result %q", m.Parts[0].OutputText())
	}
	if m := sessiontest.Message(t, s, 9); m.Parts[0].OutputText() != `{"weird":"object"}` {
		t.Errorf("result %q", m.Parts[0].OutputText())
	}
	if p := model.Mismatched(s.Links, nil); len(p.Orphans)+len(p.Unanswered) != 0 {
		t.Errorf("%+v", p)
	}
}

func TestBlankMessages(t *testing.T) {
	s := caseSession(t, "par-20")
	var marks []string
	for _, r := range s.Rows {
		switch {
		case r.Is(model.Empty):
			marks = append(marks, "empty")
		case r.Is(model.Blank):
			marks = append(marks, "blank")
		default:
			marks = append(marks, "")
		}
	}
	if d := cmp.Diff([]string{"", "", "empty", "empty", "blank", "empty", "", "", "", "", "blank"}, marks); d != "" {
		t.Error(d)
	}
	if s.Rows[5].Origin != model.Injected {
		t.Errorf("an empty user entry has origin %v", s.Rows[5].Origin)
	}
}

func TestApprovals(t *testing.T) {
	s := caseSession(t, "par-25")
	if !s.Rows[2].Is(model.HasCall) || s.Rows[3].Role != model.Tool || !s.Rows[3].Is(model.HasResult) {
		t.Errorf("request %+v, response %+v", s.Rows[2], s.Rows[3])
	}
	_, out := write(t, s, draft(s, 3))
	if strings.Contains(string(out), "appr-1") || strings.Contains(string(out), "ap1") {
		t.Errorf("an approval or result without its request is left:\n%s", out)
	}
}

func TestOpenAIOddities(t *testing.T) {
	s := caseSession(t, "par-26")
	if m := sessiontest.Message(t, s, 2); m.Parts[0].Args != "{not json" {
		t.Errorf("arguments %q", m.Parts[0].Args)
	}
	if m := sessiontest.Message(t, s, 3); m.Parts[0].OutputText() != "[1,2,3]" {
		t.Errorf("result %q", m.Parts[0].OutputText())
	}
	if m := sessiontest.Message(t, s, 4); m.Text() != "I can't help with that." {
		t.Errorf("refusal %q", m.Text())
	}
	if p := model.Mismatched(s.Links, nil); !cmp.Equal(p.Orphans, []string{""}) {
		t.Errorf("orphans %q", p.Orphans)
	}
	w, out := write(t, s, draft(s, 4))
	if strings.Contains(string(out), "orphan with empty id") || !strings.Contains(string(out), "\"role\": \"developer\",\n  \"content\": \"DEV-1 rules\"") {
		t.Errorf("%s", out)
	}
	if d := cmp.Diff([]model.Repair{{Row: 5, Reason: noCall}}, w.Repairs); d != "" {
		t.Error(d)
	}
}

func TestScreenMessages(t *testing.T) {
	s := caseSession(t, "par-24")
	if p := model.Mismatched(s.Links, nil); !cmp.Equal(p.Unanswered, []string{"ui2"}) {
		t.Errorf("unanswered %q", p.Unanswered)
	}
	_, out := write(t, s, draft(s, 4))
	after := open(t, "o.json", out)
	if sessiontest.Letters(after) != "uuat" || after.Rows[0].Origin != model.FromSummary || after.Dialect != AISDKUI {
		t.Errorf("%s %v %s\n%s", sessiontest.Letters(after), after.Rows[0].Origin, after.Dialect, out)
	}
	if m := sessiontest.Message(t, after, 3); !m.Parts[0].Failed || m.Parts[0].OutputText() != "no result was recorded" {
		t.Errorf("%+v", m)
	}
}

func TestMixedEntry(t *testing.T) {
	s := caseSession(t, "cmp-02")
	last := len(s.Rows) - 1
	w, out := write(t, s, draft(s, last))
	if strings.Contains(string(out), "toolu_m2") || !strings.Contains(string(out), "STOP-71 wait, use the name pricing instead of price") {
		t.Errorf("%s", out)
	}
	if d := cmp.Diff([]model.Repair{{Row: last, Reason: partly}}, w.Repairs); d != "" {
		t.Error(d)
	}
}

func TestNothingToRead(t *testing.T) {
	dir := filepath.Join(sessiontest.Root(t), "testdata", "cases", "par-27")
	for _, name := range []string{"input_empty.jsonl", "input_blank.jsonl", "input_array.json", "input_object.json", "input_binary.bin", "input_package.json"} {
		b := sessiontest.Bytes(t, filepath.Join(dir, name))
		if LooksDocument(b) {
			t.Errorf("%s looks like a message list", name)
		}
		if _, err := Read(model.Input{Path: name, Reader: strings.NewReader(string(b)), Size: int64(len(b))}); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
