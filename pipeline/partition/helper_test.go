package partition

import (
	"fmt"
	"strings"
	"testing"

	"cutline/model"
)

// session reads a script of words, one a message:
//
//	s system · p a person · i injected · m an earlier summary · u user info
//	a words of the assistant · e an assistant message without a part · z one with empty text
//	c1,2 calls with these ids · r1 a result · k a person's message with a skill
func session(tb testing.TB, script string) ([]model.Row, []model.Link) {
	tb.Helper()
	var rows []model.Row
	var links []model.Link
	for i, w := range strings.Fields(script) {
		row := model.Row{Role: model.User, Flags: model.HasText, Rendered: 100 + i}
		switch w[0] {
		case 's':
			row.Role = model.System
		case 'p':
			row.Origin = model.Person
		case 'k':
			row.Origin, row.Flags = model.Person, row.Flags|model.Skill
		case 'i':
			row.Origin = model.Injected
		case 'm':
			row.Origin = model.FromSummary
		case 'u':
			row.Origin, row.Flags = model.Injected, row.Flags|model.UserInfo
		case 'a':
			row.Role = model.Assistant
		case 'e':
			row.Role, row.Flags = model.Assistant, model.Empty
		case 'z':
			row.Role, row.Flags = model.Assistant, model.Empty|model.Blank
		case 'c', 'r':
			row.Role, row.Flags = model.Assistant, model.HasCall
			if w[0] == 'r' {
				row.Role, row.Flags = model.Tool, model.HasResult
			}
			for _, id := range strings.Split(w[1:], ",") {
				links = append(links, model.Link{ID: id, Row: i, Result: w[0] == 'r'})
			}
		default:
			tb.Fatalf("no message is spelt %q", w)
		}
		rows = append(rows, row)
	}
	model.Pair(links)
	return rows, links
}

// run splits a script.
func run(tb testing.TB, script string, p Params) Output {
	tb.Helper()
	rows, links := session(tb, script)
	return Run(Input{Rows: rows, Links: links, Params: p})
}

// literal are the parameters of the first design's own rule.
func literal() Params { return Params{SplitOn: "any", SplitAt: -1} }

// list writes indices as "0 1 2".
func list(idx []int) string { return strings.Trim(fmt.Sprint(idx), "[]") }
