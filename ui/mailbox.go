package ui

import (
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/summarize"
)

// mailbox has room for one sign of progress: the newest takes the place of one that nobody has
// looked at. Putting something in never waits.
type mailbox struct {
	mu     sync.Mutex
	at     summarize.Progress
	full   chan struct{} // holds one when there is something to take; closed when nothing more comes
	closed bool
}

func newMailbox() *mailbox { return &mailbox{full: make(chan struct{}, 1)} }

// put leaves the newest; what comes after close is passed over.
func (b *mailbox) put(at summarize.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.at = at
	select {
	case b.full <- struct{}{}:
	default:
	}
}

// close says that nothing more comes. What is there can still be taken.
func (b *mailbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.full)
	}
}

// take waits for the newest; false when nothing more comes.
func (b *mailbox) take() (summarize.Progress, bool) {
	if _, ok := <-b.full; !ok {
		return summarize.Progress{}, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at, true
}

// listen waits for the next sign of progress, beside the screen.
func (b *mailbox) listen(gen int) tea.Cmd {
	return func() tea.Msg {
		at, ok := b.take()
		if !ok {
			return nil
		}
		return progressMsg{gen, at}
	}
}
