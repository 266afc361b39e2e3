package pipeline

import (
	"testing"

	"cutline/pipeline/reassemble"
	"cutline/pipeline/trigger"
)

// Where nothing is set, the plan says what holds and where that is from; where something is, it says nothing.
func TestInEffect(t *testing.T) {
	t.Parallel()
	r := Report{Params: Defaults()}
	r.Params.Trigger.PersistShare = trigger.Threshold{Given: true, N: .02}
	r.Tokens.Window, r.Tokens.WindowSource, r.Tokens.Used, r.Tokens.Source = 200_000, "model", 9000, "reported"
	r.Trigger.LimitSource = "fraction"
	r.Trigger.Background.Start = trigger.Line{Set: true, Threshold: 180_000}
	r.Slim.Budget, r.Slim.From, r.Partition.Split = 50_000, "of a test", 7
	r.Pick.Summarizer, r.Pick.Reason = "external", "of a test"
	r.Reassemble.Injected = []reassemble.Block{reassemble.NewBlock("todos", "message 3", "- one")}
	for _, tt := range [][4]string{
		{"window", "0", "200000", "of the model"},
		{"window", "9000", "", ""},
		{"used-tokens", "0", "9000", "reported"},
		{"token-limit", "0", "", "fraction decides"},
		{"background-unused-tokens", "", "10000", "from 180,000 on"},
		{"background-unused-share", "", "0.1", "from 180,000 on"},
		{"background-unused-share", "off", "", ""},
		{"persist-unused-tokens", "", "off", "the other one is set"},
		{"persist-unused-share", "0.02", "", ""},
		{"summarizer", "", "external", "of a test"},
		{"summarizer", "self", "", ""},
		{"model", "", "", "M shows which"},
		{"split-at", "-1", "7", "by the rule"},
		{"tail-cap", "0", "any", "0 messages kept"},
		{"keep-recent", "0", "", ""},
		{"budget", "0", "50000", "of a test"},
		{"plan", "", "", "the session has none"},
		{"full", "false", "", ""},
		{"nothing of the sort", "", "", ""},
	} {
		if is, from := InEffect(tt[0], tt[1], &r); is != tt[2] || from != tt[3] {
			t.Errorf("%s %q is %q, %q, want %q, %q", tt[0], tt[1], is, from, tt[2], tt[3])
		}
	}
	if is, from := InEffect("todos", "", &r); is != "" || from != "message 3, 34 chars" {
		t.Errorf("todos are %q, %q", is, from)
	}
	for _, row := range Table { // no row is asked for more than the report of a plan that did not run has
		_, _ = InEffect(row.Name, "", &Report{})
	}
}
