// Package trigger is stage 1: is the session due for compaction? Any signal is enough, and
// each one says with which numbers it was decided.
package trigger

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cutline/pipeline/trace"
)

// The defaults of the signals.
const (
	Fraction      = 0.9    // share of the window at which signal A fires
	TurnCeiling   = 1000   // persons' messages at which signal B fires
	ImageCeiling  = 85     // images at which signal C fires; from later public builds
	UnusedTokens  = 10_000 // background start: unused tokens; from later public builds
	UnusedShare   = 0.10   // background start: unused share of the window; from later public builds
	PersistTokens = 5_000  // background persist: unused tokens; from later public builds
	PersistShare  = 0.05   // background persist: unused share of the window; from later public builds
)

// Threshold is one of a pair of limits of which either may be given. The defaults of a pair
// hold only while neither is given.
type Threshold struct {
	Given bool
	Off   bool // given as "off"
	N     float64
}

// String is the threshold as a flag spells it; empty when it was not given.
func (t Threshold) String() string {
	switch {
	case !t.Given:
		return ""
	case t.Off:
		return "off"
	}
	return strconv.FormatFloat(t.N, 'f', -1, 64)
}

// Params are the numbers of this stage that a person can turn.
type Params struct {
	Rule           string // RuleFraction, RuleReserve or RulePhrase; empty is RuleFraction
	Fraction       float64
	TokenLimit     int // 0: not set
	EvalTokenLimit int // 0: not set; wins over TokenLimit
	TurnCeiling    int
	ImageCeiling   int
	StartTokens    Threshold
	StartShare     Threshold
	PersistTokens  Threshold
	PersistShare   Threshold
	Reserve        int // RuleReserve: tokens of the window that stay free
}

// Defaults are the parameters of the design.
func Defaults() Params {
	return Params{Rule: RuleFraction, Fraction: Fraction, TurnCeiling: TurnCeiling, ImageCeiling: ImageCeiling, Reserve: Reserve}
}

// Input is all that the stage looks at.
type Input struct {
	Used   int    // tokens in the context
	Source string // where Used comes from: reported, counted, estimated, flag
	Window int    // tokens; 0 or less when unknown
	Turns  int    // persons' messages
	Images int
	Load   Load   // looked at by RuleReserve only
	Said   string // looked at by RulePhrase only: with what a person asks for a compaction
	Asked  []int  // the same: messages of the session in which a person asked for one
	Params Params
}

// Signal is one reason to compact.
type Signal struct {
	Name  string `json:"name"` // tokens, turns, images, reserve, phrase
	Op    string `json:"op"`
	Value int    `json:"value"`
	Limit int    `json:"limit"`
	Fires bool   `json:"fires"`
}

// Sign is how the value stands to the limit, for a sentence.
func (s Signal) Sign() string {
	switch {
	case s.Op == ">" && s.Value > s.Limit:
		return ">"
	case s.Op == ">":
		return "≤"
	case s.Value >= s.Limit:
		return "≥"
	}
	return "<"
}

// Line is one threshold of the background computation; Threshold is in used tokens.
type Line struct {
	Threshold int  `json:"threshold"`
	Fires     bool `json:"fires"`
	Set       bool `json:"-"`
}

// Background says when a summary would be computed early, and when it would be applied.
type Background struct {
	Start   Line `json:"start"`
	Persist Line `json:"persist"`
}

// Output is what the stage decided.
type Output struct {
	Outcome     trace.Outcome
	Fires       bool
	Limit       int // tokens; 0 when there is no token signal
	LimitSource string
	Signals     []Signal
	Overflow    bool // RuleReserve: the model has refused a request as too long
	Background  Background
	Decisions   []trace.Decision
}

// Run decides whether the session is due.
func Run(in Input) Output {
	out := Output{Outcome: trace.Ran}
	switch in.Params.Rule {
	case RuleReserve:
		out.reserve(in)
		out.unused(in.Params, "the window alone")
		out.Fires = out.Overflow
	case RulePhrase:
		out.phrase(in)
		out.unused(in.Params, "what is said")
	default:
		out.fraction(in)
	}
	for _, s := range out.Signals {
		out.Fires = out.Fires || s.Fires
	}
	if in.Params.Rule == RuleFraction || in.Params.Rule == "" { // the others have no line that comes before
		out.background(in)
	}
	return out
}

// fraction are the signals of the rule fraction.
func (out *Output) fraction(in Input) {
	out.tokens(in)
	out.ceiling("turns", "turn-ceiling", in.Turns, in.Params.TurnCeiling, "messages of a person")
	out.ceiling("images", "image-ceiling", in.Images, in.Params.ImageCeiling, "images")
}

func verdict(fires bool) string {
	if fires {
		return "fires"
	}
	return "does not fire"
}

// tokens is signal A. An explicit limit needs no window.
func (out *Output) tokens(in Input) {
	limit, source, why := 0, "", ""
	switch {
	case in.Params.EvalTokenLimit > 0:
		limit, source, why = in.Params.EvalTokenLimit, "eval", "the eval override"
	case in.Params.TokenLimit > 0:
		limit, source, why = in.Params.TokenLimit, "config", "the configured limit"
	case in.Window <= 0:
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "token-limit", Chose: "no token signal", Because: "the context window is not known; give it with --window",
		})
		return
	default:
		limit = int(math.Floor(float64(in.Window) * in.Params.Fraction))
		source, why = "fraction", fmt.Sprintf("%s of a window of %s", percent(in.Params.Fraction), trace.Num(in.Window))
	}
	if limit <= 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "token-limit", Chose: "no token signal", Because: "a limit of zero or less is none",
		})
		return
	}
	fires := in.Used >= limit
	out.Limit, out.LimitSource = limit, source
	out.Signals = append(out.Signals, Signal{"tokens", ">=", in.Used, limit, fires})
	op := "<"
	if fires {
		op = "≥"
	}
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "token-limit", Chose: verdict(fires),
		Because: fmt.Sprintf("%s tokens used (%s) %s limit %s (%s)", trace.Num(in.Used), in.Source, op, trace.Num(limit), why),
	})
}

func (out *Output) ceiling(name, rule string, n, ceiling int, what string) {
	if ceiling <= 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: rule, Chose: "switched off", Because: "a ceiling of zero or less is none",
		})
		return
	}
	if n == 1 {
		what = strings.Replace(what, "ages", "age", 1)
	}
	fires := n >= ceiling
	op := "<"
	if fires {
		op = "≥"
	}
	out.Signals = append(out.Signals, Signal{name, ">=", n, ceiling, fires})
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: rule, Chose: verdict(fires), Because: fmt.Sprintf("%s %s %s ceiling %s", trace.Num(n), what, op, trace.Num(ceiling)),
	})
}

// background sets the two lines of the background computation. The signals A, B and C start
// it too, whatever its own line says.
func (out *Output) background(in Input) {
	start, persist := &out.Background.Start, &out.Background.Persist
	start.Fires = out.Fires
	if in.Window <= 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "background", Chose: "no background lines", Because: "they are measured from the context window, which is not known",
		})
		return
	}
	p := in.Params
	tok, share := pair(p.StartTokens, p.StartShare, UnusedTokens, UnusedShare)
	if at, ok := earliest(in.Window, tok, share); ok {
		*start = Line{Threshold: at, Fires: in.Used >= at || out.Fires, Set: true}
	}
	ptok, pshare := pair(p.PersistTokens, p.PersistShare, PersistTokens, PersistShare)
	if at, ok := earliest(in.Window, ptok, pshare); ok {
		*persist = Line{Threshold: max(at, start.Threshold), Fires: start.Fires && in.Used >= at, Set: true}
	}
	out.Decisions = append(out.Decisions,
		line("background-start", "a summary would be computed early", *start, in, tok, share),
		line("background-persist", "a computed summary would be applied", *persist, in, ptok, pshare))
}

// earliest is the number of used tokens at which the first of the limits holds. A limit that
// an empty context would meet already is none.
func earliest(window int, tokens, share *float64) (int, bool) {
	at, w := math.Inf(1), float64(window)
	if tokens != nil && w-*tokens > 0 {
		at = w - *tokens
	}
	if share != nil && *share < 1 {
		at = math.Min(at, w*(1-*share))
	}
	if math.IsInf(at, 0) {
		return 0, false
	}
	// What binary fractions add is taken away: 1000 × (1 − 0.1) is 900, not 900.0000001.
	return int(math.Ceil(math.Round(at*1e6) / 1e6)), true
}

// pair gives the two limits that hold: what was given, or both defaults when nothing was.
func pair(tokens, share Threshold, defTokens, defShare float64) (*float64, *float64) {
	if !tokens.Given && !share.Given {
		return &defTokens, &defShare
	}
	var t, s *float64
	if tokens.Given && !tokens.Off && tokens.N > 0 {
		t = &tokens.N
	}
	if share.Given && !share.Off && share.N > 0 {
		s = &share.N
	}
	return t, s
}

func line(rule, what string, l Line, in Input, tok, share *float64) trace.Decision {
	switch {
	case !l.Set && tok == nil && share == nil:
		return trace.Decision{Rule: rule, Chose: "switched off", Because: "neither of its two limits is set to more than zero"}
	case !l.Set:
		return trace.Decision{
			Rule: rule, Chose: "switched off",
			Because: fmt.Sprintf("an empty context would be over it: no limit is below the window of %s tokens", trace.Num(in.Window)),
		}
	}
	limits := ""
	if tok != nil && *tok < float64(in.Window) {
		limits = trace.Num(int(*tok)) + " tokens"
	}
	if share != nil {
		if limits != "" {
			limits += " or "
		}
		limits += percent(*share)
	}
	return trace.Decision{
		Rule: rule, Chose: verdict(l.Fires),
		Because: fmt.Sprintf("%s once %s of the window are unused, at %s tokens; %s are used", what, limits, trace.Num(l.Threshold), trace.Num(in.Used)),
	}
}

func percent(f float64) string {
	return strconv.FormatFloat(math.Round(f*10000)/100, 'f', -1, 64) + "%"
}
