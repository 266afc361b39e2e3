package ui

import (
	"io"
	"slices"

	"cutline/model"
)

// exchange puts a session in the place of the one that is open. The file of the old one is
// closed, unless a result was made of it: that is written from there.
func (a *App) exchange(s *model.Session, closer io.Closer) {
	a.labs.halt() // what it reads is no longer there
	a.lines.halt()
	switch {
	case a.closer == nil:
	case a.result != nil && a.from == a.s:
		a.source = a.closer
	case a.ahead.reads(a.s):
		a.ahead.source = a.closer
	default:
		_ = a.closer.Close() // it was only read
	}
	a.s, a.closer, a.preview, a.counted, a.sized = s, closer, false, 0, nil
}

// take keeps the result of a run, and what it was made of.
func (a *App) take(msg compactedMsg) {
	if !msg.edited {
		a.forget()
		a.from = a.s
	}
	a.result, a.written, a.resume, a.live.joining = msg.result, "", "", false
	a.stale = a.from == a.s && !(slices.Equal(a.result.Report.Changes, a.changes()) && slices.Equal(a.result.Report.Pins, a.report.Pins)) // changed while it was made
}

// forget lets the result go, and the file that was kept open for it.
func (a *App) forget() {
	switch {
	case a.source == nil:
	case a.ahead.reads(a.from):
		a.ahead.source = a.source
	default:
		_ = a.source.Close() // it was only read
	}
	a.loss.unscore()
	a.result, a.from, a.source, a.written, a.resume = nil, nil, nil, "", ""
}
