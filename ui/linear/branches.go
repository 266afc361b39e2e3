package linear

import (
	"fmt"
	"path/filepath"
	"strconv"

	"cutline/model"
	"cutline/model/discover"
	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/ui"
)

// trunk is the branch that was opened first, which follows what is appended to it.
type trunk struct {
	leaf   string // empty as long as no other branch was
	engine ui.Engine
}

// visit is a session from which another one was opened.
type visit struct {
	engine ui.Engine
	trunk  trunk
	name   string
}

// goal is what a number of the list of branches leads to.
type goal struct {
	leaf *model.Leaf // nil for none
	file string
	back bool
}

// branches lists the branches of the session and the files around it, or goes to one of them.
func (d *Dialogue) branches(arg string) {
	ctx, stop := d.interruptible()
	defer stop()
	var kin discover.Kin
	if d.Engine.Kin != nil {
		kin = d.Engine.Kin(ctx, d.s.Format)
	}
	if ctx.Err() != nil {
		d.say("", "cancelled")
		return
	}
	goals := d.goals(kin)
	if arg == "" {
		d.around(kin)
		return
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(goals) {
		d.say("", fmt.Sprintf("%q is none of them; branches lists them by number", arg))
		return
	}
	d.reach(goals[n-1])
}

// goals are what the list leads to, in its order.
func (d *Dialogue) goals(kin discover.Kin) []goal {
	var out []goal
	for i := range d.s.Leaves {
		out = append(out, goal{leaf: &d.s.Leaves[i]})
	}
	if len(d.visits) > 0 {
		out = append(out, goal{back: true})
	}
	if kin.Main.Path != "" {
		out = append(out, goal{file: kin.Main.Path})
	}
	for _, e := range kin.Agents {
		out = append(out, goal{file: e.Path})
	}
	return out
}

// around says what there is, each with the number that leads to it.
func (d *Dialogue) around(kin discover.Kin) {
	n := 0
	item := func(words, quoted string) {
		n++
		d.say(strconv.Itoa(n), words)
		if quoted != "" {
			d.tell.Quote("begins", text.Label(quoted, labelCells))
		}
	}
	if len(d.s.Leaves) == 0 {
		d.say("", "the branches of this session are not known")
	}
	for _, l := range d.s.Leaves {
		words := fmt.Sprintf("branch, %s, %s on no other branch", trace.Count(l.Messages, "message"), text.Num(l.Own))
		if l.Active {
			words += ", the one that is told"
		}
		item(words, l.Label)
	}
	if k := len(d.visits); k > 0 {
		item("back to "+d.visits[k-1].name, "")
	}
	if kin.Main.Path != "" {
		item("main session, "+d.kin(kin.Main), kin.Main.Title)
	}
	for _, e := range kin.Agents {
		item("file of a sub-agent, "+d.kin(e), e.Title)
	}
	if kin.Main.Path == "" && len(kin.Agents) == 0 {
		d.say("", "no file of a sub-agent lies beside this session")
	}
	if n > 0 {
		d.say("", "branches and a number goes there")
	}
}

// kin says how large a file beside the session is, and what keeps it from being read.
func (d *Dialogue) kin(e discover.Entry) string {
	words := filepath.Base(e.Path) + ", " + text.Bytes(int(e.Size))
	switch {
	case e.Why != "":
		words += ", " + e.Why
	case e.Messages >= 0 && e.Approx:
		words += ", about " + trace.Count(e.Messages, "message")
	case e.Messages >= 0:
		words += ", " + trace.Count(e.Messages, "message")
	}
	if d.isOpen(e.Path) {
		words += ", the one that is told"
	}
	return words
}

// isOpen reports whether a file is the one that is told of.
func (d *Dialogue) isOpen(path string) bool {
	abs, err := filepath.Abs(d.s.Path)
	return err == nil && abs == path
}

// reach goes to a branch or a file.
func (d *Dialogue) reach(g goal) {
	was := visit{d.Engine, d.trunk, filepath.Base(d.s.Path)}
	switch {
	case g.leaf != nil && g.leaf.Active, g.file != "" && d.isOpen(g.file):
		d.say("", "this is the one that is told")
		return
	case g.leaf != nil && (d.Engine.Leaf == nil || g.leaf.ID == ""):
		d.say("", "this branch ends with a record that has no id to find it by")
		return
	case g.file != "" && d.Engine.At == nil:
		d.say("", "no other file can be read here")
		return
	case !d.mayLose("reading another one"):
		return
	case g.leaf != nil:
		d.turnOff(g.leaf.ID)
	case g.back:
		v := d.visits[len(d.visits)-1]
		d.Engine, d.trunk = v.engine, v.trunk
	default:
		d.Engine, d.trunk = d.Engine.At(g.file, ""), trunk{}
	}
	params := d.Params
	d.unmark(g.leaf == nil)
	if err := d.open(); err != nil {
		d.Engine, d.trunk, d.Params = was.engine, was.trunk, params
		d.fail("", err)
		return
	}
	switch {
	case g.back:
		d.visits = d.visits[:len(d.visits)-1]
	case g.file != "":
		d.visits = append(d.visits, was)
	}
	if g.leaf == nil {
		d.at = 0
	}
	d.overview()
}

// turnOff takes the engine for a branch. That which was opened first is read as it was then: what the agent
// appends belongs to it.
func (d *Dialogue) turnOff(leaf string) {
	if at := d.s.ActiveLeaf(); d.trunk.leaf == "" && at >= 0 {
		d.trunk = trunk{d.s.Leaves[at].ID, d.Engine}
	}
	if leaf == d.trunk.leaf {
		d.Engine = d.trunk.engine
		return
	}
	d.Engine = d.Engine.Leaf(leaf)
}

// unmark takes back what was set by hand for the messages of one session, and what was asked of its summary
// when it is another file.
func (d *Dialogue) unmark(file bool) {
	d.Params.Partition.SplitAt = pipeline.Defaults().Partition.SplitAt
	d.Params.Slim.In, d.Params.Slim.Out = "", ""
	if file {
		d.Params.Instructions = d.began.Instructions
	}
}

// mayLose asks when what is to be done lets a result go that is not written.
func (d *Dialogue) mayLose(what string) bool {
	if d.result == nil || d.saved || d.yes("The result is not written, and "+what+" lets it go. Go on?") {
		return true
	}
	d.say("", "not read")
	return false
}
