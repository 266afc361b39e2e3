package pipeline

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cutline/pipeline/memorybank"
	"cutline/pipeline/partition"
	"cutline/pipeline/pick"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
	"cutline/pipeline/summarize/provider"
	"cutline/pipeline/trigger"
)

// Params are all numbers and choices that a person can turn. Table lists them.
type Params struct {
	Strategy     string
	Window       int // tokens; 0: what the file or the model table says
	UsedTokens   int // what-if; 0: what the file says
	Instructions string
	SummaryFile  string
	Said         string // the line that asked for the compaction, where there was one; empty: Instructions
	Segments     string // folder for the summarized messages as files; empty: none are written
	MemoryBank   string // folder of the files that the summary is added to; empty: none
	Trigger      trigger.Params
	Pick         pick.Params
	Partition    partition.Params
	Slim         slim.Params
	Ask          summarize.Params
	Join         string // rule of stage 6: reassemble.OwnMessage or PrimeMessage; empty is OwnMessage
	State        reassemble.State
}

// Defaults are the parameters of the fair strategy.
func Defaults() Params {
	return Params{
		Strategy: "fair", Trigger: trigger.Defaults(), Pick: pick.Defaults(), Partition: partition.Defaults(), Slim: slim.Defaults(), Ask: summarize.Defaults(), Join: reassemble.OwnMessage,
	}
}

// Param is one row of the table of parameters: the flag, the setting, what it may hold.
type Param struct {
	Name    string // the flag without its dashes
	Stage   int    // 1 to 6, 0 for the whole run
	Usage   string
	Arg     string   // what its argument is called in the help; empty for a switch
	Choices []string // nil when free
	Scale   *Scale   // of a number that a slider turns; nil for any other
	Once    bool     // it is about one session or one run, and is no setting
	Get     func(*Params) string
	Set     func(*Params, string) error
}

// Table is every parameter, by stage. Flags, help and the screen are made from it.
var Table = slices.Concat([]Param{{
	Name: "strategy", Usage: "how to compact: a strategy of this program, or one of the settings file", Arg: "NAME",
	Get: func(p *Params) string { return p.Strategy }, Set: func(p *Params, s string) error { return p.Follow(Strategies, s, nil) },
}}, settable)

// settable is every parameter that a strategy may set.
var settable = []Param{
	integer("window", 1, "context window in tokens (default: of the file or the model)", func(p *Params) *int { return &p.Window }).over(1_000, 10_000_000, "0"),
	integer("used-tokens", 1, "what if the context held this many tokens", func(p *Params) *int { return &p.UsedTokens }).over(1_000, 10_000_000, "0").once(),
	share("fraction", 1, "share of the window at which the token signal fires", func(p *Params) *float64 { return &p.Trigger.Fraction }).by(0.01, 0, 1),
	integer("token-limit", 1, "token limit instead of a fraction of the window", func(p *Params) *int { return &p.Trigger.TokenLimit }).over(1_000, 10_000_000, "0"),
	integer("eval-token-limit", 1, "token limit that wins over all others", func(p *Params) *int { return &p.Trigger.EvalTokenLimit }).over(1_000, 10_000_000, "0"),
	integer("turn-ceiling", 1, "messages of a person at which the turn signal fires", func(p *Params) *int { return &p.Trigger.TurnCeiling }).over(1, 100_000, "0"),
	integer("image-ceiling", 1, "images at which the image signal fires", func(p *Params) *int { return &p.Trigger.ImageCeiling }).over(1, 10_000, "0"),
	threshold("background-unused-tokens", "unused tokens at which a summary is computed early, or off", func(p *Params) *trigger.Threshold { return &p.Trigger.StartTokens }).over(100, 1_000_000, "", "off"),
	threshold("background-unused-share", "unused share of the window at which a summary is computed early, or off", func(p *Params) *trigger.Threshold { return &p.Trigger.StartShare }).by(0.01, 0.01, 1, "", "off"),
	threshold("persist-unused-tokens", "unused tokens at which it is applied, or off", func(p *Params) *trigger.Threshold { return &p.Trigger.PersistTokens }).over(100, 1_000_000, "", "off"),
	threshold("persist-unused-share", "unused share of the window at which it is applied, or off", func(p *Params) *trigger.Threshold { return &p.Trigger.PersistShare }).by(0.01, 0.01, 1, "", "off"),
	integer("reserve", 1, "prime: tokens of the window that stay free; the session is due when they are touched", func(p *Params) *int { return &p.Trigger.Reserve }).over(100, 1_000_000, "0"),
	choice("summarizer", 2, "who writes the summary (default: local, until a model is chosen)", []string{"self", "external", "local"}, func(p *Params) *string { return &p.Pick.Summarizer }),
	text("tools", 2, "FILE", "file with the agent's tools, which self needs", func(p *Params) *string { return &p.Pick.Tools }),
	{
		Name: "provider", Stage: 2, Usage: "who serves the model (default: the session's own vendor if its key is there, else the only one)", Arg: "NAME", Choices: provider.Names(),
		Get: func(p *Params) string { return p.Pick.Provider },
		Set: func(p *Params, s string) error { p.Pick.Provider = s; return nil },
	},
	text("model", 2, "NAME", "model that writes the summary (default: the provider's small one)", func(p *Params) *string { return &p.Pick.Model }),
	text("key-command", 2, "COMMAND", "shell command that prints the provider's key, instead of its variable", func(p *Params) *string { return &p.Pick.KeyCommand }),
	choice("compaction-mode", 2, "a prompt of ours, or the server's own compaction where there is one", []string{pick.Explicit, pick.Beta}, func(p *Params) *string { return &p.Pick.Mode }),
	choice("split-on", 3, "which user messages may start the tail", []string{"person", "any"}, func(p *Params) *string { return &p.Partition.SplitOn }),
	integer("split-at", 3, "message at which the tail starts, by hand; -1: by the rule", func(p *Params) *int { return &p.Partition.SplitAt }).over(1, 10_000_000, "-1").once(),
	toggle("relaxed-guard", 3, "split even at position 1", func(p *Params) *bool { return &p.Partition.RelaxedGuard }),
	toggle("full", 3, "summarize everything, keep no tail", func(p *Params) *bool { return &p.Partition.Full }),
	toggle("preserve-last-user", 3, "the last user message is both summarized and kept", func(p *Params) *bool { return &p.Partition.PreserveLastUser }),
	integer("tail-cap", 3, "fair: tokens that the tail may hold; over that it begins inside its turn, at a safe place; 0: any", func(p *Params) *int { return &p.Partition.TailCap }).over(100, 1_000_000, "0"),
	integer("keep-recent", 3, "prime, drop-oldest, head-and-tail: tokens at the end that stay, estimated", func(p *Params) *int { return &p.Partition.KeepRecent }).over(100, 1_000_000, "0"),
	integer("keep-users", 3, "codex-like: tokens of a person's messages that stay, newest first", func(p *Params) *int { return &p.Partition.KeepUsers }).over(100, 1_000_000, "0"),
	integer("mask-turns", 3, "mask: newest turns of the agent whose outputs stay", func(p *Params) *int { return &p.Partition.MaskTurns }).over(1, 10_000, "0"),
	toggle("align-turns", 3, "prime: cut at the beginning of the turn, so that no turn is parted", func(p *Params) *bool { return &p.Partition.AlignTurns }),
	toggle("faithful", 3, "prime: as the original does in every stage, with its known defects", func(p *Params) *bool { return &p.Partition.Faithful }),
	{
		Name: "profile", Stage: 4, Usage: "budget of a model: 3,200,000 chars, or 2,800,000 when strict", Arg: "NAME", Choices: []string{"default", "strict"},
		Get: func(p *Params) string {
			if p.Slim.Strict {
				return "strict"
			}
			return "default"
		},
		Set: func(p *Params, s string) error { p.Slim.Strict = s == "strict"; return nil },
	},
	integer("budget", 4, "chars that the summarizer may read; 0: those of the summarizer that runs", func(p *Params) *int { return &p.Slim.Budget }).over(1_000, 100_000_000, "0"),
	integer("budget-bytes", 4, "UTF-8 bytes that a request may have", func(p *Params) *int { return &p.Slim.BudgetBytes }).over(1_000, 100_000_000, "0"),
	choice("tool-valve", 4, "when tool messages and their calls are not read", []string{"auto", "off", "always"}, func(p *Params) *string { return (*string)(&p.Slim.ToolValve) }),
	choice("fair-valve", 4, "when messages are cut to their fair shares", []string{"auto", "off", "always"}, func(p *Params) *string { return (*string)(&p.Slim.FairValve) }),
	share("tool-share", 4, "share of tool messages at which they are not read", func(p *Params) *float64 { return &p.Slim.ToolShare }).by(0.01, 0, 1),
	toggle("keep-narration", 4, "what the assistant said beside a call is read, when the call is not", func(p *Params) *bool { return &p.Slim.Narration }),
	toggle("refill", 4, "omit as few messages as needed and share again", func(p *Params) *bool { return &p.Slim.Refill }),
	integer("prune-keep", 4, "opencode-like: tokens of the newest outputs of tools that the summarizer reads", func(p *Params) *int { return &p.Slim.PruneKeep }).over(100, 1_000_000, "0"),
	integer("min-useful", 4, "chars below which a share is not worth sending", func(p *Params) *int { return &p.Slim.MinUseful }).over(1, 100_000, "0"),
	integer("value-limit", 4, "chars of head and tail that arguments and results keep; 0: all", func(p *Params) *int { return &p.Slim.ValueLimit }).over(100, 1_000_000, "0"),
	messages("force-in", "messages that the summarizer reads whole, whatever their share: 3,7,12-15; a result brings its call", func(p *Params) *slim.Numbers { return &p.Slim.In }).once(),
	messages("force-out", "messages that the summarizer does not read; a call and its results go together", func(p *Params) *slim.Numbers { return &p.Slim.Out }).once(),
	text("instructions", 5, "TEXT", "what this compaction should mind, as after /compact", func(p *Params) *string { return &p.Instructions }).once(),
	choice("prompt", 5, "family of prompts for a model (default: by its vendor)", prompt.Families, func(p *Params) *string { return &p.Pick.Prompt }),
	text("summary", 5, "FILE", "use this text as the summary, call nobody", func(p *Params) *string { return &p.SummaryFile }).once(),
	between("attempts", 5, "attempts on each summarizer at most", summarize.MinAttempts, summarize.MaxAttempts, func(p *Params) *int { return &p.Ask.Attempts }).by(1, summarize.MinAttempts, summarize.MaxAttempts),
	silence("timeout", 5, "how long a server may be silent, in seconds or as 2m30s", func(p *Params) *time.Duration { return &p.Ask.Silence }).over(summarize.MinSilence.Seconds(), summarize.MaxSilence.Seconds()),
	toggle("stream", 5, "take the answer as it is written; false: all at the end, for proxies that hold streams back", func(p *Params) *bool { return &p.Ask.Stream }),
	toggle("count-on-server", 5, "let the model's server count the prompt exactly before it is asked; it gets the prompt for that", func(p *Params) *bool { return &p.Ask.Count }),
	text("segments", 6, "DIR", "keep the summarized messages as files in DIR, to look things up later (/tmp/compaction, for one)", func(p *Params) *string { return &p.Segments }),
	text("memory-bank", 6, "DIR", "add the summary to the memory bank in DIR ("+memorybank.Folder+" of the project, as a rule)", func(p *Params) *string { return &p.MemoryBank }),
	text("todos", 6, "TEXT", "the todo list to re-inject, or off (default: the session's own)", func(p *Params) *string { return &p.State.Todos }).once(),
	text("plan", 6, "TEXT", "the current plan to re-inject, or off (default: the session's own)", func(p *Params) *string { return &p.State.Plan }).once(),
	text("mode-prompt", 6, "TEXT", "the prompt of the current mode to re-inject, or off (default: the session's own)", func(p *Params) *string { return &p.State.Mode }).once(),
	text("project-root", 6, "DIR", "the project root to re-inject, or off (default: the session's own)", func(p *Params) *string { return &p.State.ProjectRoot }).once(),
	text("automation", 6, "TEXT", "the automation trigger to re-inject, or off (default: the session's own)", func(p *Params) *string { return &p.State.Automation }).once(),
	toggle("files", 6, "re-inject the files that were read last, as they were read", func(p *Params) *bool { return &p.State.Files }),
	text("transcripts", 6, "DIR", "where full transcripts are; auto: the folder of the session file (default: not said)", func(p *Params) *string { return &p.State.Transcripts }),
	text("conversation-id", 6, "ID", "the conversation's id, or off (default: with --transcripts the session's own)", func(p *Params) *string { return &p.State.ConversationID }).once(),
	text("skills", 6, "TEXT", "loaded skills to re-inject, or off (default: the session's own)", func(p *Params) *string { return &p.State.Skills }).once(),
}

// Lookup finds a parameter by its flag.
func Lookup(name string) (Param, bool) {
	i := slices.IndexFunc(Table, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}, false
	}
	return Table[i], true
}

// SetParam gives a parameter, or a rule, a value as a flag spells it.
func (p *Params) SetParam(name, value string) error {
	row, ok := Lookup(name)
	if i := slices.IndexFunc(Rules, func(r Param) bool { return r.Name == name }); i >= 0 {
		row, ok = Rules[i], true
	}
	if !ok {
		return fmt.Errorf("there is no parameter %q", name)
	}
	defaults := Defaults()
	if row.Choices != nil && !slices.Contains(row.Choices, value) && value != row.Get(&defaults) {
		return fmt.Errorf("%s: %q is none of %s", name, value, strings.Join(row.Choices, ", "))
	}
	if err := row.Set(p, value); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
