package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/chat"
	"cutline/pipeline/summarize"
)

// told is a summary that says something.
const told = "The person asked for a parser; it was written, tested and merged."

// fake is a summarizer of one rung.
type fake struct {
	info  summarize.Info
	text  string
	err   error
	calls *int
	seen  *summarize.Request
	then  func()
}

func (f fake) Info() summarize.Info { return f.info }

func (f fake) Summarize(ctx context.Context, req summarize.Request, _ func(summarize.Progress)) (summarize.Answer, error) {
	if f.calls != nil {
		*f.calls++
	}
	if f.seen != nil {
		*f.seen = req
	}
	if f.then != nil {
		f.then()
	}
	if err := ctx.Err(); err != nil {
		return summarize.Answer{}, err
	}
	return summarize.Answer{Text: f.text}, f.err
}

func rung(name, text string, err error) fake {
	return fake{info: summarize.Info{Rung: name, Model: name + "-model"}, text: text, err: err}
}

// world is one without a clock, in which tokens are chars.
func world(summarizers ...summarize.Summarizer) World {
	w := World{
		Summarizers: summarizers,
		NewID:       func() string { return "00000000-0000-4000-8000-000000000001" },
		Now:         func() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) },
		Sleep:       func(context.Context, time.Duration) error { return nil },
		Count: func(_ context.Context, s *model.Session) (int, error) {
			n := 0
			for i := range s.Rows {
				n += s.Rows[i].Chars
			}
			return n, nil
		},
	}
	for _, s := range summarizers {
		if s.Info().Rung != summarize.Local {
			w.Rungs = append(w.Rungs, s.Info())
		}
	}
	return w
}

// open reads a message list.
func open(tb interface {
	Helper()
	Fatalf(string, ...any)
}, doc string,
) *model.Session {
	tb.Helper()
	s, err := chat.Read(model.Input{Path: "x.json", Reader: strings.NewReader(doc), Size: int64(len(doc))})
	if err != nil {
		tb.Fatalf("read %s: %v", doc, err)
	}
	return s
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// element is one message of an OpenAI list, by a word: s rules · p a person · i a reminder ·
// m an earlier summary · a words · e nothing · c1,2 calls · r1 a result; as Anthropic
// writes them: t1 words and a call · b1,2 results · x1 results and a person's words in one.
func element(w, words string) string {
	kind, ids := w[:1], strings.Split(w[1:], ",")
	switch kind {
	case "s":
		return `{"role":"system","content":` + quoted("rules "+words) + `}`
	case "p":
		return `{"role":"user","content":` + quoted("please "+words) + `}`
	case "i":
		return `{"role":"user","content":` + quoted("<system-reminder>"+words+"</system-reminder>") + `}`
	case "m":
		return `{"role":"user","content":` + quoted("<conversation_summary>\n"+words+"\n</conversation_summary>") + `}`
	case "a":
		return `{ "role":"assistant", "content":` + quoted("done "+words) + `}`
	case "e":
		return `{"role":"assistant","content":null}`
	case "c":
		calls := make([]string, len(ids))
		for i, id := range ids {
			calls[i] = `{"id":"` + id + `","type":"function","function":{"name":"read","arguments":` + quoted(`{"path":"`+words+`"}`) + `}}`
		}
		return `{"role":"assistant","content":null,"tool_calls":[` + strings.Join(calls, ",") + `]}`
	case "r":
		return `{"role":"tool","tool_call_id":"` + ids[0] + `","content":` + quoted("out "+words) + `}`
	}
	results := make([]string, len(ids))
	for i, id := range ids {
		results[i] = `{"type":"tool_result","tool_use_id":"` + id + `","content":` + quoted("out "+words) + `}`
	}
	switch kind {
	case "t":
		return `{"role":"assistant","content":[{"type":"text","text":` + quoted("I look "+words) + `},{"type":"tool_use","id":"` + ids[0] + `","name":"read","input":{}}]}`
	case "b":
		return `{"role":"user","content":[` + strings.Join(results, ",") + `]}`
	case "x":
		return `{"role":"user","content":[` + strings.Join(results, ",") + `,{"type":"text","text":` + quoted("please "+words) + `}]}`
	}
	panic(w)
}

// list is an OpenAI list of a script's words.
func list(script string, words func(i int) string) string {
	var out []string
	for i, w := range strings.Fields(script) {
		out = append(out, element(w, words(i)))
	}
	return "[\n" + strings.Join(out, ",\n") + "\n]\n"
}

// long makes every message 1,000 chars or more, each with its number.
func long(i int) string { return fmt.Sprintf("%d %s", i, strings.Repeat("word ", 200)) }

// must runs and expects no error.
func must(t *testing.T, s *model.Session, p Params, w World) *Result {
	t.Helper()
	res, err := Run(context.Background(), s, p, w, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
