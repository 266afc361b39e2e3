package linear

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// end is the line that ends a text which is typed in lines.
const end = "."

// state lists what of the live state is re-injected, says the text of a block, or changes it.
func (d *Dialogue) state(arg string) {
	blocks := reassemble.Place(d.report.Blocks, d.report.Pick.Family, d.report.Partition.Tail)
	if arg == "" {
		d.blocks(blocks)
		return
	}
	which, rest, _ := strings.Cut(arg, " ")
	b := blockOf(blocks, which)
	if b == nil {
		d.say("", fmt.Sprintf("there is no block %q; state lists them, by number and by name", which))
		return
	}
	what, words, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if what != "" && d.Engine.SetState == nil {
		d.say("", "the live state cannot be changed here")
		return
	}
	name, less := render.StateName(b), reassemble.Without(d.report.Changes, b.Name, b.Key)
	c := reassemble.ChangeOf(b.Block, d.report.Changes)
	switch what {
	case "":
		d.block(b)
	case "off", "on":
		off := what == "off"
		switch {
		case b.Absent:
			d.say("", name+": the session has none; state "+which+" edit writes one")
		case b.Off == off:
			d.say("", name+" is "+what+" as it is")
		default:
			words := name + " is re-injected again"
			if c.Off = off; off {
				words = name + " is switched off"
			}
			d.setState(reassemble.With(d.report.Changes, c), words)
		}
	case "own":
		if len(less) == len(d.report.Changes) {
			d.say("", name+" is as the session has it")
			return
		}
		d.setState(less, name+" is as the session has it again")
	case "edit":
		d.edit(c, name, which, strings.TrimSpace(words))
	default:
		d.say("", fmt.Sprintf("%q is none of off, on, edit and own", what))
	}
}

// blockOf is the block of a number or of a name, nil when there is none.
func blockOf(blocks []reassemble.Placed, which string) *reassemble.Placed {
	if n, err := strconv.Atoi(which); err == nil {
		if n < 1 || n > len(blocks) {
			return nil
		}
		return &blocks[n-1]
	}
	if i := slices.IndexFunc(blocks, func(b reassemble.Placed) bool { return b.Name == which }); i >= 0 {
		return &blocks[i]
	}
	return nil
}

// blocks lists them in the order in which they are re-injected, those that there could be last.
func (d *Dialogue) blocks(blocks []reassemble.Placed) {
	th, on, chars := theme.PlainASCII(), 0, 0
	for i := range blocks {
		if b := &blocks[i]; b.Injected() {
			on, chars = on+1, chars+b.Chars
		}
	}
	d.say("", fmt.Sprintf("%s re-injected, %s chars", trace.Count(on, "block"), text.Num(chars)))
	for i := range blocks {
		b := &blocks[i]
		words := render.StateName(b) + ", "
		switch {
		case b.Absent:
			words += "none: --" + b.Flag + " gives one, state " + strconv.Itoa(i+1) + " edit writes one here"
		default:
			words += text.Num(b.Chars) + " chars, " + render.StateWords(th, b)
		}
		d.say(strconv.Itoa(i+1), words)
	}
}

// block says what becomes of a block, and its text as it will be re-injected.
func (d *Dialogue) block(b *reassemble.Placed) {
	if b.Absent {
		d.say(render.StateName(b), "the session has none: --"+b.Flag+" gives one, state "+b.Name+" edit writes one here")
		return
	}
	d.say(render.StateName(b), render.StateWords(theme.PlainASCII(), b))
	d.words(b.Text)
}

// edit takes another text for a block: the words that follow, else lines until one that is a full stop.
func (d *Dialogue) edit(c reassemble.Change, name, which, words string) {
	if words == "" {
		d.say("", "type the text of "+name+", then a line with a full stop and nothing else; without a text it stays as it is")
		var lines []string
		for {
			line, err := d.typed("text> ")
			if err != nil { // what was typed so far is not what was meant
				return
			}
			if line == end {
				break
			}
			lines = append(lines, line)
		}
		words = strings.TrimSpace(strings.Join(lines, "\n"))
	}
	if words == "" {
		d.say("", name+" is unchanged")
		return
	}
	c.Off, c.Edited, c.Text = false, true, strings.ToValidUTF8(words, "\uFFFD")
	d.setState(reassemble.With(d.report.Changes, c), name+" is the text that you wrote; state "+which+" own gives the session's back")
}

// setState plans with another live state. A result has it at once when nothing else was changed since it was
// made: the summary does not depend on what is re-injected.
func (d *Dialogue) setState(changes []reassemble.Change, words string) {
	fresh := d.result != nil && !d.stale
	d.Engine.SetState(changes)
	d.plan()
	d.say("", words)
	if !fresh {
		return
	}
	ctx, stop := d.interruptible()
	defer stop()
	res, err := pipeline.Rejoin(ctx, d.s, d.result, d.Engine.World(d.s, d.Params))
	if err != nil {
		d.fail("the result could not be put together again: ", err)
		return
	}
	d.result, d.stale, d.saved = res, false, false
	d.say("", fmt.Sprintf("the result has it too, under the same summary: %s to %s tokens; write writes it", text.Num(res.Status.TokensBefore), text.Num(res.Status.TokensAfter)))
}
