package remote

import (
	"fmt"

	"cutline/model/js"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
)

// Ask is a prompt as it would be sent, and what a person wants to know of it before.
type Ask struct {
	Prompt   summarize.Prompt
	Messages int // that it holds something of
	Chars    int
	Bytes    int
	Tokens   int // the least that it can be: what a server reads of it must not be far below
}

// Compose writes the prompt for a request: the same text that is shown before it is sent.
func Compose(req summarize.Request, o Options) (Ask, error) {
	text, _, err := slim.Text(req.Source, req.Slim, req.Params)
	if err != nil {
		return Ask{}, fmt.Errorf("read the messages to summarize: %w", err)
	}
	ask := Ask{Prompt: prompt.Build(prompt.Input{Family: req.Family, Transcript: text, Instructions: req.Instructions, Shorter: req.Shorter})}
	ask.Prompt.MaxOutput = o.Output
	if req.Room {
		ask.Prompt.MaxOutput *= room
	}
	for _, a := range req.Slim.Rows {
		if a.Tier == slim.Full || a.Tier == slim.Truncated {
			ask.Messages++
		}
	}
	ask.measure()
	return ask, nil
}

func (a *Ask) measure() {
	add := func(s string) {
		a.Chars += js.Units(s)
		a.Bytes += len(s)
	}
	add(a.Prompt.System)
	for _, t := range a.Prompt.Turns {
		add(t.Text)
	}
	add(string(a.Prompt.Conversation))
	add(string(a.Prompt.Tools))
	a.Tokens = a.Chars / charsPerToken
}
