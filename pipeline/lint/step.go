package lint

import (
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/facts"
)

const (
	// agreement is the most words of a message that only agrees to what was offered ‡.
	agreement = 6
	// unmarkedQuote is how many words in a row are a quotation without quote marks ‡. A long path has five.
	unmarkedQuote = 7
	// How many of the words of a step were spoken of in what persons asked for: less is something new ‡.
	// A step that quotes what was said last goes on with that, so it takes less.
	askedShare, quotedShare = 1.0 / 3, 0.12
	// sameTask is how many of the words of a request, or of a todo, a step has that is about it ‡, and
	// minTask how many it needs to be recognised.
	sameTask = 0.7
	minTask  = 3
)

// step are the findings of the rules c and h. A step that starts nothing, because nothing is open or
// a person has to say something first, has none.
func (t *talk) step(o *outline) []Finding {
	s, ok := o.find(stepTitle)
	if !ok {
		return nil
	}
	body := o.text[s.body:s.to]
	if bare(body) {
		return nil // then that is rule e's, or fine
	}
	if _, _, ok := begins(body, nothing); ok {
		return nil
	}
	if _, _, ok := begins(body, waiting); ok {
		return nil
	}
	first, _, _ := strings.Cut(strings.TrimSpace(body), "\n")
	if _, ok := holds(first, settled); ok {
		return nil
	}
	at := s.body + len(body) - len(strings.TrimLeft(body, " \t\r\n"))
	f := Finding{From: at, To: s.body + len(strings.TrimRight(body, " \t\r\n")), Index: -1, Severity: Warn}
	marked := fragments(body)
	if why, row, ok := t.reopens(body, marked); ok {
		f.Rule, f.Name, f.Index = "h", Reopened, row
		f.Message = "the next step reopens " + why
		return []Finding{f}
	}
	quoted, ofUser := t.quotes(body, marked)
	strict := slices.Contains(o.expected, stepTitle) || strings.Contains(strings.ToLower(o.text[s.from:s.body]), strings.ToLower(stepTitle))
	f.Rule, f.Name = "c", Ungrounded
	switch asked := ofUser || t.wasAsked(body, quoted); {
	case !asked && !quoted && strict:
		f.Message = "the next step starts what no message of the user asked for, and quotes nothing of the latest conversation"
	case !asked:
		f.Message = "the next step starts what no message of the user asked for"
	case !quoted && strict:
		f.Severity = Note
		f.Message = "the next step quotes nothing of the latest conversation"
	default:
		return nil
	}
	return []Finding{f}
}

// fragments are the quotations of a step, in words.
func fragments(body string) [][]string {
	var out [][]string
	for _, q := range quotes(body) {
		for _, p := range pieces(q) {
			if list := words(p); len(list) > 0 {
				out = append(out, list)
			}
		}
	}
	return out
}

// quotes reports whether a step quotes what was said last, and whether it quotes a person.
func (t *talk) quotes(body string, marked [][]string) (latest, ofUser bool) {
	for _, q := range marked {
		if len(q) >= gramWords && t.latest.share(q) >= same {
			latest = true
		}
	}
	for _, r := range t.requests {
		if r.quotedBy(body, marked) {
			ofUser = true
			latest = latest || t.latest.share(r.words) >= same
		}
	}
	return latest || t.latest.longest(words(body)) >= unmarkedQuote, ofUser
}

// quotedBy reports whether a step quotes a request: a quotation stands in it or is all of it, or many
// words in a row do.
func (r request) quotedBy(body string, marked [][]string) bool {
	if slices.ContainsFunc(marked, func(q []string) bool {
		return len(q) >= gramWords && position(r.words, q) >= 0 || slices.Equal(q, r.words)
	}) {
		return true
	}
	said := grams{}
	said.add(r.words)
	return said.longest(words(body)) >= unmarkedQuote
}

// wasAsked reports whether persons spoke of what a step is about. It is true when that cannot be
// told: of a step of few words, or in another language than theirs.
func (t *talk) wasAsked(body string, quoted bool) bool {
	list := content(body)
	if len(list) < minTask || len(t.requests) == 0 {
		return true
	}
	var theirs []string
	for _, r := range t.requests {
		theirs = append(theirs, r.words[:min(len(r.words), maxCorrection)]...)
	}
	if languageOf(theirs) != languageOf(words(body)) {
		return true
	}
	hits := 0
	for _, w := range list {
		if t.subjects[w] {
			hits++
		}
	}
	least := askedShare
	if quoted {
		least = quotedShare
	}
	return float64(hits) >= least*float64(len(list))
}

// reopens says which completed request, or todo, a step is about.
func (t *talk) reopens(body string, marked [][]string) (why string, row int, ok bool) {
	if k := t.about(body, marked); k >= 0 {
		if how := t.completed(k); how != "" {
			r := t.requests[k]
			return fmt.Sprintf("the request of message %d, %s: %s", r.row, how, brief(r.text)), r.row, true
		}
		return "", -1, false
	}
	if latest, _ := t.quotes(body, marked); latest {
		return "", -1, false
	}
	list := content(body)
	for _, todo := range t.in.Todos {
		if finished(todo) && todo.Status != "cancelled" && taskShare(content(todo.Text), list) >= sameTask {
			return "what the todo list has as done: " + brief(todo.Text), -1, true
		}
	}
	return "", -1, false
}

// about is the request that a step is about, the latest one of several: the one that it quotes, else
// the one most of whose words it has; -1 when there is none. An unfinished todo that it is about as
// much goes before.
func (t *talk) about(body string, marked [][]string) int {
	for k, r := range slices.Backward(t.requests) {
		if r.quotedBy(body, marked) {
			return k
		}
	}
	if latest, _ := t.quotes(body, marked); latest {
		return -1
	}
	best, most := -1, sameTask
	list := content(body)
	for _, todo := range t.in.Todos {
		if !finished(todo) {
			most = max(most, taskShare(content(todo.Text), list))
		}
	}
	for k, r := range t.requests {
		if n := taskShare(content(r.text), list); n >= most {
			best, most = k, n
		}
	}
	return best
}

// taskShare is how many of the words of a task a step has; 0 for a task of too few.
func taskShare(task, step []string) float64 {
	if len(task) < minTask {
		return 0
	}
	n := 0
	for _, w := range task {
		if slices.Contains(step, w) {
			n++
		}
	}
	return float64(n) / float64(len(task))
}

// completed says how the conversation shows that a request is completed; empty when it does not.
func (t *talk) completed(k int) string {
	r := t.requests[k]
	if k+1 < len(t.requests) {
		next := t.requests[k+1]
		first := next.text
		if s := facts.Sentences(next.text); len(s) > 0 {
			first = next.text[s[0].Start:s[0].End]
		}
		_, again := holds(next.text, openAgain)
		if _, no := corrects(first); again || no {
			return ""
		}
		if _, _, ok := begins(first, approval); ok && r.answer != "" {
			return fmt.Sprintf("which the user accepted in message %d", next.row)
		}
	}
	if !r.closed || strings.HasSuffix(strings.TrimSpace(r.answer), "?") {
		return ""
	}
	if _, not := holds(r.answer, notDone); not {
		return ""
	}
	if _, ok := holds(r.answer, done); ok {
		return "which the assistant reported as completed"
	}
	return ""
}
