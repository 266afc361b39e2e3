package pick

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

func TestRun(t *testing.T) {
	t.Parallel()
	both := []summarize.Info{{Rung: summarize.Self}, {Rung: summarize.External}}
	external := both[1:]
	of := func(vendor string) []summarize.Info {
		return []summarize.Info{{Rung: summarize.External, Vendor: vendor}}
	}
	type want struct {
		summarizer, family, reason string
		fellBack                   bool
	}
	const noTools = "self needs the agent's tools, which a transcript does not hold; --tools gives them"
	const none = "a model was chosen, but none can be called here"
	tests := []struct {
		name string
		in   Input
		want want
	}{
		{"nobody chose", Input{Rungs: both}, want{"local", "local", "no model has been chosen", false}},
		{"a key alone does not choose", Input{Rungs: both, Vendor: "anthropic", Plan: true}, want{"local", "local", "no model has been chosen", false}},
		{"local", Input{Rungs: both, Params: Params{Summarizer: "local"}}, want{"local", "local", "chosen", false}},
		{"external", Input{Rungs: external, Params: Params{Summarizer: "external"}}, want{"external", "external", "chosen", false}},
		{"external for anthropic", Input{Rungs: of("anthropic"), Params: Params{Summarizer: "external"}, Vendor: "openai"}, want{"external", "terse", "chosen", false}},
		{"external for xai", Input{Rungs: of("xai"), Params: Params{Summarizer: "external"}}, want{"external", "xai", "chosen", false}},
		{"external for another vendor", Input{Rungs: of("google"), Params: Params{Summarizer: "external"}, Vendor: "anthropic"}, want{"external", "external", "chosen", false}},
		{"external for a model that nobody knows", Input{Rungs: external, Params: Params{Summarizer: "external"}, Vendor: "anthropic"}, want{"external", "external", "chosen", false}},
		{"a model that is named is chosen", Input{Rungs: external, Params: Params{Model: "gpt-5"}}, want{"external", "external", "--model names one", false}},
		{"so is who serves it", Input{Rungs: external, Params: Params{Provider: "openai"}}, want{"external", "external", "--provider names one", false}},
		{"local wins over a model", Input{Rungs: external, Params: Params{Summarizer: "local", Model: "gpt-5"}}, want{"local", "local", "chosen", false}},
		{"a plan for an unknown external has the family of the session's model", Input{Params: Params{Summarizer: "external"}, Vendor: "anthropic", Plan: true}, want{"external", "terse", "chosen", false}},
		{"a family by choice", Input{Rungs: external, Params: Params{Summarizer: "external", Prompt: "nine"}, Vendor: "anthropic"}, want{"external", "nine", "chosen", false}},
		{"local has no prompt", Input{Params: Params{Summarizer: "local", Prompt: "nine"}}, want{"local", "local", "chosen", false}},
		{"a plan may name an external that is not here", Input{Params: Params{Summarizer: "external"}, Plan: true}, want{"external", "external", "chosen", false}},
		{"a run may not", Input{Params: Params{Summarizer: "external"}}, want{"local", "local", none, true}},
		{"self with tools", Input{Rungs: both, Params: Params{Summarizer: "self", Tools: "t.json"}}, want{"self", "external", "chosen, and the agent's tools are known", false}},
		{"self whose file holds the tools", Input{Rungs: both, Params: Params{Summarizer: "self"}, Tools: true}, want{"self", "external", "chosen, and the agent's tools are known", false}},
		{"self without tools", Input{Rungs: both, Params: Params{Summarizer: "self"}}, want{"external", "external", noTools, true}},
		{"a plan for self without tools", Input{Params: Params{Summarizer: "self"}, Plan: true}, want{"external", "external", noTools, true}},
		{"a plan for self with tools", Input{Params: Params{Summarizer: "self", Tools: "t"}, Plan: true}, want{"self", "external", "chosen, and the agent's tools are known", false}},
		{"self that does not exist", Input{Rungs: external, Params: Params{Summarizer: "self", Tools: "t"}}, want{"external", "external", "there is no self summarizer here", true}},
		{"self where nobody can be called", Input{Params: Params{Summarizer: "self"}}, want{"local", "local", none, true}},
		{"offline", Input{Rungs: both, Offline: true}, want{"local", "local", "offline", false}},
		{"offline wins over a choice", Input{Rungs: both, Offline: true, Params: Params{Summarizer: "external"}}, want{"local", "local", "offline", true}},
		{"offline and local", Input{Rungs: both, Offline: true, Params: Params{Summarizer: "local"}}, want{"local", "local", "offline", false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := Run(tt.in)
			got := want{out.Summarizer, out.Family, out.Reason, out.Outcome == trace.FellBack}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(want{})); diff != "" {
				t.Errorf("pick (-want +got):\n%s", diff)
			}
			if len(out.Decisions) != 1 || out.Decisions[0].Chose != out.Summarizer || out.Decisions[0].Fallback != tt.want.fellBack {
				t.Errorf("decisions %+v", out.Decisions)
			}
		})
	}
}

func TestConditions(t *testing.T) {
	t.Parallel()
	out := Run(Input{Rungs: []summarize.Info{{Rung: summarize.Self}}, Params: Params{Summarizer: "self", Tools: "t"}, Offline: true})
	want := []Condition{
		{"self-exists", true},
		{"self-allowed", false},
		{"tools-known", true},
		{"external-exists", false},
		{"model-chosen", true},
		{"offline", true},
	}
	if diff := cmp.Diff(want, out.Conditions); diff != "" {
		t.Errorf("conditions (-want +got):\n%s", diff)
	}
}
