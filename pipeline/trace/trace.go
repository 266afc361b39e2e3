// Package trace holds what the stages say about themselves: what was decided, why, what it
// touches, and which attempts failed. The screen, the JSON output and the tests read it;
// nobody computes a reason again.
package trace

// Outcome says how a stage ended.
type Outcome string

// The outcomes. Planned: it waits for a run. FellBack: it did its work in a second-best way.
const (
	Planned  Outcome = "planned"
	Skipped  Outcome = "skipped"
	Ran      Outcome = "ran"
	FellBack Outcome = "fellBack"
)

// Decision is one branch that a person could ask "why?" about.
type Decision struct {
	Rule     string `json:"rule"`     // stable name of the rule: token-limit, tool-noise, max-min
	Chose    string `json:"chose"`    // what was done: "353 messages not read, in pairs: 1,204 chars"
	Because  string `json:"because"`  // the numbers behind it: "182 of 386 are tool output: 47% ≥ 25%"
	Touches  []int  `json:"touches"`  // the messages concerned, by index
	Fallback bool   `json:"fallback"` // a second-best way was taken
}

// Warning is a finding that does not stop the run.
type Warning struct {
	Stage   string   `json:"stage"`
	Kind    string   `json:"kind"` // stable: orphan-result, tail-shape, thin, …
	Message string   `json:"message"`
	Indices []int    `json:"indices"`
	IDs     []string `json:"ids"`
}

// Attempt is one try of one rung of the ladder of summarizers.
type Attempt struct {
	Rung         string `json:"rung"` // self, external, local, placeholder, file, editor
	Model        string `json:"model,omitempty"`
	Budget       int    `json:"budget"`          // chars of the prompt that it was given
	Error        string `json:"error,omitempty"` // the kind of error, empty when it succeeded
	Millis       int64  `json:"ms"`
	Detail       string `json:"-"` // what the error was, one sentence
	InputTokens  int    `json:"inputTokens,omitempty"`
	OutputTokens int    `json:"outputTokens,omitempty"`
}
