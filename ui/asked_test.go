package ui

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model/js"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/render/theme"
)

// asked is a model that answers as a test says.
type asked struct {
	info    summarize.Info
	script  []any // of each attempt: a text, an error; the last one again and again
	calls   atomic.Int32
	noticed atomic.Int32
	each    func(ctx context.Context, call int, on func(summarize.Progress)) // before it answers; may be nil
}

func (m *asked) Info() summarize.Info { return m.info }

func (m *asked) Notice(ctx context.Context, req summarize.Request) (summarize.Notice, error) {
	m.noticed.Add(1)
	if ctx.Err() != nil {
		return summarize.Notice{}, ctx.Err()
	}
	price := 0.0123
	return summarize.Notice{
		Rung: m.info.Rung, Provider: "anthropic", Model: m.info.Model, Host: m.info.Host, Key: "ANTHROPIC_API_KEY", Messages: len(req.List), Chars: 48_120, Bytes: 48_333, Tokens: 12_345,
		Source: "claude", Read: &price, Write: &price, Since: "2026-01", Output: 8192,
		Hidden: []summarize.Hidden{{Kind: "api-key", Number: 1, Name: "TOKEN", Message: 3, Chars: 40}},
		Prompt: summarize.Prompt{System: "the rules", Turns: []summarize.Turn{{Role: "user", Text: "what was said \x1b[31mneedle\n" + strings.Repeat("and more\n", 100)}}},
	}, nil
}

func (m *asked) Summarize(ctx context.Context, _ summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	call := int(m.calls.Add(1))
	if m.each != nil {
		m.each(ctx, call, on)
	}
	if ctx.Err() != nil {
		return summarize.Answer{}, ctx.Err()
	}
	switch next := m.script[min(call, len(m.script))-1].(type) {
	case error:
		return summarize.Answer{}, next
	case string:
		on(summarize.Progress{Rung: m.info.Rung, Done: js.Units(next), Text: next})
		return summarize.Answer{Text: next, InputTokens: 12_000, OutputTokens: 80}, nil
	}
	return summarize.Answer{}, errors.New("no script")
}

// wrote is a summary that passes.
const wrote = "The person wants every screen to be 80 cells wide. The golden files were drawn anew, and all tests pass now."

func answers(script ...any) *asked {
	return &asked{info: summarize.Info{Rung: summarize.External, Vendor: "anthropic", Model: "a-model", Host: "api.example.com"}, script: script}
}

// chosen is an inspector of the demo session for which a model was chosen.
func chosen(tb testing.TB, th func(bool) *theme.Theme, width, height int, models ...*asked) *App {
	tb.Helper()
	return chosenIn(tb, &world{models: models}, th, width, height)
}

// chosenIn is chosen in a world that has models.
func chosenIn(tb testing.TB, w *world, th func(bool) *theme.Theme, width, height int) *App {
	tb.Helper()
	return openedWith(tb, w, th, width, height, chosenParams(w))
}

// chosenParams choose the first model of a world.
func chosenParams(w *world) pipeline.Params {
	p := pipeline.Defaults()
	p.Pick.Summarizer, p.Pick.Model = w.models[0].info.Rung, w.models[0].info.Model
	p.Pick.Tools = "tools.json"
	return p
}

// begun is an inspector on which a run was agreed to that goes nowhere: the test says how far it is.
func begun(tb testing.TB, th func(bool) *theme.Theme, width, height int) *App {
	tb.Helper()
	a := chosen(tb, th, width, height, answers(wrote))
	press(a, "c")
	_ = a.keys(keyMsg("y")) // the run itself is not begun
	if a.running == nil {
		tb.Fatalf("nothing runs:\n%s", a.View())
	}
	return a
}

// goes tells the screen how far the run is.
func goes(a *App, p summarize.Progress) tea.Cmd {
	p.Rung, p.Model, p.Tries = summarize.External, "a-model", 3
	_, cmd := a.Update(progressMsg{a.run.gen, p})
	return cmd
}

func clock(a *App, now *time.Time) { a.engine.Now = func() time.Time { return *now } }
