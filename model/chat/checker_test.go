package chat

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest/rules"
)

// checkWritten holds a written list to its promises. It looks at JSON with the standard
// decoder only and shares nothing with the writer.
func checkWritten(t fataler, s *model.Session, d model.Draft, before []byte, w *model.Written, after []byte) {
	t.Helper()
	repaired := make(map[int]bool)
	for _, r := range w.Repairs {
		repaired[r.Row] = true
	}
	if len(after) == 0 || after[len(after)-1] != '\n' {
		t.Errorf("the file does not end with a line end")
	}
	list := split(t, after)
	n, at := 0, 0
	for _, e := range list {
		if strings.Contains(string(e), "<conversation_summary>") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d summaries", n)
	}
	for _, it := range d.Items {
		if it.Row < 0 || it.Kind == model.NewResult || repaired[it.Row] {
			continue
		}
		src := s.Sources[s.Rows[it.Row].Source]
		want := before[src.Off : src.Off+src.Len]
		if want[0] != '{' { // the text beside the list
			if !bytes.Contains(after, want) {
				t.Errorf("the system text is not there")
			}
			continue
		}
		found := false
		for k := max(0, at-1); k < len(list) && !found; k++ { // two messages may share an element
			if bytes.Equal(list[k], want) {
				found, at = true, k+1
			}
		}
		if !found {
			t.Errorf("message %d is not in the result, and no repair says why: %.300s", it.Row, want)
		}
	}
	c := rules.Chat(after, s.Dialect)
	for _, msg := range c.Bad {
		t.Errorf("%s", msg)
	}
	if came := rules.Chat(before, s.Dialect); len(came.Refused) == 0 && len(c.Refused) > 0 {
		t.Errorf("a server takes the input, and not the result: %q\n%s", c.Refused, after)
	}
	checkAround(t, before, after)
}

// fataler is what a test and a property have in common.
type fataler interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// split gives the elements of a list.
func split(t fataler, doc []byte) []json.RawMessage {
	t.Helper()
	doc = bytes.TrimPrefix(doc, []byte("\ufeff"))
	var list []json.RawMessage
	if json.Unmarshal(doc, &list) == nil {
		return list
	}
	var o struct{ Messages []json.RawMessage }
	if json.Unmarshal(doc, &o) == nil && o.Messages != nil {
		return o.Messages
	}
	for _, line := range bytes.Split(bytes.TrimRight(doc, "\n"), []byte("\n")) {
		if !json.Valid(line) {
			t.Fatalf("neither a document nor lines of JSON: %.200q", line)
		}
		list = append(list, line)
	}
	return list
}

// checkAround compares what stands around the list.
func checkAround(t fataler, before, after []byte) {
	t.Helper()
	var a, b map[string]json.RawMessage
	if json.Unmarshal(before, &a) != nil {
		return
	}
	if err := json.Unmarshal(after, &b); err != nil {
		t.Fatalf("an object became something else: %v", err)
	}
	delete(a, "messages")
	delete(b, "messages")
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("around the list: %s", d)
	}
}
