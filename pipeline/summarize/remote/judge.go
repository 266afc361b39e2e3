package remote

import (
	"fmt"
	"strings"
	"unicode"

	"cutline/pipeline/summarize"
)

// read is the share of a prompt that a server must say it has read: less, and it read a part of it
// and said nothing.
const read = 0.8

// judge says why a reply is no summary, nil when it may be one.
func (r *Rung) judge(ask Ask, reply summarize.Reply) *summarize.Failure {
	words := strings.IndexFunc(reply.Text, unicode.IsLetter) >= 0
	switch {
	case reply.Stop == summarize.StopWindow:
		return summarize.Fail(summarize.InputTokens, "the context window of the model was full before the answer ended")
	case r.unread(ask, reply):
		return &summarize.Failure{
			Kind: summarize.InputTokens, Size: ask.Tokens, Limit: reply.InputTokens,
			Detail: fmt.Sprintf("the server read %d tokens of a prompt of about %d and said nothing of it; a larger context window has to be set up there", reply.InputTokens, ask.Tokens),
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

// unread reports whether a server dropped part of the prompt: it says how much it read, and that is
// far less than was sent, or all that its window holds.
func (r *Rung) unread(ask Ask, reply summarize.Reply) bool {
	if reply.InputTokens <= 0 || reply.Native {
		return false
	}
	return float64(reply.InputTokens) < read*float64(ask.Tokens)
}
