// Package pick is stage 2: which summarizer would write the summary. A key in the
// environment makes a model available; only a person's choice makes it run.
package pick

import (
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Params are the choices of this stage that a person can make.
type Params struct {
	Summarizer string // self, external, local; empty: by the rule
	Tools      string // file with the agent's tools, which self needs
	Prompt     string // family of prompts; empty: that of the model's vendor
}

// Input is all that the stage looks at.
type Input struct {
	Params  Params
	Rungs   []summarize.Info // the summarizers that exist
	Offline bool
	Vendor  string // the vendor of the session's model, empty when unknown
	// Plan is set when nobody will be called: then a summarizer that does not exist here may
	// be planned for.
	Plan bool
}

// Condition is one thing that the choice looked at.
type Condition struct {
	Name  string `json:"name"`
	Holds bool   `json:"holds"`
}

// Output is what the stage decided.
type Output struct {
	Outcome    trace.Outcome
	Summarizer string
	Family     string // of prompts
	Reason     string
	Conditions []Condition
	Decisions  []trace.Decision
}

// families maps the vendor of a model to the family of prompts that it gets.
var families = map[string]string{"anthropic": "terse", "xai": "xai"}

// Run picks the summarizer.
func Run(in Input) Output {
	has := func(rung string) bool {
		for _, r := range in.Rungs {
			if r.Rung == rung {
				return true
			}
		}
		return in.Plan && rung == in.Params.Summarizer
	}
	forced := in.Params.Summarizer
	out := Output{Outcome: trace.Ran, Conditions: []Condition{
		{"self-exists", has(summarize.Self)},
		{"self-allowed", !in.Offline && forced != summarize.External && forced != summarize.Local},
		{"tools-known", in.Params.Tools != ""},
		{"external-exists", has(summarize.External)},
		{"model-chosen", forced == summarize.Self || forced == summarize.External},
		{"offline", in.Offline},
	}}
	self := out.Conditions[0].Holds && out.Conditions[1].Holds && out.Conditions[2].Holds
	switch {
	case in.Offline:
		out.Summarizer, out.Reason = summarize.Local, "offline"
	case forced == summarize.Local:
		out.Summarizer, out.Reason = summarize.Local, "chosen"
	case forced == summarize.Self && self:
		out.Summarizer, out.Reason = summarize.Self, "chosen, and the agent's tools are known"
	case forced == summarize.Self && (in.Plan || has(summarize.External)):
		out.Summarizer, out.Reason = summarize.External, "self needs the agent's tools, which a transcript does not hold; --tools gives them"
		if in.Params.Tools != "" {
			out.Reason = "there is no self summarizer here"
		}
	case forced == summarize.External && has(summarize.External):
		out.Summarizer, out.Reason = summarize.External, "chosen"
	case forced == summarize.Self, forced == summarize.External:
		out.Summarizer, out.Reason = summarize.Local, "a model was chosen, but none can be called here"
	default:
		out.Summarizer, out.Reason = summarize.Local, "no model has been chosen"
	}
	switch out.Summarizer {
	case summarize.Local:
		out.Family = summarize.Local
	default:
		if out.Family = in.Params.Prompt; out.Family == "" {
			out.Family = families[in.Vendor]
		}
		if out.Family == "" {
			out.Family = "external"
		}
	}
	d := trace.Decision{Rule: "pick", Chose: out.Summarizer, Because: out.Reason}
	if (forced == summarize.Self || forced == summarize.External) && out.Summarizer != forced {
		d.Fallback = true
		out.Outcome = trace.FellBack
	}
	out.Decisions = append(out.Decisions, d)
	return out
}
