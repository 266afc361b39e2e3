package rescue

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"cutline/model/pattern"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
)

// How an invention is taken out of a summary.
const (
	// Removed: the sentence is gone, or the list item, since it puts words into a person's mouth.
	Removed = "removed"
	// Unquoted: the words stay, without quotation marks, since somebody else may have meant them.
	Unquoted = "unquoted"
	// Struck: a remark stands in the place of a path, a name, a number or a link.
	Struck = "struck"
)

// The remarks.
const (
	notThere    = "(not in the session)"
	notVerbatim = "(not word for word)"
)

// quoted is the class of an invented quotation.
const quoted = "quote"

// Change is what was done about one invention.
type Change struct {
	retention.Claim
	How string // Removed, Unquoted, Struck
	Was string // the text that is gone: of Removed the sentence or the item
}

// edit replaces summary[from:to].
type edit struct {
	from, to int
	with     string
	change   Change
}

// Free takes the inventions out of a summary: a sentence that quotes a person with what nobody said,
// the marks of other quotations, and wherever they stand the paths, names, numbers and links that are
// nowhere in the session. Places are those of the summary as it was.
func Free(summary string, made []retention.Claim) (string, []Change) {
	var edits []edit
	for _, m := range made {
		if m.From < 0 || m.To > len(summary) || m.From >= m.To {
			continue
		}
		for _, at := range places(summary, m) {
			edits = append(edits, change(summary, m, at))
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var b strings.Builder
	var out []Change
	done := map[retention.Claim]bool{}
	at := 0
	for _, e := range edits {
		if !done[e.change.Claim] {
			done[e.change.Claim] = true
			out = append(out, e.change)
		}
		if e.from < at {
			if e.to <= at {
				continue // it went with what it stood in
			}
			e.from, e.with = at, ""
		}
		b.WriteString(summary[at:e.from] + e.with)
		at = e.to
	}
	b.WriteString(summary[at:])
	return b.String(), out
}

// change is what is done about an invention in one place.
func change(summary string, m retention.Claim, s facts.Span) edit {
	from, to := s.Start, s.End
	switch {
	case m.Class != quoted:
		for from > 0 && to < len(summary) && summary[from-1] == '`' && summary[to] == '`' { // the marks of code
			from, to = from-1, to+1
		}
		return edit{from, to, notThere, Change{m, Struck, m.Text}}
	case ofPerson(summary, s):
		e := removal(summary, s)
		e.change = Change{m, Removed, strings.TrimSpace(summary[e.from:e.to])}
		return e
	}
	from, to = marks(summary, from, to)
	return edit{from, to, strings.TrimSpace(summary[s.Start:s.End]) + " " + notVerbatim, Change{m, Unquoted, summary[from:to]}}
}

// places are those in which an invention stands: a word whole, a quotation between its marks.
func places(summary string, m retention.Claim) []facts.Span {
	out := []facts.Span{{Start: m.From, End: m.To}}
	for from := 0; ; {
		i := strings.Index(summary[from:], m.Text)
		if i < 0 {
			return out
		}
		at, end := from+i, from+i+len(m.Text)
		from = end
		begin, _ := marks(summary, at, end)
		switch {
		case at == m.From, m.Class == quoted && begin == at, m.Class != quoted && (inWord(summary[:at], true) || inWord(summary[end:], false)):
			continue
		}
		out = append(out, facts.Span{Start: at, End: end})
	}
}

// inWord reports whether the text ends, or begins, with a letter or a sign that joins words.
func inWord(s string, end bool) bool {
	if s == "" {
		return false
	}
	b := s[0]
	if end {
		b = s[len(s)-1]
	}
	return b == '_' || b == '-' || b == '/' && end || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
}

// marks is a quotation with its quotation marks.
func marks(summary string, from, to int) (int, int) {
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		if strings.HasSuffix(summary[:from], pair[0]) && strings.HasPrefix(summary[to:], pair[1]) {
			return from - len(pair[0]), to + len(pair[1])
		}
	}
	return from, to
}

const people = `\b(?:users?(?:'s)?|human|person|maintainer)\b`

var (
	// said ends in a quotation that a person is said to have spoken, a short way before it.
	said = pattern.New(`(?i)` + people + `[^.!?\n]{0,60}\b(?:said|says|asked|asks|asking|wrote|writes|request(?:ed|s)?|confirm(?:ed|s)|repl(?:ied|ies)|answer(?:ed|s)|told|wants?|wanted|` +
		`instruct(?:ed|s|ions?)|approved|agreed|demanded|insisted|stated|states|reported|complained|noted|clarified|responded|messages?|feedback|quote|words)\b[^.!?\n]{0,60}$|` +
		people + `[*_]*(?: \([^)\n]*\))?:[\s*_]*["“]?$|用户[^。！？\n]{0,20}$`)
	person = pattern.New(`(?i)` + people + `|用户`)
	// title is a line that heads others.
	title = pattern.New(`^\s*(#+ |\d+[.)] |\*\*|[A-Z][^.!?"“]*:\s*$)`)
	entry = pattern.New(`^[ \t]*(?:[-*+•]|\d+[.)]|>)[ \t]+`)
)

// ofPerson reports whether a quotation is said to be a person's: by the words before it, or by the
// heading over the list in which it is an item.
func ofPerson(summary string, q facts.Span) bool {
	from, _ := lineAt(summary, q.Start, q.End)
	head := summary[from:q.Start]
	if said.MatchString(head) {
		return true
	}
	if strings.Trim(entry.ReplaceAllString(head, ""), ` "“*_`) != "" {
		return false
	}
	lines := strings.Split(summary[:from], "\n")
	for _, l := range slices.Backward(lines) {
		if title.MatchString(l) {
			return person.MatchString(l)
		}
	}
	return false
}

// lineAt are the lines around a piece of the summary, without the last line feed.
func lineAt(summary string, from, to int) (int, int) {
	from = strings.LastIndexByte(summary[:from], '\n') + 1
	if i := strings.IndexByte(summary[to:], '\n'); i >= 0 {
		return from, to + i
	}
	return from, len(summary)
}

// removal takes the sentence away that holds a quotation, and the line when nothing else stands in it.
func removal(summary string, q facts.Span) edit {
	first, last := lineAt(summary, q.Start, q.End)
	from, to := marks(summary, q.Start, q.End)
	line := summary[first:last]
	for _, s := range facts.Sentences(line) {
		if start, end := first+s.Start, first+s.End; start < to && from < end {
			from, to = min(from, start), max(to, end)
		}
	}
	head := summary[first:from]
	if entry.ReplaceAllString(head, "") == "" || strings.TrimSpace(head) == "" {
		if strings.Trim(summary[to:last], " \t\".)”'") == "" {
			if last < len(summary) {
				last++
			}
			return edit{from: first, to: last}
		}
	}
	for to < last && (summary[to] == ' ' || summary[to] == '"') {
		to++
	}
	return edit{from: from, to: to}
}
