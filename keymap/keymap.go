// Package keymap is the one table of what can be asked: an action, where it can be asked,
// the keys, and a sentence. Footer, help and the README are printed from it.
package keymap

import "slices"

// Action is something a person can ask for, by key, mouse or command.
type Action string

// The actions.
const (
	Quit       Action = "quit"
	Help       Action = "help"
	Palette    Action = "commands"
	Plan       Action = "plan"
	Command    Action = "command"
	NextPane   Action = "next-pane"
	PrevPane   Action = "previous-pane"
	Stage1     Action = "stage-1"
	Stage2     Action = "stage-2"
	Stage3     Action = "stage-3"
	Stage4     Action = "stage-4"
	Stage5     Action = "stage-5"
	Stage6     Action = "stage-6"
	Compact    Action = "compact"
	Compare    Action = "compare"
	Diff       Action = "text-diff"
	Edit       Action = "edit-summary"
	Write      Action = "write"
	LensNext   Action = "lens"
	BudgetLess Action = "budget-less"
	BudgetMore Action = "budget-more"
	SplitUp    Action = "split-earlier"
	SplitDown  Action = "split-later"
	Reset      Action = "reset"
	Zoom       Action = "zoom"
	Problems   Action = "problems"
	Reload     Action = "reload"
	Mouse      Action = "mouse"
	Copy       Action = "copy"
	Follow     Action = "follow"
	Early      Action = "early"
	Sessions   Action = "sessions"
	Timeline   Action = "timeline"
	Contents   Action = "contents"
	Branches   Action = "branches"
	State      Action = "state"
	Summarizer Action = "summarizer"
	Prompt     Action = "prompt"
	Lab        Action = "lab"
	Retention  Action = "retention"
	Lineage    Action = "generations"
	Params     Action = "parameters"
	Shares     Action = "shares"
	Less       Action = "less"
	More       Action = "more"
	LeapLess   Action = "much-less"
	LeapMore   Action = "much-more"
	Toggle     Action = "toggle"
	Type       Action = "type"
	Default    Action = "default"
	Defaults   Action = "all-defaults"
	Filter     Action = "filter-parameters"
	Keep       Action = "save-settings"
	ForceIn    Action = "force-in"
	Unfold     Action = "unfold-arguments"
	Peer       Action = "other-half"
	ForceOut   Action = "force-out"
	Narrower   Action = "list-smaller"
	Wider      Action = "list-larger"
	Sift       Action = "filter"
	LookAt     Action = "open-in-editor"

	Up       Action = "up"
	Down     Action = "down"
	PageUp   Action = "page-up"
	PageDown Action = "page-down"
	Top      Action = "top"
	Bottom   Action = "bottom"
	Prev     Action = "previous-affected"
	Next     Action = "next-affected"
	ToSplit  Action = "to-split"
	Order    Action = "order"
	Open     Action = "open"
	Back     Action = "back"
	Lost     Action = "lost"
	HitNext  Action = "next-hit"
	HitPrev  Action = "previous-hit"
	Largest  Action = "largest"
	Side     Action = "side"
	Send     Action = "send"
	Locally  Action = "locally"
	Count    Action = "count-on-server"

	CopyMessage Action = "copy-message"
	CopyRead    Action = "copy-as-read"
	CopyLost    Action = "copy-lost"
	CopySummary Action = "copy-summary"
	CopyCommand Action = "copy-command"
	CopyRecord  Action = "copy-record"
	CopyPlace   Action = "copy-place"

	BlockOff  Action = "block-off"
	BlockEdit Action = "block-edit"
	BlockOwn  Action = "block-own"
	Mark      Action = "mark"
	Versus    Action = "versus"
	Grow      Action = "grow"

	ClassPrev Action = "previous-class"
	ClassNext Action = "next-class"
	OnlyState Action = "only-state"
	CopyItem  Action = "copy-item"
	CopyItems Action = "copy-items"
	Export    Action = "export"
	Seen      Action = "export-screen"
	Pin       Action = "pin"
	PinRules  Action = "pin-constraints"
	Instruct  Action = "copy-instruction"
	GiveBack  Action = "rescue"
	MarkClass Action = "mark-class"
	LessBack  Action = "give-back-less"
	MoreBack  Action = "give-back-more"

	RescueWrite Action = "write-rescued"
	WholeError  Action = "whole-error"
)

// Scope is where a row holds. A key is looked up in the scope of the moment first, then in
// Everywhere.
type Scope uint8

// The scopes.
const (
	Everywhere Scope = iota
	List             // the transcript
	Detail           // the message pane
	Page             // a page over the screen: reasons, help, problems
	After            // before and after side by side, or the text diff
	Picker           // the list of sessions
	Time             // the timeline
	Fill             // what fills the context
	Live             // the live state
	Ask              // the page that asks before a prompt is sent
	Bench            // strategies side by side
	Clip             // what is copied, after the key that copies
	Lives            // many compactions in a row
	Loss             // what a compaction kept, lost and invented
	Rescue           // what of a recorded compaction's losses is given back
	Turn             // the parameters
	Spread           // the fair shares
	Trouble          // an error that shows over the footer
)

// String names a scope for the help page.
func (s Scope) String() string {
	return [...]string{"everywhere", "list", "message", "page", "before and after", "sessions", "timeline", "contents", "live state", "asking", "lab", "after y", "generations", "losses", "rescue", "parameters", "fair shares", "error"}[s]
}

// Row is one row of the table.
type Row struct {
	Action   Action
	Scope    Scope
	Keys     []string // as the terminal library names them
	Show     string   // how the keys are printed
	Word     string   // one or two words for the footer
	Sentence string   // what it does
	Rank     int      // place in the footer, 0: not there
}

// Find is the action of a key in a scope; false when the key means nothing there.
func Find(scope Scope, key string) (Action, bool) {
	for _, s := range []Scope{scope, Everywhere} {
		for i := range Table {
			if Table[i].Scope == s && slices.Contains(Table[i].Keys, key) {
				return Table[i].Action, true
			}
		}
	}
	return "", false
}

// Only is the action of a key in one scope, which alone has the keys.
func Only(scope Scope, key string) (Action, bool) {
	for i := range Table {
		if Table[i].Scope == scope && slices.Contains(Table[i].Keys, key) {
			return Table[i].Action, true
		}
	}
	return "", false
}

// In lists the rows that hold in a scope, its own first. A row of Everywhere is left out when
// its keys mean something else there.
func In(scope Scope) []Row {
	var out []Row
	for _, s := range []Scope{scope, Everywhere} {
		for _, r := range Table {
			if r.Scope == s && !(s == Everywhere && covered(out, r)) {
				out = append(out, r)
			}
		}
		if scope == Everywhere {
			break
		}
	}
	return out
}

// covered reports whether rows take all keys of another one.
func covered(rows []Row, other Row) bool {
	for _, k := range other.Keys {
		if !slices.ContainsFunc(rows, func(r Row) bool { return r.Scope != Everywhere && slices.Contains(r.Keys, k) }) {
			return false
		}
	}
	return true
}

// Footer lists the rows that the footer shows in a scope, by rank.
func Footer(scope Scope) []Row {
	var out []Row
	for _, r := range In(scope) {
		if r.Rank > 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Row) int { return a.Rank - b.Rank })
	return out
}
