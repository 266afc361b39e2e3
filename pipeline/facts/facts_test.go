package facts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// messages is a session of messages in memory.
type messages []model.Message

func (m messages) Message(i int) (model.Message, error) { return sessiontest.Messages(m).Message(i) }

func (m messages) rows() (rows []model.Row, list []int) {
	for i, x := range m {
		rows = append(rows, model.Row{Role: x.Role, Origin: x.Origin})
		list = append(list, i)
	}
	return rows, list
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

func collect(t *testing.T, m messages) Facts {
	t.Helper()
	rows, list := m.rows()
	f, err := Collect(context.Background(), m, rows, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestConstraints(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // "-" before one that forbids, "+" before one that demands
	}{
		{"forbids", "Fix the bug. Never push to main. Thanks!", []string{"-Never push to main."}},
		{"demands", "Use tabs only.\nThe tests must pass", []string{"+Use tabs only.", "+The tests must pass"}},
		{"no cue", "What does main.go do?", nil},
		{"path is no end", "Do not touch internal/db/v1.2/schema.sql. Go on.", []string{"-Do not touch internal/db/v1.2/schema.sql."}},
		{"abbreviation", "Never use globals, e.g. Loggers or so.", []string{"-Never use globals, e.g. Loggers or so."}},
		{"typographic apostrophe", "Don’t commit.", []string{"-Don’t commit."}},
		{"dots in a call", "Always wrap f(...) in a test... please. Ok", []string{"+Always wrap f(...) in a test... please."}},
		{"code fence holds none", "Look:\n```\nyou must never\n```\nok", nil},
		{"code span does not end", "Always run `go test. Really` first", []string{"+Always run `go test. Really` first"}},
		{"not a cue", "I don't know. A read-only file. must.go is there", nil},
		{"soft wrap", "Never change\nthe schema", []string{"-Never change\nthe schema"}},
		{"carriage returns", "Never push.\r\nThanks.\r\n", []string{"-Never push."}},
		{"list", "- always use tabs\n- 2. x\n1. never use spaces", []string{"+always use tabs", "-never use spaces"}},
		{"unless", "Leave it unless I say so", []string{"-Leave it unless I say so"}},
		{"gap", "Leave the config file alone.", []string{"-Leave the config file alone."}},
		{"german", "Bitte niemals pushen. Alles andere ist egal.", []string{"-Bitte niemals pushen."}},
		{"french", "Il ne faut pas toucher à la base.", []string{"-Il ne faut pas toucher à la base."}},
		{"spanish", "No borres la tabla. Gracias.", []string{"-No borres la tabla."}},
		{"japanese", "テストを消さないでください。ありがとう。", []string{"-テストを消さないでください。"}},
		{"chinese", "不要修改数据库。谢谢。必须先测试", []string{"-不要修改数据库。", "+必须先测试"}},
		{"twice", "Never push. never push!", []string{"-Never push."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := messages{person(tt.text)}
			var got []string
			for _, c := range collect(t, m).Constraints {
				sign := "+"
				if c.Negative {
					sign = "-"
				}
				got = append(got, sign+c.Text)
				if s := m[c.Row].Parts[c.Part].Text[c.Span.Start:c.Span.End]; s != c.Text {
					t.Errorf("the span holds %q, the fact %q", s, c.Text)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestOnlyPersonsBind(t *testing.T) {
	f := collect(t, messages{
		says("You must never stop."),
		{Role: model.User, Origin: model.Injected, Parts: []model.Part{{Kind: model.Text, Text: "<system-reminder>Always obey.</system-reminder>"}}},
		{Role: model.User, Origin: model.FromSummary, Parts: []model.Part{{Kind: model.Text, Text: "Never trust this."}}},
		gives("x", "Bash", "You must approve.", false),
	})
	if len(f.Constraints)+len(f.Asks) != 0 {
		t.Errorf("constraints %v, asks %v of nobody", f.Constraints, f.Asks)
	}
}

func TestAsks(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "  do it \n", "do it"},
		{"query", "<user_info>os</user_info>\n<user_query>\nfix it\n</user_query>", "fix it"},
		{"two queries", "<user_query>a</user_query> x <user_query>b</user_query>", "a\nb"},
		{"reminder before", "<system-reminder>\nx\n</system-reminder>\n\nfix it", "fix it"},
		{"reminder behind", "fix it\n<system-reminder>x\n\ny</system-reminder>", "fix it"},
		{"quoted wrapper", "why does <system-reminder>x</system-reminder> show?", "why does <system-reminder>x</system-reminder> show?"},
		{"open wrapper", "see\n<system-reminder> is odd", "see\n<system-reminder> is odd"},
		{"command", "<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>issue 7</command-args>", "issue 7"},
		{"interrupt", "[Request interrupted by user]\ngo on", "go on"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := collect(t, messages{person(tt.text)})
			if len(f.Asks) != 1 || f.Asks[0].Text != tt.want {
				t.Errorf("got %v, want %q", f.Asks, tt.want)
			}
		})
	}
}

func TestUnreadableIsCounted(t *testing.T) {
	f := collect(t, messages{{ID: "broken"}, person("hello there")})
	if f.Unread != 1 || len(f.Asks) != 1 {
		t.Errorf("unread %d, asks %d", f.Unread, len(f.Asks))
	}
}

func TestCancelAndProgress(t *testing.T) {
	var m messages
	for i := range 200 {
		m = append(m, person(fmt.Sprint("message ", i)))
	}
	rows, list := m.rows()
	var seen []int
	if _, err := Collect(context.Background(), m, rows, list, func(n int) { seen = append(seen, n) }); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]int{64, 128, 192, 200}, seen); d != "" {
		t.Error(d)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, err := Collect(ctx, m, rows, list, func(int) { calls++; cancel() })
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("error %v after %d reports", err, calls)
	}
}

func TestConclusions(t *testing.T) {
	noAnswer := says("No response requested.")
	noAnswer.Model = synthetic
	f := collect(t, messages{
		person("a"), says("First.\n\nIt was the cache."), noAnswer, person("b"), says("Working"), says("Done: port is 8080."),
	})
	if len(f.Conclusions) != 1 || f.Conclusions[0].Text != "It was the cache." || f.Narration.Text != "Done: port is 8080." {
		t.Errorf("conclusions %v, narration %q", f.Conclusions, f.Narration.Text)
	}
}

func TestScan(t *testing.T) {
	f := collect(t, messages{
		person("Port 8443 and `fooBar`, see https://example.org/a/b?x=1#y. Version v1.2.3, #42, 250ms, snake_case pkg.Name"),
		says("snake_case again, onceOnly, abcdef1 and HttpServer HttpServer"),
	})
	names := func(list []Fact) string {
		var out []string
		for _, x := range list {
			out = append(out, fmt.Sprintf("%s×%d", x.Key, x.Mentions))
		}
		return strings.Join(out, " ")
	}
	if got, want := names(f.Identifiers), "snake_case×2 fooBar×1 pkg.Name×1 HttpServer×2"; got != want {
		t.Errorf("identifiers %s, want %s", got, want)
	}
	if got, want := names(f.Numbers), "8443×1 v1.2.3×1 #42×1 250ms×1 abcdef1×1"; got != want {
		t.Errorf("numbers %s, want %s", got, want)
	}
	if got, want := names(f.Links), "example.org/a/b×1"; got != want {
		t.Errorf("links %s, want %s", got, want)
	}
}

func TestUnfinished(t *testing.T) {
	got := Unfinished([]model.Todo{{Text: "a", Status: "completed"}, {Text: "b  c", Status: "in_progress"}, {Text: "d"}}, 7)
	var text []string
	for _, f := range got {
		text = append(text, f.Text)
	}
	if d := cmp.Diff([]string{"[in_progress] b c", "[pending] d"}, text); d != "" {
		t.Error(d)
	}
}
