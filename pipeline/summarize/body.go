package summarize

import (
	"strings"

	"cutline/model/pattern"
)

var (
	summaryTag = pattern.New(`(?i)<(/?)summary\s*>`)
	details    = pattern.New(`(?i)<details\b[^<>]*>\s*$`)
)

// tag is one <summary> tag of an answer.
type tag struct {
	from, to int
	closes   bool
	line     bool // it is the first of its line
	html     bool // it opens the title of an HTML <details>
}

// frame reports whether a tag can open the frame of a summary: it begins a line and is not HTML's.
// In a sentence or behind the mark of a comment it is only spoken of.
func (t tag) frame() bool { return t.line && !t.closes && !t.html }

func tagsOf(s string) []tag {
	found := summaryTag.FindAllStringSubmatchIndex(s, -1)
	out := make([]tag, len(found))
	for k, t := range found {
		out[k] = tag{from: t[0], to: t[1], closes: t[3] > t[2], line: lineStart(s, t[0])}
		out[k].html = !out[k].closes && details.MatchString(s[max(0, t[0]-labelBytes):t[0]])
	}
	return out
}

// lineStart reports whether nothing but white space stands before a place in its line.
func lineStart(s string, at int) bool {
	for at > 0 && strings.IndexByte(" \t\r", s[at-1]) >= 0 {
		at--
	}
	return at == 0 || s[at-1] == '\n'
}

// body is what stands between the first tag that opens the frame and the last one that closes
// it; all of the text when there is no frame.
func body(s string) string {
	tags := tagsOf(s)
	first := opener(s, tags)
	if first < 0 {
		return s
	}
	for first+1 < len(tags) && tags[first+1].frame() && strings.TrimSpace(s[tags[first].to:tags[first+1].from]) == "" {
		first++ // it was opened twice
	}
	from, tags := tags[first].to, tags[first+1:]
	seams, end := pair(s, tags)
	var parts []string
	for _, t := range append(seams, tag{from: end}) {
		if part := strings.TrimSpace(s[from:t.from]); part != "" {
			parts = append(parts, part)
		}
		from = t.to
	}
	return spoken(strings.Join(parts, "\n\n"))
}

// opener is the tag that opens the frame, -1 without one.
func opener(s string, tags []tag) int {
	for k, t := range tags {
		if t.frame() {
			return k
		}
		if !t.closes && !t.html && prefaced(s, t.from) {
			if _, end := pair(s, tags[k+1:]); end < len(s) {
				return k
			}
		}
	}
	return -1
}

// prefaced reports whether a short preface that ends in a colon is all that stands before a
// place: "Here is the summary: <summary>…".
func prefaced(s string, at int) bool {
	before := strings.TrimSpace(s[:min(at, labelBytes)])
	return at <= labelBytes && !strings.Contains(before, "\n") && strings.HasSuffix(before, ":")
}

// pair goes through the tags behind the one that opens the frame. It gives those between the
// blocks of a summary in several ones, and where the last block ends: at the end of the text when
// it is not closed. A closing tag belongs to the last open one: of HTML, at the beginning of a
// line, or in a sentence when it is in one itself.
func pair(s string, tags []tag) (seams []tag, end int) {
	var open []tag
	closed := -1 // the tag that closed the frame
	var pending []tag
	for k, t := range tags {
		if !t.closes {
			if closed >= 0 && t.frame() {
				seams = append(append(seams, pending...), t)
				pending, closed, open = nil, -1, nil
				continue
			}
			open = append(open, t)
			continue
		}
		for t.line && len(open) > 0 && !open[len(open)-1].line && !open[len(open)-1].html {
			open = open[:len(open)-1] // a mention that nothing closes
		}
		if len(open) > 0 {
			html := open[len(open)-1].html
			open = open[:len(open)-1]
			if closed >= 0 || html || k < len(tags)-1 || strings.TrimSpace(s[t.to:]) != "" {
				continue
			}
		}
		pending = append(pending, t)
		closed = k
	}
	if closed < 0 {
		return seams, len(s)
	}
	n := len(pending) - 1
	return append(seams, pending[:n]...), pending[n].from
}

// spoken takes the brackets off tags that would pass for a frame now that the text stands alone;
// in it they were only spoken of.
func spoken(s string) string {
	for {
		tags := tagsOf(s)
		k := opener(s, tags)
		if k < 0 {
			return s
		}
		if _, end := pair(s, tags[k+1:]); tags[k].from == 0 && strings.TrimSpace(summaryTag.ReplaceAllString(s[end:], "")) == "" {
			return s // a frame in the frame
		}
		b := []byte(s)
		open := false
		for i, t := range tags[k:] {
			if begins := i == 0 || t.frame(); !begins && (!open || !t.closes) {
				continue
			}
			open = !t.closes
			b[t.from], b[t.to-1] = '[', ']'
		}
		s = string(b)
	}
}
