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

// Table is every command.
var Table = []Row{
	{Up, List, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, List, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, List, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, List, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, List, []string{"home", "g"}, "g home", "", "To the first message.", 0},
	{Bottom, List, []string{"end", "G"}, "G end", "", "To the last message.", 0},
	{Prev, List, []string{"["}, "[", "", "Previous message that loses something.", 0},
	{Next, List, []string{"]"}, "]", "losses", "Next message that loses something.", 7},
	{ToSplit, List, []string{"="}, "=", "split", "Go to the split.", 8},
	{Order, List, []string{"s"}, "s", "sort", "Order by place, by size, by loss.", 9},
	{Open, List, []string{"enter"}, "enter", "", "Give the message the whole screen.", 0},
	{Pin, List, []string{"*"}, "*", "", "Pin the message, so that it is re-injected word for word, or let it go again.", 0},
	{Back, List, []string{"esc"}, "esc", "", "Back: lift the filter, leave the zoom.", 0},
	{Lost, List, []string{"x"}, "x", "lost", "Show what is read, what is lost, the whole message, its record in the file.", 6},
	{Unfold, List, []string{"a"}, "a", "", "Unfold the long arguments of calls, and fold them.", 0},
	{Peer, List, []string{";"}, ";", "", "From a call to its result, and back.", 0},
	{HitNext, List, []string{"n"}, "n", "", "Next message found.", 0},
	{HitPrev, List, []string{"N"}, "N", "", "Previous message found.", 0},
	{ForceIn, List, []string{"i"}, "i", "", "Force the message in: it is read whole, whatever its share; again lifts it.", 0},
	{ForceOut, List, []string{"e"}, "e", "", "Force the message out, a call with its results: it is not read; again lifts it.", 0},

	{Up, Detail, []string{"up", "k"}, "↑ k", "scroll", "One line up.", 0},
	{Down, Detail, []string{"down", "j"}, "↓ j", "scroll", "One line down.", 1},
	{PageUp, Detail, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Detail, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, Detail, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, Detail, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{Prev, Detail, []string{"["}, "[", "", "Previous message that loses something.", 0},
	{Next, Detail, []string{"]"}, "]", "losses", "Next message that loses something.", 7},
	{Unfold, Detail, []string{"a"}, "a", "unfold", "Unfold the long arguments of calls, and fold them.", 8},
	{Peer, Detail, []string{";"}, ";", "call/result", "From a call to its result, and back.", 9},
	{HitNext, Detail, []string{"n"}, "n", "", "Next place found, in the message first; next mark of what was kept or lost.", 0},
	{HitPrev, Detail, []string{"N"}, "N", "", "Previous place found, in the message first; previous mark.", 0},
	{Pin, Detail, []string{"*"}, "*", "", "Pin the message, so that it is re-injected word for word, or let it go again.", 0},
	{ForceIn, Detail, []string{"i"}, "i", "", "Force the message in: it is read whole, whatever its share; again lifts it.", 0},
	{ForceOut, Detail, []string{"e"}, "e", "", "Force the message out, a call with its results: it is not read; again lifts it.", 0},
	{Lost, Detail, []string{"x"}, "x", "lost", "Show what is read, what is lost, the whole message, its record in the file.", 6},
	{Back, Detail, []string{"esc", "enter"}, "esc", "back", "Back to the list.", 2},

	{Up, Page, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Page, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Page, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Page, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, Page, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, Page, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{Open, Page, []string{"enter"}, "enter", "its messages", "Show the messages that a reason touches, or run the command.", 3},
	{Command, Page, []string{"/"}, "/", "find", "Find in the page, a command among them.", 4},
	{HitNext, Page, []string{"n"}, "n", "", "Next line found.", 0},
	{HitPrev, Page, []string{"N"}, "N", "", "Previous line found.", 0},
	{Back, Page, []string{"esc"}, "esc", "back", "Close the page.", 2},

	{Up, After, []string{"up", "k"}, "↑ k", "scroll", "Scroll up, both sides together.", 0},
	{Down, After, []string{"down", "j"}, "↓ j", "scroll", "Scroll down, both sides together.", 1},
	{PageUp, After, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, After, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, After, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, After, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{Prev, After, []string{"["}, "[", "", "Previous change.", 0},
	{Next, After, []string{"]"}, "]", "change", "Next change.", 7},
	{HitNext, After, []string{"n"}, "n", "", "Next line found.", 0},
	{HitPrev, After, []string{"N"}, "N", "", "Previous line found.", 0},
	{Retention, After, []string{"X"}, "X", "kept/lost", "What the compaction kept, lost and invented, item by item, and what it would score without a summary.", 6},
	{Back, After, []string{"esc"}, "esc", "plan", "Back to the plan.", 2},

	{Up, Picker, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Picker, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Picker, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Picker, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, Picker, []string{"home", "g"}, "g home", "", "To the newest session.", 0},
	{Bottom, Picker, []string{"end", "G"}, "G end", "", "To the oldest session.", 0},
	{Open, Picker, []string{"enter"}, "enter", "open", "Open the session.", 2},
	{Command, Picker, []string{"/"}, "/", "find", "Find as you type: words of the agent, the project, the title.", 3},
	{Reload, Picker, []string{"R"}, "R", "look again", "Look for sessions again.", 4},
	{Back, Picker, []string{"esc"}, "esc", "back", "Lift the search; back to the session that is open, or leave.", 5},

	{Up, Time, []string{"up", "k", "left"}, "↑ k", "move", "Previous event; a line up in a compaction.", 0},
	{Down, Time, []string{"down", "j", "right"}, "↓ j", "move", "Next event; a line down in a compaction.", 1},
	{PageUp, Time, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Time, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, Time, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, Time, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{Prev, Time, []string{"["}, "[", "", "Previous compaction; previous part of the one that is open.", 0},
	{Next, Time, []string{"]"}, "]", "compaction", "Next compaction; next part of the one that is open.", 4},
	{Open, Time, []string{"enter"}, "enter", "open", "Go to a live message, look into a compaction.", 3},
	{Back, Time, []string{"esc"}, "esc", "back", "Back to the picture, then to the plan.", 2},

	{Up, Fill, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Fill, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Fill, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Fill, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, Fill, []string{"home", "g"}, "g home", "", "To the largest part.", 0},
	{Bottom, Fill, []string{"end", "G"}, "G end", "", "To the smallest part.", 0},
	{Open, Fill, []string{"enter", "right"}, "enter", "open", "Look into the part; go to a message.", 3},
	{Largest, Fill, []string{"x"}, "x", "largest", "Go to the largest message of the part.", 4},
	{Order, Fill, []string{"s"}, "s", "kind/file", "By kind, or by file.", 5},
	{Back, Fill, []string{"esc", "left"}, "esc", "back", "Back to what it is a part of, then to the plan.", 2},

	{Up, Live, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Live, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Live, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Live, []string{"pgdown", "ctrl+d", "f"}, "pgdn", "", "One page down.", 0},
	{Top, Live, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, Live, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{BlockOff, Live, []string{" ", "x"}, "space x", "off/on", "Switch the block off, so that it is not re-injected, and on.", 3},
	{BlockEdit, Live, []string{"E"}, "E", "edit", "Edit the block in $EDITOR, or write one that the session has not; an empty text switches it off.", 4},
	{BlockOwn, Live, []string{"0"}, "0", "own", "The block as the session has it.", 5},
	{Open, Live, []string{"enter", "right"}, "enter", "text", "Give the block's text the whole pane.", 6},
	{Back, Live, []string{"esc", "left"}, "esc", "back", "Back to the list, then to the plan.", 2},

	{Send, Ask, []string{"y"}, "y", "send", "Send it: the answer becomes the summary.", 1},
	{Prompt, Ask, []string{"P"}, "P", "prompt", "The prompt as it would be sent, word for word.", 2},
	{Locally, Ask, []string{"l"}, "l", "local", "Let the local summarizer write it this once; nothing is sent.", 3},
	{Count, Ask, []string{"#"}, "#", "count", "Let the server count the tokens exactly; it gets the prompt for that.", 0},
	{Up, Ask, []string{"up", "k"}, "↑ k", "", "One line up.", 0},
	{Down, Ask, []string{"down", "j"}, "↓ j", "", "One line down.", 0},
	{PageUp, Ask, []string{"pgup"}, "pgup", "", "One page up.", 0},
	{PageDown, Ask, []string{"pgdown"}, "pgdn", "", "One page down.", 0},
	{Back, Ask, []string{"esc"}, "esc", "no", "Send nothing; any other key says the same.", 4},

	{Up, Bench, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Bench, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Bench, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Bench, []string{"pgdown", "ctrl+d", "f"}, "pgdn", "", "One page down.", 0},
	{Top, Bench, []string{"home", "g"}, "g home", "", "To the first line.", 0},
	{Bottom, Bench, []string{"end", "G"}, "G end", "", "To the last line.", 0},
	{Open, Bench, []string{"enter"}, "enter", "result", "Show the result of the strategy as that of a compaction: w writes it.", 3},
	{Order, Bench, []string{"s"}, "s", "sort", "Order by the next column, and as they come again.", 4},
	{Mark, Bench, []string{" "}, "space", "mark", "Mark a strategy; two can be compared.", 5},
	{Versus, Bench, []string{"v"}, "v", "compare", "The results of the two marked strategies beside each other.", 6},
	{Prev, Bench, []string{"["}, "[", "", "Previous message that only one of the two keeps.", 0},
	{Next, Bench, []string{"]"}, "]", "", "Next message that only one of the two keeps.", 0},
	{Lineage, Bench, []string{"C"}, "C", "generations", "Compact five times over with the strategy: what survives each generation, and what dies first.", 7},
	{Back, Bench, []string{"esc"}, "esc", "back", "Stop what runs; back to the table, then to the plan.", 2},

	{CopyMessage, Clip, []string{"m", "y"}, "m", "message", "Copy the message, whole.", 1},
	{CopyRead, Clip, []string{"r"}, "r", "as read", "Copy what the summarizer reads in its place.", 2},
	{CopyLost, Clip, []string{"l"}, "l", "lost", "Copy what of it is lost.", 3},
	{CopySummary, Clip, []string{"s"}, "s", "summary", "Copy the summary of the compaction.", 4},
	{CopyCommand, Clip, []string{"c"}, "c", "command", "Copy the command that resumes the written session, or /compact with the instructions.", 5},
	{CopyRecord, Clip, []string{"j"}, "j", "JSON", "Copy the record of the message as it stands in the file.", 6},
	{CopyPlace, Clip, []string{"p"}, "p", "place", "Copy where it stands: path:line.", 7},
	{Back, Clip, []string{"esc"}, "esc", "no", "Copy nothing.", 8},
	{Up, Lives, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Lives, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Lives, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Lives, []string{"pgdown", "ctrl+d", "f"}, "pgdn", "", "One page down.", 0},
	{Top, Lives, []string{"home", "g"}, "g home", "", "To the first line.", 0},
	{Bottom, Lives, []string{"end", "G"}, "G end", "", "To the last line.", 0},
	{Prev, Lives, []string{"["}, "[", "", "The heaviest that died in the generation before.", 0},
	{Next, Lives, []string{"]"}, "]", "next", "The heaviest that died in the next generation.", 5},
	{Open, Lives, []string{"enter"}, "enter", "message", "Go to the message in which what died stands; esc comes back.", 3},
	{Grow, Lives, []string{" "}, "space", "grow", "Let the session grow by its next stretch in between, or by nothing; begins anew.", 4},
	{Back, Lives, []string{"esc"}, "esc", "back", "Stop what runs; back to the lab or the plan.", 2},

	{Up, Loss, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Loss, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Loss, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Loss, []string{"pgdown", "ctrl+d", " "}, "pgdn space", "", "One page down.", 0},
	{Top, Loss, []string{"home", "g"}, "g home", "", "To the heaviest.", 0},
	{Bottom, Loss, []string{"end", "G"}, "G end", "", "To the lightest.", 0},
	{Open, Loss, []string{"enter"}, "enter", "source", "Go to where the loss stands in the session, or to where the invention stands in the summary.", 3},
	{ClassPrev, Loss, []string{"left"}, "←", "", "Only the class before; before the first one all classes.", 0},
	{ClassNext, Loss, []string{"right"}, "→", "class", "Only the next class of facts.", 4},
	{OnlyState, Loss, []string{"f"}, "f", "lost/invented", "All; only what is lost, weakened or invented, in turn.", 5},
	{Command, Loss, []string{"/"}, "/", "find", "Find as you type in what was lost and invented.", 6},
	{Pin, Loss, []string{"*"}, "*", "pin", "Pin the loss, so that it is re-injected word for word, or let it go again; score and tokens follow.", 4},
	{PinRules, Loss, []string{"&"}, "&", "", "Pin every constraint that is lost or weakened.", 0},
	{Instruct, Loss, []string{"I"}, "I", "", "Copy what tells the agent to keep the pins when it compacts by itself, such as /compact with an instruction.", 0},
	{GiveBack, Loss, []string{"r"}, "r", "", "Of a compaction that the session records: choose what it lost and give it back, in a new session or as a message.", 0},
	{HitNext, Loss, []string{"n"}, "n", "", "Next mark of the text that is open.", 0},
	{HitPrev, Loss, []string{"N"}, "N", "", "Previous mark of the text that is open.", 0},
	{Prev, Loss, []string{"["}, "[", "", "Compaction before, of those that the session records.", 0},
	{Next, Loss, []string{"]"}, "]", "", "Next compaction of those that the session records.", 0},
	{CopyItem, Loss, []string{"y"}, "y", "copy", "Copy the loss or the invention under the cursor.", 7},
	{CopyItems, Loss, []string{"Y"}, "Y", "", "Copy the list as it shows.", 0},
	{Export, Loss, []string{"W"}, "W", "export", "Write score, classes and the list as it shows to a Markdown file.", 8},
	{Back, Loss, []string{"esc"}, "esc", "back", "Lift the search and the filters, then back to what was below.", 2},

	{Up, Rescue, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Rescue, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Rescue, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Rescue, []string{"pgdown", "ctrl+d", "f"}, "pgdn", "", "One page down.", 0},
	{Top, Rescue, []string{"home", "g"}, "g home", "", "To the heaviest.", 0},
	{Bottom, Rescue, []string{"end", "G"}, "G end", "", "To the lightest.", 0},
	{Mark, Rescue, []string{" "}, "space", "choose", "Give the loss back, or leave it.", 3},
	{MarkClass, Rescue, []string{"a"}, "a", "class", "Give all of its class back, or leave them.", 4},
	{BlockOwn, Rescue, []string{"0"}, "0", "", "What a person demands or forbids and open work, and nothing else.", 0},
	{LessBack, Rescue, []string{"-"}, "-", "budget", "Fewer tokens for what is given back.", 6},
	{MoreBack, Rescue, []string{"+"}, "+", "", "More tokens for what is given back.", 0},
	{CopyItem, Rescue, []string{"y"}, "y", "message", "Copy it as a message to the agent that goes on.", 7},
	{RescueWrite, Rescue, []string{"w"}, "w", "write", "Write a new session whose summary has it, and is free of what was invented.", 5},
	{Back, Rescue, []string{"esc"}, "esc", "back", "Back to what was lost.", 2},

	{Up, Turn, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Turn, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Turn, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Turn, []string{"pgdown", "ctrl+d", "f"}, "pgdn", "", "One page down.", 0},
	{Top, Turn, []string{"home", "g"}, "g home", "", "To the first parameter.", 0},
	{Bottom, Turn, []string{"end", "G"}, "G end", "", "To the last parameter.", 0},
	{Less, Turn, []string{"left", "h"}, "← h", "", "Turn it down by a stop, to the choice before, off.", 0},
	{More, Turn, []string{"right", "l"}, "→ l", "turn", "Turn it up by a stop, to the next choice, on.", 2},
	{LeapLess, Turn, []string{"shift+left", "["}, "shift+← [", "", "Turn it down by a tenth of the scale.", 0},
	{LeapMore, Turn, []string{"shift+right", "]"}, "shift+→ ]", "leap", "Turn it up by a tenth of the scale.", 4},
	{Type, Turn, []string{"enter"}, "enter", "type", "Type the number, the text or the choice.", 3},
	{Toggle, Turn, []string{" "}, "space", "", "Switch it over; the next choice of several.", 0},
	{Default, Turn, []string{"0"}, "0", "default", "This parameter as the strategy has it.", 4},
	{Defaults, Turn, []string{"D"}, "D", "", "Every parameter as the strategy has it.", 0},
	{Filter, Turn, []string{"/"}, "/", "find", "Show the parameters whose names have what is typed.", 5},
	{Keep, Turn, []string{"w"}, "w", "save", "Write what was changed to the settings file; it shows the lines and asks.", 4},
	{Back, Turn, []string{"esc"}, "esc", "back", "Lift the search; back to the plan.", 5},

	{Less, Spread, []string{"left", "h"}, "← h", "", "The column before.", 0},
	{More, Spread, []string{"right", "l"}, "→ l", "move", "The next column.", 1},
	{Up, Spread, []string{"up", "k"}, "↑ k", "", "The next larger message.", 0},
	{Down, Spread, []string{"down", "j"}, "↓ j", "", "The next smaller message.", 0},
	{PageUp, Spread, []string{"pgup", "ctrl+u", "b", "shift+left"}, "pgup", "", "A tenth of the messages to the smaller ones.", 0},
	{PageDown, Spread, []string{"pgdown", "ctrl+d", " ", "f", "shift+right"}, "pgdn space", "", "A tenth of the messages to the larger ones.", 0},
	{Top, Spread, []string{"home", "g"}, "g home", "", "To the smallest message.", 0},
	{Bottom, Spread, []string{"end", "G"}, "G end", "", "To the largest message.", 0},
	{Prev, Spread, []string{"["}, "[", "", "The next smaller message that loses something.", 0},
	{Next, Spread, []string{"]"}, "]", "losses", "The next larger message that loses something.", 7},
	{Open, Spread, []string{"enter"}, "enter", "message", "Go to the message.", 2},
	{Back, Spread, []string{"esc"}, "esc", "back", "Back to the plan.", 2},

	{WholeError, Trouble, []string{"e"}, "e", "more", "The whole error, each cause on a line; any other key closes the error and does what it always does.", 0},

	{Compact, Everywhere, []string{"c"}, "c", "compact", "Run the real compaction beside the screen; esc stops it.", 3},
	{Compare, Everywhere, []string{"v"}, "v", "before/after", "The session before and after the compaction.", 4},
	{Diff, Everywhere, []string{"d"}, "d", "text diff", "Before and after as a text diff.", 12},
	{Edit, Everywhere, []string{"E"}, "E", "edit summary", "Edit the summary in $EDITOR before it is written; the gates are checked again.", 13},
	{Write, Everywhere, []string{"w"}, "w", "write", "Write the compacted session to a new file.", 5},
	{Stage1, Everywhere, []string{"1"}, "1", "", "Reasons of stage 1: is the session due?", 0},
	{Stage2, Everywhere, []string{"2"}, "2", "", "Reasons of stage 2: who writes the summary?", 0},
	{Stage3, Everywhere, []string{"3"}, "3", "", "Reasons of stage 3: where is it split?", 0},
	{Stage4, Everywhere, []string{"4"}, "4", "why", "Reasons of stage 4: what does the summarizer read?", 6},
	{Stage5, Everywhere, []string{"5"}, "5", "", "Reasons of stage 5: who wrote, after which attempts?", 0},
	{Stage6, Everywhere, []string{"6"}, "6", "", "Reasons of stage 6: what is put together?", 0},
	{Summarizer, Everywhere, []string{"M"}, "M", "", "Who could write the summary, and what is missing for the others; enter chooses, nothing is sent.", 0},
	{Prompt, Everywhere, []string{"P"}, "P", "", "What the summarizer would be sent or would read, word for word.", 0},
	{LensNext, Everywhere, []string{"l"}, "l", "lens", "Look with the budget of the summarizer that runs, of the window, of a model, of a strict one.", 10},
	{BudgetLess, Everywhere, []string{"-"}, "-", "budget", "Half the summarizer's budget.", 11},
	{BudgetMore, Everywhere, []string{"+"}, "+", "", "Twice the summarizer's budget.", 0},
	{SplitUp, Everywhere, []string{"{"}, "{", "", "Move the split to the safe place before.", 0},
	{SplitDown, Everywhere, []string{"}"}, "}", "", "Move the split to the next safe place.", 0},
	{Reset, Everywhere, []string{"0"}, "0", "", "Budget, lens and split as the design has them, no message forced.", 0},
	{Command, Everywhere, []string{"/"}, "/", "find", "Find as you type, ~ before a regular expression; or run a command: /compact [instructions].", 5},
	{Sift, Everywhere, []string{"&"}, "&", "filter", "Filter the messages by role, origin, fate, tool, size, errors and words, what a person really typed among them; esc lifts it.", 15},
	{Timeline, Everywhere, []string{"t"}, "t", "timeline", "The context message by message: when it was due, where it was compacted and why.", 12},
	{Contents, Everywhere, []string{"u"}, "u", "contents", "What fills the context, by kind, tool and file, the largest first.", 12},
	{Params, Everywhere, []string{"p"}, "p", "params", "Turn every parameter and see at once what the plan makes of it.", 9},
	{Shares, Everywhere, []string{"%"}, "%", "", "The sizes of all messages, small to large, with what each is granted and loses.", 0},
	{State, Everywhere, []string{"S"}, "S", "", "The live state that is re-injected: todos, plan, mode and more; each can be switched off and edited.", 0},
	{Lab, Everywhere, []string{"L"}, "L", "", "Every strategy at one budget: what each keeps and loses, and what it costs.", 0},
	{Lineage, Everywhere, []string{"C"}, "C", "", "Compact five times over: what survives each generation, and what dies first.", 0},
	{Retention, Everywhere, []string{"X"}, "X", "", "What the compaction kept, lost and invented, item by item, and what it would score without a summary.", 0},
	{Problems, Everywhere, []string{"!"}, "!", "", "What was wrong with the file, line by line.", 0},
	{NextPane, Everywhere, []string{"tab"}, "tab", "pane", "Next pane.", 6},
	{PrevPane, Everywhere, []string{"shift+tab"}, "shift+tab", "", "Previous pane.", 0},
	{Zoom, Everywhere, []string{"z"}, "z", "", "Give the pane the whole screen, and back.", 0},
	{Narrower, Everywhere, []string{"<"}, "<", "", "Move the border between list and message: the list gets smaller.", 0},
	{Wider, Everywhere, []string{">"}, ">", "", "Move the border between list and message: the list gets larger.", 0},
	{Copy, Everywhere, []string{"y"}, "y", "copy", "Copy the message, what is read or lost of it, the summary, a command, the record or its place: a second key says which.", 15},
	{LookAt, Everywhere, []string{"O"}, "O", "", "Open the message in $EDITOR: the file at its line when the editor can be told not to write, else a copy of the record.", 0},
	{Seen, Everywhere, []string{"W"}, "W", "", "Write what shows to a file: its ending, .md, .html, .svg, .json or .txt, says the form.", 0},
	{Sessions, Everywhere, []string{"o"}, "o", "", "Open another session of this machine.", 0},
	{Branches, Everywhere, []string{"B"}, "B", "", "Branches of the session, files of sub-agents and the main session of one; enter goes there.", 0},
	{Reload, Everywhere, []string{"R"}, "R", "", "Read the file again.", 0},
	{Follow, Everywhere, []string{"F"}, "F", "", "Follow the file: what the agent appends appears.", 0},
	{Early, Everywhere, []string{"A"}, "A", "", "Make a summary early, while the session that is followed nears its limit; again stops it.", 0},
	{Plan, Everywhere, []string{"ctrl+g"}, "ctrl+g", "", "To the list of messages, whatever is open.", 0},
	{Mouse, Everywhere, []string{"m"}, "m", "", "Switch the mouse off, to select text, and on.", 0},
	{Palette, Everywhere, []string{":"}, ":", "", "Type a command: those of here and of other places, /compact, strategies, models, filters; enter runs it.", 0},
	{Help, Everywhere, []string{"?"}, "?", "keys", "Every command with its keys, searchable; enter runs it.", 16},
	{Quit, Everywhere, []string{"q", "ctrl+c"}, "q", "quit", "Leave.", 17},
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
