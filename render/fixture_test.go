package render

import (
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// The sizes that the fixture is planned with, in chars.
const (
	fixtureShare = 18_214
	fixtureSplit = 14
)

// fixture is a small session with a row of every kind, and a plan for it.
type fixture struct {
	before, after *model.Session
	report        *pipeline.Report
	fates         []pipeline.Fate
}

func fixtureRows() []model.Row {
	r := func(role model.Role, origin model.Origin, tool, label string, size int, flags model.Flags) model.Row {
		return model.Row{Role: role, Origin: origin, Tool: tool, Label: label, Rendered: size, Flags: flags}
	}
	const words, call, result = model.HasText, model.HasCall, model.HasResult
	return []model.Row{
		r(model.System, model.NoOrigin, "", "You are a coding agent that works in a terminal.", 18_230, words),
		r(model.User, model.Injected, "", "<user_info> OS linux, shell bash </user_info>", 1_204, words|model.UserInfo),
		r(model.User, model.FromSummary, "", "<conversation_summary> The parser reads all five formats.", 9_412, words),
		r(model.User, model.Person, "", "Make every screen exactly 80 cells wide, and say why it was not.", 64, words),
		r(model.Assistant, model.NoOrigin, "Read", "The file is plain: one event a line. I read the gauge first.", 2_310, words|call),
		r(model.Tool, model.NoOrigin, "Read", "render/gauge.go", 481_203, result),
		r(model.Assistant, model.NoOrigin, "Bash", "go test ./... -run Golden", 96, call),
		r(model.Tool, model.NoOrigin, "Bash", "go test ./... -run Golden", 48_120, result|model.Failed),
		r(model.Assistant, model.NoOrigin, "", "", 11, model.Empty),
		r(model.User, model.Injected, "", "<system-reminder> The todo list is empty.", 142, words),
		r(model.User, model.Person, "", "ビルドのログ全体です。🚀 find the real error\tplease\x1b[31m!", 203_604, words),
		r(model.Assistant, model.NoOrigin, "", "The width was 79, not 80: the bar subtracts its border twice.", 18_000, words),
		r(model.Tool, model.NoOrigin, "Bash", "git log -p --stat", 96_400, result),
		r(model.Assistant, model.NoOrigin, "", "All green: 212 tests. Shall I commit?", 388, words),
		r(model.User, model.Person, "", "yes, and write down why the width was wrong", 44, words),
		r(model.Assistant, model.NoOrigin, "", "Committing with the reason in the body.", 512, words),
		r(model.Tool, model.NoOrigin, "Bash", "git commit -m \"render: bars are 80 cells wide\"", 601, result),
		r(model.System, model.NoOrigin, "", "A second system message.", 90, words),
		r(model.Assistant, model.NoOrigin, "", "Done. Next is the diff view; it needs both sides at once.", 1_320, words),
	}
}

const fixtureSummary = `<conversation_summary>
This session is being continued from a previous conversation.

1. What was asked
   Make every screen exactly 80 cells wide, and record why it was not.
2. What was learned
   The bar subtracted its border twice, so every line was 79 cells.
3. Files
   render/bar.go, render/gauge.go, ui/layout
4. What was tried
   a golden at 80, 120 and 200 cells
   a property over all widths
5. What is open
   the commit message

</conversation_summary>

Go on from exactly where the work stopped.`

func newFixture() fixture {
	f := fixture{before: &model.Session{Format: "chat", Rows: fixtureRows()}}
	tiers := map[int]slim.Tier{5: slim.Truncated, 6: slim.Dropped, 7: slim.Dropped, 10: slim.Truncated, 12: slim.Omitted}
	r := &pipeline.Report{}
	r.Params = pipeline.Defaults()
	r.Partition = partition.Output{
		Outcome: trace.Ran, System: 0, UserInfo: 1, Split: fixtureSplit, Other: 9,
		Summarize: []int{2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14}, Tail: []int{14, 15, 16, 18}, Both: []int{14},
	}
	r.Slim.FairShare = fixtureShare
	for _, i := range r.Partition.Summarize {
		row := f.before.Rows[i]
		a := slim.Allocation{Index: i, Role: row.Role, Size: row.Rendered, Allocation: row.Rendered, Tier: slim.Full}
		if t, ok := tiers[i]; ok {
			a.Tier, a.Allocation = t, 0
			if t == slim.Truncated {
				a.Allocation = fixtureShare
			}
		}
		r.Slim.Rows = append(r.Slim.Rows, a)
	}
	r.Reassemble.Repairs = []model.Repair{{Row: 16, Reason: "a result without its call"}}
	r.Reassemble.Draft = model.Draft{Items: []model.Item{
		{Kind: model.KeptSystem, Row: 0},
		{Kind: model.KeptUserInfo, Row: 1},
		{Kind: model.NewSummary, Row: -1, Text: fixtureSummary},
		{Kind: model.KeptTail, Row: 14},
		{Kind: model.KeptTail, Row: 15},
		{Kind: model.KeptTail, Row: 16},
		{Kind: model.KeptTail, Row: 18},
	}}
	summary := model.Row{Role: model.User, Origin: model.FromSummary, Label: "<conversation_summary> This session is being continued", Rendered: 5_120, Flags: model.HasText}
	b := f.before.Rows
	f.after = &model.Session{Format: "chat", Rows: []model.Row{b[0], b[1], summary, b[14], b[15], b[16], b[18]}}
	f.report, f.fates = r, r.Fates(b)
	return f
}

func fixtureStages() [6]pipeline.Stage {
	return [6]pipeline.Stage{
		{Name: "trigger", Title: "trigger", Outcome: trace.Ran, Headline: "fires: tokens 183,204 ≥ 180,000"},
		{Name: "pick", Title: "pick", Outcome: trace.FellBack, Headline: "external: self needs the agent's tools"},
		{Name: "partition", Title: "split", Outcome: trace.Ran, Headline: "at 389: 386 summarized, 24 kept"},
		{Name: "slim", Title: "slim", Outcome: trace.Ran, Headline: "353 left out · 32 whole · 1 cut · share 18,214", Decisions: []trace.Decision{
			{Rule: "tool-noise", Chose: "left out 353 messages in pairs, 1,020,400 chars", Because: "182 of 386 messages are tool output: 47.2% ≥ 25%; raw tool output is bulky, and what was concluded from it usually stands in the narration", Touches: make([]int, 353)},
			{Rule: "byte-budget", Chose: "not applied", Because: "1,204,332 bytes are under the limit of 30,000,000"},
			{Rule: "max-min", Chose: "fair share 18,214: 32 whole, 1 cut", Because: "335,337 chars wanted, 150,000 allowed for content", Touches: []int{379}},
			{Rule: "cannot-truncate", Chose: "nothing could be kept in full or cut", Because: "12 messages share 900 chars", Fallback: true},
		}},
		{Name: "summarize", Title: "summary", Outcome: trace.Planned, Headline: "not run yet: c writes it, by local"},
		{Name: "reassemble", Title: "join", Outcome: trace.Skipped, Headline: "27 messages after, 2 blocks of state"},
	}
}

func fixtureGauge() GaugeData {
	return GaugeOf(
		pipeline.Tokens{Used: 183_204, Source: "reported", Window: 200_000},
		trigger.Output{Limit: 180_000, Background: trigger.Background{
			Start: trigger.Line{Threshold: 180_000, Fires: true, Set: true}, Persist: trigger.Line{Threshold: 190_000, Set: true},
		}},
	)
}

func fixtureGates() []reassemble.Gate {
	return []reassemble.Gate{
		{Name: "shape", Hard: true, Pass: true, Message: "every tool result has its call before it, none is doubled, every call is answered"},
		{Name: "tail", Hard: true, Pass: true, Message: "24 messages kept byte for byte"},
		{Name: "empty", Hard: true, Pass: true, Message: "one summary, and it says something"},
		{Name: "invented", Hard: true, Message: "the result holds 3 messages of a person, the input gave 2"},
		{Name: "smaller", Message: "183,204 tokens before, 190,000 after: compacting this session makes it larger, nothing is saved"},
	}
}
