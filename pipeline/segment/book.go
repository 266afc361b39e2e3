package segment

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/facts"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
)

// What an entry of the index shows ‡; it is a place to look from, not a summary.
const (
	maxWords = 20 // messages of the person
	maxWord  = 80 // chars of each
	maxFiles = 40
)

// head is how an index begins.
const head = `# Index of segments

Each file below holds messages of a session that was compacted, word for word. They are for looking things up: search
them for what is missing, and read only what is found.
`

// Book writes the segments of one run. It reads the session's messages as they are asked for, so
// that a large session is never in memory as a whole.
type Book struct {
	out     Output
	s       *model.Session
	entries []string
}

// Open starts a book of the session's segments.
func (o Output) Open(s *model.Session) *Book {
	return &Book{out: o, s: s, entries: make([]string, len(o.Segments))}
}

// Text is what segment k holds: whole messages in their transcript form. One that can no longer be
// read leaves a line that says so.
func (b *Book) Text(k int) string {
	seg := b.out.Segments[k]
	var text strings.Builder
	fmt.Fprintf(&text, "# Segment %d: %s\n", seg.Number, span(seg.Rows))
	var files []string
	for _, i := range seg.Rows {
		fmt.Fprintf(&text, "\n## Message %d\n\n", i)
		m, err := b.s.Message(i)
		if err != nil {
			text.WriteString("[the message can no longer be read]\n")
			continue
		}
		text.WriteString(slim.Rendered(m, 0) + "\n")
		for _, p := range m.Parts {
			if p.Kind != model.Call {
				continue
			}
			for _, f := range facts.Paths(p.Name, p.Args) {
				if !slices.Contains(files, f) {
					files = append(files, f)
				}
			}
		}
	}
	b.entries[k] = b.entry(seg, files)
	return text.String()
}

// entry is what the index says of a segment.
func (b *Book) entry(seg Segment, files []string) string {
	var e strings.Builder
	fmt.Fprintf(&e, "## %s\n\n- session: %s\n- %s, %s chars\n", seg.Name(), line(strings.TrimSpace(b.s.Format+" "+b.s.ID)), span(seg.Rows), trace.Num(seg.Chars))
	var words []string
	for _, i := range seg.Rows {
		if r := &b.s.Rows[i]; r.Typed() {
			words = append(words, fmt.Sprintf("message %d: %s", i, cut(r.Label)))
		}
	}
	bullets(&e, "the person said", words, maxWords)
	bullets(&e, "files", files, maxFiles)
	return e.String()
}

func bullets(e *strings.Builder, title string, list []string, most int) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(e, "- %s:\n", title)
	for _, l := range list[:min(len(list), most)] {
		fmt.Fprintf(e, "  - %s\n", line(l))
	}
	if n := len(list) - most; n > 0 {
		fmt.Fprintf(e, "  - … and %s more\n", trace.Num(n))
	}
}

// cut shortens the first words of a message.
func cut(s string) string {
	if js.Units(s) <= maxWord {
		return s
	}
	return js.Prefix(s, maxWord-1) + "…"
}

// line keeps a text on one line, without what a terminal would take for a command.
func line(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// span says which messages a segment holds.
func span(rows []int) string {
	if len(rows) == 1 {
		return fmt.Sprintf("message %d", rows[0])
	}
	return fmt.Sprintf("messages %d to %d (%s)", rows[0], rows[len(rows)-1], trace.Count(len(rows), "message"))
}

// Index is the index with the entries of all segments whose text was asked for, behind what it
// holds already.
func (b *Book) Index(old string) string {
	if strings.TrimSpace(old) == "" {
		old = head
	}
	return strings.TrimRight(old, "\n") + "\n\n" + strings.Join(b.entries, "\n")
}
