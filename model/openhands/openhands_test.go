package openhands

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

func TestFixtures(t *testing.T) {
	files := sessiontest.Fixtures(t, Name)
	for _, c := range []struct {
		file, dialect    string
		says             []string
		earlier, unknown int
		past             []model.Compaction
	}{
		{"v0-condensation.json", first, []string{
			"s You are OpenHands.", "u Do it. [Image]", "m It was built.", "i Use tabs.\n\nKnow this.", `a Two calls. execute_bash(c1){"command":"ls"}`, "t c1=a.txt",
			"a think(c2){}", "t c2=Your thought has been logged.", "i The loop was stopped.", "i Running command: pwd\npwd", "a Done. All is done.",
		}, 2, 1, []model.Compaction{{Line: 9, Kept: 2, Summary: 2}}},
		{"v1-events.jsonl", kit, []string{"s You are OpenHands.", "u Do it. <skill>x</skill>", "m Two calls.", "a Done."}, 4, 1, []model.Compaction{{Line: 7, Kept: 1, Summary: 2}}},
		{"v1-parallel.json", kit, []string{
			`a [Thinking] Hm. Two. bash(c1){"command":"ls"} bash(c2){"kind":"BashAction","command":"pwd"}`, "t c2=b!", "t c1=not now!",
		}, 0, 0, nil},
	} {
		t.Run(c.file, func(t *testing.T) {
			s := sessiontest.Open(t, Read, files[c.file])
			if d := cmp.Diff(c.says, sessiontest.Says(t, s)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.past, s.Compactions); d != "" {
				t.Error(d)
			}
			if s.Dialect != c.dialect || s.Earlier != c.earlier || s.Unknown != c.unknown || len(s.Problems) > 0 {
				t.Errorf("dialect %s, %d earlier, %d unknown, %v", s.Dialect, s.Earlier, s.Unknown, s.Problems)
			}
		})
	}
	s := sessiontest.Open(t, Read, files["v0-condensation.json"])
	if d := cmp.Diff(model.Usage{Known: true, Input: 50, Cached: 40, Output: 6, Row: 4, Total: 6}, s.Usage); d != "" || s.Model != "m-1" {
		t.Errorf("model %s: %s", s.Model, d)
	}
}

// TestStaleUsage: what the server said of a request from before a condensation is no measure
// of the next one.
func TestStaleUsage(t *testing.T) {
	s := sessiontest.Open(t, Read, `[{"id":0,"source":"user","action":"message","args":{"content":"a"}},`+
		`{"id":1,"source":"agent","action":"message","args":{"content":"b"},"tool_call_metadata":{"model_response":{"id":"r","usage":{"prompt_tokens":5,"completion_tokens":2}}}},`+
		`{"id":2,"source":"agent","action":"condensation","args":{"forgotten_event_ids":[0]}}]`)
	if s.Usage.Known || s.Usage.Total != 2 || len(s.Rows) != 1 || len(s.Compactions) != 1 {
		t.Errorf("%+v, %d messages, %+v", s.Usage, len(s.Rows), s.Compactions)
	}
}

func TestLooks(t *testing.T) {
	for doc, want := range map[string]bool{
		`[{"id":1,"source":"user","action":"message","args":{}}]`:               true,
		`{"history":[{"id":1,"source":"agent","observation":"run"}]}`:           true,
		`{"history":[{"role":"user","content":"a"}]}`:                           false,
		`[{"id":"1","source":"user","kind":"MessageEvent"}]`:                    true,
		`[{"id":"1","source":"user","role":"user","action":"x","content":"a"}]`: false,
		`[{"role":"user","content":"a"}]`:                                       false,
		`[]`:                                                                    false,
		`{"id":"1","source":"user","kind":"MessageEvent"}`:                      false,
	} {
		if got := Looks([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
	if got := LooksLines([][]byte{[]byte(`{"id":"1","source":"user","kind":"MessageEvent"}`), []byte(`{"role":"user"}`)}); got != 50 {
		t.Errorf("lines: %d", got)
	}
}

func TestCorpus(t *testing.T) {
	s := sessiontest.Open(t, Read, sessiontest.Corpus(t, "openhands__All-Hands-AI__OpenHands__v0-trajectory.json"))
	if got := sessiontest.Roles(s); got != "uata" || s.Turns() != 1 || s.Usage.Input != 4646 || s.Usage.Total != 1312 || len(s.Problems)+s.Unknown > 0 {
		t.Errorf("%s, %d turns, %+v, %v", got, s.Turns(), s.Usage, s.Problems)
	}
	if p := model.Mismatched(s.Links, nil); len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
		t.Errorf("%+v", p)
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
