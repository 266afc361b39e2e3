package model

import "strings"

const (
	queryOpen  = "<user_query>"
	queryClose = "</user_query>"
)

// QueryBlocks returns the <user_query>…</user_query> blocks of a text, tags included,
// and the text without them. An opening tag that is never closed is plain text.
func QueryBlocks(text string) (blocks []string, rest string) {
	if !strings.Contains(text, queryOpen) {
		return nil, text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, queryOpen)
		if i < 0 {
			break
		}
		j := strings.Index(text[i:], queryClose)
		if j < 0 {
			break
		}
		end := i + j + len(queryClose)
		blocks = append(blocks, text[i:end])
		b.WriteString(text[:i])
		text = text[end:]
	}
	b.WriteString(text)
	return blocks, b.String()
}
