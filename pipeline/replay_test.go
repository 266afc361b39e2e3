package pipeline

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline/replay"
)

// replayed are real sessions with compactions, branches and reports; those without one are
// there for their shape.
var replayed = []string{
	"corpus/claude__entireio__cli__3compactions.jsonl", "corpus/claude__entireio__cli__branches-microcompact.jsonl",
	"corpus/claude__JanDeDobbeleer__oh-my-posh__preserved-tail.jsonl", "corpus/claude__entireio__cli__two-session-ids.jsonl",
	"corpus/claude__entireio__cli__glued-line-small.jsonl", "corpus/codex__EntityProcess__agentv__0.140-3compactions.jsonl",
	"corpus/codex__Monotoba__OpenPrintKit__0.34-long.jsonl", "corpus/pi__jazzyalex__agent-sessions__v3-small.jsonl",
	"prime/sessions/before-compaction.jsonl", "prime/sessions/s16-two-compactions.jsonl",
}

// A point of a replay says what the gauge would have said had the file ended there.
func TestReplayIsTheGaugeOfEveryPrefix(t *testing.T) {
	const (
		samples = 12 // prefixes of each; a thousand would show the same
		reach   = 8  // messages between an answer and its report: the results of calls that ran in parallel
	)
	for _, name := range replayed {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			b := sessiontest.Bytes(t, sessiontest.Shared(t, "testdata/"+name)[0])
			s := readBytes(t, b)
			out := Replay(s, Defaults(), nil)
			ends := lineEnds(b)
			for n := range samples {
				at := n * (len(s.History) - 1) / samples
				line := int(s.History[at+1].Line) - 1 // all that belongs to the point, and nothing of the next
				if line < int(s.History[at].Line) {
					continue
				}
				was := readBytes(t, b[:ends[line-1]])
				r := Plan(was, Defaults(), Env{})
				p := out.Points[at]
				if s.Format == "codex" { // a report may stand some lines before or behind its answer
					for _, q := range out.Points[max(0, at-reach):min(len(out.Points), at+reach)] {
						if int(q.Used) == r.Tokens.Used && !q.Estimated {
							p = q
						}
					}
				}
				if got := r.Tokens.Source != "reported"; got != p.Estimated {
					t.Errorf("line %d: the gauge is %s, the replay's estimate %t", line, r.Tokens.Source, p.Estimated)
				}
				if int(p.Used) != r.Tokens.Used {
					t.Errorf("line %d: the gauge shows %d (%s), the replay %d", line, r.Tokens.Used, r.Tokens.Source, p.Used)
				}
				if was.Turns() != int(out.Points[at].Turns) {
					t.Errorf("line %d: %d turns, the replay has %d", line, was.Turns(), out.Points[at].Turns)
				}
			}
		})
	}
}

// The compactions of real sessions, their numbers read in the files by eye.
func TestReplayOfRealSessions(t *testing.T) {
	type facts struct {
		Line                                 int
		Before, After, SeenBefore, SeenAfter int
		Margin, Messages, Answers, Out, Kept int
		Micro                                bool
		Saved                                string
	}
	for name, want := range map[string]struct {
		points, window, first int // first: the line at which the token signal fires, 0 when it never does
		list                  []facts
	}{
		"corpus/claude__entireio__cli__3compactions.jsonl": {486, 200_000, 0, []facts{
			{Line: 230, Before: 156_699, SeenBefore: 154_445, SeenAfter: 66_549, Margin: 23_301, Messages: 116, Answers: 51, Out: 116, Saved: "56.9%"},
			{Line: 517, Before: 155_241, SeenBefore: 155_023, SeenAfter: 60_458, Margin: 24_759, Messages: 160, Answers: 77, Out: 161, Saved: "61.0%"},
			{Line: 871, Before: 155_413, SeenBefore: 154_666, SeenAfter: 59_943, Margin: 24_587, Messages: 196, Answers: 93, Out: 197, Saved: "61.2%"},
		}},
		"corpus/claude__entireio__cli__branches-microcompact.jsonl": {416, 200_000, 0, []facts{
			{Line: 371, Before: 78_208, SeenBefore: 150_210, Messages: 163, Answers: 67, Out: -1, Micro: true, Saved: "49.3%"},
			{Line: 372, Before: 176_700, SeenBefore: 150_210, SeenAfter: 46_694, Margin: 3_300, Messages: 163, Answers: 67, Out: 163, Saved: "68.9%"},
			{Line: 800, Before: 65_408, SeenBefore: 139_043, Messages: 149, Answers: 56, Out: -1, Micro: true, Saved: "41.3%"},
			{Line: 801, Before: 157_925, SeenBefore: 139_043, SeenAfter: 53_595, Margin: 22_075, Messages: 149, Answers: 56, Out: 150, Saved: "61.5%"},
		}},
		"corpus/claude__JanDeDobbeleer__oh-my-posh__preserved-tail.jsonl": {455, 1_000_000, 0, []facts{
			{Line: 543, Before: 297_190, After: 16_970, SeenBefore: 296_331, SeenAfter: 66_107, Margin: 602_810, Messages: 272, Answers: 125, Out: 271, Kept: 1, Saved: "77.7%"},
		}},
		"corpus/codex__EntityProcess__agentv__0.140-3compactions.jsonl": {1133, 258_400, 662, []facts{
			{Line: 671, After: 23_278, SeenBefore: 237_746, SeenAfter: 26_169, Margin: -5_186, Messages: 335, Answers: 164, Out: 333, Kept: 2, Saved: "89.0%"},
			{Line: 1183, After: 23_396, SeenBefore: 229_612, SeenAfter: 26_239, Margin: 2_948, Messages: 253, Answers: 139, Out: 253, Kept: 3, Saved: "88.6%"},
			{Line: 1774, After: 24_525, SeenBefore: 229_059, SeenAfter: 27_270, Margin: 3_501, Messages: 284, Answers: 153, Out: 279, Kept: 9, Saved: "88.1%"},
		}},
		"prime/sessions/before-compaction.jsonl": {992, 200_000, 622, []facts{
			{Line: 360, Before: 175_004, SeenBefore: 174_738, SeenAfter: 25_739, Margin: 4_996, Messages: 354, Answers: 173, Out: 288, Kept: 66, Saved: "85.3%"},
			{Line: 629, Before: 185_014, SeenBefore: 184_915, SeenAfter: 28_617, Margin: -5_014, Messages: 268, Answers: 130, Out: 258, Kept: 77, Saved: "84.5%"},
		}},
		"prime/sessions/large-session.jsonl": {914, 200_000, 0, nil},
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			b := sessiontest.Bytes(t, sessiontest.Shared(t, "testdata/"+name)[0])
			s := readBytes(t, b)
			out := Replay(s, Defaults(), nil)
			first := 0
			if at := out.Signals[0].First; at >= 0 {
				first = int(s.History[at].Line)
			}
			if len(out.Points) != want.points || out.Window != want.window || first != want.first || len(out.Thrash) > 0 {
				t.Errorf("%d points, window %d, due first at line %d, %q; want %+v", len(out.Points), out.Window, first, out.Thrash, want)
			}
			var got []facts
			for _, c := range out.Compactions {
				got = append(got, facts{c.Line, c.Before, c.After, c.SeenBefore, c.SeenAfter, c.Margin, c.Messages, c.Answers, c.Out, c.Kept, c.Micro, replay.Percent(c.Saved)})
			}
			if d := cmp.Diff(want.list, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// The gauge of the last answer in the large session of Prime is the number that its own
// program gives, less the answer itself.
func TestReplayOfTheLargeSession(t *testing.T) {
	b := sessiontest.Bytes(t, sessiontest.Shared(t, "testdata/prime/sessions/large-session.jsonl")[0])
	const withAnswer, answer = 177_657, 53
	out := Replay(readBytes(t, b), Defaults(), nil)
	if got := int(out.Points[len(out.Points)-1].Used); got != withAnswer-answer {
		t.Errorf("%d tokens at the end, want %d", got, withAnswer-answer)
	}
}

func readBytes(t *testing.T, b []byte) *model.Session {
	t.Helper()
	s, err := load.From(bytes.NewReader(b), "x.jsonl", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lineEnds are the offsets behind each line.
func lineEnds(b []byte) []int {
	var out []int
	for i, c := range b {
		if c == '\n' {
			out = append(out, i+1)
		}
	}
	if len(b) > 0 && b[len(b)-1] != '\n' {
		out = append(out, len(b))
	}
	return out
}
