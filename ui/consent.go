package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/summarize"
)

// sends lists who may be sent messages of this session when a summary is made: the picked summarizer
// and those below it, as far as they send anything.
func (a *App) sends() []summarize.Info {
	return sendersOf(a.engine.World(a.s, a.params).Summarizers, a.report.Pick.Summarizer)
}

func sendersOf(all []summarize.Summarizer, picked string) []summarize.Info {
	order := []string{summarize.Self, summarize.External}
	from := slices.Index(order, picked)
	if from < 0 {
		return nil
	}
	var out []summarize.Info
	for _, s := range all {
		if _, sends := s.(summarize.Sender); sends && slices.Contains(order[from:], s.Info().Rung) {
			out = append(out, s.Info())
		}
	}
	return out
}

// consent does what is wanted once a person has agreed to what that would send, and to whom; at once when
// it sends nothing, or the same was agreed to before. A yes to one run is none to many.
func (a *App) consent(p purpose) tea.Cmd {
	e := a.errandOf(a.params)
	if _, sends := e.writer().(summarize.Sender); !sends || a.send.agreed == agreementOf(&e) && a.send.wide[p.intro] == a.send.agreed {
		return p.then()
	}
	cmd := a.prepare(e, true)
	a.send.purpose = &p
	return cmd
}
