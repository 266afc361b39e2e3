package segment

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// TestParts: messages are packed in order, none is parted, and one that is too large stands alone.
func TestParts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		sizes []int
		next  int
		want  []Segment
	}{
		{"nothing", nil, 1, nil},
		{"one file", []int{10, 20}, 0, []Segment{{1, []int{0, 1}, 30}}},
		{"just full", []int{Size - 1, 1, 1}, 4, []Segment{{4, []int{0, 1}, Size}, {5, []int{2}, 1}}},
		{"a large message", []int{5, Size * 3, 5}, 1, []Segment{{1, []int{0}, 5}, {2, []int{1}, Size * 3}, {3, []int{2}, 5}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := Input{Folder: Folder{Dir: "/m", Next: tt.next}}
			for i, n := range tt.sizes {
				in.Rows, in.List = append(in.Rows, model.Row{Rendered: n}), append(in.List, i)
			}
			if diff := cmp.Diff(tt.want, Run(in).Segments); diff != "" {
				t.Errorf("segments (-want +got):\n%s", diff)
			}
		})
	}
	if out := Run(Input{Rows: []model.Row{{}}, List: []int{0}}); out.Note() != "" || len(out.Paths()) != 0 {
		t.Errorf("without a folder: %+v", out)
	}
}

func TestNote(t *testing.T) {
	t.Parallel()
	dir := filepath.FromSlash("/m")
	one := Output{Dir: dir, Segments: []Segment{{Number: 7}}}
	two := Output{Dir: dir, Segments: []Segment{{Number: 7}, {Number: 8}}}
	if n := one.Note(); !strings.Contains(n, "the file "+filepath.Join(dir, "segment_007.md")+"; ") || !strings.Contains(n, filepath.Join(dir, Index)) {
		t.Errorf("one file: %s", n)
	}
	if n := two.Note(); !strings.Contains(n, filepath.Join(dir, "segment_007.md")+" to segment_008.md") {
		t.Errorf("two files: %s", n)
	}
}

// session has messages "ROLE words"; roles are u, i (injected), m (a summary) and t.
func session(texts ...string) *model.Session {
	s := &model.Session{Format: "lines", ID: "s-1"}
	var all strings.Builder
	for _, text := range texts {
		role, words, _ := strings.Cut(text, " ")
		row := model.Row{Role: model.User, Label: words, Source: len(s.Sources), Sources: 1, Rendered: len("user: ") + len(words)}
		switch role {
		case "u":
			row.Origin = model.Person
		case "i":
			row.Origin = model.Injected
		case "m":
			row.Origin = model.FromSummary
		case "t":
			row.Role = model.Tool
		}
		s.Rows = append(s.Rows, row)
		s.Sources = append(s.Sources, model.Source{Off: int64(all.Len()), Len: int64(len(words))})
		all.WriteString(words)
	}
	s.Reader, s.Decoder = strings.NewReader(all.String()), verbatim{}
	return s
}

// verbatim decodes a record as its words; "call PATH" is a call that reads a file.
type verbatim struct{}

func (verbatim) Decode(records [][]byte, _ model.Row) (model.Message, error) {
	words := string(records[0])
	if path, ok := strings.CutPrefix(words, "call "); ok {
		return model.Message{Parts: []model.Part{{Kind: model.Call, Name: "Read", Args: `{"file_path":"` + path + `"}`}}}, nil
	}
	return model.Message{Parts: []model.Part{{Kind: model.Text, Text: words}}}, nil
}

func all(s *model.Session) Output {
	in := Input{Rows: s.Rows, Folder: Folder{Dir: "/m", Next: 2}}
	for i := range s.Rows {
		in.List = append(in.List, i)
	}
	return Run(in)
}

func TestBook(t *testing.T) {
	t.Parallel()
	s := session("u Build \x1b[31m it", "t call /w/a.go", "i <reminder>", "u "+strings.Repeat("long ", 40))
	book := all(s).Open(s)
	text := book.Text(0)
	for _, want := range []string{"# Segment 2: messages 0 to 3 (4 messages)\n", "\n## Message 0\n\nuser: Build \x1b[31m it\n", "\n## Message 1\n\ntool: [Tool call] Read "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	index := book.Index("")
	want := head + `
## segment_002.md

- session: lines s-1
- messages 0 to 3 (4 messages), 260 chars
- the person said:
  - message 0: Build [31m it
  - message 3: ` + strings.Repeat("long ", 15) + `long…
- files:
  - /w/a.go
`
	if diff := cmp.Diff(want, index); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
	again := book.Index(index)
	if !strings.HasPrefix(again, index) || strings.Count(again, "# Index") != 1 || strings.Count(again, "## segment_002.md") != 2 {
		t.Errorf("an index that is there becomes\n%s", again)
	}
	s.Reader = strings.NewReader("")
	if text := book.Text(0); strings.Count(text, "[the message can no longer be read]") != 4 {
		t.Errorf("a session that is gone:\n%s", text)
	}
}
