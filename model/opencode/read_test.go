package opencode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

const unfinishedResult = "[no result was recorded: the tool had not finished]!"

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, title string
		says        []string
		usage       model.Usage
	}{
		{"tools", "Why are the totals wrong?", []string{
			`up Why are the totals of @report.md wrong? Look at the picture, too. Called the Read tool with the following input: {"filePath":"report.md"} [File] [Image]`,
			"a [Thinking] Look at the sums first. I look at the sums. read(call_1) bash(call_2)",
			"t call_1=func sum() {}\n call_2=exit status 1!",
			"a And at the picture. webfetch(call_3)",
			"t call_3=See the picture.\n[Image]",
			"a bash(call_4) bash(call_5) bash(call_6)",
			"t call_4=" + unfinishedResult + " call_5=" + unfinishedResult + " call_6=half of it",
			"ui Try it again.\n",
			"a The sums are right; the rounding is not. ",
		}, model.Usage{Known: true, Input: 1500, Cached: 300, Output: 30, Row: 8, Total: 85}},
		{"compacted", "And run the tests.", []string{
			"us Names stay, the file is split. Second summary.",
			"up And run the tests.",
			"a They pass. bash(call_3)",
			"t call_3=ok",
			"ui Continue if there is more to do.",
			"a Nothing is left to do.",
			"ui ",
		}, model.Usage{Known: true, Input: 100, Cached: 20, Output: 8, Row: 5, Total: 78}},
		{"reverted", "A taken back turn", []string{"up One.", "a First."}, model.Usage{Known: true, Input: 10, Output: 1, Row: 1, Total: 2}},
		{"early", "Before there were requests for it", []string{"us Seven files were counted.", "up Count them again. ", "a Eight."}, model.Usage{Known: true, Input: 12, Output: 1, Row: 2, Total: 5}},
		{"empty", "Nothing yet", nil, model.Usage{Row: -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := fixture(t, c.name)
			if d := cmp.Diff(c.says, sessiontest.Brief(t, s)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.usage, s.Usage); d != "" {
				t.Error(d)
			}
			if s.ID != "ses_"+c.name || s.Title != c.title || s.CWD != "/home/dev/ledger" || s.AgentVersion != "1.15.3" || s.Window != 0 {
				t.Errorf("%q, %q in %q, %q", s.ID, s.Title, s.CWD, s.AgentVersion)
			}
			if len(s.Problems) > 0 || c.name != "empty" && s.Model != "claude-sonnet-4-5" {
				t.Errorf("%v, model %q", s.Problems, s.Model)
			}
		})
	}
}

// TestCompactions: a finished request for a compaction and its answer are one; it keeps a tail, or
// none. Blanked outputs are told, and still there.
func TestCompactions(t *testing.T) {
	t.Parallel()
	s := fixture(t, "compacted")
	want := []model.Compaction{
		{Line: 147, Trigger: "manual", Before: 100, Summary: -1},
		{Line: 398, Micro: true, SavedToks: 5, Summary: -1},
		{Line: 423, Trigger: "auto", Before: 300, Kept: 3},
	}
	if d := cmp.Diff(want, s.Compactions); d != "" {
		t.Error(d)
	}
	if s.Earlier != 6 {
		t.Errorf("%d messages before it", s.Earlier)
	}
	var did []string
	for k, r := range s.Replacements {
		text, err := s.CompactionText(k)
		if err != nil {
			t.Fatal(err)
		}
		did = append(did, fmt.Sprintf("%s at %d: out %v kept %v, %d turns", text, r.Point, r.Out, r.Kept, r.Turns))
	}
	if d := cmp.Diff([]string{
		"Names stay. First summary. at 3: out [0 1 2] kept [], 0 turns",
		" at 10: out [] kept [], 0 turns",
		"Names stay, the file is split. Second summary. at 11: out [3 4 5 6] kept [7 8 9], 1 turns",
	}, did); d != "" {
		t.Error(d)
	}
	m, err := s.Past(6)
	if err != nil || m.Parts[0].OutputText() != "many lines of old output" {
		t.Errorf("the blanked output is %+v, %v", m, err)
	}
}

// TestHistory: every point is the message that it stands for.
func TestHistory(t *testing.T) {
	t.Parallel()
	for _, p := range sessiontest.Paths(t, Name) {
		s := sessiontest.Open(t, Read, sessiontest.Text(t, p))
		live := 0
		for i, pt := range s.History {
			if pt.Row >= 0 {
				live++
			}
			if m, err := s.Past(i); err != nil || m.Role != pt.Role || m.Origin != pt.Origin {
				t.Errorf("%s: point %d: %+v, %v", p, i, m, err)
			}
		}
		if live != len(s.Rows) || len(s.Compactions) != len(s.Replacements) {
			t.Errorf("%s: %d of %d rows, %d of %d compactions", p, live, len(s.Rows), len(s.Replacements), len(s.Compactions))
		}
	}
	s := fixture(t, "reverted")
	if s.Branches != 1 || s.BranchRows != 3 || !s.History[2].Gone || s.History[1].Gone {
		t.Errorf("%d branches, %d rows, %+v", s.Branches, s.BranchRows, s.History)
	}
}

// TestOddities: what is no message is counted, and a tail that is not there is a problem.
func TestOddities(t *testing.T) {
	t.Parallel()
	s := sessiontest.Open(t, Read, `{"info":{"id":"ses_x"},"messages":[
{"info":{"id":"msg_1","role":"user"},"parts":[{"type":"text","text":"a"}]},
7,
{"half":1},
{"info":{"id":"msg_2","role":"user"},"parts":[{"type":"compaction","auto":true,"tail_start_id":"msg_0"}]},
{"info":{"id":"msg_3","role":"assistant","parentID":"msg_2","summary":true,"finish":"stop"},"parts":[{"type":"text","text":"b"}]},
{"info":{"id":"msg_4","role":"assistant","parentID":"msg_2","summary":true,"finish":"stop"},"parts":[{"type":"text","text":"c"}]},
{"info":{"id":"msg_5","role":"user"},"parts":[{"type":"file","mime":"image/png","url":"data:image/png;base64,AAAA"}]},
{"info":{"id":"msg_6","role":"assistant"},"parts":[{"type":"step-start"},{"type":"reasoning","text":""},{"type":"step-start"}]},
{"info":{"id":"msg_7","role":"assistant"},"parts":[]}]}`)
	if d := cmp.Diff([]string{"us c", "us b", "up [Image]", "a [Thinking]"}, sessiontest.Brief(t, s)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"3 not-an-object", "5 missing-target"}, sessiontest.Problems(s)); d != "" || s.Unknown != 1 || s.Compactions[0].Missing != 1 {
		t.Errorf("%s, %d unknown, %+v", d, s.Unknown, s.Compactions)
	}
	for _, text := range []string{"[]", "{}", `{"info":{},"messages":7}`, `{"info":7,"messages":[]}`} {
		if _, err := Read(model.Input{Reader: strings.NewReader(text), Size: int64(len(text))}); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	if _, err := (decoder{}).Decode([][]byte{[]byte(`{"half`)}, model.Row{}); err == nil {
		t.Error("half a record was decoded")
	}
	if _, err := (decoder{}).Decode([][]byte{[]byte(`{"info":{"role":"user"},"parts":[]}`)}, model.Row{Sub: 1}); err == nil {
		t.Error("a message that is not there was decoded")
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]bool{
		`{"info":{"id":"ses_1"},"messages":[]}`:                            true,
		`{"info":{"id":"x"},"messages":[]}`:                                false,
		`{"info":{"id":"x"},"messages":[{"info":{},"parts":[]}]}`:          true,
		`{"info":{"id":"x"},"messages":[{"role":"user","content":""}]}`:    false,
		`{"messages":[{"info":{},"parts":[]}]}`:                            false,
		`{"sessionId":"s","projectHash":"h","messages":[],"info":{"a":1}}`: false,
	} {
		if got := Looks([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	a := `{"info":{"id":"1"},"parts":[{"id":"a","sessionID":"b","messageID":"c","type":"text","text":"x"}]}`
	b := `{"info":{"id":"2"},"parts":[{"type":"text","id":"d","sessionID":"e","messageID":"f","text":"x"}]}`
	c := `{"info":{"id":"1"},"parts":[{"id":"a","sessionID":"b","messageID":"c","type":"text","text":"y"}]}`
	if string(Value([]byte(a))) != string(Value([]byte(b))) || string(Value([]byte(a))) == string(Value([]byte(c))) {
		t.Errorf("%s %s %s", Value([]byte(a)), Value([]byte(b)), Value([]byte(c)))
	}
}
