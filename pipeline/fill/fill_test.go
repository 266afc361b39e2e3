package fill_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/model/load"
	"cutline/model/sessiontest"
	"cutline/pipeline"
	"cutline/pipeline/fill"
)

// lines draws nodes as an outline, without chars and shares.
func lines(nodes []fill.Node, indent string) []string {
	var out []string
	for _, n := range nodes {
		name := n.Name
		if n.Kind == fill.Message {
			name = fmt.Sprintf("#%d", n.Row)
		}
		out = append(out, fmt.Sprintf("%s%s %d (%d, #%d)", indent, name, n.Tokens, n.Count, n.Row))
		out = append(out, lines(n.Parts, indent+"  ")...)
	}
	return out
}

// pieces are those of the drawings below.
var pieces = []fill.Piece{
	{Kind: fill.Person, Row: 0, Est: 100},
	{Kind: fill.Calls, Row: 1, Group: "Read", Name: "a.go", Est: 10},
	{Kind: fill.Calls, Row: 1, Group: "Read", Name: "b.go", Est: 10},
	{Kind: fill.Results, Row: 2, Group: "Read", Name: "a.go", Est: 300},
	{Kind: fill.Results, Row: 2, Group: "Read", Name: "b.go", Est: 80},
	{Kind: fill.Results, Row: 3, Group: "Read", Name: "a.go", Est: 50},
	{Kind: fill.Results, Row: 4, Group: "Bash", Est: 200},
	{Kind: fill.Definitions, Row: -1, Name: "Read", Told: 70},
	{Kind: fill.Attached, Row: -1, Group: "memory", Name: "CLAUDE.md", Est: 30},
	{Kind: fill.Words, Row: 5, Est: 1_000}, // the answer
}

func TestTree(t *testing.T) {
	out := fill.Run(fill.Input{Pieces: pieces, Rows: 6, Used: 2_000, Source: "reported", Answer: 5, Since: 9, Fit: fill.Fit{Good: true, Factor: 2, Points: 40}})
	want := strings.Split(`tool-results 1260 (4, #2)
  Read 860 (3, #2)
    a.go 700 (2, #2)
      #2 600 (1, #2)
      #3 100 (1, #3)
    b.go 160 (1, #2)
      #2 160 (1, #2)
  Bash 400 (1, #4)
    #4 400 (1, #4)
overhead 370 (1, #-1)
person 200 (1, #0)
  #0 200 (1, #0)
tool-definitions 70 (1, #-1)
  Read 70 (1, #-1)
attachments 60 (1, #-1)
  memory 60 (1, #-1)
    CLAUDE.md 60 (1, #-1)
tool-calls 40 (2, #1)
  Read 40 (2, #1)
    a.go 20 (1, #1)
      #1 20 (1, #1)
    b.go 20 (1, #1)
      #1 20 (1, #1)`, "\n")
	if d := cmp.Diff(want, lines(out.Parts, "")); d != "" {
		t.Error(d)
	}
	want = strings.Split(`a.go 720 (3, #2)
  #2 600 (1, #2)
  #3 100 (1, #3)
  #1 20 (1, #1)
b.go 180 (2, #2)
  #2 160 (1, #2)
  #1 20 (1, #1)`, "\n")
	if d := cmp.Diff(want, lines(out.Files, "")); d != "" {
		t.Error(d)
	}
	if out.Total != 2_000 || out.Explained != 1_630 || out.Overhead != 370 || out.Messages != 5 || out.Since != 9 || out.Factor != 2 {
		t.Errorf("%+v", out)
	}
}

// What the numbers come to, by where they come from.
func TestSources(t *testing.T) {
	good := fill.Fit{Good: true, Factor: 2, Points: 40}
	rules := func(out fill.Output) (s string) {
		for _, d := range out.Decisions {
			s += " " + d.Rule
			if d.Fallback {
				s += "!"
			}
		}
		return s
	}
	for name, c := range map[string]struct {
		in                         fill.Input
		total, explained, overhead int
		factor                     float64
		rules                      string
	}{
		"a line":        {fill.Input{Used: 2_000, Source: "reported", Answer: 5, Fit: good}, 2_000, 1_630, 370, 2, " calibration overhead fixed"},
		"no line":       {fill.Input{Used: 2_000, Source: "reported", Answer: 5, Fit: fill.Fit{Why: "few"}}, 2_000, 850, 1_150, 1, " calibration! overhead"},
		"blanked":       {fill.Input{Used: 2_000, Source: "reported", Answer: 5, Fit: fill.Fit{Good: true, Factor: 2, Blanked: 390}}, 2_000, 1_240, 760, 1.5, " calibration blanked! overhead fixed"},
		"too much":      {fill.Input{Used: 460, Source: "reported", Answer: 5}, 460, 460, 0, 390.0 / 780, " calibration! too-much! overhead"},
		"told too much": {fill.Input{Used: 85, Source: "reported", Answer: 5}, 85, 85, 0, 15.0 / 780, " calibration! too-much! overhead"},
		"told is all":   {fill.Input{Used: 69, Source: "reported", Answer: 5}, 69, 69, 0, 69.0 / 850, " calibration! too-much! overhead"},
		"counted":       {fill.Input{Used: 3_500, Source: "counted", Fit: good}, 3_500 + 60 + 70, 3_630, -1, 2, " calibration overhead!"},
		"estimated":     {fill.Input{Used: 1_750, Source: "estimated", Fit: good}, 1_850, 1_850, -1, 1, " calibration! overhead!"},
	} {
		c.in.Pieces, c.in.Rows = pieces, 6
		out := fill.Run(c.in)
		if out.Total != c.total || out.Explained != c.explained || out.Overhead != c.overhead || math.Abs(out.Factor-c.factor) > 0.01 || rules(out) != c.rules {
			t.Errorf("%s: total %d, explained %d, overhead %d, factor %.3f,%s", name, out.Total, out.Explained, out.Overhead, out.Factor, rules(out))
		}
		check(t, out)
	}
}

// check holds an output to what is true of each.
func check(t interface{ Errorf(string, ...any) }, out fill.Output) {
	if sum := total(out.Parts); sum != out.Total {
		t.Errorf("the parts are %d of %d", sum, out.Total)
	}
	var walk func(n fill.Node)
	walk = func(n fill.Node) {
		if n.Tokens < 0 || len(n.Parts) > 0 && total(n.Parts) != n.Tokens {
			t.Errorf("%q has %d tokens, its parts %d", n.Name, n.Tokens, total(n.Parts))
		}
		for i, p := range n.Parts {
			if i > 0 && p.Tokens > n.Parts[i-1].Tokens {
				t.Errorf("%q: the parts are not in order", n.Name)
			}
			if came, of := sum(p.When), inMessages(p); came != of {
				t.Errorf("%q: %d tokens came at some time, %d stand in messages", p.Name, came, of)
			}
			walk(p)
		}
	}
	walk(fill.Node{Tokens: out.Total, Parts: out.Parts})
	for _, n := range out.Files {
		walk(n)
	}
}

func sum(slots [fill.Slots]int) (n int) {
	for _, k := range slots {
		n += k
	}
	return n
}

// inMessages is what of a node stands in messages.
func inMessages(n fill.Node) int {
	if n.Kind == fill.Message {
		return n.Tokens
	}
	sum := 0
	for _, p := range n.Parts {
		sum += inMessages(p)
	}
	return sum
}

// When something came is told by the place of its message among those of the context.
func TestWhen(t *testing.T) {
	t.Parallel()
	out := fill.Run(fill.Input{Used: 100, Source: "counted", Answer: -1, Pieces: []fill.Piece{
		{Kind: fill.Words, Row: 10, Est: 10}, {Kind: fill.Words, Row: 25, Est: 90}, {Kind: fill.Attached, Row: -1},
	}})
	if when := out.Parts[0].When; when[0] != 10 || when[fill.Slots-1] != 90 || sum(when) != 100 {
		t.Errorf("came at %v", when)
	}
}

func total(nodes []fill.Node) int {
	n := 0
	for i := range nodes {
		n += nodes[i].Tokens
	}
	return n
}

func TestLaws(t *testing.T) {
	piece := rapid.Custom(func(t *rapid.T) fill.Piece {
		p := fill.Piece{
			Kind: fill.Kind(rapid.IntRange(0, int(fill.Images)).Draw(t, "kind")), Row: rapid.IntRange(0, 30).Draw(t, "row"),
			Group: rapid.SampledFrom([]string{"", "Read", "Bash"}).Draw(t, "group"), Name: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "name"),
			Est: rapid.IntRange(0, 200_000).Draw(t, "est"),
		}
		if rapid.IntRange(0, 9).Draw(t, "told") == 0 {
			p.Est, p.Told = 0, p.Est
		}
		if p.Kind == fill.Definitions || p.Kind == fill.Attached {
			p.Row = -1
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		in := fill.Input{
			Pieces: rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), Rows: 31, Used: rapid.IntRange(0, 3_000_000).Draw(t, "used"),
			Source: rapid.SampledFrom([]string{"reported", "counted", "estimated"}).Draw(t, "source"), Answer: rapid.IntRange(-1, 30).Draw(t, "answer"),
			Fit: fill.Fit{Good: rapid.Bool().Draw(t, "good"), Factor: rapid.Float64Range(0.5, 3).Draw(t, "factor"), Blanked: rapid.IntRange(0, 100_000).Draw(t, "blanked")},
		}
		out := fill.Run(in)
		check(t, out)
		if in.Source == "reported" && (out.Total != in.Used || out.Overhead < 0) {
			t.Fatalf("%d of %d tokens, overhead %d", out.Total, in.Used, out.Overhead)
		}
	})
}

func opened(t *testing.T, path string) *model.Session {
	t.Helper()
	s, closer, err := load.Open(path, load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closer.Close() })
	return s
}

// Both ways to get pieces say of each message what its row says.
func TestPiecesAddUp(t *testing.T) {
	for _, path := range append(sessiontest.Paths(t, "claudecode"), append(sessiontest.Paths(t, "copilot"), sessiontest.Paths(t, "gemini")...)...) {
		s := opened(t, path)
		read, err := fill.Read(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, list := range map[string][]fill.Piece{"read": read, "rough": fill.Rough(s)} {
			chars, toks := make([]int, len(s.Rows)), make([]int, len(s.Rows))
			for _, p := range list {
				if p.Row >= 0 {
					chars[p.Row] += p.Chars
					toks[p.Row] += p.Est
				}
			}
			for i := range s.Rows {
				if s.Rows[i].Chars != chars[i] || s.Rows[i].Tokens != toks[i] {
					t.Errorf("%s, %s: message %d is %d chars and %d tokens, its row %d and %d", path, name, i, chars[i], toks[i], s.Rows[i].Chars, s.Rows[i].Tokens)
				}
			}
		}
	}
}

// A result is of the file that its call names, below the session's folder without that.
func TestRead(t *testing.T) {
	s, err := load.From(strings.NewReader(`{"cwd":"/w","system":"Be kind.","tools":[{"name":"Read"}],"messages":[
{"role":"user","content":"Read both."},
{"role":"assistant","content":[{"type":"thinking","thinking":"Two files."},{"type":"text","text":"I read."},
 {"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/w/a.go"}},{"type":"tool_use","id":"2","name":"Bash","input":{"command":"cat b.go"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"package a"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]},{"type":"tool_result","tool_use_id":"2","content":"package b"}]}]}`), "x.json", load.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := fill.Read(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, fmt.Sprintf("%d %v %s %s %d", p.Row, p.Kind, p.Group, p.Name, p.Chars))
	}
	want := []string{
		"0 system   8", "1 person   10", "2 thinking   10", "2 assistant   7", "2 tool-calls Read a.go 23", "2 tool-calls Bash  22",
		"3 tool-results Read a.go 9", "3 images Read a.go 0", "3 tool-results Bash  9", "-1 tool-definitions  Read 15",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}

	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := fill.Read(ctx, s, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a reading that was stopped: %v", err)
	}
}

// Real sessions add up, and the line through their reports leaves a plausible overhead.
func TestCorpus(t *testing.T) {
	for _, c := range []struct {
		file                     string
		least, most              float64 // the factor
		overheadFrom, overheadTo int
	}{
		{"claude__JanDeDobbeleer__oh-my-posh__1M-window-dangling-tail.jsonl", 1.7, 2.1, 30_000, 45_000},
		{"claude__JanDeDobbeleer__oh-my-posh__preserved-tail.jsonl", 1.6, 1.9, 25_000, 45_000},
		{"claude__entireio__cli__glued-line-small.jsonl", 1.2, 1.6, 30_000, 45_000}, // results were blanked without a record
		{"codex__Monotoba__OpenPrintKit__0.34-long.jsonl", 1, 1.15, 5_000, 15_000},
		{"codex__EntityProcess__agentv__0.140-3compactions.jsonl", 1, 1.15, 3_000, 15_000},
	} {
		s := opened(t, sessiontest.Shared(t, "testdata/corpus/"+c.file)[0])
		list, err := fill.Read(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := pipeline.Fill(s, pipeline.Defaults(), pipeline.Env{}, list)
		check(t, out)
		if out.Total != s.Usage.Input {
			t.Errorf("%s: %d tokens, the server reported %d", c.file, out.Total, s.Usage.Input)
		}
		if f := out.Fit; !f.Good || f.Factor < c.least || f.Factor > c.most || out.Overhead < c.overheadFrom || out.Overhead > c.overheadTo {
			t.Errorf("%s: overhead %d, %+v", c.file, out.Overhead, f)
		}
	}
}
