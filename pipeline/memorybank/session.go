package memorybank

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
)

// Session is a compacted session as it stands in a bank.
type Session struct {
	Date    string // RFC 3339
	ID      string // of the session, may be empty
	Source  string // path of its file
	Content string // the summary
	raw     string // as it stands in the file, without the blank line before it; empty for a new one
}

// heading begins a session. It is one only when the lines below it say date, session and source:
// somebody may write such a heading on their own.
const heading = "## Compacted Session"

// The names of the lines below the heading.
const (
	dateField   = "Date"
	idField     = "Session"
	sourceField = "Source"
	keyField    = "Key"
)

// The end of a session is a comment with the key that its heading names, so that neither a heading
// nor such a comment in the summary can be taken for it.
const (
	endOpen  = "<!-- end of compacted session "
	endClose = " -->"
)

// key is what two copies of a session have in common. The date is left out: it is that of the
// compaction, and the same summary of the same session is no second one.
func (s Session) key() string {
	sum := sha256.Sum256([]byte(s.ID + "\x00" + s.Content))
	return hex.EncodeToString(sum[:keyBytes])
}

const keyBytes = 8

// clean gives the session as a text file can hold it, and as it will be read back.
func (s Session) clean() Session {
	s.Date, s.ID, s.Source, s.Content = line(s.Date), line(s.ID), line(s.Source), content(s.Content)
	return s
}

// line keeps a text on one line, without control characters.
func line(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// content is a summary with line feeds for line ends, whatever an editor made of them, and without
// control characters.
func content(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s))
}

// text is the session as it stands in a file.
func (s Session) text() string {
	if s.raw != "" {
		return s.raw
	}
	key := s.key()
	var b strings.Builder
	b.WriteString(heading + "\n\n")
	for _, f := range [][2]string{{dateField, s.Date}, {idField, s.ID}, {sourceField, s.Source}, {keyField, key}} {
		b.WriteString(strings.TrimRight("- "+f[0]+": "+f[1], " ") + "\n")
	}
	b.WriteString("\n" + s.Content + "\n\n" + endOpen + key + endClose + "\n")
	return b.String()
}

// attach puts a session at the end of a file, behind a blank line that goes with it. A line that has no end gets one,
// and so does a code block, which would hide the session.
func attach(file string, s Session) string {
	var b strings.Builder
	b.WriteString(file)
	if file != "" && !strings.HasSuffix(file, "\n") {
		b.WriteByte('\n')
	}
	if f := openAtEnd(file); f.n > 0 {
		b.WriteString(strings.Repeat(string(f.mark), f.n) + "\n")
	}
	b.WriteByte('\n')
	text := s.text()
	b.WriteString(text)
	if !strings.HasSuffix(text, "\n") { // the last one of a file that was edited
		b.WriteByte('\n')
	}
	return b.String()
}
