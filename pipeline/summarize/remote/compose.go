package remote

import (
	"context"
	"fmt"
	"slices"

	"cutline/model/js"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
	"cutline/pipeline/summarize/redact"
)

// Ask is a prompt as it would be sent, and what a person wants to know of it before.
type Ask struct {
	Prompt   summarize.Prompt
	Messages int // that it holds something of
	Chars    int
	Bytes    int
	Hidden   []summarize.Hidden // secrets that were taken out of it
	Parts    []string           // what stands for each place of the slimmed messages; nil when they are replayed
	At       []int              // the message of each of them, the first one where several share a marker
	asIs     bool               // any answer is taken
}

// Compose writes the prompt for a request: the same text that is shown before it is sent. Secrets are
// taken out of it. The error is that of ctx, or of a message that cannot be read or sent.
func Compose(ctx context.Context, req summarize.Request, o Options) (Ask, error) {
	g := &guarded{Source: req.Source, secrets: &redact.Redactor{}}
	all := append(slices.Clip(req.List), req.Also...)
	slices.Sort(all) // so that a secret has the same number in each request of an attempt
	if err := g.learn(ctx, slices.Compact(all)); err != nil {
		return Ask{}, err
	}
	ask, err := compose(req, o, g)
	if err != nil {
		return Ask{}, err
	}
	ask.Hidden = g.hidden(ask.Prompt)
	ask.measure()
	return ask, nil
}

func compose(req summarize.Request, o Options, g *guarded) (Ask, error) {
	in := prompt.Input{
		Family: req.Family, Preamble: req.Slim.Preamble, Instructions: g.text(req.Instructions, -1), Shorter: req.Shorter, Strip: req.Strip, Replay: o.Replay != nil,
	}.About(req.Rows, req.List, req.Tail)
	ask := Ask{asIs: req.Job.AsIs}
	var from slim.Source = g
	if job := req.Job; job.Kind != "" {
		in.Job, in.Previous, in.AsIs = job.Kind, g.text(job.Previous, -1), job.AsIs
		if !job.AsIs {
			from = prompt.Guarded(g)
		}
	}
	var err error
	var again Replayed
	if in.Replay {
		list := read(req.Slim)
		ask.Messages = len(list)
		if again, err = o.Replay(list); err != nil {
			return Ask{}, err
		}
		var whole, same bool
		again.System = g.text(again.System, -1)
		again.Conversation, whole = g.json(again.Conversation)
		if again.Tools, same = g.json(again.Tools); !whole || !same {
			return Ask{}, summarize.Fail(summarize.InvalidArgument, "with its secrets taken out the conversation is no JSON any more, so it cannot be replayed")
		}
	} else if in.Pieces, err = slim.Places(from, req.Slim, req.Params); err != nil {
		return Ask{}, fmt.Errorf("read the messages to summarize: %w", err)
	}
	for _, p := range in.Pieces {
		ask.Parts, ask.At = append(ask.Parts, p.Text), append(ask.At, p.Index)
		if !p.Marker {
			ask.Messages++
		}
	}
	ask.Prompt = prompt.Build(in)
	if in.Replay {
		ask.Prompt.System, ask.Prompt.Conversation, ask.Prompt.Tools = again.System, again.Conversation, again.Tools
	}
	ask.Prompt.MaxOutput = o.Output
	if req.Job.Kind != "" {
		ask.Prompt.MaxOutput = req.Job.Output
	}
	if req.Room {
		ask.Prompt.MaxOutput *= room
		if o.Limit > 0 {
			ask.Prompt.MaxOutput = min(ask.Prompt.MaxOutput, o.Limit)
		}
	}
	return ask, nil
}

// read are the messages that a model which replays its session gets: those that no valve left out.
// It gets them whole, or the words alone of those whose calls were left out.
func read(out slim.Output) []slim.Allocation {
	var list []slim.Allocation
	for _, a := range out.Rows {
		if a.Tier != slim.Dropped {
			list = append(list, a)
		}
	}
	return list
}

// Texts are all that is sent, in order: the system prompt, the conversation and the tools of a replay,
// the turns.
func (a *Ask) Texts() []string { return texts(a.Prompt) }

func (a *Ask) measure() {
	for _, text := range texts(a.Prompt) {
		a.Chars += js.Units(text)
		a.Bytes += len(text)
	}
}
