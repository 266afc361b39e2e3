package local

import (
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/facts"
)

// wrote introduces words of the assistant, so that nobody takes them for a person's.
const wrote = "the assistant wrote: "

// users are the messages of persons, word for word, oldest first.
func (b *builder) users() []item {
	out := make([]item, 0, len(b.facts.Asks))
	for _, a := range b.facts.Asks {
		out = append(out, bullet("", a.Text))
	}
	return out
}

// solving: the assistant's own conclusions before each turn of a person, newest first; those
// that hold a word of the instructions come before the others.
func (b *builder) solving() []item {
	list := slices.Clone(b.facts.Conclusions)
	slices.Reverse(list)
	list = slices.DeleteFunc(list, func(f facts.Fact) bool {
		return f.Row == b.facts.Narration.Row && f.Part == b.facts.Narration.Part // stands under Current Work
	})
	slices.SortStableFunc(list, func(x, y facts.Fact) int { return b.rank(x.Text) - b.rank(y.Text) })
	out := make([]item, 0, len(list))
	for _, f := range list {
		out = append(out, bullet(wrote, f.Text))
	}
	return out
}

// rank is 0 for a text that the instructions name, else 1.
func (b *builder) rank(text string) int {
	if named(text, b.words) {
		return 0
	}
	return 1
}

// pending: the todos that are not done.
func (b *builder) pending() []item {
	out := make([]item, 0, len(b.req.Todos))
	for _, f := range facts.Unfinished(b.req.Todos, -1) {
		out = append(out, bullet("", f.Text))
	}
	return out
}

// lastCalls is how many calls show what was being done.
const lastCalls = 6

// current: the last words of the assistant and the last calls with their outcome; calls that
// the instructions name come first.
func (b *builder) current() []item {
	out := make([]item, 0, 2*lastCalls+1)
	if b.facts.Narration.Mentions > 0 {
		out = append(out, bullet(wrote, b.facts.Narration.Text))
	}
	calls := b.facts.Calls
	list := slices.Clone(calls[max(0, len(calls)-lastCalls):])
	older := calls[:len(calls)-len(list)]
	for i := len(older) - 1; i >= 0 && len(b.words) > 0 && len(list) < 2*lastCalls; i-- {
		if named(older[i].Subject, b.words) {
			list = slices.Insert(list, 0, older[i])
		}
	}
	slices.SortStableFunc(list, func(x, y facts.Call) int { return b.rank(x.Subject) - b.rank(y.Subject) })
	for _, c := range list {
		line := "called " + c.Tool
		if c.Subject != "" {
			line += " " + cut(b.short(c.Subject), 160)
		}
		switch c.Outcome {
		case facts.Succeeded:
			line += ": succeeded"
		case facts.Faulty:
			line += ": failed: " + cut(c.Line, 160)
		case facts.NoResult:
			line += ": no result"
		}
		out = append(out, bullet("", line))
	}
	return out
}

// next: a step only where the messages prove that it is open, with the words that prove it.
func (b *builder) next() []item {
	var out []item
	if asks := b.facts.Asks; len(asks) > 0 {
		last := asks[len(asks)-1]
		if why := b.open(last.Row); why != "" {
			it := bullet("last request, "+why+": \"", last.Text)
			it.text += "\""
			out = append(out, it)
		}
	}
	for _, t := range b.req.Todos {
		if text := strings.Join(strings.Fields(t.Text), " "); text != "" && t.Status == "in_progress" {
			it := bullet("in progress on the todo list: \"", text)
			it.text += "\""
			out = append(out, it)
		}
	}
	return out
}

// open says why the request of a message is open; empty when that cannot be proved. The kept
// messages count too: an answer may stand there, or a newer request.
func (b *builder) open(ask int) string {
	last := ask
	for _, list := range [][]int{b.req.List, b.req.Tail} {
		for _, i := range list {
			row := b.req.Rows[i]
			if i > ask && row.Typed() {
				return ""
			}
			if i > last && row.Role != model.User && row.Role != model.System {
				last = i
			}
		}
	}
	row := b.req.Rows[last]
	switch {
	case last == ask:
		return "which nothing answers"
	case row.Role == model.Tool || row.Is(model.HasCall):
		return "on which calls were still running or had just returned"
	}
	return ""
}
