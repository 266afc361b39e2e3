// Package slim is stage 4: what the summarizer will read. It makes the text of the summarized
// messages fit a budget of chars, first by leaving out tool noise in pairs, then by giving
// every message its max-min fair share.
package slim

import (
	"fmt"
	"math"

	"cutline/model"
	"cutline/pipeline/trace"
)

const (
	// ModelBudget is the most chars of a request to a model.
	ModelBudget = 3_200_000
	// StrictBudget is ModelBudget under the strict profile.
	StrictBudget = 2_800_000
	// MinBudget is the least that a retry may shrink the budget to; from later public builds.
	MinBudget = 50_000
	// ToolShare is the share of tool messages at which valve 1 acts.
	ToolShare = 0.25
	// MinUseful is the least chars that are worth sending: a shorter stump tells the model nothing.
	MinUseful = 200
	// ByteLimit is the most UTF-8 bytes of a request: 9 MiB; from later public builds.
	ByteLimit = 9 << 20
	// Separator stands between messages: a blank line.
	Separator = "\n\n"
)

// Valve says when a valve acts.
type Valve string

// The settings of a valve. Auto: by its rule, and only over the budget.
const (
	Auto   Valve = "auto"
	Off    Valve = "off"
	Always Valve = "always"
)

// The rules. MaxMin leaves out tool noise and then shares fairly; Prune leaves out old outputs of
// tools instead, and then shares; None has nothing read but an earlier summary.
const (
	MaxMin = "max-min"
	Prune  = "prune"
	None   = "none"
)

// RuleNames lists the rules.
var RuleNames = []string{MaxMin, Prune, None}

// Params are the numbers of this stage that a person can turn.
type Params struct {
	Form        string // of messages: Transcript or Serialize; empty is Transcript
	Rule        string // one of the rules; empty is MaxMin
	PruneKeep   int    // Prune: tokens of the newest outputs of tools that stay
	Budget      int    // chars; 0: that of the summarizer that will run
	BudgetBytes int    // UTF-8 bytes
	Strict      bool
	ToolValve   Valve
	FairValve   Valve
	ToolShare   float64
	Narration   bool // what was said beside a call that valve 1 leaves out stays
	MinUseful   int
	Refill      bool    // leave out as few as needed and share again
	Quiet       bool    // an omitted message leaves no marker; only the preamble counts it
	In, Out     Numbers // messages that a person forces in or out; In wins
	ValueLimit  int     // arguments and results keep head and tail within this many chars; 0: as they are
}

// Defaults are the parameters of the design.
func Defaults() Params {
	return Params{Rule: MaxMin, Form: Transcript, PruneKeep: PruneKeep, BudgetBytes: ByteLimit, ToolValve: Auto, FairValve: Auto, ToolShare: ToolShare, MinUseful: MinUseful}
}

// Input is all that the stage looks at.
type Input struct {
	Rows   []model.Row
	Sizes  []int // chars of each row as it will be rendered; nil: what the rows say
	List   []int // the messages to summarize, in order
	Budget int
	From   string // where the budget comes from, for the reason
	Suffix int    // chars of the request outside messages, separators and preamble
	Params Params
	Hands  map[int]Hand // what a person forced, by message; nil: nothing
}

// Tier says what becomes of a message.
type Tier uint8

// The tiers.
const (
	Full Tier = iota
	Truncated
	Omitted
	Dropped // left out by valve 1
)

// String is the tier as the JSON output spells it.
func (t Tier) String() string { return [...]string{"full", "truncated", "omitted", "dropped"}[t] }

// MarshalText writes the tier as String does.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Allocation is what one message gets.
type Allocation struct {
	Index      int        `json:"index"`
	Role       model.Role `json:"-"`
	Size       int        `json:"size"`       // chars wanted
	Allocation int        `json:"allocation"` // chars granted, marker included
	Tier       Tier       `json:"tier"`
	Protected  bool       `json:"queryProtected"` // its user query goes before the rest
	Hand       Hand       `json:"-"`              // forced by a person
	Said       bool       `json:"-"`              // only its own words are meant, in all of these numbers: valve 1 took its calls
}

// Marker is what says in the message's place that something is missing.
func (a Allocation) Marker() string {
	switch a.Tier {
	case Truncated:
		return fmt.Sprintf("\n[... truncated, %d chars]", a.Size)
	case Omitted:
		return fmt.Sprintf("[omitted %s message, %d chars]", a.Role, a.Size)
	case Full, Dropped:
	}
	return ""
}

// Counts are the messages of each tier.
type Counts struct {
	Full      int `json:"full"`
	Truncated int `json:"truncated"`
	Omitted   int `json:"omitted"`
	Dropped   int `json:"dropped"`
}

// Output is what the stage decided: one allocation for each message of the list, in order.
type Output struct {
	Outcome       trace.Outcome
	Chars         int // rendered and joined, before any valve, without suffix and what is forced out
	Bytes         int
	Suffix        int
	Budget        int
	From          string
	ContentBudget int
	FairShare     int // the smallest share of a message that is not whole; -1 when all are
	BudgetUsed    int // chars of the slimmed text, markers, separators and preamble included, without suffix
	Tool          ToolNoise
	Rows          []Allocation
	Counts        Counts
	Preamble      string
	Folded        bool // runs of omitted markers are folded into one
	Quiet         bool // omitted messages leave no marker
	Rule          string
	Error         string
	Decisions     []trace.Decision
}

// CannotTruncate is the error of a budget in which nothing could be kept.
const CannotTruncate = "CannotTruncatePrompt"

// Run decides what the summarizer reads.
func Run(in Input) Output {
	out := Output{Outcome: trace.Ran, Suffix: in.Suffix, Budget: in.Budget, From: in.From, FairShare: -1, Quiet: in.Params.Quiet, Rule: in.Params.Rule}
	out.Rows = make([]Allocation, len(in.List))
	for k, i := range in.List {
		size := in.Rows[i].Rendered
		switch {
		case in.Params.Form == Serialize:
			size = serializedSize(&in.Rows[i])
		case in.Sizes != nil:
			size = in.Sizes[i]
		}
		out.Rows[k] = Allocation{Index: i, Role: in.Rows[i].Role, Size: size, Allocation: size, Tier: Full}
	}
	if len(in.Hands) > 0 && in.Params.Rule != None {
		out.hands(in)
	}
	n := 0
	for k, a := range out.Rows {
		if a.Tier != Full {
			continue
		}
		n++
		out.Chars += a.Size
		out.Bytes += in.Rows[in.List[k]].Bytes
	}
	if n > 1 {
		out.Chars += (n - 1) * len(Separator)
		out.Bytes += (n - 1) * len(Separator)
	}
	if in.Params.Rule == None {
		out.none(in)
		return out
	}
	out.byteBudget(in)
	if in.Params.Rule == Prune {
		out.prune(in)
	} else {
		out.noise(in)
	}
	out.fair(in)
	out.finish(in)
	out.cliff(in)
	return out
}

// byteBudget lowers the budget once when the text is mostly wide and its bytes are too many.
func (out *Output) byteBudget(in Input) {
	limit := in.Params.BudgetBytes
	if limit <= 0 || out.Chars == 0 || out.Budget <= 0 || out.Bytes+in.Suffix <= limit {
		return
	}
	wide := float64(out.Bytes) / float64(out.Chars)
	if wide <= 0.95*float64(limit)/float64(out.Budget) {
		return
	}
	was := out.Budget
	out.Budget = int(math.Floor(float64(limit) / wide * 0.8))
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "byte-budget", Chose: fmt.Sprintf("the budget is %s chars instead of %s", trace.Num(out.Budget), trace.Num(was)),
		Because: fmt.Sprintf("%s bytes are over the limit of %s, and a char takes %.2f bytes", trace.Num(out.Bytes), trace.Num(limit), wide),
	})
}

func fits(out *Output, in Input) string {
	return fmt.Sprintf("%s chars fit the budget of %s (%s)", trace.Num(out.Chars+in.Suffix), trace.Num(out.Budget), in.From)
}
