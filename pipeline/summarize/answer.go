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
