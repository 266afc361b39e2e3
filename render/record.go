package render

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/render/text"
)

// How much of a record shows.
const (
	foldedAt  = 2_000 // chars of a string from which on it is folded
	foldedTo  = 600   // chars of a folded one that show
	leastData = 256   // chars of a string from which on it may be base64
	mostDepth = 40    // levels that are laid out; what lies deeper stays on one line
)

// Record is a record of a session's file for a person to read: JSON with a line for each member, in the
// order and the spelling of the file. Fold puts a count in the place of most of a long string, and a line
// with type and size in the place of base64. What is no JSON stays as it is. The result is not clean.
func Record(raw []byte, fold bool) string {
	if !json.Valid(raw) {
		return string(raw)
	}
	var b strings.Builder
	record(&b, gjson.ParseBytes(raw), fold, 0)
	return b.String()
}

func record(b *strings.Builder, v gjson.Result, fold bool, depth int) {
	open, shut := "{", "}"
	switch {
	case v.Type == gjson.String && fold:
		b.WriteString(folded(v.Raw))
		return
	case v.Type != gjson.JSON || depth >= mostDepth:
		b.WriteString(strings.TrimSpace(v.Raw))
		return
	case v.IsArray():
		open, shut = "[", "]"
	}
	b.WriteString(open)
	n := 0
	v.ForEach(func(key, value gjson.Result) bool {
		if n > 0 {
			b.WriteByte(',')
		}
		n++
		b.WriteString("\n" + strings.Repeat("  ", depth+1))
		if open == "{" {
			b.WriteString(key.Raw + ": ")
		}
		record(b, value, fold, depth+1)
		return true
	})
	if n > 0 {
		b.WriteString("\n" + strings.Repeat("  ", depth))
	}
	b.WriteString(shut)
}

// folded is a JSON string, quotes included, with a count in the place of most of a long one.
func folded(raw string) string {
	if what := base64Of(raw[1 : len(raw)-1]); what != "" {
		return `"[` + what + `]"`
	}
	if len(raw) < foldedAt {
		return raw
	}
	chars := []rune(raw[1 : len(raw)-1])
	if len(chars) < foldedAt {
		return raw
	}
	head := strings.TrimRight(string(chars[:foldedTo]), `\`) // not in the middle of an escape, as far as one sees
	return fmt.Sprintf(`"%s [%s %s more chars]"`, head, text.Ellipsis, text.Num(len(chars)-foldedTo))
}

// base64Of says what the data of a string is, empty when it is none.
func base64Of(s string) string {
	media := ""
	if rest, ok := strings.CutPrefix(s, "data:"); ok {
		head, data, found := strings.Cut(rest, ";base64,")
		if !found || len(head) > 100 {
			return ""
		}
		media, s = head, data
	}
	s = strings.ReplaceAll(s, `\/`, "/")
	if len(s) < leastData || len(s)%4 != 0 {
		return ""
	}
	body := strings.TrimRight(s, "=")
	if len(s)-len(body) > 2 || strings.ContainsFunc(body, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '+' && r != '/'
	}) {
		return ""
	}
	for _, m := range []struct{ begins, media string }{
		{"iVBORw0KGgo", "image/png"},
		{"/9j/", "image/jpeg"},
		{"R0lGOD", "image/gif"},
		{"UklGR", "image/webp"},
		{"JVBERi0", "application/pdf"},
	} {
		if media == "" && strings.HasPrefix(s, m.begins) {
			media = m.media
		}
	}
	if media != "" {
		media = ", " + media
	}
	return "base64" + media + ", " + text.Bytes(len(body)*3/4)
}
