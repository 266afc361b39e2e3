package local

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/sessiontest"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// messages is a session in memory.
type messages []model.Message

func (m messages) Message(i int) (model.Message, error) { return sessiontest.Messages(m).Message(i) }

func person(text string) model.Message {
	return model.Message{Role: model.User, Origin: model.Person, Parts: []model.Part{{Kind: model.Text, Text: text}}}
}

func injected(text string) model.Message {
	m := person(text)
	m.Origin = model.Injected
	return m
}

func summary(text string) model.Message {
	m := person(text)
	m.Origin = model.FromSummary
	return m
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

// request plans the slimming of all messages as the pipeline does; budget 0 is the rule's.
func request(m messages, budget int) summarize.Request {
	req := summarize.Request{Source: m, CWD: "/repo"}
	replaced := 0
	for i, x := range m {
		r := model.Row{Role: x.Role, Origin: x.Origin, Rendered: js.Units(x.Transcript())}
		for _, p := range x.Parts {
			switch p.Kind {
			case model.Call:
				r.Flags |= model.HasCall
			case model.Text:
				r.Flags |= model.HasText
			default:
			}
		}
		req.Rows = append(req.Rows, r)
		req.List = append(req.List, i)
		replaced += r.Rendered
	}
	if budget == 0 {
		budget = Budget(200_000, replaced)
	}
	req.Params = slim.Defaults()
	req.Params.Refill = true
	req.Slim = slim.Run(slim.Input{Rows: req.Rows, List: req.List, Budget: budget, Suffix: Suffix(budget), Params: req.Params})
	return req
}

func write(t *testing.T, req summarize.Request) string {
	t.Helper()
	answer, err := New(200_000).Summarize(context.Background(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Text
}

// sectionOf is the body of a section, 1 to 9, by its heading at the beginning of a line.
func sectionOf(t *testing.T, text string, n int) string {
	t.Helper()
	head := fmt.Sprintf("\n%d. %s:\n", n, titles[n-1])
	next := "\n\n" + digestTitle + "\n"
	if n < len(titles) {
		next = fmt.Sprintf("\n\n%d. %s:\n", n+1, titles[n])
	}
	if strings.Count(text, head) != 1 {
		t.Fatalf("%d headings of section %d in\n%s", strings.Count(text, head), n, text)
	}
	_, rest, _ := strings.Cut(text, head)
	body, _, ok := strings.Cut(rest, next)
	if !ok {
		t.Fatalf("section %d has no end in\n%s", n, text)
	}
	return body
}
