package claudecode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file looks at a written session with encoding/json alone; it shares nothing with the
// reader and the writer.

// checkFile lists what is wrong with the bytes of a written session. Source gives, by the
// position of the line behind the summary, the message value that it must hold, nil for a
// line that was edited or is new.
func checkFile(b []byte, source [][]byte) []string {
	var bad []string
	fail := func(format string, a ...any) { bad = append(bad, fmt.Sprintf(format, a...)) }
	if !utf8.Valid(b) {
		fail("no valid UTF-8")
	}
	if bytes.ContainsRune(b, 0) || bytes.Contains(b, []byte("\ufeff{")) {
		fail("a NUL or a byte order mark")
	}
	if !bytes.HasSuffix(b, []byte("}\n")) {
		fail("no line end at the end")
	}
	type record struct {
		UUID       string          `json:"uuid"`
		Parent     *string         `json:"parentUuid"`
		Session    string          `json:"sessionId"`
		Type       string          `json:"type"`
		Subtype    string          `json:"subtype"`
		Side       bool            `json:"isSidechain"`
		Summary    bool            `json:"isCompactSummary"`
		Visible    bool            `json:"isVisibleInTranscriptOnly"`
		Message    json.RawMessage `json:"message"`
		Attachment json.RawMessage `json:"attachment"`
		Source     string          `json:"sourceToolAssistantUUID"`
	}
	seen := map[string]bool{}
	calls, answered := map[string]bool{}, map[string]bool{}
	prev, session := "", ""
	for n, l := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		var r record
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			fail("line %d: %v", n+1, err)
			continue
		}
		switch {
		case n == 0:
			if r.Type != "system" || r.Subtype != "compact_boundary" || r.Parent != nil {
				fail("line 1 is no boundary without a parent")
			}
			session = r.Session
		case r.Subtype == "compact_boundary":
			fail("line %d is a second boundary", n+1)
		case r.Parent == nil || *r.Parent != prev:
			fail("line %d does not continue line %d", n+1, n)
		}
		if n == 1 && (!r.Summary || !r.Visible || r.Type != "user") {
			fail("line 2 is no summary")
		}
		if r.UUID == "" || seen[r.UUID] {
			fail("line %d: the id %q is empty or doubled", n+1, r.UUID)
		}
		if r.Session == "" || r.Session != session {
			fail("line %d: session %q, not %q", n+1, r.Session, session)
		}
		if r.Side {
			fail("line %d is of a sub-agent", n+1)
		}
		seen[r.UUID], prev = true, r.UUID
		value := r.Message
		if r.Type == "attachment" {
			value = r.Attachment
		}
		if k := n - 2; k >= 0 && k < len(source) && source[k] != nil && !bytes.Equal(source[k], value) {
			fail("line %d: the message is not the source's", n+1)
		}
		if n-2 >= len(source) && source != nil {
			fail("line %d is one too many", n+1)
		}
		var m struct {
			Content json.RawMessage `json:"content"`
		}
		var blocks []struct {
			Type string `json:"type"`
			ID   string `json:"id"`
			Use  string `json:"tool_use_id"`
			Text string `json:"text"`
		}
		if json.Unmarshal(value, &m) != nil || json.Unmarshal(m.Content, &blocks) != nil {
			continue
		}
		for _, c := range blocks {
			switch c.Type {
			case "text":
				if strings.TrimSpace(c.Text) == "" {
					fail("line %d: a blank block", n+1)
				}
			case "tool_use":
				calls[c.ID] = true
			case "tool_result":
				if !calls[c.Use] || answered[c.Use] {
					fail("line %d: the result of %s has no call, or is the second", n+1, c.Use)
				}
				answered[c.Use] = true
			}
		}
	}
	for id := range calls {
		if !answered[id] {
			fail("the call %s has no result", id)
		}
	}
	return bad
}
