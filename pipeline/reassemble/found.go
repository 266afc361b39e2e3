package reassemble

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// How much a finder reads, whatever the size of the session. What is looked for stands in
// messages that their rows tell from the others, so these are seldom reached.
const (
	maxReads = 200     // messages
	maxRead  = 1 << 20 // bytes of one message
	maxState = 20_000  // chars of one block that the session itself gives ‡
	nearEnd  = 20      // messages of a kind that rows do not tell apart: so many are looked at
)

// finder looks for live state in a session. Rows say which messages are worth reading.
type finder struct {
	s     *model.Session
	reads int
}

// read decodes a message; false when it cannot be read, is too large or was one too many.
func (f *finder) read(i int) (model.Message, bool) {
	if f.reads++; f.reads > maxReads || f.s.Rows[i].Bytes > maxRead {
		return model.Message{}, false
	}
	m, err := f.s.Message(i)
	return m, err == nil
}

// block is what message i gives.
func (f *finder) block(name string, i int, text string) Block {
	b := Block{Name: name, Source: fmt.Sprintf("message %d", i), In: []int{i}}
	b.Text, b.Cut = limit(text, maxState)
	if b.Cut != "" {
		b.In = nil // it may be shortened, but not dropped for what is longer
	}
	return b
}

// noted is what a note gives.
func noted(name string, n model.Note, text string) Block {
	b := Block{Name: name, Source: fmt.Sprintf("line %d", n.Line)}
	b.Text, b.Cut = limit(text, maxState)
	return b
}

// limit cuts a text and says so in it and beside it.
func limit(text string, most int) (cut, what string) {
	text = strings.TrimSpace(text)
	n := js.Units(text)
	if n <= most {
		return text, ""
	}
	marker := fmt.Sprintf("\n[... truncated, %d total chars]", n)
	return js.Prefix(text, most-js.Units(marker)) + marker, fmt.Sprintf("cut to %d of %d chars", most, n)
}

// done reports whether a call was answered without an error, or is still open.
func (f *finder) done(l model.Link) bool {
	return l.Peer < 0 || !f.s.Rows[l.Peer].Is(model.Failed)
}

// The tools by which agents enter and leave a mode in which they only plan.
var (
	enterPlan = []string{"EnterPlanMode", "enter_plan_mode"}
	exitPlan  = []string{"ExitPlanMode", "exit_plan_mode"}
)

// approved is the heading over the plan in the result of a call that has none in its arguments.
const approved = "## Approved Plan"

// plan is the plan that was agreed on last. One that was refused is none.
func (f *finder) plan() []Block {
	var last *model.Note
	for i := range f.s.Notes {
		if n := &f.s.Notes[i]; n.Kind == model.NotePlan {
			last = n
		}
	}
	for k := len(f.s.Links) - 1; k >= 0; k-- {
		l := f.s.Links[k]
		if last != nil && l.Row <= last.Row {
			break
		}
		if l.Result || !slices.Contains(exitPlan, l.Name) || !f.done(l) {
			continue
		}
		if m, ok := f.read(l.Row); ok {
			for _, p := range m.Parts {
				if text := gjson.Get(p.Args, "plan"); p.Kind == model.Call && p.ID == l.ID && text.Type == gjson.String && text.Str != "" {
					return []Block{f.block(planBlock, l.Row, text.Str)}
				}
			}
		}
		if text := f.result(l); text != "" {
			if _, text, ok := strings.Cut(text, approved); ok {
				return []Block{f.block(planBlock, l.Peer, strings.TrimLeft(text, ": \n"))}
			}
		}
	}
	if last != nil {
		return []Block{noted(planBlock, *last, last.Text)}
	}
	return nil
}

// result is the text of the result of a call, empty when there is none.
func (f *finder) result(l model.Link) string {
	if l.Peer < 0 {
		return ""
	}
	m, _ := f.read(l.Peer)
	for _, p := range m.Parts {
		if p.Kind == model.Result && p.ID == l.ID {
			return p.OutputText()
		}
	}
	return ""
}

// root is the folder whose instructions the agent was given, else the working directory.
func (f *finder) root() []Block {
	for i, seen := 0, 0; i < len(f.s.Rows) && seen < nearEnd; i++ {
		if r := &f.s.Rows[i]; r.Role != model.User || r.Origin == model.FromSummary {
			continue
		}
		seen++
		m, ok := f.read(i)
		if !ok {
			continue
		}
		if dir := rootIn(m.Text(), f.s.CWD); dir != "" {
			b := f.block(rootBlock, i, dir)
			b.In = nil // the tail may keep the message; a root is one line
			return []Block{b}
		}
	}
	return []Block{{Name: rootBlock, Source: "the session's working directory", Text: f.s.CWD}}
}

// rootIn finds the folder of the instructions that a text quotes: those of the project, not those
// that hold for all projects of a person.
func rootIn(text, cwd string) string {
	if _, rest, ok := strings.Cut("\n"+text, "\n# AGENTS.md instructions for "); ok {
		dir, _, _ := strings.Cut(rest, "\n")
		return absolute(strings.TrimSpace(dir))
	}
	for rest := text; ; {
		var ok bool
		if _, rest, ok = strings.Cut(rest, "Contents of "); !ok {
			return ""
		}
		line, _, _ := strings.Cut(rest, "\n")
		at := strings.Index(line, "CLAUDE.md")
		if at <= 1 {
			continue
		}
		dir := absolute(strings.TrimRight(line[:at], `/\`))
		if dir == "" || path.Base(strings.ReplaceAll(dir, `\`, "/")) == ".claude" || strings.Contains(line[at:], "all projects") {
			continue
		}
		if cwd == "" || cwd == dir || strings.HasPrefix(cwd, dir+"/") || strings.HasPrefix(cwd, dir+`\`) {
			return dir
		}
	}
}

// absolute is a folder that is named from its root, on whatever system; else nothing.
func absolute(dir string) string {
	if len(dir) > 0 && dir[0] == '/' || len(dir) > 2 && dir[1] == ':' && (dir[2] == '\\' || dir[2] == '/') {
		return dir
	}
	return ""
}

// automation is the message by which a scheduled run was started.
func (f *finder) automation() []Block {
	for i, seen := 0, 0; i < len(f.s.Rows) && seen < nearEnd; i++ {
		r := &f.s.Rows[i]
		if r.Role != model.User {
			continue
		}
		seen++
		if !strings.HasPrefix(r.Label, "<scheduled-task ") && (!strings.HasPrefix(r.Label, "Automation: ") || !strings.Contains(r.Label, " Automation ID: ")) {
			continue
		}
		if m, ok := f.read(i); ok {
			return []Block{f.block(automationBlock, i, m.Text())}
		}
	}
	return nil
}

// todos is the todo list as the session's own calls have left it.
func (f *finder) todos() []Block {
	list, source := f.s.Todos, fmt.Sprintf("message %d", f.s.TodosFrom)
	if f.s.TodosFrom < 0 {
		source = "before the last compaction"
	}
	if f.s.TodosFrom < 0 && len(list) == 0 {
		list = f.earlierTodos()
	}
	return []Block{{Name: todoBlock, Source: source, Text: Todos(list)}}
}

// maxPast is how many answers before the last compaction are searched for a todo list.
const maxPast = 500

// earlierTodos is the last todo list that was written whole before the last compaction, for
// formats whose readers do not know of it.
func (f *finder) earlierTodos() []model.Todo {
	seen := 0
	for i := len(f.s.History) - 1; i >= 0 && seen < maxPast; i-- {
		p := &f.s.History[i]
		if p.Row >= 0 || p.Gone || p.Is() || p.Role != model.Assistant || p.Len == 0 || p.Len > maxRead {
			continue
		}
		seen++
		if m, err := f.s.Past(i); err == nil {
			if list, ok := measure.TodosIn(m); ok {
				return list
			}
		}
	}
	return nil
}
