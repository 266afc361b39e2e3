package qwen

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/sessiontest"
)

func TestLeaves(t *testing.T) {
	rewind := sessiontest.Text(t, filepath.Join(sessiontest.Root(t), "testdata", "sessions", Name, "rewind.jsonl"))
	compacted := record("a", "", "One.", "") + record("b", "a", "Two.", "") + record("c", "a", "Three.", "") +
		`{"uuid":"d","parentUuid":"c","sessionId":"s","type":"system","subtype":"chat_compression","systemPayload":{"compressedHistory":[{"role":"user","parts":[{"text":"<state_snapshot>x</state_snapshot>"}]},{"role":"model","parts":[{"text":"Got it."}]}]}}` + "\n" +
		record("e", "d", "Four.", "") + record("f", "d", "Five.", "")
	for name, c := range map[string]struct {
		text string
		want []string
		by   map[string]string // the words by the leaf that was asked for
	}{
		"a rewind": {
			rewind,
			[]string{"u4 4/2 Longer.", "u8 4/2 Rhyme. *"},
			map[string]string{"u4": "up Write a poem.|a Roses.|up Longer.|a Roses, roses.", "u8": "up Write a poem.|a Roses.|up Rhyme.|a Noses."},
		},
		"around a compaction": {
			compacted,
			[]string{"b 2/1 Two.", "e 3/1 Four.", "f 3/1 Five. *"},
			map[string]string{"b": "up One.|up Two.", "e": "us <state_snapshot>x</state_snapshot>|a Got it.|up Four."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, sessiontest.Leaves(sessiontest.Open(t, Read, c.text))); d != "" {
				t.Error(d)
			}
			for leaf, want := range c.by {
				if got := strings.Join(sessiontest.Brief(t, sessiontest.OpenLeaf(t, Read, c.text, leaf)), "|"); got != want {
					t.Errorf("by %s: %s", leaf, got)
				}
			}
			sessiontest.OpenLeaves(t, Read, c.text)
		})
	}
	for _, text := range sessiontest.Fixtures(t, Name) {
		sessiontest.OpenLeaves(t, Read, text)
	}
}

func TestCorpusLeaves(t *testing.T) {
	text := sessiontest.Text(t, sessiontest.Shared(t, "testdata/corpus/other__*qwen-rewind.jsonl")[0])
	branches := sessiontest.OpenLeaves(t, Read, text)
	want := []string{"019f0000-0000-7000-8000-000000000043 2/1 Discarded branch answer. *", "019f0000-0000-7000-8000-000000000047 3/2 Continue from the rewound branch."}
	if d := cmp.Diff(want, sessiontest.Leaves(branches[0])); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"up Begin the active-chain fixture.", "a Discarded branch answer."}, sessiontest.Brief(t, branches[0])); d != "" {
		t.Error(d)
	}
}
