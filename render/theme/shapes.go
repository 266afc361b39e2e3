package theme

// Shapes are the signs that carry a meaning, each one cell wide. Words carry
// it too wherever there is room.
type Shapes struct {
	Bar                   string    // a cell of a size that is read
	Half                  string    // the lower half of a Bar
	Empty                 string    // a cell of a size that is lost
	Steps                 [8]string // how much of something came, from a little to the most
	Unused                string    // a cell of a gauge or of a bar that asks nothing
	Share                 string    // the fair share, where a bar ends left of it
	ShareFull             string    // the fair share, where a bar reaches it
	GaugeLeft, GaugeRight string

	Cursor string
	Kept   string // before the role of a message in the tail
	Turn   string // before the role of one of the turn that is cut, which is summarized
	Sum    string // the role of an earlier summary

	Check string // ran, holds
	Fall  string // fell back
	Skip  string // not needed
	Dot   string // not run yet; also between words
	Cross string // does not hold

	Plus, Minus string // only after, only before
	Up, Down    string // summarized above, kept below
	Right       string // becomes
	Open        string // there is a choice behind
	Left        string // goes left
	About       string // an estimate
	AtLeast     string
	More        string // lines that are not shown
	Ellipsis    string // the rest of a line
	Return      string // a line end inside one row

	Rule  string // single line across
	Split string // the split, a double line across
	Dash  string // a broken line across
	Knob  string // a slider's place on its Rule
	Event string // a place in time where something happened

	Light, Heavy Frame // borders; the heavy one has the focus
}

// Frame are the pieces of a border.
type Frame struct {
	Top, Side                                      string
	TopLeft, TopRight, BottomLeft, BottomRight     string
	TeeLeft, TeeRight, TeeTop, TeeBottom, Crossing string
}

var unicodeShapes = Shapes{
	Steps: [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	Bar:   "█", Half: "▄", Empty: "░", Unused: "·", Share: "┊", ShareFull: "┃", GaugeLeft: "▕", GaugeRight: "▏",
	Cursor: "▌", Kept: "│", Turn: "┆", Sum: "Σ",
	Check: "✓", Fall: "↷", Skip: "–", Dot: "·", Cross: "✗",
	Plus: "+", Minus: "−", Up: "▲", Down: "▼", Right: "→", Left: "←", Open: "▾", About: "≈", AtLeast: "≥",
	More: "⋮", Ellipsis: "…", Return: "⏎",
	Rule: "─", Split: "═", Dash: "┄", Knob: "●", Event: "◆",
	Light: Frame{"─", "│", "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼"},
	Heavy: Frame{"━", "┃", "┏", "┓", "┗", "┛", "┣", "┫", "┳", "┻", "╋"},
}

var asciiShapes = Shapes{
	Steps: [8]string{".", ":", "-", "=", "+", "*", "%", "#"},
	Bar:   "#", Half: "_", Empty: ".", Unused: " ", Share: "|", ShareFull: "|", GaugeLeft: "[", GaugeRight: "]",
	Cursor: ">", Kept: "|", Turn: ":", Sum: "E",
	Check: "v", Fall: "x", Skip: "-", Dot: ".", Cross: "!",
	Plus: "+", Minus: "-", Up: "^", Down: "v", Right: ">", Left: "<", Open: "v", About: "~", AtLeast: ">",
	More: ":", Ellipsis: "~", Return: "/",
	Rule: "-", Split: "=", Dash: "-", Knob: "o", Event: "*",
	Light: Frame{"-", "|", "+", "+", "+", "+", "+", "+", "+", "+", "+"},
	Heavy: Frame{"=", "|", "+", "+", "+", "+", "+", "+", "+", "+", "+"},
}
