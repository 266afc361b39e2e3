package pipeline

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/replay"
)

// A replay ends where the gauge stands, whatever the format.
func TestReplayEndsAtTheGauge(t *testing.T) {
	t.Parallel()
	for _, path := range sessiontest.Paths(t, "*") {
		s, err := load.From(bytes.NewReader(sessiontest.Bytes(t, path)), path, load.Choice{})
		if err != nil || len(s.History) == 0 {
			continue // it holds several sessions, or none
		}
		out := Replay(s, Defaults(), nil)
		last := len(out.Points) - 1
		for last > 0 && s.History[last].Gone { // taken back, and nothing was said since
			last--
		}
		if p := out.Points[last]; !shows(s, p) {
			t.Errorf("%s: the gauge shows %s, the replay ends with %+v", path, gaugeOf(s), p)
		}
	}
}

// Of the formats that tell what became of every message, a point of a replay is the gauge of the
// file as it was then.
func TestReplayOfEveryLine(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"gemini", "copilot", "qwen", "openhands", "cline"} {
		for _, path := range sessiontest.Paths(t, folder) {
			b := sessiontest.Bytes(t, path)
			list := bytes.HasPrefix(b, []byte("[\n"))
			if !list && filepath.Ext(path) != ".jsonl" {
				continue // a document that was never shorter
			}
			t.Run(folder+"/"+filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				everyLine(t, b, list)
			})
		}
	}
}

// everyLine holds a replay to the gauge of every prefix. The prefix of a list is a list.
func everyLine(t rapid.TB, b []byte, list bool) {
	t.Helper()
	s, err := load.From(bytes.NewReader(b), "whole", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	out := Replay(s, Defaults(), nil)
	ends := lineEnds(b)
	if list {
		ends = ends[:len(ends)-1]
	}
	for i := range s.History {
		line, next := int(s.History[i].Line), len(ends)+1
		if i+1 < len(s.History) {
			next = int(s.History[i+1].Line)
		}
		if line < next && !within(t, b, ends[line-1:next-1], list, s.Format, out.Points[i]) {
			t.Errorf("line %d: the replay has %+v, and no prefix up to line %d shows it", line, out.Points[i], next-1)
		}
	}
}

// The same of chats that nobody thought of: messages, answers that are written again, rewinds to
// what was said since the last checkpoint, compactions that keep some of the end, blanked results.
func TestReplayOfRandomChats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		const header = `{"sessionId":"s","projectHash":"h","startTime":"2026-04-01T09:00:00.000Z","lastUpdated":"2026-04-01T09:00:00.000Z"}`
		lines := []string{header}
		var live []string // records
		id := func(rec string) string { return gjson.Get(rec, "id").Str }
		fresh := 0 // how many of the live ones the last checkpoint left
		ops := rapid.SliceOfN(rapid.SampledFrom([]string{"user", "gemini", "gemini", "rewind", "compact", "blank"}), 1, 20).Draw(rt, "ops")
		for i, op := range ops {
			at := time.Date(2026, 4, 1, 9, 0, i, 0, time.UTC).Format(time.RFC3339)
			rec := fmt.Sprintf(`{"id":"m%d","timestamp":%q,"type":%q,"content":%q}`, i, at, op, strings.Repeat("word ", i+1))
			checkpoint := func() { lines = append(lines, `{"$set":{"messages":[`+strings.Join(live, ",")+`]}}`) }
			switch n := len(live); op {
			case "user":
				lines, live = append(lines, rec), append(live, rec)
			case "gemini":
				if rapid.Bool().Draw(rt, "reported") {
					rec = rec[:len(rec)-1] + fmt.Sprintf(`,"tokens":{"input":%d,"output":1}}`, 1000+i)
				}
				lines, live = append(lines, rec), append(live, rec)
			case "rewind":
				if n > fresh {
					k := rapid.IntRange(fresh, n-1).Draw(rt, "to")
					lines, live = append(lines, fmt.Sprintf(`{"$rewindTo":%q}`, id(live[k]))), live[:k:k]
				}
			case "compact":
				kept := live[n-rapid.IntRange(0, min(n, 3)).Draw(rt, "kept"):]
				live = append([]string{fmt.Sprintf(`{"id":"m%d","timestamp":%q,"type":"user","content":"<state_snapshot>what was done until %d</state_snapshot>"}`, i, at, i)}, kept...)
				checkpoint()
				fresh = len(live)
			case "blank":
				if n > fresh {
					k := rapid.IntRange(fresh, n-1).Draw(rt, "which")
					live = slices.Clone(live)
					live[k] = strings.Replace(live[k], gjson.Get(live[k], "content").Raw, `"-"`, 1)
					checkpoint()
					fresh = n
				}
			}
		}
		b := []byte(strings.Join(lines, "\n") + "\n")
		everyLine(rt, b, false)
	})
}

// And of sessions in which the agent goes on while its summary is made.
func TestReplayOfRandomEvents(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var lines []string
		event := func(kind, data string) {
			lines = append(lines, fmt.Sprintf(`{"type":%q,"data":%s,"id":"e%d","timestamp":"2026-05-01T10:00:00.000Z","parentId":null}`, kind, data, len(lines)))
		}
		event("session.start", `{"sessionId":"s","context":{"cwd":"/w"}}`)
		back := false        // nothing was said since a rewind
		var targets []string // events that a rewind can go back to
		ops := rapid.SliceOfN(rapid.SampledFrom([]string{"user", "answer", "answer", "usage", "rewind", "start", "complete", "fail"}), 1, 20).Draw(rt, "ops")
		for i, op := range ops {
			words := strings.Repeat("word ", i+1)
			back = op == "rewind" || back && op != "user" && op != "answer" && op != "complete"
			switch op {
			case "user":
				targets = append(targets, fmt.Sprintf("e%d", len(lines)))
				event("user.message", fmt.Sprintf(`{"content":%q}`, words))
			case "answer":
				event("assistant.message", fmt.Sprintf(`{"messageId":"m%d","content":%q,"outputTokens":1}`, i, words))
			case "usage":
				if !back { // else the size is of a context that stood there before, with another size
					event("session.usage_info", fmt.Sprintf(`{"currentTokens":%d,"tokenLimit":100000}`, 1000+i))
				}
			case "rewind":
				if n := len(targets); n > 0 {
					k := rapid.IntRange(0, n-1).Draw(rt, "to")
					event("session.snapshot_rewind", fmt.Sprintf(`{"upToEventId":%q}`, targets[k]))
					targets = targets[:k]
				}
			case "start":
				event("session.compaction_start", `{}`)
			case "complete":
				event("session.compaction_complete", fmt.Sprintf(`{"success":true,"summaryContent":"what was done until %d"}`, i))
				targets = nil
			case "fail":
				event("session.compaction_complete", `{"success":false}`)
			}
		}
		everyLine(rt, []byte(strings.Join(lines, "\n")+"\n"), false)
	})
}

// within reports whether the gauge of a prefix is that of a point: what a server reports may stand
// behind the answer.
func within(t rapid.TB, b []byte, ends []int, list bool, format string, p replay.Point) bool {
	t.Helper()
	for _, end := range ends {
		prefix := b[:end]
		if list {
			prefix = append(bytes.TrimRight(bytes.Clone(prefix), ",\n"), ']')
		}
		s, err := load.From(bytes.NewReader(prefix), "prefix", load.Choice{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		if shows(s, p) {
			return true
		}
		t.Logf("the prefix of %d bytes shows %s", end, gaugeOf(s))
	}
	return false
}

// shows reports whether a point is what the gauge of a session shows.
func shows(s *model.Session, p replay.Point) bool {
	r := Plan(s, Defaults(), Env{})
	images := 0
	for i := range s.Rows {
		images += s.Rows[i].Images
	}
	return r.Tokens.Used == int(p.Used) && (r.Tokens.Source != "reported") == p.Estimated && s.Turns() == int(p.Turns) && images == int(p.Images)
}

func gaugeOf(s *model.Session) string {
	r := Plan(s, Defaults(), Env{})
	return fmt.Sprintf("%d tokens (%s), %d turns", r.Tokens.Used, r.Tokens.Source, s.Turns())
}
