package reassemble

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

const summary = "The person asked for a parser, and it was written and tested."

// kept is a draft: a summary, then the rows as its tail.
func kept(rows ...int) model.Draft {
	d := model.Draft{Summary: summary, Items: []model.Item{{Kind: model.NewSummary, Row: -1}}}
	for _, r := range rows {
		d.Items = append(d.Items, model.Item{Kind: model.KeptTail, Row: r})
	}
	return d
}

func TestGates(t *testing.T) {
	t.Parallel()
	before := []string{"1|s rules", "2|p one", "3|a two", "4|c X", "5|r X", "6|p three", "7|c Y", "8|r Y", "9|a four"}
	tail := before[5:]
	after := func(lines ...string) []string {
		return append([]string{"x|m <conversation_summary>"}, lines...)
	}
	say := func(s string) model.Draft {
		d := kept(5, 6, 7, 8)
		d.Summary = s
		return d
	}
	tests := []struct {
		name    string
		before  []string
		draft   model.Draft
		after   []string
		repairs []model.Repair
		carried int
		format  string
		fails   []string
		says    string
	}{
		{"sound", before, kept(5, 6, 7, 8), after(tail...), nil, 0, "", nil, "4 messages kept byte for byte"},
		{"new envelopes are no change", before, kept(5, 8), after("n1|p three", "n2|a four"), nil, 0, "", nil, "2 messages kept byte for byte"},
		{"no tail", before, kept(), after(), nil, 0, "", nil, "0 messages kept byte for byte"},

		{"a result without its call", before, kept(7, 8), after("8|r Y", "9|a four"), nil, 0, "", []string{"shape"}, `1 result without a call ("Y")`},
		{"a call without a result", before, kept(5, 6), after("6|p three", "7|c Y"), nil, 0, "", []string{"shape"}, `1 call without a result ("Y")`},
		{"a result twice", before, kept(6, 7), after("7|c Y", "8|r Y", "y|r Y"), nil, 0, "", []string{"shape"}, `1 call answered twice ("Y")`},
		{"a result before its call", before, kept(6, 7), after("8|r Y", "7|c Y"), []model.Repair{{Row: 7}}, 0, "", []string{"shape"}, "result without a call"},
		{"by reference it stands as in the input", before, kept(7, 8), after("8|r Y", "9|a four"), nil, 0, "prime", nil, "its agent repairs them when it sends"},
		{"what the agent appended meanwhile may be open", before, kept(8), after("9|a four", "10|c Z"), nil, 1, "", nil, "every call is answered"},

		{"a changed message", before, kept(5, 8), after("6|p three!", "9|a four"), nil, 0, "", []string{"tail"}, "message 5 is not in the result"},
		{"a missing message", before, kept(5, 8), after("6|p three"), nil, 0, "", []string{"tail"}, "message 8 is not in the result"},
		{"messages in another order", before, kept(5, 8), after("9|a four", "6|p three"), nil, 0, "", []string{"tail"}, "message 8 is not in the result"},
		{"a repaired message is exempt", before, kept(5, 8), after("6|p mended", "9|a four"), []model.Repair{{Row: 5, Reason: "bytes"}}, 0, "", nil, "1 message kept byte for byte, 1 repaired"},
		{"a repair of another one is no excuse", before, kept(5, 8), after("6|p three", "9|a mended"), []model.Repair{{Row: 5, Reason: "bytes"}}, 0, "", []string{"tail"}, "message 8"},

		{"no words", before, say(" \n"), after(tail...), nil, 0, "", []string{"empty"}, "the summary has 0 chars"},
		{"few words", before, say("Done."), after(tail...), nil, 0, "", nil, "one summary, and it says something"},
		{"no letter", before, say(strings.Repeat("42 ", 40)), after(tail...), nil, 0, "", []string{"empty"}, "it says nothing"},
		{"no summary message", before, kept(5, 6, 7, 8), tail, nil, 0, "", []string{"empty"}, "0 summary messages instead of one"},
		{"two summary messages", before, kept(8), after("y|m again", "9|a four"), nil, 0, "", []string{"empty"}, "2 summary messages instead of one"},
		{"an earlier summary that was kept by hand", []string{"1|p a", "2|m old", "3|a b"}, kept(1, 2), after("2|m old", "3|a b"), nil, 0, "", nil, "one summary"},

		{"a message that nobody wrote", before, kept(8), after("9|a four", "y|p go on"), nil, 0, "", []string{"invented"}, "1 message of a person, the input gave 0"},
		{"injected words are nobody's", before, kept(8), after("9|a four", "y|i go on"), nil, 0, "", nil, "no user message that nobody wrote"},
		{"a person who writes meanwhile", before, kept(8), after("9|a four", "y|p wait"), nil, 1, "", nil, "no user message that nobody wrote"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := open(t, tt.before...)
			b.Format = tt.format
			gates := Check(GateInput{
				Before: b, Draft: tt.draft, Repairs: tt.repairs, After: open(t, tt.after...), Value: value, TokensBefore: 10, TokensAfter: 9, Carried: tt.carried,
			})
			names, words := "", ""
			var fails []string
			for _, g := range gates {
				names += g.Name + " "
				words += g.Message + "\n"
				if !g.Pass {
					fails = append(fails, g.Name)
				}
				if g.Hard != (g.Name != "smaller") {
					t.Errorf("gate %s: hard %v", g.Name, g.Hard)
				}
			}
			if diff := cmp.Diff(tt.fails, fails); diff != "" {
				t.Errorf("gates that fail (-want +got):\n%s%s", diff, words)
			}
			if names != "shape tail empty invented smaller " || !strings.Contains(words, tt.says) {
				t.Errorf("gates %s say\n%swant %q", names, words, tt.says)
			}
			if g, bad := Failed(gates); bad != (len(tt.fails) > 0) || bad && g.Name != tt.fails[0] {
				t.Errorf("Failed gives %+v, %v", g, bad)
			}
		})
	}
}

func TestSmaller(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		before, after int
		pass          bool
	}{{1000, 999, true}, {1000, 1000, false}, {10, 2000, false}} {
		g := smaller(GateInput{TokensBefore: tt.before, TokensAfter: tt.after})
		if g.Pass != tt.pass || g.Hard || strings.Contains(g.Message, "nothing is saved") == tt.pass {
			t.Errorf("%d to %d: %+v", tt.before, tt.after, g)
		}
		if _, bad := Failed([]Gate{g}); bad {
			t.Errorf("%d to %d: a soft gate stops the run", tt.before, tt.after)
		}
	}
}

func TestTailOfAFileThatIsGone(t *testing.T) {
	t.Parallel()
	b := open(t, "1|p one", "2|a two")
	b.Reader = strings.NewReader("")
	g := tail(GateInput{Before: b, Draft: kept(1), After: open(t, "x|m s", "2|a two"), Value: value})
	if g.Pass || !strings.Contains(g.Message, "message 1 can no longer be read") {
		t.Errorf("gate %+v", g)
	}
}

// TestManyKept: the order of kept messages is held to over a long tail with equal messages.
func TestManyKept(t *testing.T) {
	t.Parallel()
	var before, after []string
	var rows []int
	for i := range 300 {
		line := fmt.Sprintf("%d|a %d", i, i%7)
		before, rows = append(before, line), append(rows, i)
		after = append(after, line)
	}
	in := GateInput{Before: open(t, before...), Draft: kept(rows...), After: open(t, append([]string{"x|m s"}, after...)...), Value: value}
	if g := tail(in); !g.Pass {
		t.Error(g.Message)
	}
	in.After = open(t, append([]string{"x|m s"}, after[:299]...)...)
	if g := tail(in); g.Pass {
		t.Error("a missing message among equal ones was not found")
	}
}
