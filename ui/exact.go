package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
)

// exactMsg is the count of a server.
type exactMsg struct {
	gen, tokens int
	err         error
}

// countExactly lets the server count the tokens of the prompt. It gets the prompt for that: pressing the key
// is a yes to this and to nothing else.
func (a *App) countExactly(e errand) tea.Cmd {
	ctx, gen := a.send.again(), a.send.gen
	return tea.Batch(a.say("the server counts"), func() tea.Msg {
		n, err := pipeline.CountExactly(ctx, e.s, &e.plan, e.world)
		return exactMsg{gen, n, err}
	})
}

func (a *App) exactlyCounted(msg exactMsg) tea.Cmd {
	switch {
	case msg.gen != a.send.gen || a.send.page == nil:
		return nil
	case msg.err != nil:
		return a.failed("the server did not count: ", msg.err, "")
	}
	n := &a.send.notice
	n.Tokens, n.Exact, n.Source = msg.tokens, true, "the server itself"
	a.askToSend()
	return nil
}

// again is a context for more work of the same question.
func (s *sending) again() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	was := s.cancel
	s.cancel = func() {
		cancel()
		if was != nil {
			was()
		}
	}
	return ctx
}
