package picker

import (
	"fmt"

	"cutline/render"
	"cutline/render/text"
)

// Title names what the list shows, for the pane's border.
func (p *Pane) Title() string {
	title := "sessions"
	if p.in != "" {
		title += " in " + text.Label(p.in, 40)
	}
	if p.query != "" {
		title += " › " + text.Label(p.query, 30)
	}
	return title
}

// Position says how many sessions show and whether more are looked for, for the pane's border.
func (p *Pane) Position() string {
	n := text.Num(len(p.entries))
	if p.query != "" {
		n = text.Num(len(p.shown)) + " of " + n
	}
	if p.done {
		return n
	}
	read := 0
	for i := range p.entries {
		if p.entries[i].Read {
			read++
		}
	}
	return fmt.Sprintf("%s, %s looked into", n, text.Num(read))
}

// Foot is what is known of the session under the cursor beside its row, for the pane's border.
func (p *Pane) Foot() string {
	e, ok := p.Selected()
	if !ok || len(e.Subagents) == 0 {
		return ""
	}
	if len(e.Subagents) == 1 {
		return "1 file of a sub-agent beside it"
	}
	return text.Num(len(e.Subagents)) + " files of sub-agents beside it"
}

// View draws exactly the size of the pane; only what shows is drawn.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	if len(p.shown) == 0 {
		return text.Box(p.nothing(), p.w, p.h)
	}
	out := append(make([]string, 0, p.h), render.SessionHead(p.th, p.w))
	for k := p.list.Top; k < len(p.shown) && len(out) < p.h; k++ {
		out = append(out, render.Session(p.th, render.SessionData{
			Entry: p.entries[p.shown[k]], Now: p.now, Home: p.home, Cursor: k == p.list.Cursor,
		}, p.w))
	}
	return text.Box(out, p.w, p.h)
}

// nothing is the list when it is empty: what would be here, and what can be done.
func (p *Pane) nothing() []string {
	var words []string
	switch {
	case len(p.entries) > 0:
		words = []string{fmt.Sprintf("No session has %q in its agent, project, title or id.", text.CleanLine(p.query)), "", "esc shows all of them."}
	case !p.done:
		words = []string{"Looking for the sessions of the agents on this machine …"}
	default:
		words = []string{
			"No session was found on this machine.", "",
			"Here would be the sessions of Claude Code, Codex, pi, Prime Agent and other coding agents, newest first, from the folders in which these keep them.", "",
			"cutline demo    opens a built-in session", "cutline FILE    opens a session that lies elsewhere",
		}
	}
	out := []string{""}
	for _, w := range words {
		for _, l := range text.Wrap(w, max(1, p.w-4)) {
			out = append(out, "  "+l)
		}
	}
	return out
}
