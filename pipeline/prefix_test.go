package pipeline

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

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
		out := Replay(s, Defaults())
		if p := out.Points[len(out.Points)-1]; !shows(s, p) {
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
				s := readBytes(t, b)
				out := Replay(s, Defaults())
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
			})
		}
	}
}

// within reports whether the gauge of a prefix is that of a point: what a server reports may stand
// behind the answer. The prefix of a list is a list.
func within(t *testing.T, b []byte, ends []int, list bool, format string, p replay.Point) bool {
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
