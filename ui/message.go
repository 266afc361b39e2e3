package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline/slim"
	"cutline/render/code"
	"cutline/render/text"
	"cutline/ui/detail"
)

// readHere is the size in bytes up to which a message is read at once; a larger one is read
// beside the screen.
const readHere = 256 << 10

// follow shows the message under the cursor in the message pane.
func (a *App) follow() tea.Cmd {
	if a.s == nil || a.frame.TooSmall || a.view != planView {
		return nil
	}
	i := a.list.Selected()
	if i < 0 {
		a.msg.Set(detail.Content{Index: -1, Title: "no message"})
		return nil
	}
	_, gen := a.light.start()
	s, row, fate, mode, params, noise := a.s, a.s.Rows[i], a.list.Fate(i), a.mode, a.report.Params.Slim, a.report.Slim.Tool.NoiseNote()
	read := func() detail.Content {
		var al *slim.Allocation
		if fate.Slim != nil {
			c := *fate.Slim
			al = &c
		}
		return content(s, i, row, al, fate.Kept, mode, params, noise)
	}
	if row.Bytes > readHere {
		a.msg.Set(detail.Content{Index: i, Title: fmt.Sprintf("%d %s", i, row.Role), Right: "reading " + text.Bytes(row.Bytes), Note: "reading …"})
		return func() tea.Msg { return readMsg{gen, read()} }
	}
	a.msg.Set(read())
	return a.highlight()
}

func (a *App) messageRead(msg readMsg) tea.Cmd {
	if msg.gen != a.light.gen {
		return nil
	}
	a.msg.Set(msg.content)
	return a.highlight()
}

// content is what the message pane shows of one message: what is read in its place, what of
// it is lost, or the whole.
func content(s *model.Session, i int, row model.Row, al *slim.Allocation, kept bool, mode detail.Mode, p slim.Params, noise string) detail.Content {
	c := detail.Content{Index: i}
	head := fmt.Sprintf("%d %s", i, row.Role)
	if row.Role == model.User {
		head += " (" + row.Origin.String() + ")"
	}
	if al == nil {
		al = &slim.Allocation{Index: i, Role: row.Role, Size: row.Rendered, Allocation: row.Rendered, Tier: slim.Full}
		c.Title = head + " · not read by the summarizer"
		if kept {
			c.Title = head + " · kept word for word"
		}
		c.Right = text.Num(row.Rendered)
		c.Body, c.Lang = whole(s, *al, p)
		return c
	}
	c.Right = text.Num(al.Size)
	if al.Tier != slim.Full {
		c.Right = text.Num(al.Size) + " → " + text.Num(al.Allocation)
	}
	read, lost, err := slim.Piece(s, *al, p)
	if err != nil {
		c.Title, c.Body = head, err.Error()
		return c
	}
	switch mode {
	case detail.Lost:
		c.Title = head + " · what is lost"
		c.Body = lost
		if al.Tier == slim.Omitted {
			c.Body, c.Lang = whole(s, *al, p)
		}
		c.Note = fmt.Sprintf("%s of %s chars are lost (x: whole)", text.Num(max(0, al.Size-al.Allocation)), text.Num(al.Size))
		if al.Tier == slim.Full {
			c.Note = "nothing of this message is lost"
		}
	case detail.Whole:
		c.Title = head + " · the whole message"
		c.Body, c.Lang = whole(s, *al, p)
	case detail.Read:
		c.Title = head + " · read in its place"
		c.Body = read
		switch {
		case al.Tier == slim.Dropped:
			c.Note = "tool noise, x shows it; the reader is told: " + strings.TrimSpace(noise)
		case al.Tier == slim.Full:
			_, c.Lang = whole(s, *al, p)
		default:
			c.Note = fmt.Sprintf("%s · %s lost (x)", strings.TrimSpace(al.Marker()), text.Num(al.Size-al.Allocation))
			if al.Protected {
				c.Note += " · the user's query goes first"
			}
			if al.Tier == slim.Omitted {
				c.Note = "this marker stands for it; x shows what is lost"
			}
		}
		if kept {
			c.Title += ", and kept"
		}
	}
	return c
}

// whole is the text of a message as it would be rendered, and what it is written in.
func whole(s *model.Session, al slim.Allocation, p slim.Params) (body, lang string) {
	m, err := s.Message(al.Index)
	if err != nil {
		return err.Error(), ""
	}
	hint := code.Hint{Tool: s.Rows[al.Index].Tool}
	for _, part := range m.Parts {
		if part.Kind == model.Result {
			hint.Text, hint.File = text.Label(part.OutputText(), 200), s.Rows[al.Index].Label
		}
	}
	body = slim.Rendered(m, p.ValueLimit)
	if hint.Text == "" {
		return body, "markdown"
	}
	return body, code.Language(hint)
}
