package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/render/text"
)

// change is what became of a session between two readings of its file.
type change struct {
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

// changes finds the messages of one reading in the next.
func changes(was, is *model.Session) change {
	c := change{before: len(was.Rows), after: len(is.Rows), to: make([]int, len(was.Rows))}
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

// announce says what a person should know of a change: that the file is not the one it was,
// that the agent has compacted, that a compaction is due, else how much is new.
func (a *App) announce(c change, was *pipeline.Report) tea.Cmd {
	var words []string
	if c.back {
		words = append(words, "the file is back")
	}
	counts := fmt.Sprintf("%s → %s", text.Num(c.before), count(c.after))
	switch {
	case c.replaced:
		words = append(words, "another file took its place: "+counts)
	case c.shorter:
		words = append(words, "the file became shorter: "+counts)
	case c.compactions > 0:
		words = append(words, itself(c, was.Tokens.Used, a.report.Tokens.Used)+", "+counts)
	case c.gone > 0:
		words = append(words, fmt.Sprintf("%s of the context are gone, %s new: %s", text.Num(c.gone), text.Num(c.added), counts))
	}
	due := !was.Trigger.Fires && a.report.Trigger.Fires
	if due {
		words = append(words, "a compaction would fire now: "+a.report.Stages()[0].Headline)
	}
	switch {
	case due:
		return a.complain(strings.Join(words, "; "))
	case len(words) > 0:
		return a.say(strings.Join(words, "; "))
	case c.added == 0 || a.notice.text != "" && a.notice.gen != a.tail.chat: // what stands there weighs more
		return nil
	}
	cmd := a.say(fmt.Sprintf("%s new, %s in all", count(c.added), text.Num(c.after)))
	a.tail.chat = a.notice.gen
	return cmd
}

// itself says what the agent's own compaction made of the context, in tokens: its own
// numbers where it has written them, else those of the gauge.
func itself(c change, before, after int) string {
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
