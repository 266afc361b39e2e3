// Package prompt writes what a model is asked: a family of prompts for each kind of model, as
// text files that a person can read (text/*.txt). What stands in the conversation is guarded, so
// that no text of it can pass for the label of a turn, for one of our frames or for an order.
package prompt

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// Input is what a prompt is made of.
type Input struct {
	Family       string       // one of Families; another one counts as external
	Preamble     string       // what slim says of messages that are missing
	Pieces       []slim.Place // the slimmed messages; none for a model that replays its session
	Instructions string       // what the person asked of this compaction, may be empty
	Shorter      bool         // the last answer was cut at its limit: ask for a shorter one
	Earlier      int          // how many of the messages are summaries of earlier compactions
	Split        bool         // the last turn goes on behind the messages, with what stays
	Replay       bool         // the conversation itself goes before the prompt, as real messages
	Strip        bool         // take control characters other than line breaks and tabs out
	Job          string       // which of several requests it is, see summarize.Job; empty: the only one
	Previous     string       // of a job: the summary of an earlier compaction
	AsIs         bool         // of a job: the earlier summary goes as it is
}

// About is the input with what it must know of a session: whether earlier summaries are among
// the listed messages, and whether the tail begins in the middle of a turn.
func (in Input) About(rows []model.Row, list, tail []int) Input {
	in.Earlier = 0
	for _, i := range list {
		if rows[i].Origin == model.FromSummary {
			in.Earlier++
		}
	}
	in.Split = summarize.Parted(rows, list, tail)
	return in
}

// The frames of a prompt.
const (
	conversationOpen  = "<conversation>\n"
	conversationClose = "\n</conversation>"
	previousOpen      = "<previous-summary>\n"
	previousClose     = "\n</previous-summary>"
	instructionsOpen  = "<user-instructions>\n"
	instructionsClose = "\n</user-instructions>"
)

// prime is the family that has an earlier summary in a frame of its own.
const prime = "prime"

// Build writes the prompt: rules for the system, and one user turn with the conversation in its
// frame and what is asked. A model that replays its session gets all in the user turn, because
// the system prompt and the messages are those of the session.
func Build(in Input) summarize.Prompt {
	if in.Strip {
		in.Pieces = append([]slim.Place(nil), in.Pieces...)
		for i := range in.Pieces {
			in.Pieces[i].Text = strip(in.Pieces[i].Text)
		}
		in.Instructions = strip(in.Instructions)
	}
	if in.Job != "" && !in.Replay {
		return in.job()
	}
	role := of(in.Family, "role")
	if in.Replay {
		return summarize.Prompt{Turns: []summarize.Turn{{Role: "user", Text: blocks(shared("replay"), role, shared("duties"), in.asked())}}}
	}
	conversation, previous := in.conversation()
	return summarize.Prompt{
		System: blocks(role, shared("frame"), shared("duties")),
		Turns:  []summarize.Turn{{Role: "user", Text: blocks(conversation, previous, in.asked())}},
	}
}

// blocks joins texts by a blank line; an empty one leaves no trace.
func blocks(texts ...string) string {
	var full []string
	for _, t := range texts {
		if t != "" {
			full = append(full, t)
		}
	}
	return strings.Join(full, "\n\n")
}

// earlier reports whether a message is the summary of an earlier compaction.
func earlier(p slim.Place) bool { return p.Origin == model.FromSummary && !p.Marker }

// conversation is the frame with the messages, and for prime the one with the earlier summary.
func (in Input) conversation() (conversation, previous string) {
	var said, old []string
	for _, p := range in.Pieces {
		if in.Family == prime && earlier(p) {
			text, _ := body(p)
			old = append(old, text)
			continue
		}
		said = append(said, message(p))
	}
	if len(old) > 0 {
		previous = previousOpen + strings.Join(old, slim.Separator) + previousClose
	}
	return conversationOpen + in.Preamble + strings.Join(said, slim.Separator) + conversationClose, previous
}

// asked is what stands behind the conversation.
func (in Input) asked() string {
	begin := "initial"
	if in.Earlier > 0 {
		begin = "update"
	}
	for _, p := range in.Pieces {
		if earlier(p) {
			begin = "update"
		}
	}
	task := blocks(of(in.Family, begin), of(in.Family, "ask"))
	if in.Split {
		split := of(in.Family, "split") // of a family whose answer has a form for it
		if split == "" {
			split = shared("split")
		}
		task = blocks(task, split)
	}
	return in.minding(task)
}

// minding is a task with what a person adds to it, and after a cut answer that it has to be shorter.
func (in Input) minding(task string) string {
	var given, shorter string
	if text := strings.TrimSpace(in.Instructions); text != "" {
		given = shared("instructions") + "\n" + instructionsOpen + guard(text) + instructionsClose
	}
	if in.Shorter {
		shorter = shared("shorter")
	}
	return blocks(task, given, shorter)
}

// Suffix is how many chars the prompt has beside the messages as slim gives them, their
// separators and the preamble, when nothing has to be guarded.
func (in Input) Suffix() int {
	// Messages without words: what is more than they are is the prompt's.
	in.Preamble, in.Pieces = "", []slim.Place{{Role: model.User, Text: model.User.String() + ": "}}
	if in.Replay {
		in.Pieces = nil
	}
	for range in.Earlier {
		if !in.Replay {
			in.Pieces = append(in.Pieces, slim.Place{Role: model.User, Origin: model.FromSummary, Text: in.Pieces[0].Text})
		}
	}
	p := Build(in)
	n := js.Units(p.System)
	for _, t := range p.Turns {
		n += js.Units(t.Text)
	}
	for k, piece := range in.Pieces {
		if k > 0 {
			n -= len(slim.Separator)
		}
		n -= js.Units(piece.Text)
	}
	return n
}

// Suffix is that of a session without an earlier summary whose tail begins with a turn.
func Suffix(family, instructions string) int {
	return Input{Family: family, Instructions: instructions}.Suffix()
}
