package measure

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/tokens"
)

// held is a decoder whose messages are given; a record is never looked at.
type held []model.Message

func (h held) Decode(_ [][]byte, row model.Row) (model.Message, error) {
	m := h[row.Sub]
	if m.Broken {
		return model.Message{}, errors.New("cannot be read")
	}
	return m, nil
}

// session is one whose messages are held in memory; row i stands for message i.
func session(messages []model.Message) *model.Session {
	s := &model.Session{Decoder: held(messages)}
	for i := range messages {
		s.Rows = append(s.Rows, model.Row{Sub: i, Role: messages[i].Role, Tokens: 7000 + i})
	}
	return s
}

func counter(t *testing.T) *tokens.Counter {
	t.Helper()
	c, err := tokens.New(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCount(t *testing.T) {
	t.Parallel()
	c := counter(t)
	image := model.Part{Kind: model.Image, Bytes: 5000}
	call := model.Part{Kind: model.Call, ID: "1", Name: "read_file", Args: `{ "path": "a b.go" }`}
	tests := []struct {
		name string
		m    model.Message
		want int
	}{
		{"no part", model.Message{}, 0},
		{"words", model.Message{Parts: []model.Part{{Kind: model.Text, Text: "hello world"}}}, c.Count("hello world")},
		{"reasoning counts", model.Message{Parts: []model.Part{{Kind: model.Thinking, Text: "hello world"}}}, c.Count("hello world")},
		{"a picture", model.Message{Parts: []model.Part{image}}, tokens.ImageTokens},
		{"a call: its name and its compact arguments", model.Message{Parts: []model.Part{call}}, c.Count("read_file") + c.Count(`{"path":"a b.go"}`)},
		{
			"a result with a picture",
			model.Message{Parts: []model.Part{{Kind: model.Result, Name: "read_file", Output: []model.Part{{Kind: model.Text, Text: "done"}, image}}}},
			c.Count("done") + tokens.ImageTokens,
		},
		{"what cannot be read keeps its estimate", model.Message{Broken: true}, 7000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows, total, err := Count(context.Background(), session([]model.Message{tt.m}), c, nil)
			if err != nil || total != tt.want || len(rows) != 1 || rows[0] != tt.want {
				t.Errorf("Count = %v, %d, %v; want %d", rows, total, err, tt.want)
			}
		})
	}
}

func TestCountIsTheSameForAnyWorkers(t *testing.T) {
	t.Parallel()
	c := counter(t)
	var messages []model.Message
	for i := range 10*chunk + 3 {
		messages = append(messages, model.Message{Parts: []model.Part{{Kind: model.Text, Text: fmt.Sprintf("message %d says %0*d", i, i, i)}}})
	}
	s := session(messages)
	var first []int
	for _, workers := range []int{1, 2, 3, 16} {
		last := 0
		rows, total, err := count(context.Background(), s, c, func(done, of int) {
			if done <= last || of != len(messages) {
				t.Errorf("progress %d of %d after %d", done, of, last)
			}
			last = done
		}, workers)
		if err != nil || last != len(messages) {
			t.Fatalf("%d workers: %d counted, error %v", workers, last, err)
		}
		sum := 0
		for _, n := range rows {
			sum += n
		}
		if sum != total {
			t.Errorf("%d workers: total %d, sum %d", workers, total, sum)
		}
		if first == nil {
			first = rows
		}
		if diff := cmp.Diff(first, rows); diff != "" {
			t.Errorf("%d workers count otherwise than one:\n%s", workers, diff)
		}
	}
}

func TestCountStops(t *testing.T) {
	t.Parallel()
	messages := make([]model.Message, 100*chunk)
	for i := range messages {
		messages[i] = model.Message{Parts: []model.Part{{Kind: model.Text, Text: "some words"}}}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	seen := 0
	rows, _, err := count(ctx, session(messages), counter(t), func(done, _ int) {
		seen = done
		cancel()
	}, 2)
	if !errors.Is(err, context.Canceled) || rows != nil {
		t.Errorf("a stopped count gives %d rows and the error %v", len(rows), err)
	}
	if seen > 3*chunk {
		t.Errorf("%d messages were counted after the stop", seen)
	}
	if _, total, err := Count(context.Background(), &model.Session{}, counter(t), nil); total != 0 || err != nil {
		t.Errorf("an empty session counts %d, error %v", total, err)
	}
}

// fault is a decoder that cannot be relied on.
type fault struct{}

func (fault) Decode([][]byte, model.Row) (model.Message, error) { panic("a fault") }

// A panic of a worker is the caller's.
func TestCountPanics(t *testing.T) {
	t.Parallel()
	s := session(make([]model.Message, 1000))
	s.Decoder = fault{}
	defer func() {
		if r := recover(); r != "a fault" {
			t.Errorf("the panic is %v", r)
		}
	}()
	_, _, err := Count(t.Context(), s, nil, nil)
	t.Errorf("no panic: %v", err)
}
