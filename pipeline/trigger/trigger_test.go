package trigger

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// with gives an input with the design's parameters, changed by f.
func with(used, window int, f func(*Params)) Input {
	in := Input{Used: used, Source: "reported", Window: window, Turns: 3, Params: Defaults()}
	if f != nil {
		f(&in.Params)
	}
	return in
}

func reasons(out Output) string {
	var b strings.Builder
	for _, d := range out.Decisions {
		b.WriteString(d.Rule + ": " + d.Chose + ": " + d.Because + "\n")
	}
	return b.String()
}

func TestTokens(t *testing.T) {
	t.Parallel()
	limits := func(config, eval int) func(*Params) {
		return func(p *Params) { p.TokenLimit, p.EvalTokenLimit = config, eval }
	}
	tests := []struct {
		name   string
		in     Input
		limit  int
		source string
		fires  bool
		says   string
	}{
		{"at the limit", with(180_000, 200_000, nil), 180_000, "fraction", true, "180,000 tokens used (reported) ≥ limit 180,000 (90% of a window of 200,000)"},
		{"one below", with(179_999, 200_000, nil), 180_000, "fraction", false, "179,999 tokens used (reported) < limit 180,000"},
		{"a third of the window", with(61_240, 200_000, nil), 180_000, "fraction", false, "61,240 tokens used"},
		{"a configured limit wins over the fraction", with(179_999, 200_000, limits(150_000, 0)), 150_000, "config", true, "the configured limit"},
		{"the override wins though it is larger", with(180_000, 200_000, limits(150_000, 190_000)), 190_000, "eval", false, "the eval override"},
		{"the fraction is floored", with(900_000, 1_000_001, nil), 900_000, "fraction", true, "limit 900,000"},
		{"window not known", with(5, 0, nil), 0, "", false, "the context window is not known; give it with --window"},
		{"window below zero", with(5, -1, nil), 0, "", false, "the context window is not known"},
		{"an explicit limit needs no window", with(5, 0, limits(5, 0)), 5, "config", true, "≥ limit 5"},
		{"a limit of zero or less is none", with(5, 100, limits(-5, 0)), 90, "fraction", false, "90% of a window of 100"},
		{"fraction 0", with(5, 100, func(p *Params) { p.Fraction = 0 }), 0, "", false, "a limit of zero or less is none"},
		{"fraction 1", with(100, 100, func(p *Params) { p.Fraction = 1 }), 100, "fraction", true, "100% of a window of 100"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := Run(tt.in)
			if out.Limit != tt.limit || out.LimitSource != tt.source || out.Fires != tt.fires {
				t.Errorf("limit %d (%s), fires %v; want %d (%s), %v", out.Limit, out.LimitSource, out.Fires, tt.limit, tt.source, tt.fires)
			}
			if !strings.Contains(reasons(out), tt.says) {
				t.Errorf("the reasons do not hold %q:\n%s", tt.says, reasons(out))
			}
			if has := len(out.Signals) > 0 && out.Signals[0].Name == "tokens"; has != (tt.limit > 0) {
				t.Errorf("signals %+v", out.Signals)
			}
		})
	}
}

func TestCeilings(t *testing.T) {
	t.Parallel()
	in := func(turns, images, ceiling, pictures int) Input {
		i := with(0, 0, func(p *Params) { p.TurnCeiling, p.ImageCeiling = ceiling, pictures })
		i.Turns, i.Images = turns, images
		return i
	}
	tests := []struct {
		name  string
		in    Input
		fires []string
		names []string
	}{
		{"below both", in(999, 84, TurnCeiling, ImageCeiling), nil, []string{"turns", "images"}},
		{"turns at the ceiling", in(1000, 0, TurnCeiling, ImageCeiling), []string{"turns"}, []string{"turns", "images"}},
		{"three turns of three", in(3, 0, 3, ImageCeiling), []string{"turns"}, []string{"turns", "images"}},
		{"three turns of four", in(3, 0, 4, ImageCeiling), nil, []string{"turns", "images"}},
		{"images at the ceiling", in(0, 85, TurnCeiling, ImageCeiling), []string{"images"}, []string{"turns", "images"}},
		{"switched off", in(5000, 500, 0, -1), nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := Run(tt.in)
			var fires, names []string
			for _, s := range out.Signals {
				names = append(names, s.Name)
				if s.Fires {
					fires = append(fires, s.Name)
				}
			}
			if diff := cmp.Diff(tt.fires, fires); diff != "" || out.Fires != (len(fires) > 0) || out.Background.Start.Fires != out.Fires {
				t.Errorf("fires %v, background start %v (-want +got):\n%s", out.Fires, out.Background.Start.Fires, diff)
			}
			if diff := cmp.Diff(tt.names, names); diff != "" {
				t.Errorf("signals (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBackground(t *testing.T) {
	t.Parallel()
	n := func(f float64) Threshold { return Threshold{Given: true, N: f} }
	off := Threshold{Given: true, Off: true}
	start := func(tokens, share Threshold) func(*Params) {
		return func(p *Params) { p.StartTokens, p.StartShare = tokens, share }
	}
	persist := func(tokens, share Threshold) func(*Params) {
		return func(p *Params) { p.PersistTokens, p.PersistShare = tokens, share }
	}
	none := Threshold{}
	tests := []struct {
		name string
		in   Input
		want Background
	}{
		{"large window: the shares come first", with(0, 200_000, nil), Background{Line{180_000, false, true}, Line{190_000, false, true}}},
		{"small window: the tokens come first", with(0, 64_000, nil), Background{Line{54_000, false, true}, Line{59_000, false, true}}},
		{"at the start", with(54_000, 64_000, nil), Background{Line{54_000, true, true}, Line{59_000, false, true}}},
		{"at persist", with(59_000, 64_000, nil), Background{Line{54_000, true, true}, Line{59_000, true, true}}},
		{"tiny window: tokens that it has not are no limit", with(0, 8_000, nil), Background{Line{7_200, false, true}, Line{7_200, false, true}}},
		{"tokens given unset the share", with(0, 200_000, start(n(1000), none)), Background{Line{199_000, false, true}, Line{199_000, false, true}}},
		{"share given unsets the tokens", with(0, 50_000, start(none, n(0.5))), Background{Line{25_000, false, true}, Line{45_000, false, true}}},
		{"both given", with(0, 50_000, start(n(40_000), n(0.5))), Background{Line{10_000, false, true}, Line{45_000, false, true}}},
		{"binary fractions add nothing", with(0, 1000, start(none, n(0.1))), Background{Line{900, false, true}, Line{950, false, true}}},
		{"a fraction of a token is rounded up", with(0, 1001, start(none, n(0.1))), Background{Line{901, false, true}, Line{951, false, true}}},
		{"start is off", with(199_999, 200_000, func(p *Params) { p.Fraction = 1; start(off, none)(p) }), Background{Line{}, Line{190_000, false, true}}},
		{"persist is off", with(0, 200_000, persist(none, off)), Background{Line{180_000, false, true}, Line{}}},
		{"zero is none", with(0, 200_000, start(n(0), none)), Background{Line{}, Line{190_000, false, true}}},
		{"all of the window is none", with(0, 200_000, start(none, n(1))), Background{Line{}, Line{190_000, false, true}}},
		{"window not known", with(5, 0, nil), Background{}},
		{"signal A starts it early", with(150_000, 200_000, func(p *Params) { p.TokenLimit = 150_000 }), Background{Line{180_000, true, true}, Line{190_000, false, true}}},
		{"signal A starts it though its line is off", with(195_000, 200_000, start(off, off)), Background{Line{0, true, false}, Line{190_000, true, true}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := Run(tt.in)
			if diff := cmp.Diff(tt.want, out.Background); diff != "" {
				t.Errorf("background (-want +got):\n%s%s", diff, reasons(out))
			}
			if n := strings.Count(reasons(out), "background"); n == 0 {
				t.Errorf("no reason for the background lines:\n%s", reasons(out))
			}
		})
	}
}

// TestMoreIsNeverLess: a session that is due stays due when it grows, and a line is never
// outside the window.
func TestMoreIsNeverLess(t *testing.T) {
	t.Parallel()
	limit := rapid.Custom(func(t *rapid.T) Threshold {
		return Threshold{Given: rapid.Bool().Draw(t, "given"), Off: rapid.Bool().Draw(t, "off"), N: rapid.Float64Range(-1, 300_000).Draw(t, "n")}
	})
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Used: rapid.IntRange(0, 300_000).Draw(t, "used"), Window: rapid.IntRange(-1, 250_000).Draw(t, "window"),
			Params: Params{
				Fraction: rapid.Float64Range(0, 1).Draw(t, "fraction"), TokenLimit: rapid.IntRange(-1, 1000).Draw(t, "limit"), TurnCeiling: 10,
				StartTokens: limit.Draw(t, "st"), StartShare: limit.Draw(t, "ss"), PersistTokens: limit.Draw(t, "pt"), PersistShare: limit.Draw(t, "ps"),
			},
		}
		in.Params.StartShare.N /= 300_000
		in.Params.PersistShare.N /= 300_000
		before := Run(in)
		in.Used += rapid.IntRange(0, 100_000).Draw(t, "more")
		after := Run(in)
		type fires struct{ all, start, persist bool }
		b := fires{before.Fires, before.Background.Start.Fires, before.Background.Persist.Fires}
		a := fires{after.Fires, after.Background.Start.Fires, after.Background.Persist.Fires}
		if b.all && !a.all || b.start && !a.start || b.persist && !a.persist || a.persist && !a.start {
			t.Fatalf("%+v, then %+v with more used", b, a)
		}
		for _, l := range []Line{after.Background.Start, after.Background.Persist} {
			if l.Set && (l.Threshold <= 0 || l.Threshold > in.Window) {
				t.Fatalf("line %+v of a window of %d", l, in.Window)
			}
		}
	})
}
