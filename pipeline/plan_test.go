package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
	"cutline/pipeline/trace"
)

// rows are persons' and assistants' messages in turn, of so many tokens each.
func rows(toks ...int) []model.Row {
	out := make([]model.Row, len(toks))
	for i, n := range toks {
		out[i] = model.Row{Role: model.User, Origin: model.Person, Tokens: n, Chars: 4 * n, Rendered: 4*n + 6, Flags: model.HasText}
		if i%2 == 1 {
			out[i].Role, out[i].Origin = model.Assistant, model.NoOrigin
		}
	}
	return out
}

func TestGauge(t *testing.T) {
	t.Parallel()
	known, ok := tokens.Lookup("claude-sonnet-4-5")
	if !ok || len(known.Windows) < 2 {
		t.Fatalf("the table has one window for it: %+v", known)
	}
	small, large := known.Windows[0], known.Windows[1]
	usage := model.Usage{Known: true, Input: 1000, Output: 50, Row: 1}
	tests := []struct {
		name         string
		s            model.Session
		p            Params
		counted      int
		used, window int
		source, from string
		since        int
	}{
		{"estimated", model.Session{Rows: rows(10, 20)}, Params{}, 0, 30, 0, "estimated", "unknown", 0},
		{"counted", model.Session{Rows: rows(10, 20)}, Params{}, 33, 33, 0, "counted", "unknown", 0},
		{"reported, and what came since", model.Session{Rows: rows(10, 20, 5, 6), Usage: usage}, Params{}, 33, 1000, 0, "reported", "unknown", 50 + 5 + 6},
		{"an answer that is not in the context", model.Session{Rows: rows(10), Usage: model.Usage{Known: true, Input: 9, Output: 2, Row: -1}}, Params{}, 0, 9, 0, "reported", "unknown", 2},
		{"what if", model.Session{Rows: rows(10), Usage: usage}, Params{UsedTokens: 7}, 33, 7, 0, "flag", "unknown", 0},
		{"window of the model", model.Session{Model: "claude-sonnet-4-5"}, Params{}, 0, 0, small, "estimated", "model", 0},
		{"window of the file", model.Session{Model: "claude-sonnet-4-5", Window: 5000}, Params{}, 0, 0, 5000, "estimated", "file", 0},
		{"window by hand", model.Session{Model: "claude-sonnet-4-5", Window: 5000}, Params{Window: 6000}, 0, 0, 6000, "estimated", "flag", 0},
		{"more was reported than the window holds", model.Session{Model: "claude-sonnet-4-5", Usage: model.Usage{Known: true, Input: small + 1, Row: -1}}, Params{}, 0, small + 1, large, "reported", "inferred", 0},
		{"no model is known to hold so much", model.Session{Model: "claude-sonnet-4-5", Usage: model.Usage{Known: true, Input: large + 1, Row: -1}}, Params{}, 0, large + 1, small, "reported", "model", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := Plan(&tt.s, tt.p, Env{Counted: tt.counted}).Tokens
			got := []any{g.Used, g.Source, g.Window, g.WindowSource, g.Since}
			if diff := cmp.Diff([]any{tt.used, tt.source, tt.window, tt.from, tt.since}, got); diff != "" {
				t.Errorf("gauge (-want +got):\n%s", diff)
			}
			if w := Window(&tt.s, tt.p); w != tt.window {
				t.Errorf("Window is %d", w)
			}
		})
	}
}

// TestTurnsFollowSplitOn: injected messages are turns only under any, summaries never.
func TestTurnsFollowSplitOn(t *testing.T) {
	t.Parallel()
	s := open(t, list("s m p a i a p a i a", long))
	for on, want := range map[string]int{"person": 2, "any": 4} {
		p := Defaults()
		p.Partition.SplitOn, p.Trigger.TurnCeiling = on, want
		r := Plan(s, p, Env{})
		if !r.Trigger.Fires || r.Trigger.Signals[0].Value != want || r.Turns != 2 {
			t.Errorf("%s: %+v, %d turns", on, r.Trigger.Signals, r.Turns)
		}
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rows []model.Row
		set  func(*Params)
		want string
	}{
		{"a sound session", rows(9000, 9000, 10, 10), nil, ""},
		{"a large tail", rows(900, 900, 10, 9000), nil, "large-tail"},
		{"a tail that is over the limit by itself", rows(9000, 9000, 10, 7300), func(p *Params) { p.Window = 8000 }, "tail-over-limit"},
		{"next to nothing to summarize", rows(5, 5, 1, 1), nil, "thin"},
		{"nothing fits", rows(900, 900, 900, 900, 5, 5), func(p *Params) { p.Slim.Budget = 300 }, "CannotTruncatePrompt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			if tt.set != nil {
				tt.set(&p)
			}
			var kinds []string
			for _, w := range Plan(&model.Session{Rows: tt.rows}, p, Env{}).Warnings {
				kinds = append(kinds, w.Kind)
				if w.Message == "" || w.Stage == "" {
					t.Errorf("warning %+v", w)
				}
			}
			if got := strings.Join(kinds, " "); got != tt.want {
				t.Errorf("warnings %q, want %q", got, tt.want)
			}
		})
	}
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	s := &model.Session{Rows: rows(9000, 9000, 10, 10)}
	info := summarize.Info{Rung: summarize.External}
	ask := prompt.Suffix("external", "")
	tests := []struct {
		name           string
		set            func(*Params)
		budget, suffix int
		from           string
	}{
		{"a model", func(p *Params) { p.Pick.Summarizer = "external" }, slim.ModelBudget, ask, "of a model"},
		{"a model, strict", func(p *Params) { p.Pick.Summarizer, p.Slim.Strict = "external", true }, slim.StrictBudget, ask, "of a model, strict profile"},
		{"by hand", func(p *Params) { p.Pick.Summarizer, p.Slim.Budget = "external", 90_000 }, 90_000, ask, "set by hand"},
		{"by hand, less than the prompt", func(p *Params) { p.Pick.Summarizer, p.Slim.Budget = "external", ask }, ask, 0, "set by hand for the messages alone: the prompt is larger"},
		{"local: a quarter of what it replaces", func(*Params) {}, (36006*2 + 46) / 4, (36006*2 + 46) / 8, "of the local summarizer"},
		{"local by hand", func(p *Params) { p.Slim.Budget = 900 }, 900, 450, "set by hand"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			tt.set(&p)
			got := Plan(s, p, Env{Rungs: []summarize.Info{info}}).Slim
			if got.Budget != tt.budget || got.Suffix != tt.suffix || got.From != tt.from {
				t.Errorf("%d and %d %s, want %d and %d %s", got.Budget, got.Suffix, got.From, tt.budget, tt.suffix, tt.from)
			}
		})
	}
}

func TestLenses(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for l, want := range map[Lens]int{LensRung: 0, LensWindow: 800_000, LensModel: 3_200_000, LensStrict: 2_800_000} {
		p, name := l.Look(Defaults(), 200_000)
		names[name] = true
		if p.Slim.Budget != want {
			t.Errorf("lens %d: budget %d, want %d", l, p.Slim.Budget, want)
		}
	}
	if len(names) != Lenses {
		t.Errorf("%d names of %d lenses", len(names), Lenses)
	}
	if p, name := LensWindow.Look(Defaults(), 0); p.Slim.Budget != 0 || name != "window not known" {
		t.Errorf("budget %d through %q", p.Slim.Budget, name)
	}
}

// TestStagesSpeak: every stage of every plan has a headline, an outcome and a decision.
func TestStagesSpeak(t *testing.T) {
	t.Parallel()
	for i, script := range []string{"p", "s p a c1 r1 a p a", "a a a", "p a p a r9", "m p"} {
		s := open(t, list(script, long))
		r := Plan(s, Defaults(), Env{})
		for k, st := range r.Stages() {
			if st.Name != StageNames[k] || st.Headline == "" || st.Outcome == "" || len(st.Decisions) == 0 {
				t.Errorf("script %d, stage %d: %+v", i, k, st)
			}
		}
		if r.Summary.Outcome != trace.Planned || r.Reassemble.Outcome != trace.Planned {
			t.Errorf("script %d: summary %s, join %s", i, r.Summary.Outcome, r.Reassemble.Outcome)
		}
	}
}

func TestAfter(t *testing.T) {
	t.Parallel()
	res := &Result{Report: Report{Tokens: Tokens{Used: 1000, Source: "reported", Since: 9}}, Status: Status{TokensBefore: 800, TokensAfter: 300}}
	if got := After(res); got.Used != 500 || got.Source != "estimated" || got.Since != 0 {
		t.Errorf("after: %+v", got)
	}
	res.Scale = 1.5
	if got := After(res); got.Used != 250 {
		t.Errorf("after: %+v", got)
	}
	res.Status.TokensBefore = 5000
	if got := After(res); got.Used != 0 {
		t.Errorf("after: %+v", got)
	}
}

// A counted token weighs as much as the reports say, and the messages never more than all of them.
func TestScale(t *testing.T) {
	t.Parallel()
	s := &model.Session{Rows: []model.Row{{Tokens: 100}, {Tokens: 100}}}
	for _, c := range []struct {
		source        string
		used, counted int
		want          float64
	}{
		{"reported", 1000, 200, 1}, {"reported", 1000, 2000, 0.5}, {"counted", 1000, 2000, 1}, {"reported", 1000, 0, 1},
	} {
		if got := scale(s, c.counted, Tokens{Used: c.used, Source: c.source}); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// BenchmarkPlan plans sessions of which every third message is a tool's, over the budget.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			s := &model.Session{Rows: make([]model.Row, n)}
			for i := range s.Rows {
				r := model.Row{Rendered: 50 + i*7919%4000, Tokens: 100, Flags: model.HasText, Role: model.User, Origin: model.Person}
				switch i % 3 {
				case 1:
					r.Role, r.Origin, r.Flags = model.Assistant, model.NoOrigin, model.HasCall
					s.Links = append(s.Links, model.Link{ID: fmt.Sprint(i), Name: "Read", Row: i})
				case 2:
					r.Role, r.Origin, r.Flags = model.Tool, model.NoOrigin, model.HasResult
					s.Links = append(s.Links, model.Link{ID: fmt.Sprint(i - 1), Row: i, Result: true})
				}
				s.Rows[i] = r
			}
			model.Pair(s.Links)
			p := Defaults()
			p.Pick.Summarizer, p.Window = "external", 200_000
			for b.Loop() {
				if r := Plan(s, p, Env{}); r.Slim.Counts.Dropped == 0 {
					b.Fatal("nothing was slimmed")
				}
			}
		})
	}
}
