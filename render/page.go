package render

import (
	"strings"

	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// Extra is a paragraph that a stage page shows below the decisions of the stage.
type Extra struct {
	Verb  string // such as note or next; empty for none
	Title string
	Lines []string // each wrapped when it is too long
}

// PageLine is one line of a stage page and the decision that it belongs to.
type PageLine struct {
	Text     string
	Decision int // index in the stage's Decisions, -1 for none
}

// StagePage draws what a stage decided: for each decision a verb, the rule in plain words,
// how many messages it touches, what it chose and why. Extra paragraphs follow.
func StagePage(th *theme.Theme, s pipeline.Stage, extra []Extra, w int) []PageLine {
	indent := verbCells(s, extra) + 3
	if w < 5*indent { // the verb shares the line with the rule, and the words get the room
		indent = 2
	}
	p := page{th: th, w: w, indent: indent}
	for i, d := range s.Decisions {
		verb := verbOf(s, d)
		touched := ""
		if n := len(d.Touches); n > 0 {
			touched = trace.Count(n, "message")
		}
		p.decision = i
		p.head(verb, verbInk(th, verb), ruleWords(d.Rule), touched)
		if verb != "skip" || !idle[d.Chose] {
			p.wrap(th.Text, d.Chose)
		}
		p.wrap(th.Dim, d.Because)
	}
	p.decision = -1
	for _, e := range extra {
		p.head(e.Verb, th.Dim, e.Title, "")
		for _, line := range e.Lines {
			p.wrap(th.Text, line)
		}
	}
	return p.lines
}

// page collects the lines of a stage page.
type page struct {
	th       *theme.Theme
	w        int
	indent   int // cells in front of wrapped lines
	decision int
	lines    []PageLine
}

func (p *page) add(s string) { p.lines = append(p.lines, PageLine{s, p.decision}) }

// head adds the first line of a paragraph, after a blank one when another stands above.
func (p *page) head(verb string, ink theme.Ink, title, right string) {
	if len(p.lines) > 0 {
		p.lines = append(p.lines, PageLine{newLine(p.th, p.w).end(p.th.Text), -1})
	}
	l := newLine(p.th, p.w)
	l.blank(p.th.Text, 1)
	if p.indent > 2 {
		l.column(ink, verb, p.indent-1)
	} else if verb != "" {
		l.put(ink, verb+" ")
	}
	tail := 0
	if right != "" && l.left-text.Width(title)-text.Width(right) > 3 {
		tail = text.Width(right) + 1
	}
	l.put(p.th.Title, label(p.th, words(p.th, title), max(l.left-tail, 0)))
	if tail > 0 {
		l.blank(p.th.Text, l.left-tail)
		l.put(p.th.Dim, right)
	}
	p.add(l.end(p.th.Text))
}

// wrap adds a text below the head, in as many lines as it takes.
func (p *page) wrap(ink theme.Ink, s string) {
	room := p.w - p.indent - 1
	if s = words(p.th, s); s == "" || room < 1 {
		return
	}
	for _, part := range text.Wrap(s, room) {
		l := newLine(p.th, p.w)
		l.blank(p.th.Text, p.indent)
		l.put(ink, part)
		p.add(l.end(p.th.Text))
	}
}

// verbCells is the width of the longest verb of a page.
func verbCells(s pipeline.Stage, extra []Extra) int {
	n := len("skip")
	for _, d := range s.Decisions {
		n = max(n, len(verbOf(s, d)))
	}
	for _, e := range extra {
		n = max(n, text.Width(e.Verb))
	}
	return n
}

// idle are the choices that come to doing nothing.
var idle = map[string]bool{
	"not applied": true, "switched off": true, "no token signal": true, "no background lines": true,
}

// verbOf says in one word what a decision did.
func verbOf(s pipeline.Stage, d trace.Decision) string {
	switch {
	case d.Fallback:
		return "fell back"
	case idle[d.Chose]:
		return "skip"
	case s.Outcome == trace.Planned:
		return "next"
	case asides[d.Rule]:
		return "note"
	}
	return "ran"
}

// asides are the rules that only tell something.
var asides = map[string]bool{
	"tool-noise-narration": true, "agent-line": true, "tool-share": true, "cliff": true, "split-other": true, "preserve-last-user": true, "instructions": true, "ladder": true,
	"range": true, "known-defect": true, "kept-tokens": true, "previous-summary": true, "walk": true, "estimate": true,
	"output-cap": true, "prefix-instructions": true, "request-size": true, "usage": true, "file-operations": true,
}

func verbInk(th *theme.Theme, verb string) theme.Ink {
	switch verb {
	case "fell back":
		return th.Fallback
	case "ran":
		return th.Ran
	}
	return th.Skipped
}

// ruleNames are the rules in plain words.
var ruleNames = map[string]string{
	"token-limit": "signal A · tokens", "turn-ceiling": "signal B · turns", "image-ceiling": "signal C · images",
	"background": "background lines", "agent-line": "the agent's own line", "background-start": "background · start early", "background-persist": "background · apply",
	"pick": "who writes the summary", "prepare": "set aside before the split", "split": "where the tail starts",
	"split-at": "where the tail starts, by hand", "split-other": "the other split rule", "rescue": "an empty tail",
	"preserve-last-user": "the last words of the user", "byte-budget": "bytes of the request", "tool-noise": "first valve · tool noise",
	"tool-share": "what the tools said, and the rest", "keep-narration": "narration that stays", "cliff": "most of the budget is free", "tail-cap": "cap on the tail",
	"tool-noise-narration": "narration that goes too", "max-min": "second valve · max-min fair shares",
	"refill": "omit and share again", "min-useful": "shares that are too small", "fold-markers": "markers of omitted messages",
	"cannot-truncate": "nothing fits", "summarizer": "who writes", "ladder": "if it fails", "instructions": "what it should mind",
	"attempt": "a try", "placeholder": "last rung", "editor": "edited by hand", "order": "order of the messages",
	"repair":  "repairs of the tail",
	"reserve": "room that stays free", "overflow": "a request that was too long", "range": "what is looked at", "cut-point": "where the tail starts",
	"pull-back": "settings and notes before it", "split-turn": "the turn that is cut", "align-turns": "turns stay whole",
	"walk": "the way back from the end", "estimate": "how good the estimate is", "output-cap": "how long the answers may be",
	"prefix-instructions": "what the turn's request minds", "request-size": "how much is sent", "usage": "what it took", "file-operations": "files that were touched",
	"known-defect": "where the original does worse", "previous-summary": "the earlier summary", "kept-tokens": "what stays, in tokens", "refused": "nothing to do",
}

// ruleWords is a rule as a heading.
func ruleWords(rule string) string {
	if name, ok := ruleNames[rule]; ok {
		return name
	}
	if name, ok := strings.CutPrefix(rule, "state-"); ok {
		return "live state · " + strings.ReplaceAll(name, "-", " ")
	}
	return strings.ReplaceAll(rule, "-", " ")
}
