package pipeline

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/replay"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trace"
)

// sections are the nine of the memory protocol, in their order.
var sections = []string{
	"Primary Request and Intent", "Key Technical Concepts", "Files and Code Sections", "Errors and Fixes", "Problem Solving",
	"All User Messages", "Pending Tasks", "Current Work", "Optional Next Step",
}

// inSections reports whether a summary has the nine in their order.
func inSections(s string) bool {
	for _, name := range sections {
		_, rest, ok := strings.Cut(s, name)
		if !ok {
			return false
		}
		s = rest
	}
	return true
}

// TestMemory: nothing but the system message and the summary goes on, with an instruction of its own.
func TestMemory(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p c1 r1 a p a p a", long))
	p := byName(t, "memory")
	res := must(t, s, p, world(local.New(0)))
	if g, bad := reassemble.Failed(res.Gates); bad {
		t.Fatalf("gate %s: %s", g.Name, g.Message)
	}
	if n := len(res.After.Rows); n != 2 || len(res.Report.Partition.Tail) != 0 {
		t.Errorf("%d messages go on, the tail is %v", n, res.Report.Partition.Tail)
	}
	text := written(t, res)
	if !inSections(res.Report.Summary.Text) || !strings.Contains(text, reassemble.ContinueBare) || strings.Contains(text, reassemble.Continue) {
		t.Errorf("it became %s", text)
	}
	// A split by hand keeps a tail, and the instruction for one.
	p.Partition.SplitAt = 5
	res = must(t, s, p, world(local.New(0)))
	if got := res.Report.Partition.Tail; !slices.Equal(got, []int{5, 6, 7, 8}) || !strings.Contains(written(t, res), reassemble.Continue) {
		t.Errorf("by hand the tail is %v", got)
	}
	// What the harness says of the user is summarized too.
	s = open(t, `[{"role":"user","content":"<user_info>\nlinux\n</user_info>"},`+strings.TrimPrefix(list("p a p a", long), "["))
	if r := Plan(s, byName(t, "memory"), Env{}); r.Partition.UserInfo != -1 || len(r.Partition.Summarize) != 5 {
		t.Errorf("user info %d, summarized %v", r.Partition.UserInfo, r.Partition.Summarize)
	}
}

// TestMemoryIsAskedFor: a phrase in what is typed, else in the instructions, is the only signal; those
// of the session are marks.
func TestMemoryIsAskedFor(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p a p a", func(i int) string {
		return []string{"", "go on", "compact", "clean memory", "x", "the word `compact`", "x"}[i]
	}))
	if got := AskedFor(s); !slices.Equal(got, []int{3}) {
		t.Errorf("messages %v ask for it", got)
	}
	for i := range s.Rows {
		s.History = append(s.History, model.Point{Row: int32(i)})
	}
	out := Replay(s, byName(t, "memory"), []int{3})
	if len(out.Crossings) != 1 || s.History[out.Crossings[0].Point].Row != 3 || out.Signals[0].Name != replay.Asked || out.Signals[0].Times != 1 {
		t.Errorf("the replay has %+v of %+v", out.Crossings, out.Signals)
	}
	if out = Replay(s, byName(t, "memory"), nil); len(out.Signals) != 0 {
		t.Errorf("nobody asks, and the replay has %+v", out.Signals)
	}
	for _, tt := range []struct {
		said, instructions string
		fires              bool
	}{
		{"", "", false},
		{"", "compact, and keep the fees", true},
		{"", "keep the fees", false},
		{"", "is `compact` a word?", false},
		{"/compact keep the fees", "keep the fees", true},
		{"context full", "", true},
		{`what is "compact"?`, "", false},
	} {
		p := byName(t, "memory")
		p.Said, p.Instructions, p.UsedTokens, p.Window = tt.said, tt.instructions, 199_000, 200_000
		r := Plan(s, p, Env{Asked: []int{3}})
		if len(r.Trigger.Signals) != 1 || r.Trigger.Signals[0].Name != "phrase" || r.Trigger.Fires != tt.fires {
			t.Errorf("%+v: %+v", tt, r.Trigger)
		}
		if said := cmp.Or(tt.said, tt.instructions); r.Params.Said != said || r.Params.Instructions != tt.instructions {
			t.Errorf("%+v: said %q, instructions %q", tt, r.Params.Said, r.Params.Instructions)
		}
		if r.Nothing != "" {
			t.Errorf("it cannot be compacted by hand: %s", r.Nothing)
		}
	}
}

// TestPhraseAlone: it asks for a compaction, and tells the summarizer nothing.
func TestPhraseAlone(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p a", long))
	for strategy, want := range map[string]string{"memory": "", "fair": "Clean  Memory"} {
		p := byName(t, strategy)
		p.Instructions = "Clean  Memory"
		if r := Plan(s, p, Env{}); r.Params.Instructions != want || r.Trigger.Fires != (want == "") {
			t.Errorf("%s: instructions %q, fires %v", strategy, r.Params.Instructions, r.Trigger.Fires)
		}
	}
}

// TestMemoryPrompt: a model is asked for the nine sections, whoever made it, unless somebody chose another prompt.
func TestMemoryPrompt(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p a", long))
	w := world(rung(summarize.External, told, nil))
	w.Rungs[0].Vendor = "anthropic"
	for _, tt := range []struct{ strategy, prompt, want string }{{"fair", "", "terse"}, {"memory", "", "nine"}, {"memory", "xai", "xai"}} {
		p := byName(t, tt.strategy)
		p.Pick.Summarizer, p.Pick.Prompt = summarize.External, tt.prompt
		if got := Plan(s, p, w.Env).Pick.Family; got != tt.want {
			t.Errorf("%+v: the family is %s", tt, got)
		}
	}
	answer := "<analysis>\nFirst they asked. SCRATCH\n</analysis>\n\n<summary>\n"
	for _, name := range sections {
		answer += "## " + name + "\n\nNone.\n\n"
	}
	got, err := summarize.Clean(answer + "</summary>")
	if err != nil || strings.Contains(got, "SCRATCH") || !inSections(got) || strings.Count(got, "## ") != len(sections) {
		t.Errorf("%v: %s", err, got)
	}
}

// TestBankIsPlanned: the plan says where the summary is going to be remembered.
func TestBankIsPlanned(t *testing.T) {
	t.Parallel()
	s := open(t, list("s p a p a", long))
	p := Defaults()
	if r := Plan(s, p, Env{}); slices.ContainsFunc(r.Reassemble.Decisions, func(d trace.Decision) bool { return d.Rule == "memory-bank" }) {
		t.Error("a bank is planned that nobody asked for")
	}
	p.MemoryBank = "bank"
	if r := Plan(s, p, Env{}); !slices.ContainsFunc(r.Reassemble.Decisions, func(d trace.Decision) bool {
		return d.Rule == "memory-bank" && strings.Contains(d.Chose, "activeContext.md")
	}) {
		t.Errorf("%+v", r.Reassemble.Decisions)
	}
}
