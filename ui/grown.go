package ui

import (
	"fmt"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/render/text"
)

// Growth is what became of a session between two readings of its file.
type Growth struct {
	before, after int   // messages
	to            []int // of each message before, which one it is now; -1 when it is gone
	gone, added   int
	compactions   int              // that the agent made meanwhile
	last          model.Compaction // the last of them
	replaced      bool             // another file stands in its place
	shorter       bool
	back          bool // the file could not be seen or read for a while
}

// identity tells a message from all others of a session, in this reading and the next.
type identity struct {
	id  string // the record's own, else the first words
	off int64  // where the record stands when it has no id, else -1
	sub int
}

func identify(s *model.Session, i int) identity {
	r := &s.Rows[i]
	switch {
	case r.ID != "":
		return identity{r.ID, -1, r.Sub}
	case r.Sources > 0:
		return identity{r.Label, s.Sources[r.Source].Off, r.Sub}
	}
	return identity{r.Label, int64(i), r.Sub}
}

// Grew finds the messages of one reading in the next. The stamps are those that were taken of the file before
// each of them.
func Grew(was, is *model.Session, read, now Stamp) Growth {
	c := grew(was, is)
	if read.Info != nil && now.Info != nil {
		c.replaced = !os.SameFile(read.Info, now.Info)
		c.shorter = now.Info.Size() < read.Info.Size()
	}
	return c
}

func grew(was, is *model.Session) Growth {
	c := Growth{before: len(was.Rows), after: len(is.Rows), to: make([]int, len(was.Rows))}
	n := 0 // messages that both begin with: nearly always all that there were
	for n < min(c.before, c.after) && identify(was, n) == identify(is, n) {
		c.to[n] = n
		n++
	}
	left := make(map[identity]int, c.after-n)
	if n < c.before {
		for i := c.after - 1; i >= n; i-- { // of two alike the first
			left[identify(is, i)] = i
		}
	}
	for i := n; i < c.before; i++ {
		id := identify(was, i)
		at, there := left[id]
		if !there {
			c.to[i] = -1
			c.gone++
			continue
		}
		c.to[i] = at
		delete(left, id)
	}
	c.added = c.after - (c.before - c.gone)
	for _, k := range is.Compactions[min(len(was.Compactions), len(is.Compactions)):] {
		if !k.Micro {
			c.compactions, c.last = c.compactions+1, k
		}
	}
	return c
}

// Carry has the parameters that name messages of the earlier reading name the same ones of the later.
func (c *Growth) Carry(p *pipeline.Params) {
	if by := &p.Partition.SplitAt; *by >= 0 && *by < len(c.to) {
		*by = c.to[*by] // -1, by the rule, when the message is gone
	}
	p.Slim.In, p.Slim.Out = p.Slim.In.Moved(c.to), p.Slim.Out.Moved(c.to)
}

// At is which message of the later reading message i of the earlier one is, -1 when it is gone.
func (c *Growth) At(i int) int {
	if i < 0 || i >= len(c.to) {
		return -1
	}
	return c.to[i]
}

// Added is how many messages are new. They are the last ones unless some are gone.
func (c *Growth) Added() (n int, last bool) { return c.added, c.gone == 0 }

// Words say what a person should know of it, by the plans before and after: that the file is not the one it
// was, that the agent has compacted, that a compaction is due. There are none when there is no more to say than
// how much is new.
func (c *Growth) Words(was, is *pipeline.Report) (words string, due bool) {
	var list []string
	if c.back {
		list = append(list, "the file is back")
	}
	counts := fmt.Sprintf("%s → %s", text.Num(c.before), count(c.after))
	switch {
	case c.replaced:
		list = append(list, "another file took its place: "+counts)
	case c.shorter:
		list = append(list, "the file became shorter: "+counts)
	case c.compactions > 0:
		list = append(list, c.itself(was.Tokens.Used, is.Tokens.Used)+", "+counts)
	case c.gone > 0:
		list = append(list, fmt.Sprintf("%s of the context are gone, %s new: %s", text.Num(c.gone), text.Num(c.added), counts))
	}
	if due = !was.Trigger.Fires && is.Trigger.Fires; due {
		list = append(list, "a compaction would fire now: "+is.Stages()[0].Headline)
	}
	return strings.Join(list, "; "), due
}

// News is how much is new.
func (c *Growth) News() string {
	return fmt.Sprintf("%s new, %s in all", count(c.added), text.Num(c.after))
}

// announce says what became of the session.
func (a *App) announce(c *Growth, was *pipeline.Report) tea.Cmd {
	switch words, due := c.Words(was, &a.report); {
	case due:
		return a.complain(words)
	case words != "":
		return a.say(words)
	case c.added == 0 || a.notice.text != "" && a.notice.gen != a.tail.chat: // what stands there weighs more
		return nil
	}
	cmd := a.say(c.News())
	a.tail.chat = a.notice.gen
	return cmd
}

// itself says what the agent's own compaction made of the context, in tokens: its own
// numbers where it has written them, else those of the gauge.
func (c *Growth) itself(before, after int) string {
	if c.last.Before > 0 {
		before = c.last.Before
	}
	if c.last.After > 0 {
		after = c.last.After
	}
	times := ""
	if c.compactions > 1 {
		times = fmt.Sprintf(" %d times", c.compactions)
	}
	return fmt.Sprintf("the agent compacted%s: %s → %s tokens", times, text.Num(before), text.Num(after))
}

func count(n int) string {
	if n == 1 {
		return "1 message"
	}
	return text.Num(n) + " messages"
}
