package cli

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
)

// rowsOf is a session with a message for each letter of s, u, a and t.
func rowsOf(letters string) *model.Session {
	s := &model.Session{Format: "chat", Path: "x.json"}
	s.Usage.Row = -1
	for _, l := range letters {
		r := model.Row{Role: model.Role(strings.IndexRune("suat", l)), Chars: 10, Rendered: 16, Tokens: 3, Kinds: 1 << model.Text, Flags: model.HasText}
		if r.Role == model.User {
			r.Origin = model.Person
		}
		s.Rows = append(s.Rows, r)
	}
	return s
}

// keys lists the keys of the objects in a JSON text in their order, as dotted paths, each once.
func keys(t *testing.T, v any) []string {
	t.Helper()
	var b bytes.Buffer
	if err := writeJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	var out []string
	dec := json.NewDecoder(&b)
	var walk func(path string)
	walk = func(path string) {
		tok, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch tok {
		case json.Delim('{'):
			for dec.More() {
				key, err := dec.Token()
				if err != nil {
					t.Fatal(err)
				}
				p := strings.TrimPrefix(path+"."+key.(string), ".")
				if !slices.Contains(out, p) {
					out = append(out, p)
				}
				walk(p)
			}
			_, _ = dec.Token() // the closing brace
		case json.Delim('['):
			for dec.More() {
				walk(path)
			}
			_, _ = dec.Token() // the closing bracket
		}
	}
	walk("")
	return out
}

func TestInspectionKeys(t *testing.T) {
	t.Parallel()
	s := rowsOf("suauatua")
	s.Usage = model.Usage{Known: true, Input: 100, Row: 4}
	s.Problems = []model.Problem{{Line: 2, Kind: "malformed", Message: "no JSON"}}
	p := pipeline.Defaults()
	p.Window, p.Slim.Budget = 1000, 400
	r := pipeline.Plan(s, p, pipeline.Env{Counted: 40})
	var top []string
	for _, k := range keys(t, inspection(s, &r, true)) {
		if !strings.HasPrefix(k, "stages.") && !strings.HasPrefix(k, "warnings.") {
			top = append(top, k)
		}
	}
	want := strings.Fields(`schema session session.path session.format session.lines session.bytes session.messages session.earlier
		session.branches session.sidechains session.compactions problems problems.line problems.kind problems.message
		messages messages.index messages.role messages.chars messages.tokens messages.parts messages.origin roles
		pairs pairs.orphanResults pairs.unanswered pairs.duplicateResults
		tokens tokens.used tokens.source tokens.since tokens.counted tokens.estimated tokens.encoding tokens.exact tokens.window tokens.windowSource
		turns trigger trigger.fires trigger.limit trigger.limitSource trigger.signals trigger.signals.name trigger.signals.op
		trigger.signals.value trigger.signals.limit trigger.signals.fires trigger.background trigger.background.start
		trigger.background.start.threshold trigger.background.start.fires trigger.background.persist
		trigger.background.persist.threshold trigger.background.persist.fires
		pick pick.summarizer pick.family pick.reason pick.conditions pick.conditions.name pick.conditions.holds
		partition partition.system partition.considered partition.splitIndex partition.splitMessage partition.summarize partition.prefix
		partition.tail partition.both partition.rescued partition.skillBlocks partition.orphanResults partition.unanswered
		slim slim.chars slim.bytes slim.suffix slim.budget slim.contentBudget slim.budgetUsed slim.valves slim.valves.tool slim.valves.fair
		slim.tool slim.tool.count slim.tool.total slim.tool.share slim.tool.fires slim.tool.applied slim.tool.dropped slim.tool.keptCount
		slim.rows slim.rows.index slim.rows.role slim.rows.size slim.rows.allocation slim.rows.tier slim.rows.marker slim.rows.queryProtected
		slim.counts slim.counts.full slim.counts.truncated slim.counts.omitted slim.counts.dropped slim.preamble
		state stages warnings`)
	if diff := cmp.Diff(want, top); diff != "" {
		t.Errorf("keys of inspect --json (- as promised, + as they are):\n%s", diff)
	}
}

// TestAbsentIsNotZero: what does not apply has no key, and no list is null.
func TestAbsentIsNotZero(t *testing.T) {
	t.Parallel()
	s := rowsOf("")
	r := pipeline.Plan(s, pipeline.Defaults(), pipeline.Env{})
	var b bytes.Buffer
	if err := writeJSON(&b, inspection(s, &r, false)); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"messages", "since", "window", "limit", "limitSource", "start", "system", "userInfo", "fairShare", "prompt", "promptParts", "error", "id"} {
		if strings.Contains(b.String(), "\n \""+key+"\":") || strings.Contains(b.String(), "\n  \""+key+"\": ") && key != "messages" {
			t.Errorf("%q does not apply to an empty session, but is there:\n%s", key, b.String())
		}
	}
	if got := strings.Count(b.String(), "null"); got != 1 || !strings.Contains(b.String(), `"splitMessage": null`) {
		t.Errorf("%d values are null, want splitMessage alone:\n%s", got, b.String())
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	set := uint8(1<<model.Call | 1<<model.Text | 1<<model.Unknown)
	if diff := cmp.Diff([]string{"text", "tool-call", "unknown"}, kinds(set)); diff != "" {
		t.Error(diff)
	}
}

// TestPromptParts: one text for each row, whatever became of it.
func TestPromptParts(t *testing.T) {
	t.Parallel()
	out := slim.Output{Folded: true, Rows: []slim.Allocation{
		{Index: 1, Tier: slim.Full}, {Index: 2, Tier: slim.Dropped}, {Index: 3, Tier: slim.Omitted}, {Index: 4, Tier: slim.Omitted}, {Index: 5, Tier: slim.Truncated},
	}}
	got := promptParts(&out, []string{"one", "two omitted", "five"})
	if diff := cmp.Diff([]string{"one", "", "two omitted", "", "five"}, got); diff != "" {
		t.Error(diff)
	}
}
