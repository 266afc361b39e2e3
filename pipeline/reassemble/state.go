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
	Name   string `json:"block"`  // todos, plan, mode, …
	Source string `json:"source"` // message 377, flag --plan, session cwd
	Chars  int    `json:"chars"`
	Text   string `json:"-"`
	Off    bool   `json:"-"` // switched off by a person
}

// State are the pieces of live state that only a person can give; empty means absent.
type State struct {
	Todos, Plan, Mode, ProjectRoot, Automation, Transcripts, ConversationID, Skills string
}

// order is the order of the blocks behind the summary.
var order = []string{"plan", "transcripts", "mode", "project-root", "automation", "todos", "skills", "carried"}

// Collect finds the live state of a session: its todo list as its own calls have left it,
// its project root, and what flags give.
func Collect(s *model.Session, given State) []Block {
	var out []Block
	add := func(name, source, text string) {
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, Block{Name: name, Source: source, Text: safe(name, text)})
		}
	}
	add("plan", "flag --plan", given.Plan)
	where := given.Transcripts
	if given.ConversationID != "" {
		where = strings.TrimSpace(where + "\nconversation id: " + given.ConversationID)
	}
	add("transcripts", "flag --transcripts", where)
	add("mode", "flag --mode-prompt", given.Mode)
	if given.ProjectRoot != "" {
		add("project-root", "flag --project-root", given.ProjectRoot)
	} else if s.CWD != "" {
		add("project-root", "the session's working directory", s.CWD)
	}
	add("automation", "flag --automation", given.Automation)
	if given.Todos != "" {
		add("todos", "flag --todos", given.Todos)
	} else if len(s.Todos) > 0 {
		add("todos", fmt.Sprintf("message %d", s.TodosFrom), Todos(s.Todos))
	}
	add("skills", "flag --skills", given.Skills)
	for i := range out {
		out[i].Chars = chars(out[i].Wrapped())
	}
	return out
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

func tagOf(name string) string {
	switch name {
	case "todos":
		return "todo_update"
	case "transcripts":
		return "transcript_location"
	case "carried":
		return "carried_results"
	}
	return strings.ReplaceAll(name, "-", "_")
}

// Wrapped is the block as it stands in the summary message.
func (b Block) Wrapped() string {
	tag := tagOf(b.Name)
	return "<" + tag + ">\n" + b.Text + "\n</" + tag + ">"
}

// Join writes the blocks that are switched on in their order.
func Join(blocks []Block) string {
	var parts []string
	for _, name := range order {
		for _, b := range blocks {
			if b.Name == name && !b.Off && b.Text != "" {
				parts = append(parts, b.Wrapped())
			}
		}
	}
	return strings.Join(parts, "\n\n")
}
