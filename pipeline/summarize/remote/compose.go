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
	Hidden   []summarize.Hidden // secrets that were taken out of it
}

// Compose writes the prompt for a request: the same text that is shown before it is sent.
func Compose(req summarize.Request, o Options) (Ask, error) {
	in := prompt.Input{
		Family: req.Family, Preamble: req.Slim.Preamble, Instructions: req.Instructions, Shorter: req.Shorter, Strip: req.Strip, Replay: o.Replay != nil,
	}.About(req.Rows, req.List, req.Tail)
	var ask Ask
	var err error
	var conversation, tools []byte
	if in.Replay {
		list := read(req.Slim)
		ask.Messages = len(list)
		if conversation, tools, err = o.Replay(list); err != nil {
			return Ask{}, err
		}
	} else if in.Pieces, err = slim.Places(req.Source, req.Slim, req.Params); err != nil {
		return Ask{}, fmt.Errorf("read the messages to summarize: %w", err)
	}
	for _, p := range in.Pieces {
		if !p.Marker {
			ask.Messages++
		}
	}
	ask.Prompt = prompt.Build(in)
	ask.Prompt.Conversation, ask.Prompt.Tools = conversation, tools
	ask.Prompt.MaxOutput = o.Output
	if req.Room {
		ask.Prompt.MaxOutput *= room
	}
	ask.measure()
	return ask, nil
}

// read are the messages that a model which replays its session gets: those that no valve left out.
// It gets them whole.
func read(out slim.Output) []int {
	var list []int
	for _, a := range out.Rows {
		if a.Tier != slim.Dropped {
			list = append(list, a.Index)
		}
	}
	return list
}

// texts are all that a prompt is made of.
func (a *Ask) texts() []string {
	all := []string{a.Prompt.System, string(a.Prompt.Conversation), string(a.Prompt.Tools)}
	for _, t := range a.Prompt.Turns {
		all = append(all, t.Text)
	}
	return all
}

func (a *Ask) measure() {
	for _, text := range a.texts() {
		a.Chars += js.Units(text)
		a.Bytes += len(text)
	}
}
