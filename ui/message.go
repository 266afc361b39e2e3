package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/retention"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/code"
	"cutline/render/text"
	"cutline/render/theme"
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
	x := subject{s: a.s, i: i, fate: a.list.Fate(i), mode: a.mode, p: a.report.Reads, noise: a.report.Slim.Tool.NoiseNote()}
	x.p.Quiet = a.report.Slim.Quiet
	x.score, x.at, x.th = a.marks(), a.loss.at, a.th
	if x.fate.Slim != nil { // the next plan makes another one
		al := *x.fate.Slim
		x.fate.Slim = &al
	}
	row := a.s.Rows[i]
	if row.Bytes > readHere {
		a.msg.Set(detail.Content{Index: i, Title: fmt.Sprintf("%d %s", i, row.Role), Right: "reading " + text.Bytes(row.Bytes), Note: "reading …"})
		return func() tea.Msg { return readMsg{gen, content(x)} }
	}
	a.msg.Set(content(x))
	return a.highlight()
}

func (a *App) messageRead(msg readMsg) tea.Cmd {
	if msg.gen != a.light.gen {
		return nil
	}
	a.msg.Set(msg.content)
	return a.highlight()
}

// subject is the message that the pane shows, and all that decides what of it shows.
type subject struct {
	s     *model.Session
	i     int
	fate  pipeline.Fate
	mode  detail.Mode
	p     slim.Params
	noise string            // what the reader is told of the tool messages that were left out
	score *retention.Output // marks what was kept, weakened and lost; nil marks nothing
	at    render.Item       // of the score, what is looked at
	th    *theme.Theme
}

// content is what the message pane shows of one message: what is read in its place and below
// it what is lost, only what is lost, or the whole.
func content(x subject) detail.Content {
	row := x.s.Rows[x.i]
	c := detail.Content{Index: x.i, Right: text.Num(row.Rendered)}
	head := fmt.Sprintf("%d %s", x.i, row.Role)
	if row.Role == model.User {
		head += " (" + row.Origin.String() + ")"
	}
	m, err := x.s.Message(x.i)
	if err != nil {
		c.Title, c.Body = head, err.Error()
		return c
	}
	lang := language(m, row)
	if x.score != nil && x.mode == detail.Read {
		return marked(x, c, head, m)
	}
	if x.fate.Slim == nil || x.mode == detail.Whole {
		c.Title = head + " · " + unread(x)
		c.Body, c.Lang = m.Full(), lang
		return c
	}
	al := *x.fate.Slim
	read, lost, err := slim.Piece(x.s, al, x.p)
	if err != nil {
		c.Title, c.Body = head, err.Error()
		return c
	}
	c.Right = text.Num(al.Size)
	size := al.Size
	if al.Said {
		size = row.Rendered
	}
	gone, whole := max(0, size-al.Allocation), al.Tier == slim.Full && !al.Said
	if !whole {
		c.Right = text.Num(size) + " → " + text.Num(al.Allocation)
	}
	if al.Tier == slim.Omitted || al.Tier == slim.Dropped {
		lost = m.Full()
	}
	if x.mode == detail.Lost {
		c.Title, c.Body = head+" · what is lost", lost
		c.Note = fmt.Sprintf("%s of %s chars are lost (x: whole)", text.Num(gone), text.Num(size))
		if whole {
			c.Note = "nothing of this message is lost"
		}
		return c
	}
	c.Title, c.Body, c.Lost = head+" · read in its place", read, lost
	if x.fate.Kept {
		c.Title += ", and kept"
	}
	switch al.Tier {
	case slim.Full:
		c.Lang = lang
		if al.Hand == slim.ForcedIn {
			c.Note = "forced in: read whole, whatever its share (0 lifts it)"
		}
		if al.Said {
			c.Note = fmt.Sprintf("without its calls · %s lost (x)", text.Num(gone))
		}
	case slim.Dropped:
		if al.Hand == slim.ForcedOut {
			c.Body, c.Note = "", "forced out: nothing is read in its place (0 lifts it)"
			break
		}
		if x.fate.Unread {
			c.Body, c.Note = "", "left out: the strategy has nothing read, and the result says how many went"
			break
		}
		c.Body, c.Note = strings.TrimSpace(x.noise), "dropped with the tool noise; one line tells the reader:"
	case slim.Omitted:
		c.Note = "its share would tell the reader nothing; this marker stands for it:"
		if x.p.Quiet {
			c.Body, c.Note = "", "left out, the largest first, so that the others keep a share; the preamble counts it"
		}
	case slim.Truncated:
		c.Note = fmt.Sprintf("%s · %s lost (x)", strings.TrimSpace(al.Marker()), text.Num(gone))
		if al.Protected {
			c.Note += " · the user's query goes first"
		}
	}
	return c
}

// marked is a message whole, with what became of the facts in it.
func marked(x subject, c detail.Content, head string, m model.Message) detail.Content {
	k := render.MarkMessage(x.th, m, x.score, x.i)
	c.Title, c.Body, c.Marked = head+" · what became of it", k.Text, &k
	c.Note = render.StateLegend(x.th, false) + " · n N next mark"
	if len(k.Ranges) == 0 {
		c.Note = "no fact that counts stands here first, or the message stays as it is"
	}
	if x.at.Index == x.i {
		c.At = k.Place(x.at.Of, x.at.Text)
	}
	return c
}

// unread says why a message is shown whole.
func unread(x subject) string {
	switch {
	case x.fate.Slim != nil:
		return "the whole message"
	case x.fate.Masked:
		return "kept, with a marker in the place of its output"
	case x.fate.Kept:
		return "kept word for word"
	case x.fate.Aside:
		return "set aside, back in front afterwards"
	}
	return "left out: nobody reads it"
}

// language is what a message is written in, for syntax colour.
func language(m model.Message, row model.Row) string {
	hint := code.Hint{Tool: row.Tool}
	for _, part := range m.Parts {
		if part.Kind == model.Result {
			hint.Text, hint.File = text.Label(part.OutputText(), 200), row.Label
		}
	}
	if hint.Text == "" {
		return "markdown"
	}
	return code.Language(hint)
}
