package ui

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
)

// measureEvery is how often the screen says how far the measuring is.
const measureEvery = 500 * time.Millisecond

type (
	// measureMsg says that the screen may show how far it is.
	measureMsg struct{ gen int }
	// measuredMsg hands over the session with exact sizes.
	measuredMsg struct {
		gen int
		s   *model.Session
		err error
	}
)

// Measure works out the exact sizes of a session that was only indexed, and calls on with the
// bytes that are done. The session that it gives reads from the same file.
type Measure func(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error)

// settle does what a new session still needs: exact sizes, then exact tokens, beside the screen.
func (a *App) settle() tea.Cmd {
	if !a.s.Approx || a.engine.Measure == nil {
		return a.count()
	}
	ctx, gen := a.load.start()
	s, measure, done := a.s, a.engine.Measure, &atomic.Int64{}
	a.sized = done
	return tea.Batch(a.later(measureEvery, measureMsg{gen}), apart(func() tea.Msg {
		s, err := measure(ctx, s, done.Store)
		return measuredMsg{gen, s, err}
	}))
}

// measuring looks again later; drawing the screen is all that this message is for.
func (a *App) measuring(msg measureMsg) tea.Cmd {
	if msg.gen != a.load.gen || !a.s.Approx {
		return nil
	}
	return a.later(measureEvery, msg)
}

// measured takes the exact sizes. A file that is not what its index says is read as a whole.
func (a *App) measured(msg measuredMsg) tea.Cmd {
	if msg.gen != a.load.gen {
		return nil
	}
	if msg.err != nil {
		return tea.Batch(a.whole(), a.say(msg.err.Error()+"; it is read as a whole"))
	}
	return a.planBetter(msg.s, a.counted, func() tea.Cmd { return tea.Batch(a.count(), a.follow(), a.readFill(), a.watch()) })
}

// unsized says how far the measuring is; a session that is followed is measured once it rests.
func (a *App) unsized() string {
	if a.sized == nil {
		return fmt.Sprintf("sizes %s", a.th.Shapes.About)
	}
	return fmt.Sprintf("sizes %s, %d%% measured", a.th.Shapes.About, 100*a.sized.Load()/max(1, a.s.Bytes))
}
