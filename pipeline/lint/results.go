package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/facts"
	"cutline/pipeline/trace"
)

// A snippet of a file is what the sections on files and on the current work are asked for; longer
// ones are the file itself ‡.
const (
	snippetLines = 40
	snippetChars = 3_000
)

// search looks for texts in a summary while the messages go by.
type search struct {
	summary                  string
	results, files, segments *finder
	resultLines, fileLines   *lineIndex
	ofFile                   map[string]bool // calls, and whether their result shows the text of a file
}

func newSearch(summary string) *search {
	x := newIndex(summary)
	return &search{
		summary: summary, results: x.finder(), files: x.finder(), segments: x.finder(),
		resultLines: newLineIndex(summary), fileLines: newLineIndex(summary), ofFile: map[string]bool{},
	}
}

func (s *search) call(p model.Part) {
	s.ofFile[p.ID] = facts.OfFile(p.Name, p.Args)
}

func (s *search) result(out string, p model.Part, message int) {
	if file, known := s.ofFile[p.ID]; file || !known { // of a call that is not here, nobody knows
		s.files.search(out, message)
		s.fileLines.search(out, message)
		return
	}
	s.results.search(out, message)
	s.resultLines.search(out, message)
}

// found are the tool results in the summary, those that show files, and what stands in segments.
func (s *search) found() (results, files, segments []run) {
	results = joined(slices.Concat(s.results.found(), s.resultLines.found()))
	files = joined(slices.Concat(s.files.found(), s.fileLines.found()))
	return results, files, s.segments.found()
}

// joined sorts runs and makes one of those that overlap.
func joined(runs []run) []run {
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var out []run
	for _, r := range runs {
		if n := len(out); n > 0 && r.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, r.to)
			continue
		}
		out = append(out, r)
	}
	return out
}

// results are the findings of the rules a and g. What persons wrote has to be quoted, also when it
// came from a tool.
func (t *talk) results(o *outline) []Finding {
	var found []run
	for _, r := range t.snippets {
		if !t.snippet(o, r) {
			found = append(found, r)
		}
	}
	for _, r := range t.quoted {
		if !(t.snippet(o, r) && within(r, t.snippets)) {
			found = append(found, r)
		}
	}
	found = joined(found)
	var out []Finding
	for _, r := range found {
		text := o.text[r.from:r.to]
		size := js.Units(text)
		if size <= t.in.Quotes || o.in(r.from, r.to, usersTitle) || t.asked.share(words(text)) >= same {
			continue
		}
		out = append(out, Finding{
			Rule: "a", Name: QuotedResult, From: r.from, To: r.to, Index: r.message, Severity: Note,
			Message: fmt.Sprintf("a tool result of message %d stands here word for word, %s in %s: its outcome is enough", r.message,
				trace.Count(size, "char"), trace.Count(1+strings.Count(strings.TrimSpace(text), "\n"), "line")),
		})
	}
	for _, r := range t.copied {
		out = append(out, Finding{
			Rule: "g", Name: CopiedSegment, From: r.from, To: r.to, Index: r.message, Severity: Note,
			Message: fmt.Sprintf("%s of message %d stand here word for word: what the segments hold need not stand in the summary",
				trace.Count(js.Units(o.text[r.from:r.to]), "char"), r.message),
		})
	}
	return out
}

// snippet reports whether a place is a piece of code where one is asked for.
func (t *talk) snippet(o *outline, r run) bool {
	text := o.text[r.from:r.to]
	return o.fenced(r.from, r.to) && o.in(r.from, r.to, filesTitle, currentTitle) &&
		strings.Count(text, "\n") < snippetLines && js.Units(text) <= snippetChars
}

// within reports whether one of the runs has all of a place.
func within(r run, runs []run) bool {
	return slices.ContainsFunc(runs, func(f run) bool { return f.from <= r.from && r.to <= f.to })
}
