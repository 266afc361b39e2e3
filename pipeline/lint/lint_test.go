package lint

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/claudecode"
	"cutline/model/js"
	"cutline/model/sessiontest"
	"cutline/pipeline/summarize"
)

// messages is a session in memory.
type messages []model.Message

func (m messages) Message(i int) (model.Message, error) {
	if i < 0 || i >= len(m) {
		return model.Message{}, errors.New("no such message")
	}
	return m[i], nil
}

// inputOf reads a conversation: a line ">" begins a message (user, assistant, summary, call NAME ID
// ARGS, result ID, failed ID), ">tail" says that what follows stays, ">todo STATUS TEXT" is an entry
// of the todo list.
func inputOf(script string) Input {
	var m messages
	in := Input{}
	tail := false
	for _, part := range strings.Split("\n"+script, "\n>")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		kind, rest, _ := strings.Cut(head, " ")
		x := model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Text, Text: strings.TrimRight(body, "\n")}}}
		switch kind {
		case "tail":
			tail = true
			continue
		case "todo":
			status, text, _ := strings.Cut(rest, " ")
			in.Todos = append(in.Todos, model.Todo{Status: status, Text: text})
			continue
		case "user":
			x.Role, x.Origin = model.User, model.Person
		case "summary":
			x.Role, x.Origin = model.User, model.FromSummary
		case "call":
			f := append(strings.SplitN(rest, " ", 3), "", "")
			x.Parts = []model.Part{{Kind: model.Call, Name: f[0], ID: f[1], Args: f[2]}}
		case "result", "failed":
			x.Role = model.Tool
			x.Parts = []model.Part{{Kind: model.Result, ID: rest, Failed: kind == "failed", Output: x.Parts}}
		}
		if tail {
			in.Tail = append(in.Tail, len(m))
		} else {
			in.List = append(in.List, len(m))
		}
		m = append(m, x)
		in.Rows = append(in.Rows, model.Row{Role: x.Role, Origin: x.Origin, Rendered: js.Units(x.Transcript())})
	}
	in.Source = m
	return in
}

// sessionInput is all of a session.
func sessionInput(s *model.Session) Input {
	in := Input{Source: s, Rows: s.Rows, Todos: s.Todos}
	for i := range s.Rows {
		in.List = append(in.List, i)
	}
	return in
}

// caseOf reads a file of testdata.
func caseOf(t *testing.T, path string) (in Input, files map[string]string) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
	}
	switch {
	case files["session.json"] != "":
		in = sessionInput(sessiontest.Open(t, chat.Read, files["session.json"]))
	case files["session.jsonl"] != "":
		in = sessionInput(sessiontest.Open(t, claudecode.Read, files["session.jsonl"]))
	default:
		in = inputOf(files["talk"])
	}
	if strings.Contains(string(a.Comment), "sections nine") {
		in.Sections = summarize.Sections[:]
	}
	if strings.Contains(string(a.Comment), "segments\n") {
		in.Copied = in.List
	}
	return in, files
}

// lines are findings as testdata has them: rule, message, and the line where each stands.
func lines(summary string, found []Finding) []string {
	out := []string{}
	for _, f := range found {
		index := "-"
		if f.Index >= 0 {
			index = fmt.Sprint(f.Index)
		}
		from := strings.LastIndex(summary[:f.From], "\n") + 1
		line, _, _ := strings.Cut(summary[from:], "\n")
		out = append(out, f.Rule+" "+index+" "+line)
	}
	return out
}

// agree reports whether the findings are those that are expected: the same rule and message, and a
// line that has the words.
func agree(got, want []string) bool {
	left := slices.Clone(got)
	for _, w := range want {
		f := strings.SplitN(w, " ", 3)
		i := slices.IndexFunc(left, func(g string) bool {
			return strings.HasPrefix(g, f[0]+" "+f[1]+" ") && strings.Contains(g, f[2])
		})
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// TestCases: each planted summary has exactly its findings, and each clean one of the same
// conversation has none.
func TestCases(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d cases: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			in, files := caseOf(t, path)
			in.Summary = files["clean"]
			if found := Run(context.Background(), in); len(found) != 0 {
				t.Errorf("the clean summary has %+v", found)
			}
			in.Summary = files["planted"]
			found := Run(context.Background(), in)
			got := lines(in.Summary, found)
			want := strings.Split(strings.TrimSpace(files["expect"]), "\n")
			if !agree(got, want) {
				t.Errorf("found (-want +got):\n%s\n%+v", cmp.Diff(want, got), found)
			}
			sound(t, in, found)
		})
	}
}

// sound is what holds for all findings.
func sound(t *testing.T, in Input, found []Finding) {
	t.Helper()
	for _, f := range found {
		if f.From < 0 || f.To < f.From || f.To > len(in.Summary) || f.Line != 1+strings.Count(in.Summary[:f.From], "\n") {
			t.Errorf("%+v does not stand in a summary of %d bytes", f, len(in.Summary))
		}
		if f.Rule == "" || f.Name == "" || f.Message == "" || f.Severity == "" || f.Index < -1 || f.Index >= len(in.Rows) {
			t.Errorf("incomplete: %+v", f)
		}
	}
	if diff := cmp.Diff(found, Run(context.Background(), in)); diff != "" {
		t.Errorf("the same input gives other findings:\n%s", diff)
	}
}
