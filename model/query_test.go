package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestQueryBlocks(t *testing.T) {
	t.Parallel()
	const a, b = "<user_query>one</user_query>", "<user_query>\ntwo\n</user_query>"
	tests := []struct {
		name, text string
		blocks     []string
		rest       string
	}{
		{"none", "plain words", nil, "plain words"},
		{"empty", "", nil, ""},
		{"alone", a, []string{a}, ""},
		{"between", "x " + a + " y", []string{a}, "x  y"},
		{"two", "x" + a + "y" + b + "z", []string{a, b}, "xyz"},
		{"never closed", "x <user_query>one", nil, "x <user_query>one"},
		{"the second is never closed", a + "x<user_query>", []string{a}, "x<user_query>"},
		{"closed before it is opened", "</user_query>x<user_query>", nil, "</user_query>x<user_query>"},
		{"nested ends at the first end", "<user_query>a<user_query>b</user_query>c</user_query>", []string{"<user_query>a<user_query>b</user_query>"}, "c</user_query>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			blocks, rest := QueryBlocks(tt.text)
			if diff := cmp.Diff(tt.blocks, blocks); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			if rest != tt.rest {
				t.Errorf("rest %q, want %q", rest, tt.rest)
			}
		})
	}
}

// TestQueryBlocksLoseNothing: blocks and rest have all bytes of the text between them.
func TestQueryBlocksLoseNothing(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{queryOpen, queryClose, "a", "\n", "<user", "query>"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "pieces"), "")
		blocks, rest := QueryBlocks(text)
		n := len(rest)
		for _, b := range blocks {
			n += len(b)
			if !strings.HasPrefix(b, queryOpen) || !strings.HasSuffix(b, queryClose) || !strings.Contains(text, b) {
				t.Fatalf("block %q of %q", b, text)
			}
		}
		if n != len(text) {
			t.Fatalf("%d bytes of %d: %q gives %q and %q", n, len(text), text, blocks, rest)
		}
	})
}
