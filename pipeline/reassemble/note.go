package reassemble

import (
	"strings"

	"cutline/model"
)

// maxNote is how long a paragraph may be that points to the files of a memory channel, in bytes.
const maxNote = 4_000

// note is the pointer to memory files that an earlier summary carries: what it points to is
// still there, so the pointer must not be lost in the next summary.
func (f *finder) note() []Block {
	for i := len(f.s.Rows) - 1; i >= 0; i-- {
		if f.s.Rows[i].Origin != model.FromSummary {
			continue
		}
		if m, ok := f.read(i); ok {
			if text := noteIn(m.Text()); text != "" {
				return []Block{f.block(NoteBlock, i, text)}
			}
		}
	}
	return nil
}

// noteIn finds the pointer in the text of a summary message: the block behind the summary, or
// paragraphs that name segment files and their index.
func noteIn(text string) string {
	behind := text
	if i := strings.LastIndex(text, "</conversation_summary>"); i >= 0 {
		behind = text[i:]
	}
	tag := tagOf(NoteBlock)
	if i := strings.LastIndex(behind, "<"+tag+">"); i >= 0 {
		body, _, closed := strings.Cut(behind[i+len(tag)+2:], "</"+tag+">")
		if closed {
			return strings.TrimSpace(body)
		}
	}
	var found []string
	for _, p := range strings.Split(behind, "\n\n") {
		if len(p) <= maxNote && strings.Contains(p, "segment_") && strings.Contains(p, "INDEX.md") {
			found = append(found, strings.TrimSpace(p))
		}
	}
	return strings.Join(found, "\n\n")
}
