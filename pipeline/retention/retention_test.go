package retention

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/pipeline/facts"
)

// messages is a session in memory.
type messages []model.Message

func (m messages) Message(i int) (model.Message, error) { return sessiontest.Messages(m).Message(i) }

// input drops all messages of a session.
func (m messages) input(summary string) Input {
	in := Input{Source: m, From: -1, Root: "/repo", Summary: summary}
	for i, x := range m {
		in.Rows = append(in.Rows, model.Row{Role: x.Role, Origin: x.Origin})
		in.Dropped = append(in.Dropped, i)
	}
	return in
}

// whole is a summary that says all that the session says.
func (m messages) whole() string {
	var b strings.Builder
	for _, x := range m {
		b.WriteString(Text(x) + "\n")
	}
	return b.String()
}

func person(text string) model.Message {
	return model.Message{Role: model.User, Origin: model.Person, Parts: []model.Part{{Kind: model.Text, Text: text}}}
}

func says(text string) model.Message {
	return model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Text, Text: text}}}
}

func calls(id, tool, args string) model.Message {
	return model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Call, ID: id, Name: tool, Args: args}}}
}

func gives(id, tool, out string, failed bool) model.Message {
	return model.Message{Role: model.Tool, Parts: []model.Part{{
		Kind: model.Result, ID: id, Name: tool, Failed: failed, Output: []model.Part{{Kind: model.Text, Text: out}},
	}}}
}

// day is a session with facts of every class.
var day = messages{
	person("Please write a parser for the log format and test the parser well. Never push directly to the main branch."),
	says("I will look at parseLine first; parseLine reads from localhost:8125, see https://example.com/docs/format."),
	calls("1", "Edit", `{"file_path":"/repo/src/log/parser.go","new_string":"x"}`), gives("1", "Edit", "ok", false),
	calls("2", "Bash", `{"command":"go test -run TestLong ./src/log 2>&1"}`), gives("2", "Bash", "Exit code 1\nerror[E0425]: cannot find value", true),
	calls("3", "TodoWrite", `{"todos":[{"content":"write the benchmark","status":"pending"}]}`), gives("3", "TodoWrite", "ok", false),
}

func (m messages) withTodo(summary string) Input {
	in := m.input(summary)
	in.Todos, in.From = []model.Todo{{Text: "write the benchmark", Status: "pending"}}, 6
	return in
}

func score(t interface {
	Helper()
	Fatal(args ...any)
}, in Input,
) Output {
	t.Helper()
	out, err := Score(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func byClass(out Output) map[facts.Class]float64 {
	m := map[facts.Class]float64{}
	for _, c := range out.Classes {
		m[c.Class] = c.Kept
	}
	return m
}

func TestFullCopy(t *testing.T) {
	t.Parallel()
	out := score(t, day.withTodo(day.whole()))
	if out.Score != 100 || out.Low != 100 || out.High != 100 || len(out.Lost) != 0 || out.Precision != 100 {
		t.Errorf("a full copy: %+v", out)
	}
	if len(out.Classes) != len(weights) {
		t.Errorf("facts of %d classes, want all: %+v", len(out.Classes), out.Classes)
	}
	if !out.LowEvidence() {
		t.Errorf("%d facts are much evidence", out.N)
	}
}

// What tail and state hold counts as what the summary holds; nothing at all keeps nothing.
func TestEmptySummary(t *testing.T) {
	t.Parallel()
	out := score(t, day.withTodo(""))
	if out.Score != 0 || len(out.Lost) != out.N || out.Checked != 0 {
		t.Errorf("nothing kept: %+v", out)
	}
	points := 0.0
	for _, l := range out.Lost {
		points += l.Points
	}
	if points < 99.999 || points > 100.001 {
		t.Errorf("the losses cost %v points", points)
	}
	in := day.withTodo("")
	in.Kept = []string{"[pending] write the benchmark"}
	if got := byClass(score(t, in)); got[facts.State] != 1 || got[facts.Ask] != 0 {
		t.Errorf("state alone: %v", got)
	}
}

// A change lowers the class that it is about, and no other.
func TestChanges(t *testing.T) {
	t.Parallel()
	text := "Asked: please write a parser for the log format and test the parser well.\nNever push directly to the main branch.\n" +
		"parseLine, port 8125, https://example.com/docs/format\nchanged src/log/parser.go\nran `go test -run TestLong ./src/log`\nfailed with E0425\n- [pending] write the benchmark\n"
	before := score(t, day.withTodo(text))
	if before.Score != 100 {
		t.Fatalf("before: %+v", before.Lost)
	}
	for _, tt := range []struct {
		name, old, new string
		class          facts.Class
		kept           float64
	}{
		{"path", "src/log/parser.go", "src/log/lexer.go", facts.File, 0},
		{"folder of a path", "src/log/parser.go", "lib/parser.go", facts.File, 0.5},
		{"negation", "Never push", "Push", facts.Constraint, 0},
		{"another negation", "Never push", "Do not push", facts.Constraint, 0.5},
		{"port", "8125", "8126", facts.Number, 0},
		{"link", "docs/format", "docs/formats", facts.Link, 0},
		{"identifier", "parseLine", "parseLines", facts.Identifier, 0},
		{"error", "E0425", "E0426", facts.Error, 0},
		{"command", "go test -run TestLong", "go test -run TestShort", facts.Command, 0},
		{"status", "[pending]", "[completed]", facts.State, 0.5},
		{"ask", "write a parser for the log format and test the parser well", "go on", facts.Ask, 0},
	} {
		if !strings.Contains(text, tt.old) {
			t.Fatalf("%s: %q is not there", tt.name, tt.old)
		}
		after := score(t, day.withTodo(strings.Replace(text, tt.old, tt.new, 1)))
		want := byClass(before)
		got := byClass(after)
		if tt.class == facts.Identifier || tt.class == facts.Ask || tt.class == facts.Constraint { // facts of a class may be several
			if got[tt.class] >= want[tt.class] || after.Score >= before.Score {
				t.Errorf("%s: %s stays at %v", tt.name, tt.class, got[tt.class])
			}
			want[tt.class] = got[tt.class]
		} else {
			want[tt.class] = tt.kept
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestPrecision(t *testing.T) {
	t.Parallel()
	text := "parseLine and parseWord in src/log/parser.go and src/log/made.go, v1.2.3\n" +
		`"Never push directly to the main branch." and "Always deploy on a Friday evening", see https://example.com/docs/format and https://example.org/x` +
		"\nJavaScript, parseL… and \"Please write a … and test the parser\""
	out := score(t, day.input(text))
	var got []string
	for _, f := range out.Fabricated {
		if text[f.From:f.To] != f.Text {
			t.Errorf("%q stands at %d to %d", f.Text, f.From, f.To)
		}
		got = append(got, fmt.Sprintf("%d %s %s", f.Line, f.Class, f.Text))
	}
	want := []string{"1 identifier parseWord", "1 path src/log/made.go", "1 number v1.2.3", "2 quote Always deploy on a Friday evening", "2 link https://example.org/x"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if out.Checked != 11 || out.Precision < 54 || out.Precision > 55 {
		t.Errorf("%d checked, precision %v", out.Checked, out.Precision)
	}
}

func TestNothingDropped(t *testing.T) {
	t.Parallel()
	out := score(t, Input{Source: messages{}, From: -1})
	if out.Score != 100 || out.N != 0 || out.Precision != 100 {
		t.Errorf("%+v", out)
	}
	broken := messages{{ID: "broken", Role: model.User, Origin: model.Person}, person("Use the parser of the log format.")}
	if out := score(t, broken.input("Use the parser of the log format.")); out.N != 1 || out.Score != 100 {
		t.Errorf("beside a message that cannot be read: %+v", out)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Score(ctx, day.input("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// pieces are sentences that hold facts, and some that do not.
var pieces = []string{
	"Never push directly to the main branch.", "You must not touch src/a/b.go.", "Always run the tests first!", "Use port 8080 only.", "Fix `handleRequest` and parseLine.",
	"Go to https://example.com/a/b.", "It is v1.2.3 now.", "- a list entry with foo_bar", "1. first things first", "what happens then?", "e.g. this one is short.", "wait... and go on.",
	"```\ncode here\n```", "a ` sign alone.", "不要修改这个文件。", "<note>tagged text</note>", "See #12 and 10ms.", "Do not\nwrap this line.",
}

func session(t *rapid.T) messages {
	var m messages
	for i := range rapid.IntRange(1, 6).Draw(t, "turns") {
		words := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 4).Draw(t, "words"), " ")
		id := fmt.Sprint(i)
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			m = append(m, says(words))
		case 1:
			m = append(m, calls(id, "Edit", fmt.Sprintf(`{"file_path":"/repo/src/f%d.go"}`, rapid.IntRange(0, 3).Draw(t, "file"))), gives(id, "Edit", "ok", false))
		case 2:
			m = append(m, calls(id, "Bash", fmt.Sprintf(`{"command":"go test ./pkg/m%d"}`, i)), gives(id, "Bash", "panic: it broke at "+id+"\n"+words, true))
		default:
			m = append(m, person(words))
		}
	}
	return m
}

// A full copy keeps everything, and the same input gives the same output.
func TestCopyLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		in := m.input(m.whole())
		out := score(t, in)
		if out.Score < 99.999999 || len(out.Lost) > 0 || len(out.Fabricated) > 0 {
			t.Fatalf("a full copy of %q: %+v", m.whole(), out)
		}
		if d := cmp.Diff(out, score(t, in)); d != "" {
			t.Fatal(d)
		}
	})
}

// Deleting a sentence of the summary never raises the score.
func TestDeleteLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := session(t)
		summary := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(strings.SplitAfter(m.whole(), "\n"), pieces...)), 1, 8).Draw(t, "summary"), rapid.SampledFrom([]string{" ", "\n"}).Draw(t, "glue"))
		spans := facts.Sentences(summary)
		before := score(t, m.input(summary))
		for _, s := range spans {
			less := summary[:s.Start] + summary[s.End:]
			if after := score(t, m.input(less)); after.Score > before.Score+1e-9 {
				t.Fatalf("%v, and %v without %q:\n%s", before.Score, after.Score, summary[s.Start:s.End], summary)
			}
		}
		if d := cmp.Diff(before, score(t, m.input(summary))); d != "" {
			t.Fatal(d)
		}
	})
}

func FuzzUnits(f *testing.F) {
	for _, s := range []string{"A. B", "a\n\nb", "./... x", "。", "<a>b</a>", "\x1b[1mx", "e.g. x", "1. a.\" b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, u := range units(s) {
			if strings.TrimSpace(u) == "" || strings.Contains(u, "\n") {
				t.Fatalf("unit %q of %q", u, s)
			}
		}
		claims(s, "")
	})
}
