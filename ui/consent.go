package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/summarize"
	"cutline/render/text"
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

// consent calls then once a person has agreed that summaries are made early of this session; at once
// when nothing would be sent anywhere.
func (a *App) consent(then func() tea.Cmd) tea.Cmd {
	var to []string
	for _, i := range a.sends() {
		words := i.Rung + " " + i.Model
		if i.Host != "" {
			words += " at " + i.Host
		}
		if words = text.CleanLine(words); !slices.Contains(to, words) {
			to = append(to, words)
		}
	}
	if len(to) == 0 {
		return then()
	}
	a.ask(fmt.Sprintf("Send this session to %s whenever a summary is made early? y, or any other key for no", strings.Join(to, " and ")), func(yes bool) tea.Cmd {
		if !yes {
			return a.say("nothing is sent, and no summary is made early")
		}
		return then()
	})
	return nil
}
