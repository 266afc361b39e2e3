package linear

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cutline/model"
	"cutline/model/pattern"
	"cutline/pipeline"
	"cutline/pipeline/pin"
	"cutline/pipeline/query"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/ui"
)

// why says why a stage does what it does.
func (d *Dialogue) why(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(pipeline.StageNames) {
		d.say("", "which stage? why 1 to why 6: trigger, pick, split, slim, summary, join")
		return
	}
	r := &d.report
	if d.result != nil && n > 4 { // which have run
		r = &d.result.Report
	}
	d.tell.Why(r, n-1)
}

func (d *Dialogue) problems() {
	if len(d.s.Problems)+len(d.report.Warnings) == 0 {
		d.say("", "no line of the file was a problem, and no stage warns")
		return
	}
	d.tell.Findings(d.s, &d.report)
}

// none says that there is no message, where there is none.
func (d *Dialogue) none() bool {
	if len(d.s.Rows) > 0 {
		return false
	}
	d.say("", "the session has no messages")
	return true
}

// message speaks of a message from here on.
func (d *Dialogue) message(arg string) {
	if arg == "" {
		d.to(d.at)
		return
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		d.say("", "which message? They have numbers from 0 to "+strconv.Itoa(len(d.s.Rows)-1))
		return
	}
	d.to(n)
}

// to goes to a message and says what it is.
func (d *Dialogue) to(i int) {
	switch {
	case d.none():
		return
	case i < 0:
		d.say("", "this is the first message")
		return
	case i >= len(d.s.Rows):
		d.say("", "the last message is "+strconv.Itoa(len(d.s.Rows)-1))
		return
	}
	d.at = i
	d.told(i)
	d.say("fate", d.tell.Fate(d.fates[i]))
	d.tell.Quote("begins", text.Label(d.s.Rows[i].Label, labelCells))
}

// labelCells is how much of a message's first words is said.
const labelCells = 200

// told says which message that is.
func (d *Dialogue) told(i int) {
	row := &d.s.Rows[i]
	who := row.Role.String()
	if row.Role == model.User && row.Origin.String() != "" {
		who += ", " + row.Origin.String()
	}
	if row.Tool != "" {
		who += ", " + row.Tool
	}
	d.say(fmt.Sprintf("message %d", i), fmt.Sprintf("%s, %s chars, ~%s tokens", who, text.Num(row.Chars), text.Num(row.Tokens)))
}

// loses reports whether the plan takes something of a message.
func (d *Dialogue) loses(i int) bool {
	f := d.fates[i].Slim
	return f != nil && (f.Tier != slim.Full || f.Said)
}

// affected goes to another message that loses something.
func (d *Dialogue) affected(by int) {
	for i := d.at + by; i >= 0 && i < len(d.s.Rows); i += by {
		if d.loses(i) {
			d.to(i)
			return
		}
	}
	d.say("", "there is none further on that is not read whole")
}

func (d *Dialogue) split() {
	if tail := d.report.Partition.Tail; d.report.Partition.Split >= 0 && len(tail) > 0 {
		d.to(tail[0])
		return
	}
	d.say("", d.report.Stages()[2].Headline)
}

// keyHint names the key that goes round the texts on the screen.
var keyHint = pattern.New(` \([xi](: [^)]+)?\)`)

// text says a text of the message; its own words are as they are.
func (d *Dialogue) text(what int) {
	if d.none() {
		return
	}
	modes := []string{"nothing is read in its place", "all of this message is read", "it is empty", "no record of the file holds it"}
	t := ui.Tell(d.s, &d.report, d.at, ui.Texts[what])
	d.say("", t.Title)
	if t.Note != "" {
		d.say("", keyHint.ReplaceAllString(t.Note, ""))
	}
	if strings.TrimSpace(t.Body) != "" {
		d.words(t.Body)
	} else if t.Note == "" {
		d.say("", modes[what])
	}
}

// words says a text of the session as it is, but for what a terminal would take for more than text.
func (d *Dialogue) words(body string) {
	_ = d.tell.Flush() // into the pager, which does not fail
	_, _ = d.out.Write([]byte(strings.TrimRight(text.Clean(body), "\n") + "\n"))
}

// mostFound is how many messages of those that were found are named.
const mostFound = 15

// search looks for words in all messages.
func (d *Dialogue) search(arg string) {
	p, err := query.Compile(arg)
	switch {
	case err != nil:
		d.fail("", err)
		return
	case p.Empty():
		d.say("", "find what? find WORDS, or ~ before a regular expression")
		return
	}
	d.find = p
	found := d.hits()
	if len(found) == 0 {
		d.say("", fmt.Sprintf("%q is in none of the messages", arg))
		return
	}
	d.say("", fmt.Sprintf("%q is in %s", arg, trace.Count(len(found), "message")))
	for _, i := range found[:min(mostFound, len(found))] {
		d.tell.Quote(fmt.Sprintf("message %d", i), text.Label(d.s.Rows[i].Label, 60))
	}
	if n := len(found) - mostFound; n > 0 {
		d.say("", text.Num(n)+" more; next-hit goes from one to the next")
	}
	for _, i := range found {
		if i >= d.at {
			d.to(i)
			return
		}
	}
	d.to(found[0])
}

// hits are the messages that hold what is looked for.
func (d *Dialogue) hits() []int {
	var out []int
	for i := range d.s.Rows {
		if m, err := d.s.Message(i); err == nil && d.find.In(m.Full()) {
			out = append(out, i)
		}
	}
	return out
}

func (d *Dialogue) hit(by int) {
	if d.find.Empty() {
		d.say("", "find WORDS comes first")
		return
	}
	found := d.hits()
	if by < 0 {
		slices.Reverse(found)
	}
	for _, i := range found {
		if by > 0 && i > d.at || by < 0 && i < d.at {
			d.to(i)
			return
		}
	}
	d.say("", "there is none further on that holds it")
}

// pin pins the message whole, or lets it go.
func (d *Dialogue) pin() {
	if d.none() {
		return
	}
	if d.Engine.SetPins == nil {
		d.say("", "nothing can be pinned here")
		return
	}
	p, err := pin.Message(d.s, d.at)
	switch {
	case err != nil:
		d.fail("", err)
		return
	case strings.TrimSpace(p.Text) == "":
		d.say("", "there are no words to pin in this message")
		return
	}
	pins, on := pin.Toggle(d.report.Pins, p)
	words := fmt.Sprintf("message %d is pinned", d.at)
	if !on {
		words += " no more"
	}
	if err := d.Engine.SetPins(d.s, pins); err != nil {
		words += ", and that is not kept for the next time: " + err.Error()
	}
	d.plan()
	d.say("", words)
}

func (d *Dialogue) pins() {
	if len(d.report.Pins) == 0 {
		d.say("", "nothing is pinned; pin pins the message that is spoken of")
	}
	for _, p := range d.report.Pins {
		label := "pinned"
		if p.Index >= 0 {
			label = fmt.Sprintf("pinned, message %d", p.Index)
		}
		d.tell.Quote(label, text.Label(p.Text, 200))
	}
}
