package prompt

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// job is one of two requests: for the history, or for the beginning of the turn that is cut. Its
// messages are serialized, see slim.Serialize, and guarded by their source. The earlier summary
// has a frame of its own, whatever the family.
func (in Input) job() summarize.Prompt {
	var said []string
	for _, p := range in.Pieces {
		if p.Text != "" { // a message of which nothing is read leaves no trace
			said = append(said, p.Text)
		}
	}
	previous := ""
	if text := in.Previous; text != "" {
		if !in.AsIs {
			text = serialized(text)
		}
		previous = previousOpen + text + previousClose
	}
	return summarize.Prompt{
		System: blocks(of(in.Family, "role"), texts[jobsFile]["labels"], shared("duties")),
		Turns: []summarize.Turn{{Role: "user", Text: blocks(
			conversationOpen+in.Preamble+strings.Join(said, slim.Separator)+conversationClose, previous, in.minding(in.task()),
		)}},
	}
}

// task is what a job asks for.
func (in Input) task() string {
	switch {
	case in.Job == summarize.Prefix:
		return texts[jobsFile]["prefix"]
	case in.Previous != "":
		return blocks(of(in.Family, "update"), of(in.Family, "ask"))
	}
	return blocks(of(in.Family, "initial"), of(in.Family, "ask"))
}

// Guarded is a source whose texts cannot pass for a label, a frame or an order when they are
// serialized.
func Guarded(from slim.Source) slim.Source { return quoted{from} }

type quoted struct{ slim.Source }

// Message is a message of the source, guarded. Its parts are copies.
func (q quoted) Message(i int) (model.Message, error) {
	m, err := q.Source.Message(i)
	if err == nil {
		m.Parts = guarded(m.Parts)
	}
	return m, err
}

func guarded(parts []model.Part) []model.Part {
	out := make([]model.Part, len(parts))
	for k, p := range parts {
		p.Text, p.Name, p.Args, p.JSON = serialized(p.Text), serialized(p.Name), argument(p.Args), argument(p.JSON)
		p.Output = guarded(p.Output)
		out[k] = p
	}
	return out
}

// argument is a JSON text, which stands on one line when it is serialized, or any other text.
func argument(s string) string {
	if gjson.Valid(s) {
		return tags.Neutralize(s)
	}
	return serialized(s)
}

// serialized is a text of a serialized message.
func serialized(s string) string {
	return summarize.QuoteLines(tags.Neutralize(s), func(line string) bool {
		return summarize.RoleLabel(line) || partLabel(line)
	})
}

// partLabel reports whether a line could pass for the beginning of a part.
func partLabel(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	for _, l := range slim.Labels {
		if strings.HasPrefix(line, strings.ToLower(strings.TrimSuffix(l, ": "))) {
			return true
		}
	}
	return false
}
