package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/chat"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// client answers as a script says and keeps what it was sent.
type client struct {
	replies []any // a summarize.Reply or an error
	sent    []summarize.Prompt
}

func (c *client) Send(ctx context.Context, p summarize.Prompt, on func(string)) (summarize.Reply, error) {
	c.sent = append(c.sent, p)
	switch next := c.replies[min(len(c.sent), len(c.replies))-1].(type) {
	case summarize.Reply:
		on(next.Text)
		return next, ctx.Err()
	case error:
		return summarize.Reply{}, next
	}
	return summarize.Reply{}, errors.New("no such step")
}

const doc = `[{"role":"system","content":"rules"},{"role":"user","content":"Make the parser strict."},
{"role":"assistant","content":"Reading it.","tool_calls":[{"id":"c1","type":"function","function":{"name":"Read","arguments":"{\"path\":\"parse.go\"}"}}]},
{"role":"tool","tool_call_id":"c1","content":"package parse"},{"role":"assistant","content":"It is strict now."},{"role":"user","content":"Good."}]`

// request asks for a summary of all but the system message and the last one.
func request(tb testing.TB, change func(*summarize.Request)) (summarize.Request, *model.Session) {
	tb.Helper()
	s, err := chat.Read(model.Input{Path: "x.json", Reader: strings.NewReader(doc), Size: int64(len(doc))})
	if err != nil {
		tb.Fatal(err)
	}
	list := []int{1, 2, 3, 4}
	req := summarize.Request{Source: s, Rows: s.Rows, Links: s.Links, List: list, Tail: []int{5}, Family: "external"}
	req.Slim = slim.Run(slim.Input{Rows: s.Rows, List: list, Budget: slim.ModelBudget, Params: slim.Defaults()})
	if change != nil {
		change(&req)
	}
	return req, s
}

func TestJudge(t *testing.T) {
	t.Parallel()
	good := "<summary>The parser is strict.</summary>"
	for _, c := range []struct {
		name  string
		reply any
		want  summarize.Kind // empty: it is a summary
	}{
		{"a summary", summarize.Reply{Text: good, Stop: summarize.StopEnd, InputTokens: 1_000_000, OutputTokens: 9}, ""},
		{"nobody counts tokens", summarize.Reply{Text: good, Stop: summarize.StopEnd}, ""},
		{"nobody says how it ended", summarize.Reply{Text: good}, ""},
		{"a summary and reasoning", summarize.Reply{Text: good, Stop: summarize.StopEnd, Reasoning: true}, ""},
		{"nothing", summarize.Reply{Stop: summarize.StopEnd}, summarize.Empty},
		{"no letter", summarize.Reply{Text: "<> 42 …", Stop: summarize.StopEnd}, summarize.Empty},
		{"only reasoning", summarize.Reply{Stop: summarize.StopEnd, Reasoning: true, OutputTokens: 90}, summarize.Empty},
		{"cut", summarize.Reply{Text: "<summary>The par", Stop: summarize.StopLength, OutputTokens: 8}, summarize.OutputLimit},
		{"cut while it thought", summarize.Reply{Stop: summarize.StopLength, Reasoning: true, OutputTokens: 8192}, summarize.OutputLimit},
		{"no room at all", summarize.Reply{Stop: summarize.StopLength}, summarize.InputTokens},
		{"the window is full", summarize.Reply{Text: good, Stop: summarize.StopWindow}, summarize.InputTokens},
		{"it refuses", summarize.Reply{Text: "I will not.", Stop: summarize.StopRefused}, summarize.Refused},
		{"a tool", summarize.Reply{Stop: summarize.StopTool, Calls: 1}, summarize.NoSummary},
		{"words and a tool", summarize.Reply{Text: "Let me read it first.", Stop: summarize.StopTool, Calls: 1}, summarize.NoSummary},
		{"it read a part", summarize.Reply{Text: good, Stop: summarize.StopEnd, InputTokens: 100}, summarize.InputTokens},
		{"a failure of the client", summarize.Fail(summarize.Overloaded, "overloaded"), summarize.Overloaded},
		{"an error without a kind", errors.New("odd"), summarize.Other},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req, _ := request(t, nil)
			r := New(&client{replies: []any{c.reply}}, Options{Rung: summarize.External, Model: "m"})
			answer, err := r.Summarize(context.Background(), req, nil)
			if c.want == "" {
				if err != nil || answer.Text != good {
					t.Errorf("%q, %v", answer.Text, err)
				}
				return
			}
			if err == nil {
				t.Fatalf("accepted: %q", answer.Text)
			}
			f := summarize.FailureOf(err)
			if f.Kind != c.want || f.Error() == "" || strings.Contains(f.Error(), "\n") {
				t.Errorf("%s: %s, want %s", f.Kind, f, c.want)
			}
			if reply, ok := c.reply.(summarize.Reply); ok && f.OutputTokens != reply.OutputTokens {
				t.Errorf("%d output tokens, want %d", f.OutputTokens, reply.OutputTokens)
			}
			if c.name == "cut while it thought" != f.Thought {
				t.Errorf("it used its room up thinking: %t", f.Thought)
			}
		})
	}
}

// TestPartial shows that a large prompt of which a server says that it read little counts as
// cut off, and that a server whose encoding is only coarser does not.
func TestUnread(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("The parser reads the next word and goes on. ", 2000)
	ask := Ask{Prompt: summarize.Prompt{Turns: []summarize.Turn{{Role: "user", Text: words}}}}
	ask.measure()
	blank := Ask{Prompt: summarize.Prompt{Turns: []summarize.Turn{{Role: "user", Text: strings.Repeat(" ", 80_000)}}}}
	blank.measure()
	for _, c := range []struct {
		name string
		ask  Ask
		read int
		want bool
	}{
		{"all of it", ask, 20_000, false},
		{"a tenth fewer than we count", ask, 16_500, false},
		{"as much as a small window holds", ask, 4096, true},
		{"not reported", ask, 0, false},
		{"white space has few tokens", blank, 900, false},
	} {
		if got := unread(context.Background(), c.ask, summarize.Reply{InputTokens: c.read}) > 0; got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

func TestSecondTryAsksDifferently(t *testing.T) {
	t.Parallel()
	c := &client{replies: []any{summarize.Reply{Text: "The parser is strict.", Stop: summarize.StopEnd}}}
	r := New(c, Options{Rung: summarize.External})
	for _, change := range []func(*summarize.Request){
		nil,
		func(req *summarize.Request) { req.Shorter = true },
		func(req *summarize.Request) { req.Shorter, req.Room = true, true },
		func(req *summarize.Request) { req.Instructions = "Mind the tests." },
	} {
		req, _ := request(t, change)
		if _, err := r.Summarize(context.Background(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	first, shorter, room, minds := c.sent[0], c.sent[1], c.sent[2], c.sent[3]
	text := func(p summarize.Prompt) string { return p.Turns[len(p.Turns)-1].Text }
	if !strings.HasPrefix(text(shorter), text(first)) || text(shorter) == text(first) {
		t.Error("the second prompt is not the first one and something behind it")
	}
	if first.MaxOutput != MaxOutput || room.MaxOutput != 2*MaxOutput {
		t.Errorf("room for %d, then %d tokens", first.MaxOutput, room.MaxOutput)
	}
	if strings.Count(text(minds), "Mind the tests.") != 1 || strings.Contains(text(first), "Mind the tests.") {
		t.Error("the instructions do not stand there once")
	}
	if !strings.Contains(text(first), "Make the parser strict.") || strings.Contains(text(first), "Good.") {
		t.Errorf("the prompt does not hold what it should:\n%s", text(first))
	}
}

// TestNative: the server's own compaction is used where it can be, and the prompt where it cannot.
func TestNative(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 60_000)
	native := summarize.Reply{Text: "done by the server", Native: true, Stop: summarize.StopEnd}
	prompted := summarize.Reply{Text: "done by the prompt", Stop: summarize.StopEnd}
	for _, c := range []struct {
		name    string
		long    bool
		replies []any
		sent    []bool // native or not
		want    string
		note    string
		kind    summarize.Kind
	}{
		{"it can", true, []any{native}, []bool{true}, "done by the server", "", ""},
		{"too little", false, []any{prompted}, []bool{false}, "done by the prompt", "wants 50000 tokens", ""},
		{"not there", true, []any{summarize.Fail(summarize.InvalidArgument, "unknown beta"), prompted}, []bool{true, false}, "done by the prompt", "unknown beta", ""},
		{"it failed", true, []any{summarize.Fail(summarize.NoSummary, "no content"), prompted}, []bool{true, false}, "done by the prompt", "no content", ""},
		{"it gave nothing", true, []any{summarize.Reply{Native: true}, prompted}, []bool{true, false}, "done by the prompt", "empty", ""},
		{"what would stop a prompt too", true, []any{summarize.Fail(summarize.Unauthenticated, "no")}, []bool{true}, "", "", summarize.Unauthenticated},
		{"busy", true, []any{summarize.Fail(summarize.Overloaded, "busy")}, []bool{true}, "", "", summarize.Overloaded},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req, _ := request(t, func(req *summarize.Request) {
				if c.long {
					req.Instructions = long
				}
			})
			cl := &client{replies: c.replies}
			answer, err := New(cl, Options{Rung: summarize.External, Native: true}).Summarize(context.Background(), req, nil)
			var sent []bool
			for _, p := range cl.sent {
				sent = append(sent, p.Native)
			}
			if diff := cmp.Diff(c.sent, sent); diff != "" {
				t.Errorf("native (-want +got):\n%s", diff)
			}
			if c.kind != "" {
				if err == nil || summarize.FailureOf(err).Kind != c.kind {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil || answer.Text != c.want || !strings.Contains(answer.Note, c.note) || (c.note == "") != (answer.Note == "") {
				t.Errorf("%+v, %v", answer, err)
			}
		})
	}
}

// TestReplay: a model that goes over its own session gets the messages themselves and its tools, and is
// asked behind them.
func TestReplay(t *testing.T) {
	t.Parallel()
	shape := map[string]string{
		"anthropic": `[{"name":"Read","description":"reads","input_schema":{"type":"object"}}]`,
		"openai":    `[{"type":"function","function":{"name":"Read","description":"reads","parameters":{"type":"object"}}}]`,
	}
	for _, api := range []string{"anthropic", "openai"} {
		req, s := request(t, nil)
		c := &client{replies: []any{summarize.Reply{Text: "The parser is strict.", Stop: summarize.StopEnd}}}
		o := Options{Rung: summarize.Self, Replay: Replay(s, api, []byte(`[{"name":"Read","description":"reads","input_schema":{"type":"object"}}]`))}
		if _, err := New(c, o).Summarize(context.Background(), req, nil); err != nil {
			t.Fatal(err)
		}
		p := c.sent[0]
		body := string(p.Conversation)
		for _, want := range []string{"Make the parser strict.", "package parse", `"c1"`, "It is strict now."} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %q in %s", api, want, body)
			}
		}
		if p.System != "rules" || strings.Contains(body, "rules") {
			t.Errorf("%s: the system prompt is %q", api, p.System)
		}
		if strings.Contains(body, "Good.") || string(p.Tools) != shape[api] || len(p.Turns) != 1 || strings.Contains(p.Turns[0].Text, "package parse") {
			t.Errorf("%s: tools %s, turns %q, %s", api, p.Tools, p.Turns, body)
		}
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ doc, want string }{
		{`[{"name":"Read"}]`, `[{"name":"Read"}]`},
		{`{"model":"m","tools":[{"name":"Read"}],"messages":[]}`, `[{"name":"Read"}]`},
		{`[]`, ""},
		{`{"tools":{}}`, ""},
		{`tools`, ""},
		{``, ""},
	} {
		got, err := Tools([]byte(c.doc))
		if string(got) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %s, %v", c.doc, got, err)
		}
	}
}

// TestExplain: a failure says what a person can do about it.
func TestExplain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind summarize.Kind
		key  string
		want string
	}{
		{summarize.Unauthenticated, "ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY"},
		{summarize.Forbidden, "", "no key"},
		{summarize.NotFound, "", `"m-1"`},
		{summarize.Silent, "", "--timeout"},
		{summarize.Overloaded, "", ""},
	} {
		req, _ := request(t, nil)
		r := New(&client{replies: []any{summarize.Fail(c.kind, "it failed (401)")}}, Options{Rung: summarize.External, Model: "m-1", Key: c.key})
		_, err := r.Summarize(context.Background(), req, nil)
		if got := fmt.Sprint(err); !strings.HasPrefix(got, "it failed (401)") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.kind, got)
		}
	}
}

// counting is a client whose server counts tokens.
type counting struct {
	client
	n     int
	err   error
	asked int
}

func (c *counting) CountTokens(context.Context, summarize.Prompt) (int, error) {
	c.asked++
	return c.n, c.err
}

// TestNotice: what is said of a prompt is what is sent. Saying it sends nothing; the server counts only when
// it is asked to.
func TestNotice(t *testing.T) {
	t.Parallel()
	c := &counting{client{replies: []any{summarize.Reply{Text: "The parser is strict.", Stop: summarize.StopEnd}}}, 123, nil, 0}
	req, _ := request(t, nil)
	r := New(c, Options{Rung: summarize.External, Model: "claude-haiku-4-5", Host: "api.example.com", Because: "it was named"})
	n, err := r.Notice(context.Background(), req)
	if err != nil || n.Exact || n.Source != "o200k_base" || n.Messages != 4 || n.Tokens == 0 || n.Because != "it was named" {
		t.Errorf("%+v, %v", n, err)
	}
	if len(c.sent) > 0 || c.asked > 0 {
		t.Error("to say what would be sent, something was sent")
	}
	if got, err := r.Count(context.Background(), req); got != 123 || err != nil || c.asked != 1 {
		t.Errorf("the server counts %d, %v", got, err)
	}
	if _, err := r.Summarize(context.Background(), req, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c.sent[0], n.Prompt); diff != "" {
		t.Errorf("what is sent is not what was said (-sent +said):\n%s", diff)
	}
	if _, err := New(&client{}, Options{}).Count(context.Background(), req); err == nil {
		t.Error("a server that cannot be asked has counted")
	}
}

// TestEndless: an answer that does not mind its limit is stopped, and is none.
func TestEndless(t *testing.T) {
	t.Parallel()
	req, _ := request(t, nil)
	r := New(endless{}, Options{Rung: summarize.External, Output: 10})
	longest := 0
	_, err := r.Summarize(context.Background(), req, func(p summarize.Progress) { longest = max(longest, p.Done) })
	if err == nil || summarize.FailureOf(err).Kind != summarize.OutputLimit || longest > 10*wordiest {
		t.Errorf("%v after %d chars", err, longest)
	}
}

// endless writes until it is stopped.
type endless struct{}

func (endless) Send(ctx context.Context, _ summarize.Prompt, on func(string)) (summarize.Reply, error) {
	for text := ""; ctx.Err() == nil; {
		text += "wörd "
		on(text)
	}
	return summarize.Reply{}, ctx.Err()
}
