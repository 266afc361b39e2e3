package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// losses counts what a conversion leaves out or changes, in the order in which it was met.
type losses struct {
	order []string
	count map[string]int
	last  []string // whole sentences
}

// What is lost: a noun in the singular, a bar, and what became of it.
const (
	thought        = "thinking block|left out: without a signature of the model that reads it an API refuses it"
	sealedThought  = "thinking block|left out: the file holds only a form that its own model can read"
	unknownBlock   = "block|left out: no reader knows its type"
	orphanResult   = "tool result|left out: no open call before it has its id"
	movedResult    = "tool result|put right behind the call; something else stood between the two"
	openCall       = "call|answered by a result that says that none was recorded"
	failedMark     = "tool result|lost the mark that the tool failed: the format has none"
	newID          = "call|given a new id: the old one was missing, used before, or of a form that APIs refuse"
	newName        = "tool name|spelled differently: APIs take letters, digits, _ and -"
	bareArguments  = "call|whose arguments are no JSON object: they stand under the key \"input\""
	agentSystem    = "system message|left out: it is the prompt of another agent"
	systemReminder = "system message|turned into a reminder in the user's role"
	reminder       = "message|that no person typed put into reminder tags: the format has no other mark for it"
	emptyMessage   = "message|left out: nothing of it can be held"
	attachment     = "attachment|of the harness (memory files, lists of tools and the like) left out: they are no messages"
	sealedSummary  = "encrypted item|left out: only its server can read the earlier summary in it"

	// Behind "image" or "file".
	noRoom = "|replaced by a line that says so: the format takes none in that place"
	noData = "|replaced by a line that says so: the data is not in the session"
	noForm = "|replaced by a line that says so: the format does not take that kind of data"
)

func (l *losses) add(what string, n int) {
	if l.count == nil {
		l.count = make(map[string]int)
	}
	if l.count[what] == 0 {
		l.order = append(l.order, what)
	}
	l.count[what] += n
}

// tools says which tools the calls are of.
func (l *losses) tools(names map[string]bool, title string) {
	const some = 6
	list := slices.Sorted(maps.Keys(names))
	more := ""
	if n := len(list) - some; n > 0 {
		list, more = list[:some], fmt.Sprintf(" and %d more", n)
	}
	l.last = append(l.last, fmt.Sprintf("the calls are of the tools %s%s: %s may have none of these names", strings.Join(list, ", "), more, title))
}

// sentences are what was lost, with counts.
func (l *losses) sentences() []string {
	var out []string
	for _, what := range l.order {
		noun, rest, _ := strings.Cut(what, "|")
		n := l.count[what]
		if n != 1 {
			noun += "s"
		}
		out = append(out, fmt.Sprintf("%d %s %s", n, noun, rest))
	}
	return append(out, l.last...)
}
