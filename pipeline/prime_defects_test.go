package pipeline

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/pipeline/summarize"
)

// TestKnownDefects: each known defect of the original is answered, and a decision or a warning says so.
func TestKnownDefects(t *testing.T) {
	t.Parallel()
	script := func(words string) func(t *testing.T) *model.Session {
		return func(t *testing.T) *model.Session { t.Helper(); return open(t, list(words, long)) }
	}
	vector := func(name string) func(t *testing.T) *model.Session {
		return func(t *testing.T) *model.Session {
			t.Helper()
			return readVector(t, sessiontest.Bytes(t, filepath.Join(sessiontest.Root(t), "testdata", "prime", "sessions", name+".jsonl")), "")
		}
	}
	mixed := func(t *testing.T) *model.Session { // a person's command stands between a call and its result
		t.Helper()
		return ofMessages(t, raws(
			`{"role":"user","content":"go","timestamp":1}`,
			`{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"bash","arguments":{}}],"timestamp":1}`,
			`{"role":"bashExecution","command":"ls","output":"`+strings.Repeat("x", 400)+`","exitCode":0,"timestamp":1}`,
			`{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"text","text":"out"}],"timestamp":1}`,
		))
	}
	failed := func(t *testing.T) *model.Session { // the last answer is an error
		t.Helper()
		return ofMessages(t, raws(
			`{"role":"user","content":"go","timestamp":1}`,
			`{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"bash","arguments":{}}],"timestamp":1}`,
			`{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"text","text":"out"}],"timestamp":1}`,
			`{"role":"assistant","content":[],"stopReason":"error","errorMessage":"prompt is too long","timestamp":1}`,
		))
	}
	answer := func(text string) func(string) (summarize.Reply, error) { return says(text, summarize.StopEnd) }
	for _, c := range []struct {
		name    string
		session func(t *testing.T) *model.Session
		keep    int
		set     func(*Params)
		reply   func(string) (summarize.Reply, error)
		rule    string // of the decision, or kind of the warning
		says    string
	}{
		{"the earlier summary is lost", vector("s11-split-after-compaction-no-history"), 20, nil, nil, "previous-summary", "carried on"},
		{"results at the end stop it", vector("s07-keep-zero-tool-last"), 1, nil, nil, "known-defect", "keep everything"},
		{"an empty summary is saved", script("p a p a"), 1, nil, answer(" "), "known-defect", "the original saves"},
		{"a paid call for nothing", vector("s12-recompact-fits"), 20_000, nil, nil, "refused", "pay a model"},
		{"settings make a turn", vector("s20-model-change-before-user"), 25, nil, nil, "known-defect", "settings that stand before"},
		{"a result without its call", mixed, 20, nil, nil, "known-defect", "without its call"},
		{"notes weigh nothing", vector("s22-custom-message-before-user"), 25, nil, nil, "kept-tokens", "the way back does not count"},
		{"nothing is kept", failed, 1, nil, nil, "empty-tail", "holds no words"},
		{"instructions are lost", script("p a p c1 r1 a"), 1, func(p *Params) { p.Instructions = "mind" }, nil, "prefix-instructions", "in each request"},
		{"lists of files only grow", vector("s45-details-inherit"), 20, nil, nil, "file-operations", "lists only grow"},
		{"requests of any size", script("p a p a"), 1, nil, nil, "request-size", "has no limit"},
		{"the cost is invisible", script("p a p a"), 1, nil, nil, "usage", "throws these numbers away"},
		{"chars by four", script("p a p a"), 1, nil, nil, "estimate", "too low for Chinese"},
		{"a reserve over the window", script("p a p a"), 1, func(p *Params) { p.Window = 8192 }, nil, "reserve", "after every turn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := c.session(t)
			p := byName(t, "prime")
			p.Pick.Summarizer, p.Partition.KeepRecent, p.Window = summarize.External, c.keep, 200_000
			if c.set != nil {
				c.set(&p)
			}
			w := world(record(c.reply))
			r := Plan(s, p, w.Env)
			if res, err := Run(t.Context(), s, p, w, nil); err == nil {
				r = res.Report
			}
			var all []string
			for _, st := range r.Stages() {
				for _, d := range st.Decisions {
					if d.Rule == c.rule && strings.Contains(d.Chose+"; "+d.Because, c.says) {
						return
					}
					all = append(all, fmt.Sprintf("%s: %s; %s", d.Rule, d.Chose, d.Because))
				}
			}
			for _, x := range r.Warnings {
				if x.Kind == c.rule && strings.Contains(x.Message, c.says) {
					return
				}
				all = append(all, x.Kind+": "+x.Message)
			}
			t.Errorf("nothing of the kind %s says %q:\n%s", c.rule, c.says, strings.Join(all, "\n"))
		})
	}
}
