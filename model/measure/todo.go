package measure

import (
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/pattern"
)

// todoTools are the tools by which agents keep a todo list: those that write it whole, with
// the key of the list and the key of an entry's text.
var todoTools = map[string]struct{ list, text string }{
	"TodoWrite":   {"todos", "content"},
	"todowrite":   {"todos", "content"},
	"todo_write":  {"todos", "content"},
	"update_plan": {"plan", "step"},
}

// makesTask and changesTask are the tools by which a list is kept task by task.
const (
	makesTask   = "TaskCreate"
	changesTask = "TaskUpdate"
)

// writesTodos reports whether a call of the tool may change the list.
func writesTodos(tool string) bool {
	_, whole := todoTools[tool]
	return whole || tool == makesTask || tool == changesTask
}

// taskNumber is how the result of TaskCreate names the task that it made.
var taskNumber = pattern.New(`#(\d+)`)

// todoList is the session's own todo list as its tool calls have left it.
type todoList struct {
	items   []model.Todo
	makers  []string // by item: the id of the TaskCreate call that made it, else empty
	created int      // tasks made by TaskCreate; until their results come they are numbered from 1
}

// TodosIn is the todo list that a message writes whole with its last such call; false when it
// writes none.
func TodosIn(m model.Message) ([]model.Todo, bool) {
	var t todoList
	found := false
	for _, p := range m.Parts {
		if _, whole := todoTools[p.Name]; p.Kind == model.Call && whole {
			found = t.call(p) || found
		}
	}
	return t.items, found
}

// call applies a tool call and reports whether it wrote the list.
func (t *todoList) call(p model.Part) bool {
	args := gjson.Parse(p.Args)
	if spec, ok := todoTools[p.Name]; ok {
		list := args.Get(spec.list)
		if list.Type == gjson.String { // some agents pass the list as a JSON string
			s, _ := js.Unquote(list.Raw)
			list = gjson.Parse(s)
		}
		if !list.IsArray() {
			return false
		}
		t.items, t.makers = nil, nil
		for _, e := range list.Array() {
			t.makers = append(t.makers, "")
			t.items = append(t.items, model.Todo{ID: text(e.Get("id")), Text: text(e.Get(spec.text)), Status: text(e.Get("status"))})
		}
		return true
	}
	switch p.Name {
	case makesTask:
		t.created++
		t.makers = append(t.makers, p.ID)
		t.items = append(t.items, model.Todo{ID: strconv.Itoa(t.created), Text: text(args.Get("subject")), Status: "pending"})
		return true
	case changesTask:
		id := text(args.Get("taskId"))
		for i := range t.items {
			if t.items[i].ID != id {
				continue
			}
			if s := text(args.Get("status")); s == "deleted" {
				t.remove(i)
				return true
			} else if s != "" {
				t.items[i].Status = s
			}
			if s := text(args.Get("subject")); s != "" {
				t.items[i].Text = s
			}
			return true
		}
	}
	return false
}

func (t *todoList) remove(i int) {
	t.items = append(t.items[:i:i], t.items[i+1:]...)
	t.makers = append(t.makers[:i:i], t.makers[i+1:]...)
}

// result takes the number that the tool gave to the task which the call made. Calls may run
// in parallel, so the call's id says which task it is. A call that failed made none.
func (t *todoList) result(tool string, p model.Part) {
	if tool != makesTask || p.ID == "" {
		return
	}
	i := slices.Index(t.makers, p.ID)
	if i < 0 {
		return
	}
	if p.Failed {
		t.remove(i)
		return
	}
	if m := taskNumber.FindStringSubmatch(p.OutputText()); m != nil {
		t.items[i].ID, t.makers[i] = m[1], ""
	}
}

func text(v gjson.Result) string {
	if v.Type == gjson.String {
		s, _ := js.Unquote(v.Raw)
		return s
	}
	if v.Type == gjson.Null {
		return ""
	}
	return v.Raw
}
