package lint

import (
	"context"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/slim"
)

const (
	// latestTurns is how many turns of persons, from the end, are the latest conversation ‡.
	latestTurns = 3
	// latestMessages is how many messages of these turns count, from the end: a turn may be a whole session.
	latestMessages = 400
	// typedBytes is how much of a message of a person is looked at; more is a file that was pasted.
	typedBytes = 256 << 10
	// resultBytes is how much of each tool result of these turns counts as said; what is quoted of a
	// longer one stands at its beginning or end.
	resultBytes = 16_000
)

// request is what a person wrote in one message, and what followed it.
type request struct {
	row    int
	text   string
	words  []string
	listed bool   // it is among the summarized messages
	kept   bool   // it stays word for word
	before string // the assistant's last words before it
	answer string // the assistant's last words after it, before the next one
	closed bool   // no call came with them or after them
}

// talk is the conversation as the rules look at it.
type talk struct {
	in       Input
	requests []request
	asked    grams           // what persons wrote, earlier summaries included: those tell of messages that are gone
	latest   grams           // all that was said in the latest turns
	quoted   []run           // tool results in the summary
	snippets []run           // of those, what shows the text of a file
	copied   []run           // what stands in segment files
	subjects map[string]bool // the words of what was asked for, see content
}

// read goes over the messages once. It is nil when ctx ends.
func read(ctx context.Context, in Input) *talk {
	t := &talk{in: in, asked: grams{}, latest: grams{}, subjects: map[string]bool{}}
	list := slices.Concat(in.List, in.Tail)
	slices.Sort(list)
	list = slices.Compact(list)
	listed, kept, copied := setOf(in.List), setOf(in.Tail), setOf(in.Copied)
	from := latestFrom(in.Rows, list)
	s := newSearch(in.Summary)
	said := "" // the assistant's last words
	for k, i := range list {
		if k%every == 0 && ctx.Err() != nil {
			return nil
		}
		m, err := in.Source.Message(i)
		if err != nil {
			continue // it proves nothing
		}
		row := &in.Rows[i]
		m.Role, m.Origin = row.Role, row.Origin
		switch {
		case row.Typed():
			text := facts.Typed(m)
			text = text[:min(len(text), typedBytes)]
			list := words(text)
			t.asked.add(list)
			if i >= from {
				t.latest.add(list)
			}
			t.subject(text)
			if len(list) <= agreement { // "yes, do that" asks for what was offered
				t.subject(said)
			}
			if len(list) > 0 {
				t.requests = append(t.requests, request{row: i, text: text, words: list, listed: listed[i], kept: kept[i], before: said})
			}
			said = ""
		case row.Origin == model.FromSummary:
			t.asked.add(words(m.Text()))
			t.subject(m.Text())
		default:
			if text := strings.TrimSpace(m.Text()); text != "" && m.Role == model.Assistant {
				said = text
				if n := len(t.requests); n > 0 {
					t.requests[n-1].answer, t.requests[n-1].closed = text, true
				}
				if i >= from {
					t.latest.add(words(text))
				}
			}
		}
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Call:
				s.call(p)
				if n := len(t.requests); n > 0 {
					t.requests[n-1].closed = false
				}
			case model.Result:
				out := p.OutputText()
				s.result(out, p, i)
				if _, ok := holds(p.Name, asksPerson); ok {
					t.asked.add(words(out))
					t.subject(out)
				}
				if i >= from {
					t.latest.add(words(out[:min(len(out), resultBytes)]))
					if len(out) > resultBytes {
						t.latest.add(words(out[max(resultBytes, len(out)-resultBytes):]))
					}
				}
			case model.Text, model.Thinking, model.Image, model.File, model.Unknown:
			}
		}
		if copied[i] && !row.Typed() && row.Origin != model.FromSummary && row.Rendered >= MinCopied {
			s.segments.search(slim.Rendered(m, 0), i)
		}
	}
	for _, todo := range in.Todos {
		if !finished(todo) {
			t.latest.add(words(todo.Text))
			t.subject(todo.Text)
		}
	}
	t.quoted, t.snippets, t.copied = s.found()
	return t
}

// latestFrom is the message at which the latest conversation begins.
func latestFrom(rows []model.Row, list []int) int {
	n := 0
	for _, i := range slices.Backward(list[max(0, len(list)-latestMessages):]) {
		if rows[i].Typed() {
			if n++; n == latestTurns {
				return i
			}
		}
	}
	if len(list) > latestMessages {
		return list[len(list)-latestMessages]
	}
	return 0
}

// subject notes the words of something that was asked for.
func (t *talk) subject(text string) {
	for _, w := range content(text) {
		t.subjects[w] = true
	}
}

func finished(todo model.Todo) bool {
	return len(facts.Unfinished([]model.Todo{todo}, -1)) == 0
}

func setOf(list []int) map[int]bool {
	out := make(map[int]bool, len(list))
	for _, i := range list {
		out[i] = true
	}
	return out
}
