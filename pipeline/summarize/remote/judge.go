package remote

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"cutline/model/tokens"
	"cutline/pipeline/summarize"
)

// least is the share of a prompt that a server must say it has read: less, and it read a part of it
// and said nothing.
const least = 0.8

// judge says why a reply is no summary, nil when it may be one.
func (r *Rung) judge(ctx context.Context, ask Ask, reply summarize.Reply) *summarize.Failure {
	sent := unread(ctx, ask, reply)
	words := strings.IndexFunc(reply.Text, unicode.IsLetter) >= 0
	switch {
	case reply.Stop == summarize.StopWindow:
		return summarize.Fail(summarize.InputTokens, "the context window of the model was full before the answer ended")
	case sent > 0:
		return &summarize.Failure{
			Kind: summarize.InputTokens, Size: sent, Limit: reply.InputTokens,
			Detail: fmt.Sprintf("the server read %d tokens of a prompt of about %d and said nothing of it; a larger context window has to be set up there", reply.InputTokens, sent),
		}
	case reply.Stop == summarize.StopLength && !words && !reply.Reasoning && reply.OutputTokens == 0:
		return summarize.Fail(summarize.InputTokens, "the prompt left no room for an answer")
	case reply.Stop == summarize.StopLength:
		return &summarize.Failure{
			Kind: summarize.OutputLimit, Thought: !words && reply.Reasoning,
			Detail: fmt.Sprintf("the answer was cut at its limit of %d tokens", ask.Prompt.MaxOutput),
		}
	case reply.Stop == summarize.StopRefused:
		return summarize.Fail(summarize.Refused, "the model refused to answer")
	case reply.Stop == summarize.StopTool, reply.Calls > 0 && !words:
		return summarize.Fail(summarize.NoSummary, "the model called a tool instead of writing a summary; no tool was run")
	case !words:
		return summarize.Fail(summarize.Empty, "the answer was empty")
	}
	return nil
}

// unread is how many tokens a prompt has of which a server read far less, 0 when it read all of it as
// far as one can tell. Encodings differ, so both a count and an estimate have to say so.
func unread(ctx context.Context, ask Ask, reply summarize.Reply) int {
	few := func(of int) bool { return float64(reply.InputTokens) < least*float64(of) }
	if reply.InputTokens <= 0 || reply.Native || ask.Prompt.Conversation != nil || !few(ask.Chars/charsPerToken) {
		return 0
	}
	n, err := count(ctx, ask, tokens.O200k)
	if err != nil || !few(n) {
		return 0
	}
	return min(n, ask.Chars/charsPerToken)
}

// windower is a client whose server tells how much it takes.
type windower interface {
	Window(ctx context.Context) int
}

// fits says that a prompt is not sent because it is known to be too long; nil when it may fit.
func (r *Rung) fits(ctx context.Context, ask Ask) *summarize.Failure {
	window, from := r.o.Most, "of the model"
	if w, ok := r.client.(windower); ok {
		if n := w.Window(ctx); n > 0 {
			window, from = n, "that the server is set up with"
		}
	}
	limit := window - ask.Prompt.MaxOutput
	if limit < window/2 { // a window so small is shared
		limit = window / 2
	}
	if window <= 0 || ask.Chars/charsPerToken <= limit || ask.Prompt.Conversation != nil {
		return nil
	}
	n, err := count(ctx, ask, tokens.O200k)
	if err != nil || n <= limit {
		return nil
	}
	return &summarize.Failure{
		Kind: summarize.InputTokens, Size: n, Limit: limit,
		Detail: fmt.Sprintf("the prompt has about %d tokens and the window %s %d, so it was not sent", n, from, window),
	}
}
