package partition

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

func TestContextVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			Messages []json.RawMessage
			Expected struct {
				Tokens, TrailingTokens int
				LastUsageIndex         *int
			}
		}
	}
	if err := json.Unmarshal(sessiontest.Bytes(t, filepath.Join(vectorDirs(t)[0], "micro", "context-tokens.json")), &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Cases) < 10 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for k, c := range v.Cases {
		text := `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}` + "\n"
		parent := "null"
		for i, m := range c.Messages {
			var flat strings.Builder
			for _, l := range strings.Split(string(m), "\n") {
				flat.WriteString(strings.TrimSpace(l))
			}
			text += fmt.Sprintf(`{"type":"message","id":"m%d","parentId":%s,"timestamp":"t","message":%s}`+"\n", i, parent, flat.String())
			parent = fmt.Sprintf(`"m%d"`, i)
		}
		want := Load{Tokens: c.Expected.Tokens, Since: c.Expected.TrailingTokens, From: -1}
		if i := c.Expected.LastUsageIndex; i != nil {
			want.From = *i
		}
		got := Context(read(t, []byte(text)))
		got.Failed, got.Over = false, 0 // are no part of the vectors
		if got != want {
			t.Errorf("case %d: %+v, want %+v", k, got, want)
		}
	}
}

// TestContextOfMessages: a format without entries is measured by its messages, from the answer
// on that the server's number came with.
func TestContextOfMessages(t *testing.T) {
	t.Parallel()
	rows, links := sized(t, "p a p a")
	s := &model.Session{Rows: rows, Links: links, Usage: model.Usage{Known: true, Input: 500, Output: 30, Row: 1}}
	if got, want := Context(s), (Load{Tokens: 550, Since: 20, From: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Usage = model.Usage{Row: -1}
	if got, want := Context(s), (Load{Tokens: 40, Since: 40, From: -1}); got != want {
		t.Errorf("without a number: %+v, want %+v", got, want)
	}
}
