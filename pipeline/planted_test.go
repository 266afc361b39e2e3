package pipeline

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/retention"
)

// plantedCases and mostFalse are how many sessions hold planted losses and inventions, and how many
// false alarms they may raise in all.
const (
	plantedCases = 40
	mostFalse    = 2
)

// planted is one of them: a session, the summary unless the session records one, and the losses and
// inventions that whoever wrote it knows of. A line of want says "lost", "weak" or "invented", the
// class, and a piece of the text.
type planted struct {
	name    string
	session *model.Session
	summary string
	want    []string
}

func plant(t *testing.T, file string) planted {
	t.Helper()
	p := planted{name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
	for _, f := range txtar.Parse(sessiontest.Bytes(t, file)).Files {
		text := string(f.Data)
		switch f.Name {
		case "session":
			s, err := load.Read(model.Input{Path: p.name, Reader: strings.NewReader(text), Size: int64(len(text))}, "")
			if err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			p.session = s
		case "summary":
			p.summary = text
		case "want":
			p.want = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		}
	}
	if p.want[0] == "" {
		p.want = nil
	}
	return p
}

// score is that of the summary, be it recorded or beside the session.
func (p *planted) score(t *testing.T) retention.Output {
	t.Helper()
	if p.summary == "" {
		got, err := ScoreRecorded(context.Background(), p.session)
		if err != nil || len(got) != 1 || got[0].Why != "" {
			t.Fatalf("%s: %d compactions, %v, %+v", p.name, len(got), err, got)
		}
		return got[0].Output
	}
	s := p.session
	in := retention.Input{Source: s, Rows: s.Rows, Todos: s.Todos, From: s.TodosFrom, Root: s.CWD, Summary: p.summary}
	for i := range s.Rows {
		in.Dropped = append(in.Dropped, i)
	}
	out, err := retention.Score(context.Background(), in)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return out
}

// alarms are the losses and inventions of a score in the words of a key.
func alarms(o *retention.Output) []string {
	var out []string
	for _, l := range o.Lost {
		word := "lost"
		if l.Kept > 0 {
			word = "weak"
		}
		out = append(out, fmt.Sprintf("%s %s %s", word, l.Class, l.Text))
	}
	for _, f := range o.Fabricated {
		out = append(out, fmt.Sprintf("invented %s %s", f.Class, f.Text))
	}
	return out
}

// Every loss and invention that was planted is found, and hardly anything else.
func TestPlanted(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(sessiontest.Root(t), "testdata", "planted", "*.txtar"))
	if err != nil || len(files) != plantedCases {
		t.Errorf("%d planted sessions, want %d: %v", len(files), plantedCases, err)
	}
	clean, falsely := 0, 0
	for _, file := range files {
		p := plant(t, file)
		out := p.score(t)
		got := alarms(&out)
		if len(p.want) == 0 {
			clean++
		}
		met := make([]bool, len(got))
		for _, w := range p.want {
			words := strings.SplitN(w, " ", 3)
			found := false
			for i, g := range got {
				if strings.HasPrefix(g, words[0]+" "+words[1]+" ") && strings.Contains(g, words[2]) {
					met[i], found = true, true
				}
			}
			if !found {
				t.Errorf("%s: not found: %s", p.name, w)
			}
		}
		for i, g := range got {
			if !met[i] {
				falsely++
				t.Logf("%s: a false alarm: %s", p.name, strings.ReplaceAll(g, "\n", " "))
			}
		}
	}
	if clean < 12 {
		t.Errorf("%d sessions with nothing planted", clean)
	}
	if falsely > mostFalse {
		t.Errorf("%d false alarms, at most %d are good", falsely, mostFalse)
	}
}
