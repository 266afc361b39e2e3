package reassemble

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
)

// planMode is said of an agent that only plans, however its format says so.
const planMode = "Plan mode: look and plan, and change nothing before the person has agreed to the plan."

// The tags around the mode that Codex gives the model, and how its text names the ordinary one.
const (
	collaborationOpen  = "<collaboration_mode>"
	collaborationClose = "</collaboration_mode>"
	collaborationPlain = "Mode: Default"
)

// modeAt is a mode from a message on; an empty text ends the one before.
type modeAt struct {
	row  int
	from string
	text string
}

// mode is the mode that holds last. The ordinary one adds nothing.
func (f *finder) mode() []Block {
	last := modeAt{row: -2}
	take := func(m modeAt) {
		if m.row >= last.row {
			last = m
		}
	}
	for _, n := range f.s.Notes {
		if n.Kind == model.NoteMode {
			take(modeAt{n.Row, fmt.Sprintf("line %d", n.Line), modeText(n.Name)})
		}
	}
	for k := len(f.s.Links) - 1; k >= 0; k-- {
		l := f.s.Links[k]
		enter := slices.Contains(enterPlan, l.Name)
		if l.Result || !enter && !slices.Contains(exitPlan, l.Name) || l.Peer < 0 || !f.done(l) {
			continue
		}
		m := modeAt{row: l.Row, from: fmt.Sprintf("message %d", l.Row)}
		if enter {
			m.text = planMode
		}
		take(m)
		break
	}
	take(f.reminded())
	take(f.collaboration())
	if last.text == "" {
		return nil
	}
	return []Block{{Name: modeBlock, Source: last.from, Text: last.text}}
}

// modeText says what a format's word for a mode means.
func modeText(name string) string {
	switch name {
	case "", "default", "normal":
		return ""
	case "plan":
		return planMode
	}
	return "Permission mode when the session was compacted: " + name
}

// reminded is the last reminder of plan mode that the harness put in as a message.
func (f *finder) reminded() modeAt {
	for i := len(f.s.Rows) - 1; i >= 0; i-- {
		r := &f.s.Rows[i]
		if r.Role != model.User || r.Origin != model.Injected {
			continue
		}
		label := strings.ToLower(r.Label)
		switch {
		case strings.Contains(label, "plan mode is active"):
			return modeAt{i, fmt.Sprintf("message %d", i), planMode}
		case strings.Contains(label, "exited plan mode"):
			return modeAt{row: i}
		}
	}
	return modeAt{row: -2}
}

// collaboration is the mode that Codex told the model of last.
func (f *finder) collaboration() modeAt {
	if f.s.Format != "codex" {
		return modeAt{row: -2}
	}
	for i, seen := len(f.s.Rows)-1, 0; i >= 0 && seen < nearEnd; i-- {
		if f.s.Rows[i].Role != model.System {
			continue
		}
		seen++
		m, ok := f.read(i)
		if !ok {
			continue
		}
		text := m.Text()
		at := strings.LastIndex(text, collaborationOpen)
		if at < 0 {
			continue
		}
		body, _, closed := strings.Cut(text[at+len(collaborationOpen):], collaborationClose)
		if !closed || strings.TrimSpace(body) == "..." {
			continue
		}
		head, _, _ := strings.Cut(strings.TrimSpace(body), "\n")
		if strings.Contains(head, collaborationPlain) {
			return modeAt{row: i}
		}
		body, _ = limit(body, maxState)
		return modeAt{i, fmt.Sprintf("message %d", i), body}
	}
	return modeAt{row: -2}
}
