package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/retention"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/render"
	"cutline/render/code"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/detail"
)

// readHere is the size in bytes up to which a message is read at once; a larger one is read
// beside the screen.
const readHere = 256 << 10

// recordHere is the same for its record, of which base64 is the most: that is passed over quickly.
const recordHere = 2 << 20

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
	x := a.subject(i)
	x.score, x.at, x.th = a.marks(), a.loss.at, a.th
	row := a.s.Rows[i]
	if row.Bytes > readHere || recordBytes(a.s, i) > recordHere {
		a.msg.Set(detail.Content{Index: i, Title: fmt.Sprintf("%d %s", i, row.Role), Right: "reading " + text.Bytes(max(row.Bytes, int(recordBytes(a.s, i)))), Note: "reading …"})
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

// subject is message i as the plan has it now.
func (a *App) subject(i int) subject {
	x := subject{s: a.s, i: i, fate: a.list.Fate(i), mode: a.mode, p: a.report.Reads, noise: a.report.Slim.Tool.NoiseNote(), open: a.unfolded, local: a.report.Pick.Summarizer == summarize.Local}
	x.p.Quiet = a.report.Slim.Quiet
	if x.fate.Slim != nil { // the next plan makes another one
		al := *x.fate.Slim
		x.fate.Slim = &al
	}
	return x
}

// nextMode is what the key that goes round the texts of a message shows next: of one that is shown whole
// in all of them only the record is another.
func (a *App) nextMode() detail.Mode {
	last := detail.Raw
	if a.ready() && a.from == a.s {
		last = detail.Became
	}
	if i := a.list.Selected(); a.s != nil && i >= 0 && a.list.Fate(i).Slim == nil && a.mode < detail.Raw {
		return detail.Raw
	}
	return (a.mode + 1) % (last + 1)
}

// rawContent is the record of a message as it stands in the file.
func rawContent(x subject, head string) detail.Content {
	c := detail.Content{Index: x.i, Title: head + " · the record in the file", Lang: "json"}
	raw, err := x.s.Raw(x.i)
	if err != nil {
		c.Body, c.Lang = err.Error(), ""
		return c
	}
	if line := x.s.Rows[x.i].Line; line > 0 {
		c.Title = fmt.Sprintf("%s · line %s of the file", head, text.Num(line))
	}
	if len(raw) == 0 {
		c.Note = "no record of the file holds it"
	}
	all, parts := 0, make([]string, 0, len(raw))
	for _, r := range raw {
		all += len(r)
		parts = append(parts, render.Record(r, true))
	}
	c.Body, c.Right = strings.Join(parts, "\n"), text.Bytes(all)
	return c
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
	open  bool // long arguments of calls are unfolded
	local bool // the local summarizer reads it
}

// peer is the message at the other end of a call or a result, -1 when there is none.
func (x subject) peer(id string) int {
	for _, l := range x.s.Links {
		if l.Row == x.i && l.ID == id {
			return l.Peer
		}
	}
	return -1
}

// content is what the message pane shows of one message: what is read in its place and below
// it what is not read, only that, or the whole.
func content(x subject) detail.Content {
	row := x.s.Rows[x.i]
	c := detail.Content{Index: x.i, Right: text.Num(row.Rendered)}
	head := fmt.Sprintf("%d %s", x.i, row.Role)
	if row.Role == model.User {
		head += " (" + row.Origin.String() + ")"
	}
	if x.mode == detail.Raw {
		return rawContent(x, head)
	}
	m, err := x.s.Message(x.i)
	if err != nil {
		c.Title, c.Body = head, err.Error()
		return c
	}
	lang := language(m, row)
	if x.score != nil && (x.mode == detail.Read || x.mode == detail.Became) {
		return marked(x, c, head, m)
	}
	if x.fate.Slim == nil || x.mode == detail.Whole {
		c.Title = head + " · " + unread(x)
		c.Body, c.Lang = render.Whole(m, x.peer, x.open), lang
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
		c.Title, c.Body = head+" · what is not read", lost
		c.Note = fmt.Sprintf("%s of %s not read", text.Num(gone), text.Num(size))
		if !x.fate.Unread {
			c.Note += " (i: read it whole)"
		}
		if whole {
			c.Note = "all of this message is read"
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
			c.Note = fmt.Sprintf("without its calls · %s not read (x)", text.Num(gone))
		}
	case slim.Dropped:
		if al.Hand == slim.ForcedOut {
			c.Body, c.Note = "", "forced out: nothing is read in its place (0 lifts it)"
			break
		}
		if x.fate.Unread {
			c.Body, c.Note = "", "not read: the strategy has nothing read, and the result says how many went"
			break
		}
		c.Body, c.Note = strings.TrimSpace(x.noise), "not read: tool noise, in pairs; one line tells the reader:"
		if x.local {
			c.Note = "not read as text, but local takes facts from it, such as files and errors; one line tells:"
		}
	case slim.Omitted:
		c.Note = "its share would tell the reader nothing; this marker stands for it:"
		if x.p.Quiet {
			c.Body, c.Note = "", "omitted, the largest first, so that the others keep a share; the preamble counts it"
		}
	case slim.Truncated:
		c.Note = fmt.Sprintf("%s · %s not read (x)", strings.TrimSpace(al.Marker()), text.Num(gone))
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
	c.Note = render.StateLegend(x.th, render.MessageStates) + " · n N next mark"
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
	return "left out: neither read nor kept"
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
