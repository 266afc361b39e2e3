// Package pick is stage 2: which summarizer would write the summary. A key in the
// environment makes a model available; only a person's choice makes it run.
package pick

import (
	"cmp"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Params are the choices of this stage that a person can make.
type Params struct {
	Rule       string // Chosen, or a summarizer that asks nobody, whatever a person chose; empty is Chosen
	Summarizer string // self, external, local; empty: by the rule
	Tools      string // file with the agent's tools, which self needs
	Provider   string // who serves the model, a name of provider.Table; empty: by the rule
	Model      string // that writes the summary; empty: the provider's small one
	KeyCommand string // shell command that prints the key; empty: from the environment
	Mode       string // of self: Explicit or Beta
	Prompt     string // family of prompts; empty: that of the strategy, or else of the model's vendor
	Family     string // family of prompts that the strategy asks for; empty: it asks for none
}

// The modes of self: a prompt of ours at the end of the session, or the compaction that the
// server itself offers, where it does.
const (
	Explicit = "explicit"
	Beta     = "beta"
)

// Chosen is the rule by which a person's choice decides who writes. The others name the one who does:
// summarize.Note and summarize.Slimmed.
const Chosen = "chosen"

// RuleNames lists the rules.
var RuleNames = []string{Chosen, summarize.Note, summarize.Slimmed}

// Defaults are the parameters when nobody has turned one.
func Defaults() Params { return Params{Rule: Chosen, Mode: Explicit} }

// Input is all that the stage looks at.
type Input struct {
	Params  Params
	Rungs   []summarize.Info // the summarizers that exist
	Offline bool
	Vendor  string // the vendor of the session's model, empty when unknown
	Tools   bool   // the session's own file holds the agent's tools
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

// family is that of the model that will be asked, or of the session's own model when nobody will
// be.
func family(in Input, rung string) string {
	if f := cmp.Or(in.Params.Prompt, in.Params.Family); f != "" {
		return f
	}
	vendor := in.Vendor
	for _, r := range in.Rungs {
		if r.Rung == rung {
			vendor = r.Vendor
		}
	}
	if f := families[vendor]; f != "" {
		return f
	}
	return "external"
}

// Run picks the summarizer.
func Run(in Input) Output {
	forced, chosen := in.Params.Summarizer, "chosen"
	switch {
	case forced != "":
	case in.Params.Model != "":
		forced, chosen = summarize.External, "--model names one"
	case in.Params.Provider != "":
		forced, chosen = summarize.External, "--provider names one"
	}
	has := func(rung string) bool {
		for _, r := range in.Rungs {
			if r.Rung == rung {
				return true
			}
		}
		return in.Plan && rung == forced
	}
	tools := in.Tools || in.Params.Tools != ""
	out := Output{Outcome: trace.Ran, Conditions: []Condition{
		{"self-exists", has(summarize.Self)},
		{"self-allowed", !in.Offline && forced != summarize.External && forced != summarize.Local},
		{"tools-known", tools},
		{"external-exists", has(summarize.External)},
		{"model-chosen", forced == summarize.Self || forced == summarize.External},
		{"offline", in.Offline},
	}}
	self := out.Conditions[0].Holds && out.Conditions[1].Holds && out.Conditions[2].Holds
	switch {
	case in.Params.Rule == summarize.Note, in.Params.Rule == summarize.Slimmed:
		out.Summarizer, out.Reason, forced = in.Params.Rule, "the strategy asks no model", ""
	case in.Offline:
		out.Summarizer, out.Reason = summarize.Local, "offline"
	case forced == summarize.Local:
		out.Summarizer, out.Reason = summarize.Local, "chosen"
	case forced == summarize.Self && self:
		out.Summarizer, out.Reason = summarize.Self, "chosen, and the agent's tools are known"
	case forced == summarize.Self && (in.Plan || has(summarize.External)):
		out.Summarizer, out.Reason = summarize.External, "self needs the agent's tools, which a transcript does not hold; --tools gives them"
		if tools {
			out.Reason = "there is no self summarizer here"
		}
	case forced == summarize.External && has(summarize.External):
		out.Summarizer, out.Reason = summarize.External, chosen
	case forced == summarize.Self, forced == summarize.External:
		out.Summarizer, out.Reason = summarize.Local, "a model was chosen, but none can be called here"
	default:
		out.Summarizer, out.Reason = summarize.Local, "no model has been chosen"
	}
	switch out.Summarizer {
	case summarize.Local, summarize.Note, summarize.Slimmed:
		out.Family = summarize.Local
	default:
		out.Family = family(in, out.Summarizer)
	}
	d := trace.Decision{Rule: "pick", Chose: out.Summarizer, Because: out.Reason}
	if (forced == summarize.Self || forced == summarize.External) && out.Summarizer != forced {
		d.Fallback = true
		out.Outcome = trace.FellBack
	}
	out.Decisions = append(out.Decisions, d)
	return out
}
