// Package keymap is the one table of what can be asked: an action, where it can be asked,
// the keys, and a sentence. Footer, help and the README are printed from it.
package keymap

import (
	"slices"
	"strings"
)

// Action is something a person can ask for, by key, mouse or command.
type Action string

// The actions.
const (
	Quit       Action = "quit"
	Help       Action = "help"
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
	ForceOut   Action = "force-out"
	Narrower   Action = "list-smaller"
	Wider      Action = "list-larger"

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

	BlockOff  Action = "block-off"
	BlockEdit Action = "block-edit"
	BlockOwn  Action = "block-own"
	Mark      Action = "mark"
	Versus    Action = "versus"
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
	Turn             // the parameters
	Spread           // the fair shares
)

// String names a scope for the help page.
func (s Scope) String() string {
	return [...]string{"everywhere", "list", "message", "page", "before and after", "sessions", "timeline", "contents", "live state", "asking", "lab", "parameters", "fair shares"}[s]
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
	{Back, List, []string{"esc"}, "esc", "", "Back: lift the filter, leave the zoom.", 0},
	{Lost, List, []string{"x"}, "x", "lost", "Show what is read, what is lost, the whole message.", 6},
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
	{Lost, Detail, []string{"x"}, "x", "lost", "Show what is read, what is lost, the whole message.", 6},
	{ForceIn, Detail, []string{"i"}, "i", "", "Force the message in: it is read whole, whatever its share; again lifts it.", 0},
	{ForceOut, Detail, []string{"e"}, "e", "", "Force the message out, a call with its results: it is not read; again lifts it.", 0},
	{Back, Detail, []string{"esc", "enter"}, "esc", "back", "Back to the list.", 2},

	{Up, Page, []string{"up", "k"}, "↑ k", "move", "Move up.", 0},
	{Down, Page, []string{"down", "j"}, "↓ j", "move", "Move down.", 1},
	{PageUp, Page, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, Page, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, Page, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, Page, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{Open, Page, []string{"enter"}, "enter", "its messages", "Show the messages that a reason touches, or run the command.", 3},
	{Back, Page, []string{"esc"}, "esc", "back", "Close the page.", 2},

	{Up, After, []string{"up", "k"}, "↑ k", "scroll", "Scroll up, both sides together.", 0},
	{Down, After, []string{"down", "j"}, "↓ j", "scroll", "Scroll down, both sides together.", 1},
	{PageUp, After, []string{"pgup", "ctrl+u", "b"}, "pgup", "", "One page up.", 0},
	{PageDown, After, []string{"pgdown", "ctrl+d", " ", "f"}, "pgdn space", "", "One page down.", 0},
	{Top, After, []string{"home", "g"}, "g home", "", "To the beginning.", 0},
	{Bottom, After, []string{"end", "G"}, "G end", "", "To the end.", 0},
	{Prev, After, []string{"["}, "[", "", "Previous change.", 0},
	{Next, After, []string{"]"}, "]", "change", "Next change.", 7},
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
	{Back, Bench, []string{"esc"}, "esc", "back", "Stop what runs; back to the table, then to the plan.", 2},

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
	{Command, Everywhere, []string{"/"}, "/", "find", "Find as you type, or run a command: /compact [instructions].", 14},
	{Timeline, Everywhere, []string{"t"}, "t", "timeline", "The context message by message: when it was due, where it was compacted and why.", 12},
	{Contents, Everywhere, []string{"u"}, "u", "contents", "What fills the context, by kind, tool and file, the largest first.", 12},
	{Params, Everywhere, []string{"p"}, "p", "params", "Turn every parameter and see at once what the plan makes of it.", 9},
	{Shares, Everywhere, []string{"%"}, "%", "", "The sizes of all messages, small to large, with what each is granted and loses.", 0},
	{State, Everywhere, []string{"S"}, "S", "", "The live state that is re-injected: todos, plan, mode and more; each can be switched off and edited.", 0},
	{Lab, Everywhere, []string{"L"}, "L", "", "Every strategy at one budget: what each keeps and loses, and what it costs.", 0},
	{Problems, Everywhere, []string{"!"}, "!", "", "What was wrong with the file, line by line.", 0},
	{NextPane, Everywhere, []string{"tab"}, "tab", "pane", "Next pane.", 6},
	{PrevPane, Everywhere, []string{"shift+tab"}, "shift+tab", "", "Previous pane.", 0},
	{Zoom, Everywhere, []string{"z"}, "z", "", "Give the pane the whole screen, and back.", 0},
	{Narrower, Everywhere, []string{"<"}, "<", "", "Move the border between list and message: the list gets smaller.", 0},
	{Wider, Everywhere, []string{">"}, ">", "", "Move the border between list and message: the list gets larger.", 0},
	{Copy, Everywhere, []string{"y"}, "y", "copy", "Copy the message, or the summary once there is one.", 15},
	{Sessions, Everywhere, []string{"o"}, "o", "", "Open another session of this machine.", 0},
	{Branches, Everywhere, []string{"B"}, "B", "", "Branches of the session, files of sub-agents and the main session of one; enter goes there.", 0},
	{Reload, Everywhere, []string{"R"}, "R", "", "Read the file again.", 0},
	{Follow, Everywhere, []string{"F"}, "F", "", "Follow the file: what the agent appends appears.", 0},
	{Early, Everywhere, []string{"A"}, "A", "", "Make a summary early, while the session that is followed nears its limit; again stops it.", 0},
	{Mouse, Everywhere, []string{"m"}, "m", "", "Switch the mouse off, to select text, and on.", 0},
	{Help, Everywhere, []string{"?", ":"}, "?", "keys", "Every key, searchable; enter runs it.", 16},
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

// Search filters rows by words that all occur in action, keys or sentence, whatever the case.
func Search(rows []Row, query string) []Row {
	words := strings.Fields(strings.ToLower(query))
	var out []Row
	for _, r := range rows {
		hay := strings.ToLower(string(r.Action) + " " + r.Show + " " + r.Word + " " + r.Sentence)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(hay, w) }) {
			out = append(out, r)
		}
	}
	return out
}
