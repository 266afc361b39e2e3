package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cutline/model/pattern"
	"cutline/pipeline/summarize"
)

// The sections of the nine that other rules look at.
var (
	filesTitle   = summarize.Sections[2]
	usersTitle   = summarize.Sections[5]
	currentTitle = summarize.Sections[7]
	stepTitle    = summarize.Sections[8]
)

// section is a part of a summary under a heading. All numbers are bytes of the summary.
type section struct {
	title    string // as it is spelled in the list of titles
	from     int    // the heading
	body, to int    // what stands below it, or behind its colon
	level    int    // # of a Markdown heading, 0 for another one
	alias    bool   // the title is spelled in another way
}

// outline is a summary in its sections.
type outline struct {
	text     string
	sections []section // those with a known title, in the order of the text
	fences   []run     // blocks of code
	expected []string
}

// heading finds a line that may be a heading, and takes its marks off.
var heading = pattern.New(`^(#{1,6})?\s*(?:\*\*|__)?\s*(?:\d{1,2}[.)]\s*)?(?:\*\*|__)?\s*([^\n]*)$`)

// outlineOf finds the sections whose titles are expected or known.
func outlineOf(text string, expected []string) outline {
	o := outline{text: text, expected: expected}
	titles := map[string]string{}
	for _, t := range cues.nextStep {
		titles[t] = stepTitle
	}
	for _, list := range [][]string{summarize.Sections[:], expected} {
		for _, t := range list {
			titles[strings.ToLower(t)] = t
		}
	}
	fence, opened, indented := "", 0, false
	for from := 0; from < len(text); {
		to := from + strings.IndexByte(text[from:], '\n')
		if to < from {
			to = len(text)
		}
		line := text[from:to]
		trimmed := strings.TrimSpace(line)
		if fence != "" && trimmed != "" && (indented && line[0] != ' ' && line[0] != '\t' || o.due(line, titles)) {
			o.fences, fence = append(o.fences, run{from: opened, to: from}), "" // it was cut
		}
		switch mark := fenceMark(trimmed); {
		case fence != "" && mark != "" && strings.HasPrefix(mark, fence) && strings.Trim(trimmed, mark[:1]) == "":
			o.fences, fence = append(o.fences, run{from: opened, to: to}), ""
		case fence != "":
		case mark != "":
			fence, opened, indented = mark, from, line[0] == ' ' || line[0] == '\t'
		default:
			if trimmed == digest && len(o.sections) > 0 { // messages stand below it
				o.close(from)
				from = len(text)
				continue
			}
			o.heading(line, from, titles)
		}
		from = to + 1
	}
	if fence != "" {
		o.fences = append(o.fences, run{from: opened, to: len(text)})
	}
	o.close(len(text))
	o.spelled()
	return o
}

// due reports whether a line is the heading of a section that is expected and has not come. Such a
// line ends a block of code that was never closed.
func (o *outline) due(line string, titles map[string]string) bool {
	h, ok := parse(line, titles)
	return ok && slices.Contains(o.expected, h.title) && !h.alias && !slices.ContainsFunc(o.sections, func(s section) bool { return s.title == h.title })
}

// spelled leaves titles in another spelling to the section before them where the right one stands too.
func (o *outline) spelled() {
	exact := map[string]bool{}
	for _, s := range o.sections {
		exact[s.title] = exact[s.title] || !s.alias
	}
	var out []section
	for _, s := range o.sections {
		if n := len(out); s.alias && exact[s.title] {
			if n > 0 && out[n-1].to == s.from {
				out[n-1].to = s.to
			}
			continue
		}
		out = append(out, s)
	}
	o.sections = out
}

func fenceMark(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// digest is the heading of what the local summarizer puts behind its sections.
const digest = "Digest:"

// parse reads a line as a heading. Its places are in the line. One with an unknown title has a level,
// or is none.
func parse(line string, titles map[string]string) (section, bool) {
	m := heading.FindStringSubmatchIndex(line)
	if m == nil || m[2] < 0 && line != strings.TrimLeft(line, " \t") {
		return section{}, false // an indented line belongs to an entry
	}
	s := section{body: m[5], to: -1}
	if m[2] >= 0 {
		s.level = m[3] - m[2]
	}
	name := line[m[4]:m[5]]
	if i := strings.IndexAny(name, ":："); i >= 0 {
		s.body = m[4] + i + len(name[i:]) - len(strings.TrimLeft(name[i:], ":："))
		name = name[:i]
	}
	name = strings.ToLower(strings.TrimRight(name, " *_\t\r"))
	s.body = len(line) - len(strings.TrimLeft(line[s.body:], "*_ \t"))
	s.title = titles[name]
	s.alias = strings.ToLower(s.title) != name
	return s, s.title != ""
}

// heading takes a line as the beginning of a section, or as the end of one.
func (o *outline) heading(line string, from int, titles map[string]string) {
	s, ok := parse(line, titles)
	if n := len(o.sections); ok || s.level > 0 && n > 0 && o.sections[n-1].level >= s.level {
		o.close(from)
	}
	if ok {
		s.from, s.body = from, from+s.body
		o.sections = append(o.sections, s)
	}
}

// close ends the section that is open.
func (o *outline) close(at int) {
	if n := len(o.sections); n > 0 && o.sections[n-1].to < 0 {
		o.sections[n-1].to = max(at, o.sections[n-1].body)
	}
}

// find gives the first section of a title.
func (o *outline) find(title string) (section, bool) {
	i := slices.IndexFunc(o.sections, func(s section) bool { return s.title == title })
	if i < 0 {
		return section{}, false
	}
	return o.sections[i], true
}

// in reports whether a place stands in a section of one of the titles.
func (o *outline) in(from, to int, titles ...string) bool {
	return slices.ContainsFunc(o.sections, func(s section) bool {
		return slices.Contains(titles, s.title) && s.from <= from && to <= s.to
	})
}

// fenced reports whether a place stands in a block of code.
func (o *outline) fenced(from, to int) bool {
	return slices.ContainsFunc(o.fences, func(f run) bool { return f.from <= from && to <= f.to })
}

// missing, out of order, doubled or empty sections: rule e.
func (o *outline) check() []Finding {
	if len(o.expected) == 0 {
		return nil
	}
	var out []Finding
	add := func(from, to int, severity, format string, args ...any) {
		out = append(out, Finding{Rule: "e", Name: Section, From: from, To: to, Index: -1, Severity: severity, Message: fmt.Sprintf(format, args...)})
	}
	var order []int // of the expected titles, as they stand in the text
	var at []section
	for _, s := range o.sections {
		switch k := slices.Index(o.expected, s.title); {
		case k < 0:
		case slices.Contains(order, k):
			add(s.from, s.body, Note, "the section %q stands twice", s.title)
		default:
			order, at = append(order, k), append(at, s)
			body := o.text[s.body:s.to]
			if optional := s.title == stepTitle && strings.TrimSpace(body) != ""; bare(body) && !optional {
				add(s.from, s.body, Note, "the section %q has nothing and does not say why", s.title)
			}
		}
	}
	for k, title := range o.expected {
		if slices.Contains(order, k) {
			continue
		}
		place := len(o.text)
		for i, other := range order {
			if other > k {
				place = at[i].from
				break
			}
		}
		add(place, place, Warn, "the section %q is missing", title)
	}
	keep := ascending(order)
	for i, s := range at {
		if !keep[i] {
			add(s.from, s.body, Note, "the section %q is out of order", s.title)
		}
	}
	return out
}

// ascending marks the longest part of a list that is in order; the rest is out of it.
func ascending(list []int) []bool {
	length, before := make([]int, len(list)), make([]int, len(list))
	best := -1
	for i := range list {
		length[i], before[i] = 1, -1
		for j := range i {
			if list[j] < list[i] && length[j] >= length[i] {
				length[i], before[i] = length[j]+1, j
			}
		}
		if best < 0 || length[i] > length[best] {
			best = i
		}
	}
	out := make([]bool, len(list))
	for i := best; i >= 0; i = before[i] {
		out[i] = true
	}
	return out
}

// bare reports whether a section is empty, or says that it has nothing without a reason.
func bare(body string) bool {
	if strings.IndexFunc(body, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return true
	}
	_, rest, ok := begins(body, nothing)
	return ok && strings.IndexFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}
