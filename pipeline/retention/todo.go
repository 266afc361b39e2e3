package retention

import (
	"strings"

	"cutline/pipeline/lint"
)

// statuses are the words for the status of a todo beside its own.
var statuses = map[string][]string{
	"pending": {"pending", "[ ]", "todo", "open", "to do", "not started", "remaining"}, "in_progress": {"in_progress", "in progress", "[~]", "ongoing", "working on", "current"},
}

// openWords are what headings of open work hold, done what an entry that is done is marked with.
var (
	openWords = []string{
		"pending", "open", "todo", "todos", "to do", "remaining", "unfinished", "next step", "next steps", "in progress", "current work",
		"offen", "offene", "ausstehend", "nächste schritte", "pendiente", "pendientes", "próximos pasos", "à faire", "en cours", "待办", "未完成", "下一步", "未完了", "残り", "今後",
	}
	doneWords = []string{"[x]", "completed", "done", "finished", "erledigt", "fertig", "hecho", "terminé", "✅", "✓", "已完成", "完了"}
)

// todo is ½ for the words of a todo, and 1 when its status stands beside them, or they stand below a
// heading of open work and are not told as done.
func (m *matcher) todo(text string) float64 {
	status, words, _ := strings.Cut(strings.TrimPrefix(text, "["), "] ")
	content := lint.Content(words)
	if len(content) == 0 {
		return one(m.line(words))
	}
	names := statuses[status]
	if names == nil {
		names = []string{strings.ToLower(status)}
	}
	best := 0.0
	for i, hits := range m.hits(content) {
		if float64(hits) < said*float64(len(content)) {
			continue
		}
		best = max(best, 0.5)
		unit := plain(m.doc.units[i])
		if marked(unit, names) || m.doc.open[i] && !marked(unit, doneWords) {
			return 1
		}
	}
	return best
}

// marked reports whether one of some words stands in a unit.
func marked(unit string, words []string) bool {
	for _, w := range words {
		if find(unit, w, func(at, end int) bool { return whole(unit, at, end) }) {
			return true
		}
	}
	return false
}
