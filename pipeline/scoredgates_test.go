package pipeline

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/trace"
)

// scoreLine is what is known of a compaction, as a line.
func scoreLine(one *Scored) string {
	words := []string{fmt.Sprintf("%d", one.Line)}
	if one.Why != "" {
		words = append(words, one.Why)
	} else {
		words = append(words, trace.Count(one.N, "fact"))
	}
	for _, g := range one.Gates {
		sign := "✓"
		if !g.Pass {
			sign = "✗"
		}
		words = append(words, sign+g.Name)
	}
	for _, f := range one.Lint {
		words = append(words, fmt.Sprintf("%s:%d", f.Name, f.Line))
	}
	return strings.Join(words, " ")
}

// opened reads a session of any format.
func opened(t *testing.T, name, text string) *model.Session {
	t.Helper()
	s, err := load.Read(model.Input{Path: name, Reader: strings.NewReader(text), Size: int64(len(text))}, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What each format records: a score, or why there is none, and the gates that can be judged of it. Where a
// file holds less than half of the tokens that it names, that something is invented cannot be.
func TestScoreRecorded(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"claudecode/microcompact.jsonl":      {"5 only tool results were blanked"},
		"claudecode/preserved-tail.jsonl":    {"7 1 fact ✓shape ✓empty ✓smaller preface:1"},
		"cline/classic-native.json":          {"5 the file does not say what it replaced"},
		"cline/core-compacted.messages.json": {"2 the file does not say what it replaced ✓empty"},
		"cline/roo-twice.json": {
			"5 1 fact ✓empty ✓invented ✓smaller", "9 1 fact ✓invented ✓smaller", "11 2 facts ✓empty ✓invented ✓smaller",
		},
		"copilot/two-compactions.jsonl": {"16 3 facts ✓empty ✓smaller", "24 2 facts ✓shape ✓empty ✓smaller"},
		"gemini/compaction.jsonl":       {"6 1 fact ✓shape ✓empty ✗smaller"},
		"goose/compacted.jsonl":         {"5 2 facts ✓empty ✓invented ✓smaller"},
		"opencode/compacted.json": {
			"147 1 fact ✓empty ✓smaller", "398 only tool results were blanked", "423 2 facts ✓shape ✓empty ✓smaller",
		},
		"openhands/v1-condensations.jsonl": {
			"7 0 facts ✓shape ✓empty ✓invented ✓smaller", "12 the file holds no summary of it that can be read", "14 0 facts ✓shape ✓empty ✓invented ✓smaller",
		},
		"qwen/kept.jsonl": {"6 1 fact ✓empty ✓smaller", "14 3 facts ✓shape ✓empty ✓smaller"},
	} {
		folder, file, _ := strings.Cut(name, "/")
		scores, err := ScoreRecorded(context.Background(), opened(t, file, sessiontest.Fixtures(t, folder)[file]))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range scores {
			got = append(got, scoreLine(&scores[i]))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// Gates and findings of one summary: a quotation that nobody said, and a message that it leaves out.
func TestScoreRecordedFails(t *testing.T) {
	t.Parallel()
	line := func(kind, uuid, parent, rest string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":%q,"parentUuid":%s,"sessionId":"s","timestamp":"2026-05-04T09:00:00.000Z",%s}`+"\n", kind, uuid, parent, rest)
	}
	said := `"message":{"role":"user","content":%q}`
	frame := "This session is being continued from an earlier one.\n\nSummary:\n"
	for _, tt := range []struct{ name, summary, want string }{
		{"a quotation", "He said: \"Never deploy the shop on a Friday evening.\"", "5 3 facts ✓empty ✗invented ✓smaller lost-correction:1"},
		{"no letter", "- 1", "5 3 facts ✗empty ✓invented ✓smaller"},
		{"blanks", " \n ", "5 its summary is empty ✗empty ✓smaller"},
		{"sections", frame + "## 1. Primary Request and Intent\nThe parser.\n\n## 6. All User Messages\n- Fix the parser of the shop.\n", "section"},
	} {
		text := line("user", "u1", "null", fmt.Sprintf(said, "Fix the parser of the shop. Never push to the main branch.")) +
			line("assistant", "a1", `"u1"`, `"message":{"id":"m1","role":"assistant","model":"x","content":[{"type":"text","text":"The parser is fixed."}]}`) +
			line("user", "u2", `"a1"`, fmt.Sprintf(said, "And the docs.")) +
			line("assistant", "a2", `"u2"`, `"message":{"id":"m2","role":"assistant","model":"x","content":[{"type":"text","text":"They are written."}]}`) +
			line("system", "b1", "null", `"subtype":"compact_boundary","logicalParentUuid":"a2","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":45,"postTokens":30}`) +
			line("user", "c1", `"b1"`, `"isCompactSummary":true,`+fmt.Sprintf(said, tt.summary))
		scores, err := ScoreRecorded(context.Background(), opened(t, "x.jsonl", text))
		if err != nil || len(scores) != 1 {
			t.Fatalf("%s: %d scores, %v", tt.name, len(scores), err)
		}
		got := scoreLine(&scores[0])
		if tt.want == "section" { // places are those of the whole text
			for _, f := range scores[0].Lint {
				if f.Name == "section" && f.Line > strings.Count(frame, "\n") && f.To <= len(tt.summary) {
					got = "section"
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
