package reassemble

import (
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline/summarize"
)

// Block is one piece of live state that goes into the compacted session: state is no
// history, so no summary has to remember it.
type Block struct {
	Name   string `json:"block"`         // todos, plan, mode, …; there may be several skills
	Key    string `json:"-"`             // tells blocks of one name apart: a skill's name, the folder of a note
	Source string `json:"source"`        // message 377, flag --plan, the session's working directory
	Chars  int    `json:"chars"`         // of what is re-injected, its tags included
	Off    bool   `json:"off,omitempty"` // switched off by a person
	Text   string `json:"-"`
	Cut    string `json:"-"` // what of it is left out, empty when it is whole
	// In are the messages that hold it word for word, nil when none does. What stays in the
	// tail is not said twice.
	In []int `json:"-"`
}

// State are the pieces of live state that a person gives; empty means what the session says,
// Off that there is none. Automation and ConversationID are the session's own too when it has them.
type State struct {
	Todos, Plan, Mode, ProjectRoot, Automation, Transcripts, ConversationID, Skills string
	// Files asks for the files that were read last, see RecentFiles. Collect does not look for them.
	Files bool
}

// Off is the value of a piece of state that is not re-injected although the session has it.
const Off = "off"

// The names of the blocks.
const (
	planBlock       = "plan"
	transcriptBlock = "transcripts"
	modeBlock       = "mode"
	rootBlock       = "project-root"
	automationBlock = "automation"
	todoBlock       = "todos"
	skillBlock      = "skills"
	carriedBlock    = "carried"
	fileBlock       = "file"
	// PinBlock are the pins of a person.
	PinBlock = "pins"
	// NoteBlock points to the files of a memory channel.
	NoteBlock = "memory-note"
)

// Collect finds the live state of a session: what its own calls, messages and records say as
// they stand last, and what a person gives, which wins. It reads a few messages, so it is for
// once a session.
func Collect(s *model.Session, given State) []Block {
	f := finder{s: s}
	var out []Block
	one := func(name, flag, text string, found func() []Block) {
		switch strings.TrimSpace(text) {
		case "":
			out = append(out, found()...)
		case Off:
			for _, b := range found() {
				b.Off = true
				out = append(out, b)
			}
		default:
			out = append(out, Block{Name: name, Source: "flag --" + flag, Text: text})
		}
	}
	none := func() []Block { return nil }
	one(planBlock, "plan", given.Plan, f.plan)
	where := given.Transcripts
	if id := conversation(s, given); where != Off && id != "" {
		where = strings.TrimSpace(where + "\nconversation id: " + id)
	}
	one(transcriptBlock, "transcripts", where, none)
	one(modeBlock, "mode-prompt", given.Mode, f.mode)
	one(rootBlock, "project-root", given.ProjectRoot, f.root)
	one(automationBlock, "automation", given.Automation, f.automation)
	one(todoBlock, "todos", given.Todos, f.todos)
	one(skillBlock, "skills", given.Skills, f.skills)
	out = append(out, f.note()...)
	kept := out[:0]
	for _, b := range out {
		if b.Text = strings.TrimSpace(b.Text); b.Text != "" {
			kept = append(kept, b.Set(b.Text))
		}
	}
	return kept
}

// conversation is the id that stands beside the place of the transcripts: the one that is
// given, or the session's when there is a place.
func conversation(s *model.Session, given State) string {
	switch {
	case given.ConversationID == Off:
		return ""
	case given.ConversationID == "" && given.Transcripts != "":
		return s.ID
	}
	return given.ConversationID
}

// Set is the block with another text.
func (b Block) Set(text string) Block {
	b.Text = safe(b.Name, text)
	b.Chars = chars(b.Wrapped())
	return b
}

// NewBlock makes a block.
func NewBlock(name, source, text string) Block {
	return Block{Name: name, Source: source}.Set(text)
}

// safe keeps text of a session from closing the block it stands in.
func safe(name, text string) string {
	text = summarize.Neutralize(text)
	end := "</" + tagOf(name) + ">"
	return strings.ReplaceAll(text, end, "["+end[1:len(end)-1]+"]")
}

// Todos writes a todo list, one entry a line with its status.
func Todos(list []model.Todo) string {
	var b strings.Builder
	for _, t := range list {
		status := t.Status
		if status == "" {
			status = "pending"
		}
		fmt.Fprintf(&b, "- [%s] %s\n", status, strings.Join(strings.Fields(t.Text), " "))
	}
	return b.String()
}
