// Package remote is a rung of the ladder that asks a model: it writes the prompt, takes secrets
// out of it, sends it and judges the answer. What is done about an answer that is no summary, or about
// none, is the ladder's to decide.
package remote

import (
	"context"
	"fmt"
	"slices"

	"cutline/model/js"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

const (
	// MaxOutput is how many tokens an answer may have when nobody says otherwise: between the 4,000 and
	// the 20,000 of the agents whose summaries we know.
	MaxOutput = 8192
	// room is by how much that grows for a model that used it up thinking.
	room = 2
	// NativeMin is the least estimated tokens of input for a server's own compaction: what Anthropic's
	// beta takes as its smallest trigger.
	NativeMin = 50_000
	// wordiest is how many bytes a token of an answer has at most: what is longer did not mind its limit.
	wordiest = 32
	// charsPerToken is the estimate that NativeMin is compared with.
	charsPerToken = 4
)

// Options are what a rung knows of the model that it asks.
type Options struct {
	Rung     string // summarize.Self or summarize.External
	Provider string // as a person calls it
	Vendor   string // who made the model, empty when unknown
	Model    string
	Host     string // where requests go
	Key      string // where the key comes from, such as the variable's name; empty when there is none. Never the key.
	Window   int    // tokens of the model, 0 when unknown
	Most     int    // tokens of the largest window that the model is offered with, 0 when unknown
	Output   int    // most tokens of an answer; 0: MaxOutput
	Limit    int    // tokens that an answer of the model can have at all, 0 when unknown
	Native   bool   // use the server's own compaction where it can
	Local    bool   // the server is on this machine
	Plain    bool   // the address is http and not on this machine
	Because  string // why this provider, in a few words
	// Replay gives the messages of a list as the API takes them; for Self.
	Replay func(list []slim.Allocation) (Replayed, error)
}

// Rung asks a model.
type Rung struct {
	client summarize.Client
	o      Options
}

// New makes a rung.
func New(client summarize.Client, o Options) *Rung {
	if o.Output <= 0 {
		o.Output = MaxOutput
	}
	return &Rung{client, o}
}

// Options are what the rung was made with.
func (r *Rung) Options() Options { return r.o }

// Info is what a plan may know.
func (r *Rung) Info() summarize.Info {
	return summarize.Info{Rung: r.o.Rung, Vendor: r.o.Vendor, Model: r.o.Model, Host: r.o.Host, Window: r.o.Window}
}

// Summarize asks once: with the server's own compaction where that is wanted and possible, and with a
// prompt when it is not, or fails.
func (r *Rung) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	ask, err := Compose(ctx, req, r.o)
	if err != nil {
		return summarize.Answer{}, err
	}
	if f := r.fits(ctx, ask); f != nil && !ask.asIs {
		return summarize.Answer{}, f
	}
	note := ""
	if r.o.Native && req.Job.Kind == "" {
		tokens := ask.Chars / charsPerToken
		if tokens < NativeMin {
			note = fmt.Sprintf("the server's own compaction wants %d tokens, and this is ~%d; the prompt was used", NativeMin, tokens)
		} else {
			answer, err := r.send(ctx, ask, on, true)
			if err == nil || ctx.Err() != nil || !slices.Contains(instead, summarize.FailureOf(err).Kind) {
				return answer, err
			}
			note = "the server's own compaction failed: " + err.Error() + "; the prompt was used"
		}
	}
	answer, err := r.send(ctx, ask, on, false)
	if note != "" {
		answer.Note = note
	}
	return answer, err
}

// instead are the failures of a server's own compaction that a prompt does not share.
var instead = []summarize.Kind{summarize.InvalidArgument, summarize.NotFound, summarize.NoSummary, summarize.Empty, summarize.Other}

// send sends a prompt and judges what comes back.
func (r *Rung) send(ctx context.Context, ask Ask, on func(summarize.Progress), native bool) (summarize.Answer, error) {
	ask.Prompt.Native = native
	within, stop := context.WithCancel(ctx)
	defer stop()
	most, was, chars := ask.Prompt.MaxOutput*wordiest, 0, 0
	endless := false
	reply, err := r.client.Send(within, ask.Prompt, func(text string) {
		if len(text) < was { // it begins anew
			was, chars = 0, 0
		}
		chars += js.Units(text[was:])
		was = len(text)
		if was > most {
			endless = true
			stop()
			return
		}
		if on != nil {
			on(summarize.Progress{Rung: r.o.Rung, Done: chars, Text: text})
		}
	})
	switch {
	case endless && ctx.Err() == nil:
		return summarize.Answer{}, summarize.Fail(summarize.OutputLimit, fmt.Sprintf("the answer did not end: it has more than %d bytes", most))
	case ctx.Err() != nil:
		return summarize.Answer{}, ctx.Err()
	case err != nil:
		return summarize.Answer{}, r.explain(summarize.FailureOf(err))
	}
	f := r.judge(ctx, ask, reply)
	note := ""
	if f != nil && ask.asIs {
		f, note = nil, "taken as it is, as by the original: "+f.Error()
	}
	if f != nil {
		f.Model, f.InputTokens, f.OutputTokens = reply.Model, reply.InputTokens, reply.OutputTokens
		return summarize.Answer{}, f
	}
	return summarize.Answer{
		Text: reply.Text, Model: reply.Model, InputTokens: reply.InputTokens, OutputTokens: reply.OutputTokens, Native: reply.Native, Note: note,
	}, nil
}

// explain adds what a person can do about a failure.
func (r *Rung) explain(f *summarize.Failure) *summarize.Failure {
	key := "no key was sent"
	if r.o.Key != "" {
		key = "the key comes from " + r.o.Key
	}
	hint := map[summarize.Kind]string{
		summarize.Unauthenticated: key,
		summarize.Forbidden:       key,
		summarize.NotFound:        fmt.Sprintf("the model asked for is %q; --model names another one", r.o.Model),
		summarize.Silent:          "--timeout changes it",
	}[f.Kind]
	if hint != "" {
		f.Detail = f.Error() + " (" + hint + ")"
	}
	return f
}
