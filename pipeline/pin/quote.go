package pin

import (
	"fmt"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/trace"
)

// heading stands over the pins in the summary message.
const heading = "Pinned, and quoted word for word from the conversation. What it demands or forbids still holds."

// Quote are pins as they stand in the summary message, empty when there are none: a heading, and an
// item each that says whose words they are.
func Quote(pins []Pin) string {
	pins = Ordered(pins)
	if len(pins) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(heading + "\n")
	for _, p := range pins {
		b.WriteString("\n" + Item(Speaker(p.Role), p.Text, ""))
	}
	return b.String()
}

// Item is a quotation as an item of a list. Further lines are indented, so that no text can begin an
// item of its own. Place says where the words stand, and may be empty.
func Item(who, text, place string) string {
	text = strings.TrimSpace(text)
	if place != "" {
		place = " (" + place + ")"
	}
	if !strings.Contains(text, "\n") {
		return "- " + who + ": " + text + place
	}
	return "- " + who + place + ":\n  " + strings.ReplaceAll(text, "\n", "\n  ")
}

// Speaker is who says what a message of that role says.
func Speaker(r model.Role) string {
	if r == model.Tool {
		return "a tool"
	}
	return r.String()
}

// How long an instruction is at most, and one quotation in it, in chars: it is a line that a person
// sends.
const (
	maxInstruction = 2_000
	maxQuoted      = 500
)

// commands are, by format, how the agent is told to compact with an instruction. Other agents take
// none behind their command, or have no command: they get the sentence alone.
var commands = map[string]string{"claude-code": "/compact ", "prime": "/compact "}

// Instruction is what tells the agent of a format to keep the pins when it compacts by itself: one
// line, empty without pins. What does not fit is left out and counted.
func Instruction(pins []Pin, format string) string {
	pins = Ordered(pins)
	if len(pins) == 0 {
		return ""
	}
	line := commands[format] + "Keep these word for word in the summary:"
	left, kept := 0, 0
	for _, p := range pins {
		quoted := " “" + strings.Join(strings.Fields(p.Text), " ") + "” (" + Speaker(p.Role) + ");"
		if n := js.Units(quoted); n > maxQuoted || js.Units(line)+n > maxInstruction {
			left++
			continue
		}
		line += quoted
		kept++
	}
	line = strings.TrimSuffix(line, ";") + "."
	switch {
	case kept == 0:
		return commands[format] + fmt.Sprintf("Keep word for word what was pinned: %s, too long to be named here.", trace.Count(left, "text"))
	case left > 0:
		line += fmt.Sprintf(" (%s more left out: they are too long for a line.)", trace.Num(left))
	}
	return line
}
