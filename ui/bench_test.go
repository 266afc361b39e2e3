package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/render/theme"
)

// large is a session of n messages in memory; only what is looked at has a text.
func large(n int) *model.Session {
	s := &model.Session{Format: "chat", Model: "claude-sonnet-4-5", TodosFrom: -1, Usage: model.Usage{Row: -1}}
	s.Rows = make([]model.Row, n)
	for i := range s.Rows {
		r := model.Row{Label: fmt.Sprintf("message %d with a label of a usual length", i), Line: i + 1, Rendered: 40 + i*7919%9000, Flags: model.HasText}
		r.Chars, r.Tokens, r.Bytes = r.Rendered, r.Rendered/4, r.Rendered
		switch i % 10 {
		case 0:
			r.Role, r.Origin = model.User, model.Person
		case 1, 3, 5, 7, 9:
			r.Role = model.Assistant
		case 2, 4, 6:
			r.Role = model.Tool
		default:
			r.Role = model.Assistant
			r.Flags |= model.HasCall
		}
		s.Rows[i] = r
	}
	s.Decoder, s.Reader = words{}, nothing{}
	return s
}

type words struct{}

func (words) Decode(_ [][]byte, r model.Row) (model.Message, error) {
	return model.Message{Parts: []model.Part{{Kind: model.Text, Text: r.Label}}}, nil
}

type nothing struct{}

func (nothing) ReadAt(b []byte, _ int64) (int, error) { return len(b), nil }

// A key press at 100,000 messages on a 200×60 screen: Update and View.
func BenchmarkKey(b *testing.B) {
	w := &world{path: demoPath(b)}
	a := New(w.engine(b, func(bool) *theme.Theme { return theme.Colour(true) }), true, "large", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	a.Update(loadedMsg{s: large(100_000)})
	a.Update(tea.KeyMsg{Type: tea.KeyHome})
	took := make([]time.Duration, 0, b.N)
	keys := []string{"j", "j", "j", "pgdown", "]", "k"}
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		a.Update(keyMsg(keys[i%len(keys)]))
		_ = a.View()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "longest-µs")
}

// steps presses keys, and reports how long the key takes with its frame, and how long what follows it takes.
func steps(b *testing.B, a *App, keys ...string) {
	b.Helper()
	var key, rest []time.Duration
	for i := range b.N {
		start := time.Now()
		_, cmd := a.Update(keyMsg(keys[i%len(keys)]))
		_ = a.View()
		shown := time.Now()
		settle(a, cmd)
		_ = a.View()
		key, rest = append(key, shown.Sub(start)), append(rest, time.Since(shown))
	}
	slices.Sort(key)
	slices.Sort(rest)
	b.ReportMetric(float64(key[len(key)/2].Microseconds()), "key-p50-µs")
	b.ReportMetric(float64(key[len(key)*99/100].Microseconds()), "key-p99-µs")
	b.ReportMetric(float64(rest[len(rest)/2].Microseconds()), "plan-p50-µs")
	b.ReportMetric(0, "ns/op")
}

// A step of the budget at 100,000 messages: everything is planned again.
func BenchmarkBudgetStep(b *testing.B) {
	w := &world{path: demoPath(b)}
	a := New(w.engine(b, plain), true, "large", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	a.Update(loadedMsg{s: large(100_000)})
	steps(b, a, "-", "+")
}

// A step of a slider in the room of the parameters at 100,000 messages: the plan, and the one with the
// default beside it.
func BenchmarkParamStep(b *testing.B) {
	w := &world{path: demoPath(b)}
	a := New(w.engine(b, plain), true, "large", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	a.Update(loadedMsg{s: large(100_000)})
	a.Update(keyMsg("p"))
	a.dials.Go("budget")
	steps(b, a, "left", "right", "down", "up")
}
