package summarize

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	leadingAnalysis  = regexp.MustCompile(`(?s)^\s*<analysis>.*?</analysis>\s*`)
	trailingAnalysis = regexp.MustCompile(`(?s)\s*<analysis>.*?</analysis>\s*$`)
)

// Clean takes the scratchpad and the tags off an answer: a leading or trailing <analysis>
// block goes, the body is what stands between the first <summary> and the last </summary>,
// else the trimmed text. An answer without a letter is a
// *Failure of kind Empty.
func Clean(answer string) (string, error) {
	s := leadingAnalysis.ReplaceAllString(answer, "")
	s = trailingAnalysis.ReplaceAllString(s, "")
	if i, j := strings.Index(s, "<summary>"), strings.LastIndex(s, "</summary>"); i >= 0 && j > i {
		s = s[i+len("<summary>") : j]
	}
	s = strings.TrimSpace(s)
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return "", Fail(Empty, "the answer has no text")
	}
	return s, nil
}

// frames are the tags of our own frames. Text that holds one could close the frame it
// stands in, and what follows would pass for ours.
var frames = regexp.MustCompile(`(?i)<(/?)(conversation_summary|summary|todo_update|carried_results|memory_note|analysis|conversation|previous-summary|user-instructions)>`)

// Neutralize makes the tags of our own frames harmless inside quoted text: the angle
// brackets become square ones.
func Neutralize(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	return frames.ReplaceAllString(s, "[$1$2]")
}
