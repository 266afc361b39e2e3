package chat

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// conversation is one of several in a file: a value with a list of messages in it.
type conversation struct {
	text string
	off  int64 // of its first byte, in the file
}

// nameKeys are the keys under which what holds a list may name it.
var nameKeys = []string{"id", "conversation_id", "session_id", "sessionId", "task_id", "instance_id"}

// names are ids of conversations: those that they have themselves when all have one and no two
// the same, else their numbers, from 1.
func names(all []conversation) []string {
	for _, key := range nameKeys {
		ids, seen := make([]string, len(all)), make(map[string]bool, len(all))
		for i, c := range all {
			v := js.Fields(gjson.Parse(c.text)).Get(key)
			if v.Type != gjson.String && v.Type != gjson.Number {
				break
			}
			ids[i] = strings.Clone(js.Text(v))
			seen[ids[i]] = true
		}
		if !seen[""] && len(seen) == len(all) {
			return ids
		}
	}
	ids := make([]string, len(all))
	for i := range ids {
		ids[i] = strconv.Itoa(i + 1)
	}
	return ids
}

// choose gives the conversation that is wanted. None is chosen when nobody has said which.
func choose(all []conversation, want string) (conversation, error) {
	ids := names(all)
	for i, id := range ids {
		if id == want && want != "" {
			return all[i], nil
		}
	}
	if want != "" {
		return conversation{}, &model.NotHereError{What: "session", ID: want, Has: ids}
	}
	briefs := make([]model.Brief, len(all))
	for i, c := range all {
		briefs[i] = brief(c, ids[i])
	}
	return conversation{}, &model.SeveralError{Sessions: briefs}
}

// brief is what a list shows of a conversation: the first words of a person, and how many messages
// there are.
func brief(c conversation, id string) model.Brief {
	b := model.Brief{ID: id}
	l, _ := find(gjson.Parse(c.text))
	b.Title = js.Text(l.around.Get("title"))
	l.messages.ForEach(func(_, e gjson.Result) bool {
		b.Messages++
		if b.Title == "" && e.Get("role").Str == "user" {
			out, _ := read(e.Raw)
			for _, r := range out {
				if r.Origin == model.Person && b.Title == "" {
					b.Title = measure.Label(r.Text())
				}
			}
		}
		return true
	})
	return b
}
