package lint

import "strings"

// frameBegins and frameEnds are what agents write around a summary of their own: the frame is no part of what
// was said of the session. After one of the first the summary has the sections that it was asked for.
var (
	frameBegins = []string{"\nSummary:\n", "\n<summary>\n"}
	frameEnds   = []string{"\n</summary>", "\nPlease continue the conversation", "\nIf you need specific details"}
)

// frameOpens begins the line that Claude Code puts before a summary.
const frameOpens = "This session is being continued"

// Body is where the summary stands in the text of a compaction, in bytes, and whether its agent asks
// for the usual sections.
func Body(text string) (from, to int, sections bool) {
	if i := strings.IndexByte(text, '\n'); i >= 0 && strings.HasPrefix(text, frameOpens) {
		from = i + 1
	}
	for _, mark := range frameBegins { // the last one that is there
		if i := strings.Index(text[from:], mark); i >= 0 {
			from, sections = from+i+len(mark), true
		} else if from == 0 && strings.HasPrefix(text, mark[1:]) {
			from, sections = len(mark)-1, true
		}
	}
	to = len(text)
	for _, mark := range frameEnds {
		if i := strings.Index(text[from:to], mark); i >= 0 {
			to = from + i
		}
	}
	return from, to, sections
}
