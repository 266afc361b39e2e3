package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/summarize"
)

// sends lists who may be sent messages of this session when a summary is made: the picked summarizer
// and those below it, the local one left out.
func (a *App) sends() []summarize.Info {
	order := []string{summarize.Self, summarize.External}
	from := slices.Index(order, a.report.Pick.Summarizer)
	if from < 0 {
		return nil
	}
	var out []summarize.Info
	for _, s := range a.engine.World(a.s, a.params).Summarizers {
		if i := s.Info(); slices.Contains(order[from:], i.Rung) {
			out = append(out, i)
		}
	}
	return out
}

// consent calls then once a person has agreed to what summaries of this session that are made early
// would send, and to whom; at once when they send nothing, or that was agreed to before.
func (a *App) consent(then func() tea.Cmd) tea.Cmd {
	e := a.errandOf(a.params)
	if _, sends := e.writer().(summarize.Sender); !sends || a.send.agreed == agreementOf(&e) {
		return then()
	}
	cmd := a.prepare(e, true)
	a.send.then = then
	return cmd
}
