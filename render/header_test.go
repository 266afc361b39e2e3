package render

import (
	"strings"
	"testing"

	"cutline/model"
	"cutline/render/theme"
)

// The name of a session file holds times and ids: it gives way in its middle to what is open.
func TestHeaderShortensTheName(t *testing.T) {
	t.Parallel()
	rollout := "rollout-2026-01-05T09-00-01-0199a000-0000-7000-8000-000000000001.jsonl"
	d := HeaderData{Name: rollout, Parts: []string{"codex · 269 messages", "! 1 problem"}, Hints: []Hint{{Keys: "?", Word: "keys"}}}
	for w, want := range map[int]string{
		40:  " rollout-2026-01-05T09-00-01-…   ? keys ",
		60:  " rollout-2026-…0000001.jsonl  codex · 269 messages   ? keys ",
		80:  " rollout-2026-01-05T09-0…8000-000000000001.jsonl  codex · 269 messages   ? keys ",
		120: " " + rollout + "  codex · 269 messages · ! 1 problem      ? keys ",
	} {
		if got := Header(theme.Plain(), d, w); got != want {
			t.Errorf("%d cells:\n%q\n%q", w, got, want)
		}
	}
}

// A sentence ends with a phrase where there is no room for all of it.
func TestSentence(t *testing.T) {
	t.Parallel()
	s := "ok: 1,234 → 567 tokens, by local; the gauge has all tokens"
	for w, want := range map[int]string{70: s, 40: "ok: 1,234 → 567 tokens, by local"} {
		if got := strings.TrimSpace(Sentence(theme.Plain(), s, w)); got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
	if got := Sentence(theme.PlainASCII(), s, 70); !strings.Contains(got, "1,234 -> 567") {
		t.Errorf("%q", got)
	}
}

// An earlier compaction of which only the size before is known says at which it came.
func TestCompactionRule(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]model.Compaction{
		"compacted here before: auto, at 155,413 tokens ":      {Trigger: "auto", Before: 155_413},
		"compacted here before: auto, 155,413 → 20,100 tokens": {Trigger: "auto", Before: 155_413, After: 20_100},
	} {
		if got := CompactionRule(theme.Plain(), c, 80); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// A name makes room for as many parts as lead, as long as it can be told.
func TestHeaderLead(t *testing.T) {
	t.Parallel()
	d := HeaderData{Name: strings.Repeat("long-name-", 8), Parts: []string{"claude-code · 128 messages", "! 3 problems", "10 before"}, Lead: 2}
	for w, want := range map[int]string{80: "! 3 problems", 50: "128 messages", 70: "! 3 problems"} {
		if got := Header(theme.Plain(), d, w); !strings.Contains(got, want) {
			t.Errorf("%d: %q", w, got)
		}
	}
	d.Lead = 0
	if got := Header(theme.Plain(), d, 80); strings.Contains(got, "problems") {
		t.Errorf("nothing asks for room: %q", got)
	}
}
