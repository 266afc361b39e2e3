package convert

import (
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/measure"
)

// lists are the formats of messages that belong to no agent: their system message is a
// person's own.
var lists = []string{"chat", "responses", "langchain"}

// place gives a turn the role and the marks that the target has for it. A turn that has no
// place there loses its parts.
func (c *talk) place(t *turn) {
	own := slices.Contains(lists, c.s.Format)
	switch {
	case t.role == model.System && t.head && c.target.beside:
		c.beside = t.text()
		t.parts = nil
	case t.role == model.System && t.head && c.target.agent && !own:
		c.lost.add(agentSystem, 1)
		c.repair(t.row, "it is the system prompt of another agent; "+c.target.Title+" has its own")
		t.parts = nil
	case t.role == model.System && !c.target.system:
		c.lost.add(systemReminder, 1)
		t.role, t.origin = model.User, model.Injected
		c.remind(t)
	case t.role == model.User && t.origin == model.Injected:
		c.remind(t)
	case t.role == model.User && t.origin == model.FromSummary && !c.target.summary && origin(t) != model.FromSummary:
		t.parts = slices.Insert(t.parts, 0, model.Part{Kind: model.Text, Text: "<conversation_summary>"})
		t.parts = append(t.parts, model.Part{Kind: model.Text, Text: "</conversation_summary>"})
	}
}

// origin is what a reader would take a turn for by its words alone.
func origin(t *turn) model.Origin {
	return measure.OriginOf(model.Message{Role: t.role, Parts: t.parts}, measure.Wrappers)
}

// reminders are the tags by which agents tell a model that no person speaks.
var reminders = []string{"system-reminder", "system_reminder"}

// remind sees to it that a turn that nobody typed is not taken for a person's. The words stay;
// what stands around them is new.
func (c *talk) remind(t *turn) {
	marked := c.target.injected && (!c.target.byText || plain(&model.Part{Output: t.parts}))
	if marked || origin(t) == model.Injected {
		return
	}
	c.lost.add(reminder, 1)
	words := t.text()
	tag := reminders[0]
	for _, r := range reminders {
		if !strings.Contains(words, "</"+r+">") {
			tag = r
			break
		}
	}
	open, closed := "<"+tag+">", "</"+tag+">"
	first := slices.IndexFunc(t.parts, func(p model.Part) bool { return p.Kind == model.Text })
	if first < 0 {
		t.parts = slices.Insert(t.parts, 0, model.Part{Kind: model.Text, Text: open + "\nThe agent added what follows.\n" + closed})
		return
	}
	for i := range t.parts {
		p := &t.parts[i]
		if p.Kind != model.Text {
			continue
		}
		if calm := strings.NewReplacer(closed, "<\\/"+tag+">", "<user_query>", "<user-query>").Replace(p.Text); calm != p.Text {
			p.Text = calm
			c.repair(t.row, "tags in it that would end the reminder or pass for a person's are spelled differently")
		}
	}
	last := first
	for i := range t.parts {
		if t.parts[i].Kind == model.Text {
			last = i
		}
	}
	t.parts[first].Text = open + "\n" + t.parts[first].Text
	t.parts[last].Text += "\n" + closed
}
